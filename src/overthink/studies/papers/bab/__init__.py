"""[Atzmon2018]: bounded suboptimal game tree search."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.bab import (
    chance_cops,
    chance_trees,
    choosing,
    cops,
    couples,
    extremes,
    fig2,
    fig3,
    play,
    trees,
)

STUDIES: tuple[Study, ...] = (
    fig2.STUDY,
    fig3.STUDY,
    choosing.STUDY,
    extremes.STUDY,
    trees.STUDY,
    couples.STUDY,
    cops.STUDY,
    cops.BINNED_STUDY,
    chance_trees.STUDY,
    chance_cops.STUDY,
    play.STUDY,
)
