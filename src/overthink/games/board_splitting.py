"""Board splitting: players in turn cut the board into b strips and keep one; the last square decides. Pearl's game.

If the square left is a 1, the last player to move wins. [Zuckerman2018] section 5.1. Squares are kept in the order of
the game tree's leaves, so that every position is a run of squares and the positions of ply k number b^k.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.bind import kernel
from overthink.core.errors import check_whole, require
from overthink.core.game import KernelGame
from overthink.core.kinds import Column, Context, Number
from overthink.core.tree import parse_column

# context: int64 [b, height, b^height … b^0, …, and from SQUARES on the ones before square 0, 1, …, b^height]
# state: int64, ply << PLY | number of the position within its ply
PLY = 48
INDEX = (1 << PLY) - 1
WIDTHS = 2
SQUARES = 64


@kernel
def count(game: Context, state: int) -> Number:
    return game[0] if (state >> PLY) < game[1] else 0


@kernel
def child(game: Context, state: int, i: int) -> Number:
    return (((state >> PLY) + 1) << PLY) | ((state & INDEX) * game[0] + i)


@kernel
def mover(game: Context, state: int) -> int:
    return 1 - 2 * ((state >> PLY) & 1)


@kernel
def utility(game: Context, state: int) -> float:
    last = 1.0 if game[1] & 1 else -1.0
    square = SQUARES + (state & INDEX)
    return last if game[square + 1] > game[square] else -last


@kernel
def share_for_max(game: Context, state: int) -> Number:
    """The share of the position's squares with which Max would win."""
    width = game[WIDTHS + (state >> PLY)]
    first = SQUARES + (state & INDEX) * width
    ones = (game[first + width] - game[first]) / width
    return ones if game[1] & 1 else 1.0 - ones


class BoardSplitting(KernelGame):
    """One board of the board-splitting game. `squares` holds 0 and 1 in the order of the tree's leaves: b^height of
    them. `branching`: b, the parts into which a move splits the board.

    >>> game = ot.BoardSplitting([1, 0, 0, 1, 0, 0, 1, 0])
    >>> ot.decide(game, game.initial(), depth=3).moves
    (0,)
    """

    kernels = {"count": count, "child": child, "mover": mover, "utility": utility}  # noqa: RUF012

    def __init__(self, squares: Sequence[int] | Column, branching: int = 2):
        values = parse_column("The squares, each of them 0 or 1,", squares, kind=np.dtype(bool))
        check_whole("branching", branching, 2)
        height = round(math.log(max(len(values), 1)) / math.log(branching))
        fits = height > 0 and branching**height == len(values)
        require(fits, f"The number of squares, {len(values)}, is not a power of the branching factor {branching}.")
        self.branching, self.height = branching, height
        self.squares = values.astype(np.int64)
        self.context = np.zeros(SQUARES + len(values) + 1, np.int64)
        self.context[:WIDTHS] = branching, height
        self.context[WIDTHS : WIDTHS + height + 1] = [branching ** (height - ply) for ply in range(height + 1)]
        self.context[SQUARES + 1 :] = np.cumsum(self.squares)

    def initial(self) -> int:
        return 0

    def fits(self, state: int) -> bool:
        ply = state >> PLY
        return 0 <= ply <= self.height and state & INDEX < self.branching**ply

    @check_arguments
    def position(self, path: Sequence[int]) -> int:
        """The state after these moves."""
        state = 0
        for move in path:
            state = self.play(state, move)
        return state

    def text(self, state: int) -> str:
        """The squares still on the board."""
        width = int(self.context[WIDTHS + (state >> PLY)])
        first = (state & INDEX) * width
        return "".join(map(str, self.squares[first : first + width]))
