"""Implicit minimax backups: the mean of all evaluations, mixed with the minimax value of the same tree.

With α = 0 it is the mean, with α = 1 minimax. [Lanctot2014]
"""

from __future__ import annotations

import math

from overthink.core.arithmetic import ROUNDS, finite_slack
from overthink.core.bind import kernel
from overthink.core.errors import check_number
from overthink.rules.rule import Rule, Steps

Both = tuple[float, float, float, float, float]  # value, visits, mean, best, rounding of the mean
STEPS = Steps(
    "sum ← sum + visits × mean; visits ← visits + the child's; best ← max(best, the child's)",
    "value ← (1 - α) × sum / visits + α × best",
)
ALPHA = 0.4


@kernel
def start(static: float, static_error: float) -> Both:
    """The node's own evaluation as the first visit; no best child yet."""
    return 0.0, 1.0, static, -math.inf, ROUNDS * abs(static)


@kernel
def add(node: Both, message: Both) -> Both:
    """The node after one more child: visits and means are added, and the larger minimax value is kept."""
    _, visits, total, best, moved = node
    _, more, mean, value, rounding = message
    new = total + more * mean
    moved += more * (rounding + ROUNDS * abs(mean)) + ROUNDS * abs(new)
    return 0.0, visits + more, new, max(best, value), moved


@kernel
def aggregate(node: Both) -> Both:
    """(1 - α) × mean + α × best, then visits, mean, best and the rounding of the mean."""
    _, visits, total, best, moved = node
    mean = total / visits
    return (1.0 - ALPHA) * mean + ALPHA * best, visits, mean, best, moved / visits + ROUNDS * abs(mean)


@kernel
def frontier(static: float, static_error: float) -> Both:
    return static, 1.0, static, static, ROUNDS * abs(static)


@kernel
def terminal(utility: float, remaining: int) -> Both:
    return utility, 1.0, utility, utility, ROUNDS * abs(utility)


@kernel
def turned(message: Both) -> Both:
    value, visits, mean, best, rounding = message
    return -value, visits, -mean, -best, rounding


@kernel
def visited(message: Both, visits: float) -> Both:
    return message[0], visits, message[2], message[3], message[4]


@kernel
def slack(message: Both, edge: float) -> float:
    return finite_slack(message[4] + 4.0 * ROUNDS * (abs(message[2]) + abs(message[3])))


def implicit_minimax(alpha: float = ALPHA) -> Rule:
    """The rule with this share of minimax, between 0 and 1. `alpha`: the share.

    >>> ot.implicit_minimax(0.25).label
    'implicit minimax, α = 0.25'
    """
    check_number("The share of minimax", alpha, 0, 1)
    return Rule(
        "implicit-minimax" if alpha == ALPHA else f"implicit-minimax-{alpha:g}",
        "the mean of all evaluations, mixed with the minimax value of the same tree",
        "[Lanctot2014]",
        *(start, add, aggregate.bind(ALPHA=float(alpha))),
        frontier=frontier,
        terminal=terminal,
        turned=turned,
        visited=visited,
        slack=slack,
        message=("value", "visits", "mean", "best", "rounding"),
        label=f"implicit minimax, α = {alpha:g}",
        colour="teal",
        fold=("", "visits", "sum", "best"),
        steps=STEPS,
    )


IMPLICIT_MINIMAX = implicit_minimax()
