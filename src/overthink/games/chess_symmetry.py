"""Turning and mirroring the board: positions that look the same from another side are worth the same.

Without a pawn the board has eight such views, with one only two, left and right exchanged. Of all the views of a
position, the one with White's king on the first square of the board, and of those the smallest integer, stands for
them all; so tables and state spaces need an eighth of the nodes.
[Nau2010] section 6.1
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.games.chess_moves import MEN, PAIR, THE_PAWN, TWIN, square, swapped


def _views() -> np.ndarray[Any, Any]:
    """Where each square goes, int64[8, 64]. Views 1, 2, 5 and 6 exchange light and dark squares."""
    file, rank = np.arange(64) % 8, np.arange(64) // 8
    views = [(x, y) for y in (rank, 7 - rank) for x in (file, 7 - file)]
    views += [(y, x) for x, y in views]
    return np.array([x + 8 * y for x, y in views])


VIEWS = _views()


@kernel
def canonical(game: Any, position: Any) -> Any:
    """The view that stands for all views of a position."""
    men, twin, pair = game[MEN], game[TWIN], game[PAIR]
    king, least = square(position, 0), position & ((1 << (6 * men)) - 1)
    rest, nearest = position - least, king
    for view in range(1, 8 if game[THE_PAWN] < 0 else 2):
        if VIEWS[view, king] > nearest:
            continue
        seen = 0
        for man in range(men):
            seen |= VIEWS[view, square(position, man)] << (6 * man)
        if twin >= 0 and square(seen, twin) > square(seen, twin + 1):
            seen = swapped(seen, twin)
        if pair >= 0 and (VIEWS[view, 0] ^ VIEWS[view, 0] >> 3) & 1:  # a light square now
            seen = swapped(seen, pair)
        if VIEWS[view, king] < nearest or seen < least:
            least, nearest = seen, VIEWS[view, king]
    return rest + least
