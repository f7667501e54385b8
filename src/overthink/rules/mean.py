"""Mean: a node is worth the mean of all evaluations at and below it, as in Monte Carlo tree search.

A message carries how many evaluations there are, the visits, so that a child counts by its visits. Beside them travels
the mean of the magnitudes, from which the rounding of the mean follows.
"""

from __future__ import annotations

from overthink.core.arithmetic import STEPS_A_VISIT, slack_of_sum
from overthink.core.bind import kernel
from overthink.rules.rule import Rule, Steps

Average = tuple[float, float, float]  # mean, visits, mean magnitude
STEPS = Steps("sum ← sum + visits × value; visits ← visits + the child's", "value ← sum / visits")


@kernel
def start(static: float, static_error: float) -> Average:
    """The node's own evaluation as the first visit."""
    return static, 1.0, abs(static)


@kernel
def add(node: Average, message: Average) -> Average:
    """The node after one more child: sums of values, visits and magnitudes."""
    total, visits, magnitudes = node
    mean, more, magnitude = message
    return total + more * mean, visits + more, magnitudes + more * magnitude


@kernel
def aggregate(node: Average) -> Average:
    """The mean of all evaluations below, the visits, and the mean magnitude."""
    total, visits, magnitudes = node
    return total / visits, visits, magnitudes / visits


@kernel
def frontier(static: float, static_error: float) -> Average:
    """One visit, with the evaluation of the leaf."""
    return static, 1.0, abs(static)


@kernel
def terminal(utility: float, remaining: int) -> Average:
    """One visit, with the utility."""
    return utility, 1.0, abs(utility)


@kernel
def visited(message: Average, visits: float) -> Average:
    """The message of a leaf with this many visits."""
    return message[0], visits, message[2]


@kernel
def slack(message: Average, edge: float) -> float:
    """How far rounding may have moved a mean of this magnitude."""
    return slack_of_sum(message[2], STEPS_A_VISIT * message[1])


MEAN = Rule(
    "mean",
    "the mean of all evaluations at and below the node",
    "[Kocsis2006]",
    *(start, add, aggregate),
    frontier=frontier,
    terminal=terminal,
    visited=visited,
    slack=slack,
    message=("value", "visits", "magnitude"),
    colour="crimson",
    fold=("sum", "visits"),
    steps=STEPS,
)
