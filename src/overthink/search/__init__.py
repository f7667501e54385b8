"""Which nodes to visit: one file a search. Each is checked against the rule it prunes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import overthink.search.minimax as emm
from overthink.core.bind import AnyKernel, Kernel
from overthink.core.plain import Fields
from overthink.search.minimax import (
    alpha_beta,
    clearly_below,
    full_width,
    margin,
    never,
    next_below,
    plus_own,
    too_good,
)


@dataclass(frozen=True)
class Search:
    """Which nodes to visit, and for which rules that is sound."""

    name: str
    summary: str
    source: str
    template: AnyKernel
    rules: tuple[str, ...]  # empty: any rule
    names: Fields
    cuts: dict[Kernel[Any, bool], str] = field(
        default_factory=dict
    )  # what ends a node early, and why moves are left out


_SEARCHES = {
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
        {too_good: "the best so far is already more than the other player will allow"},
    ),
    "althofer-alpha-beta": Search(
        "althofer-alpha-beta",
        "the same for Althöfer's rule, exact in floating point",
        "[Abdelbar2012] Figure 4",
        alpha_beta,
        ("althofer",),
        {"just_below": next_below, "plus": plus_own},
        {too_good: "the best so far plus the node's own evaluation is already more than the other player will allow"},
    ),
    "pruned-emm": Search(
        "pruned-emm",
        "the same for EMM, by bounds on the probability of a win",
        "Overthink",
        emm.pruned_emm,
        ("emm",),
        {"just_below": clearly_below, "standing": margin},
        {
            emm.surely_high: "whatever is left, the node is already better than the other player will allow",
            emm.surely_low: "whatever is left, the node cannot become as good as what is there already",
            emm.move_too_bad: "this move is so likely lost that the node cannot become as good as what is there "
            "already",
            emm.move_too_good: "this move is so likely to win that the other player will not allow the node",
        },
    ),
}
SEARCHES: Mapping[str, Search] = MappingProxyType(_SEARCHES)
"""Every search by its name, read-only, with the rules that it is sound for. `overthink list searches` prints them.

>>> list(ot.SEARCHES)
['full-width', 'alpha-beta', 'althofer-alpha-beta', 'pruned-emm']
"""
