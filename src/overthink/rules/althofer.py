"""Althöfer's negamax: a node is worth its best child plus its own evaluation. [Abdelbar2012] eq. 2.

The papers assume that all leaves lie at one depth. A game that ends earlier is worth its utility once for every ply
that is missing and once for itself, so that it is not outweighed by longer lines. What travels up beside the value is
the sum of the magnitudes in it, from which the rounding of the sum follows.
"""

from __future__ import annotations

import math

from overthink.core.arithmetic import slack_of_sum
from overthink.core.bind import kernel
from overthink.rules.minimax import STEPS, add, aggregate
from overthink.rules.rule import Rule

Pair = tuple[float, float]


@kernel
def start() -> Pair:
    """Below every value, and the sum of magnitudes so far."""
    return -math.inf, 0.0


@kernel
def settle(message: Pair, static: float, static_error: float, remaining: int) -> Pair:
    value, magnitude = message
    return value + static, magnitude + abs(static)


@kernel
def frontier(static: float, static_error: float) -> Pair:
    return static, abs(static)


@kernel
def terminal(utility: float, remaining: int) -> Pair:
    """The utility, once for each ply that is missing and once for itself, and its magnitude."""
    return (remaining + 1) * utility, abs((remaining + 1) * utility)


@kernel
def slack(message: Pair, edge: float) -> float:
    return slack_of_sum(message[1])


ALTHOFER = Rule(
    "althofer",
    "best child plus the node's own evaluation",
    "[Abdelbar2012] eq. 2",
    *(start, add, aggregate, settle, frontier),
    terminal=terminal,
    slack=slack,
    message=("value", "magnitude"),
    label="Althöfer",
    colour="blue",
    fold=("best",),
    steps=STEPS._replace(settle="value ← value + own evaluation"),
)
