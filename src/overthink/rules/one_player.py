"""Minimin and maximax: one player, and moves that cost. [Nau2010] eqs. 7, 8 and the paragraph below them.

Values belong to the player, who is Max where gains are wanted and Min where costs are: so a value arriving here is a
gain, or a cost with its sign turned, and either way a move's cost is taken off.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.rules.minimax import aggregate, frontier, start
from overthink.rules.rule import Rule


@kernel
def add(node: tuple[float, float], value: float, error: float, truth: float, edge: float) -> tuple[float, float]:
    if value - edge > node[0]:
        return value - edge, error
    return node


@kernel
def score(value: float, error: float, edge: float) -> float:
    return value - edge


MINIMIN = Rule(
    "minimin",
    "one player: least cost to come",
    "[Nau2010] eq. 8",
    start,
    add,
    aggregate,
    frontier=frontier,
    score=score,
    goal=-1,
)
MAXIMAX = Rule(
    "maximax",
    "one player: largest gain to come",
    "[Nau2010] section 2.2",
    start,
    add,
    aggregate,
    frontier=frontier,
    score=score,
    goal=1,
)
