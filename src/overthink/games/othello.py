"""Othello: a disc turns over all enemy discs in line between it and another of the mover's own; the most discs win.

Who has no such move passes, and the game is over when neither has one. The start, the rules and, with `outcome="win"`,
the returns are those of OpenSpiel's `othello`, for any even board.
"""

from __future__ import annotations

from typing import Literal

from overthink.core.bind import kernel
from overthink.core.errors import check_known, require
from overthink.core.game import MAX
from overthink.core.kinds import Context, Number
from overthink.core.vocabulary import by_name
from overthink.games.board import BoardGame, left_to_right, marks, mover, nth, own_first, size

Outcome = Literal["win", "difference"]
# A position: the discs of Max, those of Min, and the player to move. The context ends with whether only a win counts.
Position = tuple[int, int, int]
PASS = 0  # the squares of a pass


@kernel
def shift(squares: int, by: int) -> int:
    """Squares moved by this many bits, to the left if it is positive."""
    return squares << by if by > 0 else squares >> -by


@kernel
def run(squares: int, through: int, by: int) -> int:
    """The squares in one direction from some, as far as they can be walked through."""
    walked = shift(squares, by) & through
    reach = 0
    while walked:
        reach |= walked
        walked = shift(walked, by) & through
    return reach


@kernel
def placements(game: Context, mine: int, theirs: int) -> Number:
    """Every free square on which a disc turns others."""
    free = game[3] & ~(mine | theirs)
    squares = 0
    for by in (1, game[2] - 1, game[2], game[2] + 1):
        squares |= shift(run(mine, theirs, by), by) | shift(run(mine, theirs, -by), -by)
    return squares & free


@kernel
def discs_to_turn(game: Context, mine: int, theirs: int, disc: int) -> int:
    """The discs that a disc turns over."""
    flips = 0
    for by in (1, game[2] - 1, game[2], game[2] + 1):
        up, down = run(disc, theirs, by), run(disc, theirs, -by)
        if shift(up | disc, by) & mine:
            flips |= up
        if shift(down | disc, -by) & mine:
            flips |= down
    return flips


@kernel
def count(game: Context, state: Position) -> int:
    """A pass is the only move of who must pass."""
    mine, theirs = own_first(state)
    squares = placements(game, mine, theirs)
    return size(squares) if squares else int(placements(game, theirs, mine) != 0)


@kernel
def move(game: Context, state: Position, i: int) -> int:
    mine, theirs = own_first(state)
    return nth(placements(game, mine, theirs), i)


@kernel
def child(game: Context, state: Position, i: int) -> Position:
    mine, theirs = own_first(state)
    disc = nth(placements(game, mine, theirs), i)
    if disc != PASS:
        flips = discs_to_turn(game, mine, theirs, disc)
        mine, theirs = mine | disc | flips, theirs & ~flips
    if state[2] > 0:
        return mine, theirs, -1
    return theirs, mine, 1


@kernel
def utility(game: Context, state: Position) -> float:
    ahead = size(state[0]) - size(state[1])
    if game[4]:
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0
    return float(ahead)


@kernel
def half_turn(game: Context, squares: int) -> int:
    """Squares with rows and columns in reverse order: a board turned so begins as before."""
    squares, turned = left_to_right(game, squares), 0
    for _ in range(game[0]):
        turned = turned << game[2] | squares & ((1 << game[2]) - 1)
        squares >>= game[2]
    return turned


@kernel
def mirror(game: Context, state: Position) -> Position:
    return half_turn(game, state[0]), half_turn(game, state[1]), state[2]


class Othello(BoardGame):
    """Othello on any board with even sides. A move is a square, or "pass". A finished game is worth a win (+1), a draw
    (0) or a loss (-1), or with `outcome="difference"` the difference of the discs. Boards up to 8 rows of 6 run
    compiled; a node of 8 × 8 takes about 200 times as long. `rows` and `columns`: the size of the board.

    >>> game = ot.Othello(4, 4)
    >>> game.moves(game.initial())
    ['b1', 'a2', 'd3', 'c4']
    """

    kernels = by_name(count, child, mover, utility, move, marks, mirror)

    def __init__(self, rows: int = 6, columns: int = 6, outcome: Outcome = "win"):
        check_known("outcome", outcome, ("win", "difference"))
        super().__init__(rows, columns, outcome == "win")
        even = rows % 2 == columns % 2 == 0
        require(even, f"Othello needs an even number of rows and columns, not {rows} and {columns}.")
        if outcome == "difference":
            self.results = (-float(rows * columns), float(rows * columns))

    def initial(self) -> Position:
        corner = 1 << (self.rows // 2 - 1) * self.shape.step + self.columns // 2 - 1
        return corner << 1 | corner << self.shape.step, corner | corner << self.shape.step + 1, MAX

    def named(self, state: Position, squares: int) -> str:
        return "pass" if squares == PASS else self.square(squares)

    def sides(self, state: Position) -> tuple[int, int]:
        return state[0], state[1]
