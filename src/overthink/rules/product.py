"""Rules on the probability of a win: an evaluation is a win (+1) or a loss (-1), wrong with some probability.

The product rule: a node is lost if every move from it loses, as if moves were independent. [Zuckerman2018] section 5.2,
after Tzeng and Purdom 1983. Bayes: the product rule's odds times the odds of the node's own evaluation, at every node;
it reads the same evaluations as EMM, which keeps one of the two opinions where this combines them.
"""

from __future__ import annotations

import math

from overthink.core.arithmetic import at_most
from overthink.core.bind import kernel
from overthink.core.vocabulary import Message
from overthink.rules.rule import Rule, Steps

MESSAGE = ("value", "error")
Opinion = Message  # +1 or -1, and the probability that it is wrong


@kernel
def frontier(static: float, static_error: float) -> Opinion:
    """An evaluation read as win or loss. One that favours neither side is a loss as likely wrong as right."""
    if static > 0.0:
        return 1.0, static_error
    if static < 0.0:
        return -1.0, static_error
    return -1.0, 0.5


@kernel
def terminal(utility: float, remaining: int) -> Opinion:
    """A finished game has no error; a draw is half a win."""
    if utility > 0.0:
        return 1.0, 0.0
    if utility < 0.0:
        return -1.0, 0.0
    return -1.0, 0.5


@kernel
def score(message: Opinion, edge: float) -> float:
    """The odds of a win, which keep apart what is nearly certain: a surer win is better, and so is a less sure loss."""
    won = win_probability(message)
    lost = loss_probability(message)
    return won / lost if lost > 0.0 else math.inf


@kernel
def win_probability(message: Opinion) -> float:
    """The probability that a node of this value and error is won for the player to whom the value belongs."""
    value, error = message
    if value > 0.0:
        return 1.0 - error
    return error


@kernel
def loss_probability(message: Opinion) -> float:
    """The probability that it is lost."""
    value, error = message
    if value > 0.0:
        return error
    return 1.0 - error


@kernel
def one_more(won: float, lost: float, message: Opinion) -> tuple[float, float]:
    """The probabilities that a node is won and lost after one more move with this message, moves taken as
    independent: it is lost if all moves lose. Nothing is subtracted, so that both stay exact to the last digits."""
    return won + lost * win_probability(message), lost * loss_probability(message)


@kernel
def likelier(won: float, lost: float) -> Opinion:
    """The likelier value, and the probability that it is wrong."""
    if at_most(lost, won):
        return 1.0, min(lost, won)
    return -1.0, won


ProductNode = tuple[float, float]
STEPS = Steps(
    "won ← won + lost × P(this move wins)\nlost ← lost × P(this move loses)",
    "lost ≤ won: a win, wrong with lost;  else a loss, wrong with won",
)


@kernel
def start() -> ProductNode:
    """The probabilities that the node is won and lost."""
    return 0.0, 1.0


@kernel
def add(node: ProductNode, message: Opinion) -> ProductNode:
    return one_more(node[0], node[1], message)


@kernel
def aggregate(node: ProductNode) -> Opinion:
    return likelier(node[0], node[1])


PRODUCT = Rule(
    "product",
    "probability of a win, moves taken as independent",
    "[Zuckerman2018] section 5.2",
    *(start, add, aggregate),
    frontier=frontier,
    terminal=terminal,
    score=score,
    message=MESSAGE,
    binary=True,
    label="product rule",
    colour="green",
    fold=("won", "lost"),
    steps=STEPS,
)


@kernel
def settle(message: Opinion, static: float, static_error: float, remaining: int) -> Opinion:
    """The odds of the search times the odds of the node's own evaluation, as a value and its error."""
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
