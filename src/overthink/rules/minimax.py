"""Minimax: a node is worth its best child. [Nau2010] eqs. 1, 2; [Zuckerman2018] section 3.

Vote: every depth has its say. A move's score is the sum of its minimax scores at depths 1 to d. It reads the same
evaluations as EMM, and uses nothing but minimax.
"""

from __future__ import annotations

import math

from overthink.core.arithmetic import slack_of_sum
from overthink.core.bind import kernel
from overthink.core.vocabulary import Message
from overthink.rules.rule import Rule, Steps, no_slack

STEPS = Steps("best ← max(best, value)", "value ← best")


@kernel
def start() -> Message:
    return (-math.inf,)


@kernel
def add(best: Message, value: Message) -> Message:
    """The larger of the best value so far and the child's."""
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


@kernel
def slack(message: Message, edge: float) -> float:
    """How far rounding may have moved the sum of scores like this one."""
    return slack_of_sum(abs(message[0]))


VOTE = Rule(
    "vote",
    "sum of the minimax scores at depths 1 to d",
    "Overthink",
    *(start, add, aggregate),
    slack=slack,
    reads_inside=True,
    sums_depths=True,
    colour="pink",
    fold=("best",),
    steps=STEPS,
)
