"""[Zuckerman2018] and [Wilson2009]: error-minimizing minimax."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.emm import fig2, fig6, fig7, fig8, fig14, mixed, product_rule, slides

STUDIES: tuple[Study, ...] = (
    *(module.STUDY for module in (fig2, fig6, fig7, fig8)),
    *(mixed.FIG9, mixed.FIG10, product_rule.FIG11, product_rule.FIG12),
    fig14.STUDY,
    slides.P_STUDY,
    slides.N_STUDY,
)
