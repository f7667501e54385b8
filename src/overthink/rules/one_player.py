"""Minimin and maximax: one player, and moves that cost. [Nau2010] eqs. 7, 8 and the paragraph below them.

Values belong to the player, who is Max where gains are wanted and Min where costs are: so a value arriving here is a
gain, or a cost with its sign turned, and either way a move's cost is taken off. What travels up beside the value is
the sum of the magnitudes in it, from which the rounding of the sum follows.
"""

from __future__ import annotations

from dataclasses import replace

from overthink.core.arithmetic import slack_of_sum
from overthink.core.bind import kernel
from overthink.rules.althofer import Pair, frontier, start
from overthink.rules.minimax import aggregate
from overthink.rules.rule import Rule, Steps


@kernel
def add(node: Pair, message: Pair, edge: float) -> Pair:
    """The better of the node so far and the child, less the cost of the move to it."""
    value, magnitude = message
    if value - edge > node[0]:
        return value - edge, magnitude + abs(edge)
    return node


@kernel
def terminal(utility: float, remaining: int) -> Pair:
    return utility, abs(utility)


@kernel
def score(message: Pair, edge: float) -> float:
    return message[0] - edge


@kernel
def slack(message: Pair, edge: float) -> float:
    return slack_of_sum(message[1] + abs(edge))


MINIMIN = Rule(
    "minimin",
    "one player: least cost to come",
    "[Nau2010] eq. 8",
    start,
    add,
    aggregate,
    frontier=frontier,
    terminal=terminal,
    score=score,
    slack=slack,
    message=("value", "magnitude"),
    goal=-1,
    colour="indigo",
    fold=("best",),
    steps=Steps("best ← min(best, value + cost of the move)", "value ← best"),
)
MAXIMAX = replace(
    MINIMIN,
    name="maximax",
    summary="one player: largest gain to come",
    source="[Nau2010] section 2.2",
    goal=1,
    label="maximax",
    colour="maroon",
    steps=Steps("best ← max(best, value − cost of the move)", "value ← best"),
)
