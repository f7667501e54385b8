"""Tic-tac-toe on bitboards: its rules are so cheap that the work of the search per node shows."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.game import MAX, KernelGame
from overthink.core.kinds import Context
from overthink.games.connect_four import Position, mover, utility

# A position: the stones of the player to move, those of the other, the player to move (+1 or -1), and whether the other
# has a line. The squares are numbered from left to right, then downward.
SQUARES = 9
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


@kernel
def line(stones: int) -> bool:
    for squares in LINES:  # noqa: SIM110 (kernels have no any())
        if stones & squares == squares:
            return True
    return False


@kernel
def count(game: Context, state: Position) -> int:
    mine, theirs, _, won = state
    if won:
        return 0
    stones, moves = mine | theirs, SQUARES
    while stones:
        moves -= stones & 1
        stones >>= 1
    return moves


@kernel
def child(game: Context, state: Position, i: int) -> Position:
    mine, theirs, turn, _ = state
    stones, square = mine | theirs, 0
    while i or stones >> square & 1:
        i -= 1 - (stones >> square & 1)
        square += 1
    mine |= 1 << square
    return theirs, mine, -turn, int(line(mine))


class TicTacToe(KernelGame):
    """A move is the number of an empty square, in order."""

    context = 0
    kernels = {"count": count, "child": child, "mover": mover, "utility": utility}  # noqa: RUF012

    def initial(self) -> Position:
        return 0, 0, MAX, 0
