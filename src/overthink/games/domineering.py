"""Domineering: in turn, dominoes on free squares; Max's stand upright, Min's lie flat. Who cannot move has lost.

The rules are Göran Andersson's (Gardner 1974). Boards up to 8 × 8 were solved by Breuker, Uiterwijk and van den Herik,
*Solving 8 × 8 Domineering* (2000).
"""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.game import MAX
from overthink.core.kinds import Context, Number
from overthink.core.vocabulary import by_name
from overthink.games.board import BoardGame, lost_by_mover, mirror, mover, nth, size

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


@kernel
def marks(game: Context, state: Position, i: int) -> Number:
    """The free squares: whose dominoes lie on the others no longer matters."""
    return game[3] & ~(state[0] | state[1])


class Domineering(BoardGame):
    """Domineering on any board. A move is the lower or left square of a domino. Boards up to 7 × 7 run compiled; a node
    of 8 × 8 takes some 1,200 times as long. `rows` and `columns`: the size of the board.

    >>> game = ot.Domineering(2, 3)
    >>> game.moves(game.initial())
    ['a1', 'b1', 'c1']
    """

    kernels = by_name(count, child, mover, move, marks, mirror) | {"utility": lost_by_mover}

    def __init__(self, rows: int = 6, columns: int = 6):
        super().__init__(rows, columns)

    def initial(self) -> Position:
        return 0, 0, MAX

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """The free squares of a square board, on which the dominoes of the player to move stand upright."""
        side = max(self.rows, self.columns)
        return 1, side, side

    def seen_by_min(self, row: int, column: int) -> tuple[int, int]:
        return column, row

    def sides(self, state: Position) -> tuple[int, int]:
        return state[0], state[1]
