"""Connect Four on bitboards: four stones in a row win. On 7 × 6 squares it is OpenSpiel's `connect_four`."""

from __future__ import annotations

from typing import NamedTuple

from overthink.core.bind import AnyKernel, kernel
from overthink.core.game import MAX
from overthink.core.kinds import Context
from overthink.games.board import WORD_BITS, BoardGame, nth, size
from overthink.games.planes import bound

# A position: the stones of the player to move, those of the other, the player to move (+1 or -1), and whether the other
# has four in a row. A column is one bit more than it has squares, the lowest first, the highest bit always empty.
Position = tuple[int, int, int, int]


class Rules(NamedTuple):
    """The constants of one board's kernels. A kernel names them in capitals."""

    columns: int
    rows: int
    step: int  # from a column to the next
    bottom: int  # the lowest square of every column
    board: int  # every square
    flat: int
    rising: int
    falling: int


def _rules_of(rows: int, columns: int) -> Rules:
    step = rows + 1
    bottom = sum(1 << step * column for column in range(columns))
    return Rules(columns, rows, step, bottom, bottom * ((1 << rows) - 1), step, step + 1, step - 1)


COLUMNS, ROWS, STEP, BOTTOM, BOARD, FLAT, RISING, FALLING = _rules_of(6, 7)
UPRIGHT = 1


@kernel
def four(stones: int) -> bool:
    """Whether some stones have four in a line."""
    for direction in (FLAT, RISING, FALLING, UPRIGHT):
        pairs = stones & (stones >> direction)
        if pairs & (pairs >> (2 * direction)):
            return True
    return False


@kernel
def landings(stones: int) -> int:
    """The lowest empty square of each column that is not full: a stone added at its bottom carries to it."""
    return (stones + BOTTOM) & BOARD


@kernel
def count(game: Context, state: Position) -> int:
    mine, theirs, _, won = state
    return 0 if won else size(landings(mine | theirs))


@kernel
def move(game: Context, state: Position, i: int) -> int:
    """The column of move number i."""
    return size(nth(landings(state[0] | state[1]), i) - 1) // STEP


@kernel
def child(game: Context, state: Position, i: int) -> Position:
    mine, theirs, turn, _ = state
    mine |= nth(landings(mine | theirs), i)
    return theirs, mine, -turn, int(four(mine))


@kernel
def fourths(mine: int, theirs: int) -> int:
    """The empty squares, in reach or not, that make four in a row of the first stones."""
    squares = (mine << 1) & (mine << 2) & (mine << 3)
    for by in (FLAT, RISING, FALLING):
        above, below = (mine << by) & (mine << 2 * by), (mine >> by) & (mine >> 2 * by)
        squares |= above & (mine << 3 * by | mine >> by) | below & (mine >> 3 * by | mine << by)
    return squares & BOARD & ~(mine | theirs)


@kernel
def outlook(game: Context, state: Position) -> tuple[float, float, float]:
    """A player who can make four wins. One who cannot must not let the other do so: he takes the square, and none below
    such a square. Else, the fewer fourth squares the other has, the better."""
    mine, theirs, _, won = state
    reach = landings(mine | theirs)
    if won:
        return -1.0, -1.0, 0.0
    if reach == 0:
        return 0.0, 0.0, 0.0
    if fourths(mine, theirs) & reach:
        return 1.0, 1.0, 0.0
    threats = fourths(theirs, mine)
    safe = reach & ~(threats >> 1)
    must = threats & reach
    if must:
        safe = safe & must if must & (must - 1) == 0 else 0
    if safe == 0:
        return -1.0, -1.0, 0.0
    return -1.0, 1.0, -float(size(threats))


@kernel
def mover(game: Context, state: Position) -> int:
    return state[2]


@kernel
def utility(game: Context, state: Position) -> float:
    return -1.0 * state[2] * state[3]


@kernel
def marks(game: Context, state: Position, i: int) -> int:
    return state[i]


@kernel
def reverse_columns(stones: int) -> int:
    """Stones with the columns in reverse order."""
    flipped = 0
    column_squares = (1 << ROWS) - 1
    for column in range(COLUMNS):
        flipped |= ((stones >> (STEP * column)) & column_squares) << (STEP * (COLUMNS - 1 - column))
    return flipped


@kernel
def mirror(game: Context, state: Position) -> Position:
    return reverse_columns(state[0]), reverse_columns(state[1]), state[2], state[3]


class ConnectFour(BoardGame):
    """Connect Four on any board. A move is the number of a column that is not full, from 0. Boards up to 7 × 7 run
    compiled; a node of 8 × 8 takes about 800 times as long. `rows` and `columns`: the size of the board.

    >>> game = ot.ConnectFour()
    >>> game.moves(game.initial())
    [0, 1, 2, 3, 4, 5, 6]
    """

    def __init__(self, rows: int = 6, columns: int = 7):
        super().__init__(rows, columns)
        self.rules = _rules_of(rows, columns)
        self.compiled, self.context = columns * self.rules.step <= WORD_BITS, 0  # the size is in the kernels
        words: tuple[AnyKernel, ...] = (count, child, mover, utility, move, outlook, marks, mirror)
        self.kernels = {word.__name__: bound(word, self.rules) for word in words}

    def initial(self) -> Position:
        return 0, 0, MAX, 0

    def named(self, state: Position, squares: int) -> int:
        return squares

    def bit(self, row: int, column: int) -> int:
        return 1 << column * self.rules.step + row

    def sides(self, state: Position) -> tuple[int, int]:
        return (state[0], state[1]) if state[2] > 0 else (state[1], state[0])
