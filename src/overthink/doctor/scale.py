"""How far to look and how many positions to take where nothing was said: what a minute or so will do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from overthink.core.checked import checked_depth, is_chance, moves_of
from overthink.core.errors import OverthinkError
from overthink.doctor.examine import AnyGame, State

DEEPEST = 6
LEAVES = 1_500  # of one search
POSITIONS, FEWEST = 1_000, 200
JUDGED = 300  # positions at most where each is judged by another search, which takes longest
WORK = 200_000  # leaves of the deepest searches of all positions
PRUNED = 0.75  # alpha-beta in games as they come sees about b to the power of so much of the depth
SAMPLE = 50


def branching(game: AnyGame, states: Sequence[State]) -> float:
    """Positions one move on, with all outcomes of chance, on average over the first few."""
    return float(np.mean([_following(game, state) for state in states[:SAMPLE]]))


def _following(game: AnyGame, state: State) -> int:
    after = [game.play(state, move) for move in moves_of(game, state)]
    return sum(len(moves_of(game, one)) if is_chance(game, one) else 1 for one in after)


def leaves(b: float, depth: int, pruned: bool) -> float:
    """What one search sees, roughly."""
    return max(1.0, b) ** (PRUNED * depth if pruned else depth)


def checked_depths(depths: Iterable[int]) -> list[int]:
    """The depths to compare, in order."""
    wanted = sorted({checked_depth(depth) for depth in depths})
    if len(wanted) < 2:
        raise OverthinkError("Give at least two depths.")
    return wanted


def usual_depths(b: float, pruned: bool) -> range:
    """From 1 to as far as a search has not too many leaves."""
    deepest = max((depth for depth in range(2, DEEPEST + 1) if leaves(b, depth, pruned) <= LEAVES), default=2)
    return range(1, deepest + 1)


def usual_positions(b: float, deepest: int, pruned: bool, exact: bool) -> int:
    """Fewer where a search takes long, or the truth does."""
    return int(min(POSITIONS if exact else JUDGED, max(FEWEST, WORK / leaves(b, deepest, pruned))))
