"""[Zuckerman2018] and [Wilson2009]: error-minimizing minimax, figure by figure."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.emm import fig2, fig6, fig7, fig8, fig9, fig10, fig11, fig12, fig14, slides

STUDIES: tuple[Study, ...] = (
    *(module.STUDY for module in (fig2, fig6, fig7, fig8, fig9, fig10, fig11, fig12, fig14)),
    slides.P_STUDY,
    slides.N_STUDY,
)
