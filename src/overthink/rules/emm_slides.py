"""The first EMM: minimax with the error of the node's type beside it, and the static evaluation wherever that error
exceeds its own. [Wilson2009] slides, "Error Minimizing Minimax (EMM)", for any number of children.

A test shows that it is Algorithm 1 of [Zuckerman2018] less the flip.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.ties import at_most
from overthink.rules.emm import add, aggregate_error, start
from overthink.rules.rule import Rule
from overthink.rules.win_probability import frontier, score, terminal


@kernel
def settle(val: float, aggErr: float, static: float, static_error: float, remaining: int) -> tuple[float, float]:
    curVal, e = frontier(static, static_error)
    if at_most(aggErr, e):
        return val, aggErr
    return curVal, e


EMM_SLIDES = Rule(
    "emm-slides",
    "the first EMM: static value wherever the search's error exceeds its own",
    "[Wilson2009]",
    *(start, add, aggregate_error, settle, frontier, terminal, score),
    reads_inside=True,
    replaces=True,
    binary=True,
)
