"""Domineering: in turn, dominoes on free squares; Max's stand upright, Min's lie flat. Who cannot move has lost.

The rules are Göran Andersson's (Gardner 1974). Boards up to 8 × 8 were solved by Breuker, Uiterwijk and van den Herik,
*Solving 8 × 8 Domineering* (2000).
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.game import MAX
from overthink.core.kinds import Context, Number
from overthink.games.board import BoardGame, lost_by_mover, mover, nth, size

# A position: the squares under Max's dominoes, those under Min's, and the player to move.
Position = tuple[int, int, int]


@kernel
def places(game: Context, free: int, turn: int) -> Number:
    """The lower or left squares of all dominoes that a player can put down."""
    return free & (free >> (game[2] if turn > 0 else 1))


@kernel
def count(game: Context, state: Position) -> int:
    return size(places(game, game[3] & ~(state[0] | state[1]), state[2]))


@kernel
def move(game: Context, state: Position, i: int) -> int:
    return nth(places(game, game[3] & ~(state[0] | state[1]), state[2]), i)


@kernel
def child(game: Context, state: Position, i: int) -> Position:
    upright, flat, turn = state
    place = move(game, state, i)
    if turn > 0:
        return upright | place | place << game[2], flat, -turn
    return upright, flat | place | place << 1, -turn


class Domineering(BoardGame):
    """Domineering on any board. A move is the lower or left square of a domino. Boards up to 7 × 7 run compiled; a node
    of 8 × 8 takes some 1,200 times as long. `rows` and `columns`: the size of the board.

    >>> game = ot.Domineering(2, 3)
    >>> game.moves(game.initial())
    ['a1', 'b1', 'c1']
    """

    kernels = {"count": count, "child": child, "mover": mover, "utility": lost_by_mover, "move": move}  # noqa: RUF012

    def __init__(self, rows: int = 6, columns: int = 6):
        super().__init__(rows, columns)

    def initial(self) -> Position:
        return 0, 0, MAX

    def sides(self, state: Position) -> tuple[int, int]:
        return state[0], state[1]
