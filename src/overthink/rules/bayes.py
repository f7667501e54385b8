"""Bayes: the product rule's odds times the odds of the node's own evaluation, at every node.

Reads the same evaluations as EMM, which keeps one of the two opinions where this combines them.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.product import add, aggregate, start
from overthink.rules.rule import Rule
from overthink.rules.win_probability import from_loss, frontier, loss_probability, score, terminal


@kernel
def settle(value: float, error: float, static: float, static_error: float, remaining: int) -> tuple[float, float]:
    static_value, static_wrong = frontier(static, static_error)
    lost = loss_probability(value, error) * loss_probability(static_value, static_wrong)
    won = (1.0 - loss_probability(value, error)) * (1.0 - loss_probability(static_value, static_wrong))
    if lost + won == 0.0:  # two certainties that contradict each other: believe the search
        return value, error
    return from_loss(lost / (lost + won))


BAYES = Rule(
    "bayes",
    "odds of the search times the odds of the static evaluation, at every node",
    "Overthink",
    *(start, add, aggregate, settle, frontier, terminal, score),
    reads_inside=True,
    binary=True,
)
