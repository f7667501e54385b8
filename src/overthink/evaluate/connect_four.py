"""Connect Four: how many rows of four each player can still fill."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.kinds import Context
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.connect_four import (
    COLUMNS,
    FALLING,
    FLAT,
    RISING,
    ROWS,
    STEP,
    UPRIGHT,
    ConnectFour,
    Position,
)

LINES = 69  # rows of four on the board
BOARD = sum(((1 << ROWS) - 1) << (STEP * column) for column in range(COLUMNS))


@kernel
def lines(squares: int) -> int:
    """How many rows of four lie on these squares."""
    total = 0
    for direction in (FLAT, RISING, FALLING, UPRIGHT):
        pairs = squares & (squares >> direction)
        fours = pairs & (pairs >> (2 * direction))
        while fours:
            fours &= fours - 1
            total += 1
    return total


@kernel
def open_lines(game: Context, state: Position) -> float:
    mine, theirs, turn, _ = state
    empty = BOARD & ~(mine | theirs)
    return turn * (lines(mine | empty) - lines(theirs | empty)) / LINES


def line_difference(game: ConnectFour) -> KernelEvaluator:
    """Rows of four that Max can still fill, less those that Min can, as a share of all 69."""
    return KernelEvaluator(game, open_lines)
