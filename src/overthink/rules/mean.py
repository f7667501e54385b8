"""Mean: a node is worth the mean of all evaluations at and below it, as in Monte Carlo tree search.

A message carries how many evaluations there are, the visits, so that a child counts by its visits. Beside them travels
how far rounding may have moved the mean: each addition and each division rounds once.
"""

from __future__ import annotations

from overthink.core.arithmetic import ROUNDS, finite_slack
from overthink.core.bind import kernel
from overthink.rules.rule import Rule, Steps

Average = tuple[float, float, float]  # mean, visits, rounding
STEPS = Steps("sum ← sum + visits × value; visits ← visits + the child's", "value ← sum / visits")


@kernel
def start(static: float, static_error: float) -> Average:
    """The node's own evaluation as the first visit."""
    return static, 1.0, ROUNDS * abs(static)


@kernel
def add(node: Average, message: Average) -> Average:
    total, visits, moved = node
    mean, more, rounding = message
    new = total + more * mean
    return new, visits + more, moved + more * (rounding + ROUNDS * abs(mean)) + ROUNDS * abs(new)


@kernel
def aggregate(node: Average) -> Average:
    total, visits, moved = node
    mean = total / visits
    return mean, visits, moved / visits + ROUNDS * abs(mean)


@kernel
def frontier(static: float, static_error: float) -> Average:
    return static, 1.0, ROUNDS * abs(static)


@kernel
def terminal(utility: float, remaining: int) -> Average:
    return utility, 1.0, ROUNDS * abs(utility)


@kernel
def visited(message: Average, visits: float) -> Average:
    return message[0], visits, message[2]


@kernel
def slack(message: Average, edge: float) -> float:
    return finite_slack(message[2])


MEAN = Rule(
    "mean",
    "the mean of all evaluations at and below the node",
    "[Kocsis2006]",
    *(start, add, aggregate),
    frontier=frontier,
    terminal=terminal,
    visited=visited,
    slack=slack,
    message=("value", "visits", "rounding"),
    colour="crimson",
    fold=("sum", "visits"),
    steps=STEPS,
)
