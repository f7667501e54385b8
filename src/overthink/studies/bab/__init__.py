"""[Atzmon2018]: bounded suboptimal game tree search."""

from __future__ import annotations

from overthink.studies.bab import fig2, fig3, fig4a, fig4b, fig4c, fig5a, fig5b, fig5c, fig6a, fig6b, fig6c, fig6d, play
from overthink.studies.study import Study

STUDIES: tuple[Study, ...] = (
    *(module.STUDY for module in (fig2, fig3, fig4a, fig4b, fig4c, fig5a, fig5b, fig5c)),
    *(module.STUDY for module in (fig6a, fig6b, fig6c, fig6d, play)),
)
