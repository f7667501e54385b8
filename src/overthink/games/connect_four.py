"""Connect Four on bitboards: four stones in a row win."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.game import MAX, KernelGame
from overthink.core.kinds import Context

# A position: the stones of the player to move, those of the other, the player to move (+1 or -1), and whether the other
# has four in a row. A column is 7 bits, the lowest square first, the highest bit always empty.
Position = tuple[int, int, int, int]
COLUMNS, ROWS, STEP = 7, 6, 7
BOTTOM = 1
TOP = 1 << (ROWS - 1)
FLAT, RISING, FALLING, UPRIGHT = STEP, STEP + 1, STEP - 1, 1


@kernel
def four(stones: int) -> bool:
    for direction in (FLAT, RISING, FALLING, UPRIGHT):
        pairs = stones & (stones >> direction)
        if pairs & (pairs >> (2 * direction)):
            return True
    return False


@kernel
def count(game: Context, state: Position) -> int:
    mine, theirs, _, won = state
    if won:
        return 0
    stones, moves = mine | theirs, 0
    for column in range(COLUMNS):
        moves += (stones & (TOP << (STEP * column))) == 0
    return moves


@kernel
def child(game: Context, state: Position, i: int) -> Position:
    mine, theirs, turn, _ = state
    stones, column = mine | theirs, 0
    while True:
        if (stones & (TOP << (STEP * column))) == 0:
            if i == 0:
                break
            i -= 1
        column += 1
    # Adding a stone at the bottom of the column carries to its lowest empty square.
    dropped = (stones + (BOTTOM << (STEP * column))) & ~stones & (((1 << ROWS) - 1) << (STEP * column))
    mine |= dropped
    return theirs, mine, -turn, int(four(mine))


@kernel
def mover(game: Context, state: Position) -> int:
    return state[2]


@kernel
def utility(game: Context, state: Position) -> float:
    return -1.0 * state[2] * state[3]


class ConnectFour(KernelGame):
    """Seven columns of six; a move is the number of a column that is not full, in order."""

    context = 0
    kernels = {"count": count, "child": child, "mover": mover, "utility": utility}  # noqa: RUF012

    def initial(self) -> Position:
        return 0, 0, MAX, 0
