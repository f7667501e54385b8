"""All positions of the 8-puzzle, listed once for all studies of it."""

from __future__ import annotations

from functools import cache

from overthink.core.space import StateSpace
from overthink.core.tree import Tree
from overthink.evaluate import manhattan
from overthink.games import SlidingPuzzle

POSITIONS = 181_439  # all that can be reached but the goal, where there is nothing to decide
GOALS = {"corner": None, "middle": (1, 2, 3, 8, 0, 4, 7, 6, 5)}


@cache
def space(goal: str) -> StateSpace:
    """All positions with their true distance, by where the empty square of the goal is."""
    return SlidingPuzzle(goal=GOALS[goal]).state_space()


@cache
def by_manhattan(goal: str) -> Tree:
    """All positions as Manhattan distance sees them."""
    return space(goal).seen_by(manhattan(space(goal).game))
