"""[Zuckerman2018] and [Wilson2009]: error-minimizing minimax."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.emm import fig2, fig6, fig14, mixed, natural, product_rule, slides

STUDIES: tuple[Study, ...] = (
    *(fig2.STUDY, fig6.STUDY, natural.FIG7, natural.FIG8),
    *(mixed.FIG9, mixed.FIG10, product_rule.FIG11, product_rule.FIG12),
    fig14.STUDY,
    slides.P_STUDY,
    slides.N_STUDY,
)
