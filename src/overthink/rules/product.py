"""The product rule: a node is lost if every move from it loses, as if moves were independent.
[Zuckerman2018] section 5.2, after Tzeng and Purdom 1983."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.rule import Rule, Steps
from overthink.rules.win_probability import MESSAGE, Opinion, frontier, likelier, one_more, score, terminal

Node = tuple[float, float]
STEPS = Steps(
    "won ← won + lost × P(this move wins)\nlost ← lost × P(this move loses)",
    "lost ≤ won: a win, wrong with lost;  else a loss, wrong with won",
)


@kernel
def start() -> Node:
    """The probabilities that the node is won and lost."""
    return 0.0, 1.0


@kernel
def add(node: Node, message: Opinion) -> Node:
    return one_more(node[0], node[1], message)


@kernel
def aggregate(node: Node) -> Opinion:
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
