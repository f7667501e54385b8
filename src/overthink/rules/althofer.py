"""Althöfer's negamax: a node is worth its best child plus its own evaluation. [Abdelbar2012] eq. 2.

The papers assume that all leaves lie at one depth. A game that ends earlier is worth its utility once for every ply
that is missing and once for itself, so that it is not outweighed by longer lines.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.minimax import add, aggregate, frontier, start
from overthink.rules.rule import Rule


@kernel
def settle(value: float, error: float, static: float, static_error: float, remaining: int) -> tuple[float, float]:
    return value + static, error


@kernel
def terminal(utility: float, remaining: int) -> tuple[float, float]:
    return (remaining + 1) * utility, 0.0


ALTHOFER = Rule(
    "althofer",
    "best child plus the node's own evaluation",
    "[Abdelbar2012] eq. 2",
    *(start, add, aggregate, settle, frontier),
    terminal=terminal,
    reads_inside=True,
)
