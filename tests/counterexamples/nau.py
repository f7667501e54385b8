"""When is it better not to look ahead?"""

from __future__ import annotations

from tests.counterexamples import nau_chess, nau_games, nau_models, nau_surfaces
from tests.made_up import Case

CASES: dict[str, list[Case]] = {**nau_surfaces.CASES, **nau_models.CASES, **nau_chess.CASES, **nau_games.CASES}
