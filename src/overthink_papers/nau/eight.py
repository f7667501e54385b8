"""All positions of the 8-puzzle, listed once for all studies of it; and what is known of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from overthink.core.estimate import Estimate
from overthink.core.grow import StateSpace
from overthink.core.tree import Tree
from overthink.evaluate import manhattan
from overthink.games import SlidingPuzzle
from overthink.studies.checks import all_above
from overthink.studies.claim import Evidence

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


def known(gaps: Sequence[float], by: float = 0.0) -> Evidence:
    """Differences over all positions are larger than so much. Without noise nothing is estimated."""
    shown = " ".join(f"{gap:+.3f}" for gap in gaps)
    return all_above([Estimate.exactly(float(gap), POSITIONS) for gap in gaps], by, f"differences {shown}")
