"""Which nodes to visit: one file a search. Each is checked against the rule it prunes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from overthink.core.bind import AnyKernel, Kernel
from overthink.core.plain import Fields
from overthink.rules.rule import Rule
from overthink.search.minimax import (
    alpha_beta,
    by_odds,
    clearly_below,
    edge_of_emm,
    full_width,
    move_too_bad,
    move_too_good,
    never,
    next_below,
    plus_own,
    pruned,
    surely_high,
    surely_low,
    too_good,
)


@dataclass(frozen=True, eq=False)
class Search:
    """Which nodes to visit, and for which rules that is sound."""

    name: str
    summary: str
    source: str
    template: AnyKernel
    rules: tuple[str, ...]  # and those of their families; empty: any rule
    names: Fields
    cuts: dict[Kernel[Any, bool], str] = field(
        default_factory=dict
    )  # what ends a node early, and why moves are left out

    def sound_for(self, rule: Rule) -> bool:
        """Whether it decides as full width does."""
        return not self.rules or rule.family in self.rules


CUTS_BY_ODDS: dict[Kernel[Any, bool], str] = {
    surely_high: "whatever is left, the node is already better than the other player will allow",
    surely_low: "whatever is left, the node cannot become as good as what is there already",
    move_too_bad: "this move is so likely lost that the node cannot become as good as what is there already",
    move_too_good: "this move is so likely to win that the other player will not allow the node",
}
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
        "the same for EMM, by bounds on the odds of a win",
        "Overthink",
        pruned,
        ("emm",),
        {"just_below": clearly_below, "standing": by_odds, "edge_of": edge_of_emm},
        CUTS_BY_ODDS,
    ),
    "pruned-odds": Search(
        "pruned-odds",
        "the same for the product rule, bayes, and what is between them",
        "Overthink",
        pruned,
        ("product", "bayes", "tempered"),
        {"just_below": clearly_below, "standing": by_odds},
        CUTS_BY_ODDS,
    ),
}
SEARCHES: Mapping[str, Search] = MappingProxyType(_SEARCHES)
"""Every search by its name, read-only, with the rules that it is sound for. `overthink list searches` prints them.

>>> list(ot.SEARCHES)
['full-width', 'alpha-beta', 'althofer-alpha-beta', 'pruned-emm', 'pruned-odds']
"""
