"""Bayes: the product rule's odds times the odds of the node's own evaluation, at every node.

Reads the same evaluations as EMM, which keeps one of the two opinions where this combines them.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.product import STEPS, add, aggregate, start
from overthink.rules.rule import Rule
from overthink.rules.win_probability import (
    MESSAGE,
    Opinion,
    frontier,
    likelier,
    loss_probability,
    score,
    terminal,
    win_probability,
)


@kernel
def settle(message: Opinion, static: float, static_error: float, remaining: int) -> Opinion:
    own = frontier(static, static_error)
    won = win_probability(message) * win_probability(own)
    lost = loss_probability(message) * loss_probability(own)
    if won + lost == 0.0:  # two certainties that contradict each other: believe the search
        return message
    return likelier(won / (won + lost), lost / (won + lost))


BAYES = Rule(
    "bayes",
    "odds of the search times the odds of the static evaluation, at every node",
    "Overthink",
    *(start, add, aggregate, settle, frontier, terminal, score),
    message=MESSAGE,
    binary=True,
    colour="orange",
    fold=("won", "lost"),
    steps=STEPS._replace(settle="odds ← odds × odds of the node's own evaluation"),
)
