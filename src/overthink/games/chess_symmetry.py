"""Turning and mirroring the board: positions that look the same from another side are worth the same.

Without a pawn the board has eight such views, with one only two, left and right exchanged. Of all the views of a
position, the one with White's king on the first square of the board, and of those the smallest integer, stands for
them all; so tables and state spaces need an eighth of the nodes.
[Nau2010] section 6.1
"""

from __future__ import annotations

import numpy as np

from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, State
from overthink.games.chess_moves import MEN, PAIR, THE_PAWN, TWIN, square, swapped


def _views() -> Column:
    """Where each square goes, int64[8, 64]."""
    file, rank = np.arange(64) % 8, np.arange(64) // 8
    views = [(x, y) for y in (rank, 7 - rank) for x in (file, 7 - file)]
    views += [(y, x) for x, y in views]
    return np.array([x + 8 * y for x, y in views])


def _nearest(views: int) -> list[list[int]]:
    """The views that take each square to the first it can reach: two on a diagonal, else one, named twice."""
    ways = [np.flatnonzero(there == there.min()).tolist() for there in VIEWS[:views].T]
    return [(way * 2)[:2] for way in ways]


VIEWS = _views()
NEAREST = np.array([_nearest(2), _nearest(8)])  # with a pawn and without, int64[2, 64, 2]


@kernel
def canonical(game: Context, position: State) -> State:
    """The view that stands for all views of a position."""
    men, twin, pair = game[MEN], game[TWIN], game[PAIR]
    squares = 1 << (6 * men)
    least = squares
    for view in NEAREST[1 if game[THE_PAWN] < 0 else 0, square(position, 0)]:
        view_of = 0
        for man in range(men):
            view_of |= VIEWS[view, square(position, man)] << (6 * man)
        if twin >= 0 and square(view_of, twin) > square(view_of, twin + 1):
            view_of = swapped(view_of, twin)
        if pair >= 0 and (VIEWS[view, 0] ^ VIEWS[view, 0] >> 3) & 1:  # a1 goes to a light square
            view_of = swapped(view_of, pair)
        least = min(least, view_of)
    return (position & -squares) + least
