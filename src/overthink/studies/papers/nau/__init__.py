"""[Nau2010]: when is it better not to look ahead."""

from __future__ import annotations

from overthink.studies.engine.study import Study
from overthink.studies.papers.nau import (
    champions,
    depth_pairs,
    endgames,
    exact,
    factors,
    fig7,
    fig8,
    fig9,
    fig10,
    fig11,
    fig12,
    fig13,
    fig14,
    pessimism,
    puzzle,
)

STUDIES: tuple[Study, ...] = (
    *(module.STUDY for module in (pessimism, fig7, fig8, fig9, fig10, factors, depth_pairs, exact)),
    *(module.STUDY for module in (fig11, endgames, champions, fig12, fig13, fig14, puzzle)),
)
