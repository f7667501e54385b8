"""Connect Four: how many rows of four each player can still fill."""

from __future__ import annotations

from functools import lru_cache

from overthink.core.bind import AnyKernel, kernel
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
    Rules,
    bound,
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


@lru_cache(maxsize=64)
def _static(rules: Rules) -> AnyKernel:
    """The kernel for a size. Cached, so that it is compiled once."""
    board = sum(((1 << rules.rows) - 1) << rules.step * column for column in range(rules.columns))
    total = bound(lines, rules).interpreted(board)
    return bound(open_lines, rules).bind(BOARD=board, LINES=max(1, total))


def line_difference(game: ConnectFour) -> KernelEvaluator:
    """Rows of four that Max can still fill, less those that Min can, as a share of all: 69 on 7 × 6 squares.

    >>> game = ot.ConnectFour()
    >>> ot.line_difference(game)(game.initial())
    0.0
    """
    return KernelEvaluator(game, _static(game.rules))
