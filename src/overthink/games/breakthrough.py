"""Breakthrough: pawns step forward, straight or diagonally, and capture diagonally. Whoever reaches the last row wins.

Max moves up and has the first two rows; Min moves down and has the last two. Who has lost all pawns has lost. The rules
are Dan Troyka's (2000), as in OpenSpiel's `breakthrough`.
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.errors import parse_whole
from overthink.core.game import MAX
from overthink.core.kinds import Context, Number
from overthink.core.vocabulary import by_name
from overthink.games.board import BoardGame, lost_by_mover, marks, mirror, mover, nth, own_first, size

# A position: the pawns of Max, those of Min, and the player to move.
Position = tuple[int, int, int]
FEWEST_ROWS = 4  # rows: two for each side
LEFT, STRAIGHT, RIGHT = -1, 0, 1


@kernel
def ahead(game: Context, squares: int, side: int, turn: int) -> Number:
    """The squares one row further on, and so far to the side."""
    stepped = squares << (game[2] + side) if turn > 0 else squares >> (game[2] - side)
    return stepped & game[3]


@kernel
def targets(game: Context, state: Position, side: int) -> Number:
    """Where pawns can step to in one direction: captures are diagonal only, and so is stepping past an enemy."""
    ours, theirs, turn = state
    mine = ours if turn > 0 else theirs
    return ahead(game, mine, side, turn) & ~(ours | theirs if side == STRAIGHT else mine)


@kernel
def is_finished(game: Context, state: Position) -> bool:
    """Whether the player who moved last has won."""
    ours, theirs, _ = state
    row = (1 << game[1]) - 1
    return ours == 0 or theirs == 0 or (theirs & row) != 0 or (ours >> (game[2] * (game[0] - 1))) != 0


@kernel
def count(game: Context, state: Position) -> int:
    if is_finished(game, state):
        return 0
    left, straight = targets(game, state, LEFT), targets(game, state, STRAIGHT)
    return size(left) + size(straight) + size(targets(game, state, RIGHT))


@kernel
def step(game: Context, state: Position, i: int) -> tuple[int, int]:
    """The square that move number i leaves, and the one it goes to."""
    for side in (LEFT, STRAIGHT, RIGHT):
        squares = targets(game, state, side)
        moves = size(squares)
        if i < moves:
            target = nth(squares, i)
            return ahead(game, target, -side, -state[2]), target
        i -= moves
    return 0, 0


@kernel
def move(game: Context, state: Position, i: int) -> int:
    origin, target = step(game, state, i)
    return origin | target


@kernel
def child(game: Context, state: Position, i: int) -> Position:
    ours, theirs, turn = state
    origin, target = step(game, state, i)
    if turn > 0:
        return ours ^ origin | target, theirs & ~target, -turn
    return ours & ~target, theirs ^ origin | target, -turn


@kernel
def outlook(game: Context, state: Position) -> tuple[float, float, float]:
    """A pawn one step from the last row wins. Else the player must take the one pawn of the other that is so near, and
    has lost if there are two. Otherwise, the more pawns ahead, the better."""
    if is_finished(game, state):
        return -1.0, -1.0, 0.0
    mine, theirs = own_first(state)
    row = (1 << game[1]) - 1
    goal = row
    near = row << game[2] * (game[0] - 2)
    if state[2] > 0:
        goal, near = row << game[2] * (game[0] - 1), row << game[2]
    left, right = targets(game, state, LEFT), targets(game, state, RIGHT)
    if (left | right | targets(game, state, STRAIGHT)) & goal:
        return 1.0, 1.0, 0.0
    near &= theirs
    if near & (near - 1) or near & ~(left | right):
        return -1.0, -1.0, 0.0
    return -1.0, 1.0, float(size(mine) - size(theirs))


class Breakthrough(BoardGame):
    """Breakthrough on any board of at least 4 rows. A move is the square that a pawn leaves and the one it goes to.
    Boards up to 7 × 7 run compiled; a node of 8 × 8 takes about 500 times as long. `rows` and `columns`: the size of
    the board.

    >>> game = ot.Breakthrough(5, 3)
    >>> game.moves(game.initial())
    ['b2a3', 'c2b3', 'a2a3', 'b2b3', 'c2c3', 'a2b3', 'b2c3']
    """

    kernels = by_name(count, child, mover, move, outlook, marks, mirror) | {"utility": lost_by_mover}

    def __init__(self, rows: int = 5, columns: int = 5):
        super().__init__(parse_whole("rows", rows, FEWEST_ROWS), columns)

    def initial(self) -> Position:
        two = self.shape.board & ((1 << 2 * self.shape.step) - 1)
        return two, two << self.shape.step * (self.rows - 2), MAX

    def named(self, state: Position, squares: int) -> str:
        lower = squares & -squares
        ends = (self.square(lower), self.square(squares ^ lower))
        return "".join(ends if state[2] > 0 else ends[::-1])

    def seen_by_min(self, row: int, column: int) -> tuple[int, int]:
        return self.rows - 1 - row, column  # whose pawns step up the board, then

    def sides(self, state: Position) -> tuple[int, int]:
        return state[0], state[1]
