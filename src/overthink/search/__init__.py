"""Which nodes to visit: one file a search. Each is checked against the rule it prunes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from overthink.core.bind import Kernel
from overthink.search.alpha_beta import alpha_beta
from overthink.search.althofer_alpha_beta import althofer_alpha_beta
from overthink.search.full_width import full_width
from overthink.search.look import clearly_below, margin, never, next_below
from overthink.search.pruned_emm import pruned_emm


@dataclass(frozen=True)
class Search:
    """Which nodes to visit, and for which rules that is sound."""

    name: str
    summary: str
    source: str
    template: Kernel[Any, Any]
    rules: tuple[str, ...]  # empty: any rule
    names: dict[str, Any]


SEARCHES: dict[str, Search] = {
    "full-width": Search(
        "full-width", "every node to the depth", "[Nau2010] eq. 2", full_width, (), {"just_below": never}
    ),
    "alpha-beta": Search(
        "alpha-beta",
        "minimax without the nodes that cannot matter, fail-soft",
        "[Abdelbar2012] Figure 1",
        alpha_beta,
        ("minimax",),
        {"just_below": next_below},
    ),
    "althofer-alpha-beta": Search(
        "althofer-alpha-beta",
        "the same for Althöfer's rule, exact in floating point",
        "[Abdelbar2012] Figure 4",
        althofer_alpha_beta,
        ("althofer",),
        {"just_below": next_below},
    ),
    "pruned-emm": Search(
        "pruned-emm",
        "the same for EMM, by bounds on the probability of a win",
        "Overthink",
        pruned_emm,
        ("emm",),
        {"just_below": clearly_below, "standing": margin},
    ),
}
