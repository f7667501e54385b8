"""[Zuckerman2018] and [Wilson2009]: error-minimizing minimax."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.emm import (
    branching,
    every_depth,
    families,
    fig2,
    fig6,
    fig14,
    mixed,
    natural,
    product_rule,
    pruning,
    slides,
    trees_of_types,
    types,
)

STUDIES: tuple[Study, ...] = (
    *(fig2.STUDY, trees_of_types.STUDY, types.STUDY),
    *(fig6.STUDY, every_depth.STUDY, branching.STUDY),
    *(natural.FIG7, natural.FIG8),
    *(mixed.FIG9, mixed.FIG10, product_rule.FIG11, product_rule.FIG12, fig14.STUDY),
    *(families.STUDY, pruning.STUDY),
    *(slides.P_STUDY, slides.N_STUDY),
)
