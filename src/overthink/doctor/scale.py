"""Default depths and numbers of positions: about a minute of work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np

from overthink.core.checked import checked_depth, is_chance, moves_of
from overthink.core.errors import OverthinkError, shown
from overthink.doctor.examine import AnyGame, State

DEEPEST = 6
DEEPEST_LIST = 10_000  # depths that are read of a list
LEAVES = 1_500  # of one search
POSITIONS, FEWEST = 1_000, 200
JUDGED = 300  # most positions if another search judges each of them, which is slow
JUDGING = 100_000  # leaves of such a search
WORK = 200_000  # leaves of the deepest searches of all positions
PRUNED = 0.75  # alpha-beta sees about b ** (0.75 * depth) leaves
SAMPLE = 50


def branching(game: AnyGame, states: Sequence[State]) -> float:
    """The mean number of positions one move later, over the first few states, with all outcomes of chance."""
    return float(np.mean([_following(game, state) for state in states[:SAMPLE]]))


def _following(game: AnyGame, state: State) -> int:
    children = [game.play(state, move) for move in moves_of(game, state)]
    return sum(len(moves_of(game, child)) if is_chance(game, child) else 1 for child in children)


def leaves(b: float, depth: int, pruned: bool) -> float:
    """Roughly the number of leaves of one search."""
    return max(1.0, b) ** (PRUNED * depth if pruned else depth)


def checked_depths(depths: Iterable[int]) -> list[int]:
    """Check the depths to compare, and sort them."""
    if not isinstance(depths, Iterable):
        raise OverthinkError(f"Give a list of depths, such as (1, 2, 3), not {shown(depths)}.")
    wanted = sorted({checked_depth(depth) for depth in islice(depths, DEEPEST_LIST)})
    if len(wanted) < 2:
        raise OverthinkError("Give at least two depths.")
    return wanted


def usual_depths(b: float, pruned: bool, further: int = 0) -> range:
    """From 1 to the greatest depth that is still fast, and that another search, so many plies `further`, can judge."""

    def fast(depth: int) -> bool:
        judged = not further or leaves(b, depth + further, pruned) <= JUDGING
        return judged and leaves(b, depth, pruned) <= LEAVES

    return range(1, max(filter(fast, range(2, DEEPEST + 1)), default=2) + 1)


def usual_positions(b: float, deepest: int, pruned: bool, exact: bool) -> int:
    """The default number of positions: fewer if a search or the truth is slow."""
    return int(min(POSITIONS if exact else JUDGED, max(FEWEST, WORK / leaves(b, deepest, pruned))))
