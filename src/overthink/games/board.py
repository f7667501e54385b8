"""Boards of squares as bits: what Connect Four, Othello, Breakthrough and Domineering share.

Row r, column c is bit r * (columns + 1) + c. The bit after each row is always empty, so that a step over the edge of
the board leads nowhere. The size is in the context, so that kernels are compiled once for all sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import mix, start_key
from overthink.core.bind import kernel
from overthink.core.errors import check_whole
from overthink.core.game import KernelGame
from overthink.core.kinds import Column, Context, Move, Seed, State
from overthink.games.planes import PlaneGame

SMALLEST_SIDE, LARGEST_SIDE = 2, 12  # rows or columns
WORD_BITS = 62  # bits of an int64 that a board may fill; larger ones run interpreted
SIDES = "xo."  # Max, Min and nobody, in texts


class Shape(NamedTuple):
    """The size of a board, as the context of kernels holds it."""

    rows: int
    columns: int
    step: int  # from a square to the one above it
    board: int  # every square


@kernel
def size(squares: int) -> int:
    """How many squares there are."""
    total = 0
    while squares:
        squares &= squares - 1
        total += 1
    return total


@kernel
def nth(squares: int, i: int) -> int:
    """Square number i, as a board of one."""
    for _ in range(i):
        squares &= squares - 1
    return squares & -squares


@kernel
def mover(game: Context, state: State) -> int:
    """Whose turn it is, where the third number of a position says it."""
    return int(state[2])


@kernel
def lost_by_mover(game: Context, state: State) -> float:
    """What a finished game is worth where the player to move has lost."""
    return -float(state[2])


@kernel
def own_first(state: State) -> tuple[int, int]:
    """The squares of the player to move, and those of the other, where a position has those of Max first."""
    return (state[0], state[1]) if state[2] > 0 else (state[1], state[0])


@kernel
def marks(game: Context, state: State, i: int) -> int:
    return own_first(state)[i]


@kernel
def left_to_right(game: Context, squares: int) -> int:
    """Squares with the columns in reverse order."""
    edge = game[3] & ~(game[3] << 1)
    flipped = 0
    for column in range(game[1]):
        flipped |= ((squares >> column) & edge) << (game[1] - 1 - column)
    return flipped


@kernel
def mirror(game: Context, state: State) -> State:
    return left_to_right(game, state[0]), left_to_right(game, state[1]), state[2]


class BoardGame(PlaneGame):
    """A game on a board of squares. The kernel `move` gives the squares of a move; `named` makes a text of them. Boards
    of up to 62 bits, a row having one more than it has squares, run compiled, and larger ones interpreted."""

    quick = True
    results: tuple[float, float] = (-1.0, 1.0)  # the range of what a finished game is worth to Max

    def __init__(self, rows: int, columns: int, *more: Context):
        check_whole("rows", rows, SMALLEST_SIDE, LARGEST_SIDE)
        check_whole("columns", columns, SMALLEST_SIDE, LARGEST_SIDE)
        step = columns + 1
        self.shape = Shape(rows, columns, step, sum(((1 << columns) - 1) << row * step for row in range(rows)))
        self.rows = rows
        self.columns = columns
        self.compiled = rows * step <= WORD_BITS
        self.context = (*self.shape, *more)

    def moves(self, state: State) -> Sequence[Move]:
        self.check(state)
        return list(_move_names(self, state))

    def fits(self, state: State) -> bool:
        ours, theirs, turn, *_ = state
        inside = 0 <= min(ours, theirs) <= max(ours, theirs) < 1 << (self.rows + 1) * self.shape.step
        return isinstance(state, tuple) and turn in (1, -1) and inside

    def named(self, state: State, squares: int) -> Move:
        """What the move on these squares is called."""
        return self.square(squares)

    def mirror(self, state: State) -> State:
        """The mirror image of a position: whoever wins the one wins the other."""
        return self._call("mirror", state)

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """The squares of the player to move, and those of the other."""
        return 2, self.rows, self.columns

    @cached_property
    def places(self) -> Column:
        """Where each bit of the words of `marks` stands in the planes, int64[2, planes, bits]: for Max and for Min;
        -1 nowhere."""
        places = np.full((2, self.plane_shape[0], (self.rows + 1) * (self.columns + 1)), -1)
        for who, plane, row, column in np.ndindex(2, self.plane_shape[0], self.rows, self.columns):
            seen = (plane, *(self.seen_by_min(row, column) if who else (row, column)))
            places[who, plane, self.bit(row, column).bit_length() - 1] = np.ravel_multi_index(seen, self.plane_shape)
        return places

    def seen_by_min(self, row: int, column: int) -> tuple[int, int]:
        """Where a square lies if Min looks at the board as Max does."""
        return row, column

    def bit(self, row: int, column: int) -> int:
        """The bit of a square in the words of a position."""
        return 1 << row * self.shape.step + column

    def square(self, squares: int) -> str:
        """The name of a single square: a letter for the column, a number for the row."""
        row, column = divmod(squares.bit_length() - 1, self.shape.step)
        return f"{chr(ord('a') + column)}{row + 1}"

    def sides(self, state: State) -> tuple[int, int]:
        """The squares of Max and of Min."""
        raise NotImplementedError

    def text(self, state: State) -> str:
        """The board, the last row above, and who moves."""
        ours, theirs = self.sides(state)
        lines = []
        width = len(str(self.rows))
        for row in reversed(range(self.rows)):
            bits = [self.bit(row, column) for column in range(self.columns)]
            marks = " ".join(SIDES[0 if ours & bit else 1 if theirs & bit else 2] for bit in bits)
            lines.append(f"{row + 1:>{width}} {marks}")
        letters = " ".join(chr(ord("a") + column) for column in range(self.columns))
        return "\n".join([*lines, f"{' ' * width} {letters}", f"{SIDES[0 if self.mover(state) > 0 else 1]} to move"])

    @check_arguments
    def random_start(self, number: int, plies: int, seed: Seed = 0) -> State:
        """The position after this many random moves, and before the last one of a game that is over sooner."""
        state = self.initial()
        key = start_key(type(self).__name__, seed=seed, number=number)
        for ply in range(plies):
            moves = int(self._call("count", state))
            after = self._call("child", state, int(mix(key, np.uint64(ply)) % np.uint64(moves)))
            if not int(self._call("count", after)):
                break
            state = after
        return state


@lru_cache(maxsize=1)  # a caller asks for the moves, and then for the position after each
def _move_names(game: BoardGame, state: State) -> tuple[Move, ...]:
    numbers = KernelGame.moves(game, state)
    return tuple(game.named(state, int(game._call("move", state, i))) for i in numbers)
