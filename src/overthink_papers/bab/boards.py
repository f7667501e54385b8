"""Boards of cops and robbers, 6×6 cells and 3 cops, and the searches of them.

As the paper leaves open: captures score the time in plies, the robber begins, noise is joint (see the game's options).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from overthink.evaluate import cop_distance
from overthink.games.cops_and_robbers import HIGH, CopsAndRobbers
from overthink.studies.samples import Setting
from overthink_papers.experiments.bounded import SearchesByEpsilon, searches


def boards(
    setting: Setting, start: int, stop: int, seed: int, epsilons: Sequence[int], **options: Any
) -> Iterator[SearchesByEpsilon]:
    """The searches of boards start … stop - 1, which are drawn with these options."""
    for number in range(start, stop):
        game = CopsAndRobbers(6, 6, 3, number=number, seed=seed, **options)
        yield searches(game, epsilons, high=HIGH, evaluate=cop_distance(game), **setting)
