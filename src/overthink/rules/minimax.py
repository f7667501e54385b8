"""Minimax: a node is worth its best child. [Nau2010] eqs. 1, 2; [Zuckerman2018] section 3."""

from __future__ import annotations

import math

from overthink.core.bind import kernel
from overthink.rules.rule import Rule, Steps, no_slack

STEPS = Steps("best ← max(best, value)", "value ← best")


@kernel
def start() -> tuple[float, float]:
    return -math.inf, 0.0


@kernel
def add(node: tuple[float, float], value: float, error: float, truth: float, edge: float) -> tuple[float, float]:
    if value > node[0]:
        return value, error
    return node


@kernel
def aggregate(node: tuple[float, float]) -> tuple[float, float]:
    return node


@kernel
def frontier(static: float, static_error: float) -> tuple[float, float]:
    """Minimax takes the evaluation at its word: it keeps no error."""
    return static, 0.0


MINIMAX = Rule(
    "minimax",
    "a node is worth its best child",
    "[Nau2010] eq. 2",
    *(start, add, aggregate),
    frontier=frontier,
    slack=no_slack,
    keeps_error=False,
    colour="ink",
    fold=("best", "its error"),
    steps=STEPS,
)
