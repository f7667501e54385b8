"""[Nguyen2024]: lookahead pathology in Monte Carlo tree search, on critical win-loss games."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.cwl import evaluators, fig5, p_games, threshold

STUDIES: tuple[Study, ...] = (fig5.STUDY, fig5.BACKUP, evaluators.STUDY, p_games.STUDY, threshold.STUDY)
