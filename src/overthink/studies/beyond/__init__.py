"""Questions that the papers leave open."""

from __future__ import annotations

from overthink.studies.beyond import all_nodes, cure, cure_games
from overthink.studies.study import Study

STUDIES: tuple[Study, ...] = (all_nodes.STUDY, cure.STUDY, cure_games.STUDY)
