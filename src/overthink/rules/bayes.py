"""Bayes: the product rule's odds times the odds of the node's own evaluation, at every node.

Reads the same evaluations as EMM, which keeps one of the two opinions where this combines them.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.product import STEPS, add, aggregate, start
from overthink.rules.rule import Rule
from overthink.rules.win_probability import frontier, likelier, loss_probability, score, terminal, win_probability


@kernel
def settle(value: float, error: float, static: float, static_error: float, remaining: int) -> tuple[float, float]:
    static_value, static_wrong = frontier(static, static_error)
    won = win_probability(value, error) * win_probability(static_value, static_wrong)
    lost = loss_probability(value, error) * loss_probability(static_value, static_wrong)
    if won + lost == 0.0:  # two certainties that contradict each other: believe the search
        return value, error
    return likelier(won / (won + lost), lost / (won + lost))


BAYES = Rule(
    "bayes",
    "odds of the search times the odds of the static evaluation, at every node",
    "Overthink",
    *(start, add, aggregate, settle, frontier, terminal, score),
    reads_inside=True,
    binary=True,
    colour="orange",
    fold=("won", "lost"),
    steps=STEPS._replace(settle="odds ← odds × odds of the node's own evaluation"),
)
