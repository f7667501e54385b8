"""Minimax: a node is worth its best child. [Nau2010] eqs. 1, 2; [Zuckerman2018] section 3."""

from __future__ import annotations

import math

from overthink.core.bind import kernel
from overthink.rules.rule import Message, Rule, Steps, no_slack

STEPS = Steps("best ← max(best, value)", "value ← best")


@kernel
def start() -> Message:
    return (-math.inf,)


@kernel
def add(best: Message, value: Message) -> Message:
    return value if value[0] > best[0] else best


@kernel
def aggregate(best: Message) -> Message:
    return best


MINIMAX = Rule(
    "minimax",
    "a node is worth its best child",
    "[Nau2010] eq. 2",
    *(start, add, aggregate),
    slack=no_slack,
    colour="ink",
    fold=("best",),
    steps=STEPS,
)
