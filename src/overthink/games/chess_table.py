"""Tables of endgames: the distance to mate of every position. [Nau2010] section 6.1"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from overthink.core.cache import kept
from overthink.core.tree import Column
from overthink.games.chess_endgame import ChessEndgame
from overthink.games.chess_retrograde import Progress, distances
from overthink.games.chess_space import EndgameSpace, space_of


def endgame(name: str, progress: Progress | None = None) -> EndgameTable:
    """The table of an endgame, such as "KQKR". It is worked out the first time (three men in a second, four in a
    quarter of a minute with 0.7 GB of memory; a pawn makes it longer) and kept (`overthink.core.cache`). `progress` is
    told what is being done, and the share of it that is done.

    >>> table = ot.endgame("KRK")
    >>> position = "8/8/8/4k3/8/8/8/KR6 w"
    >>> table.distance(position), table.best_moves(position)  # plies to mate
    (29, ['a1b2', 'b1e1'])
    """
    game = ChessEndgame(name)

    def make() -> bytes:
        return distances(game, progress or _silent).tobytes()

    return EndgameTable(game, np.frombuffer(kept(f"endgame-{game.name}", make), np.int8))


@dataclass(frozen=True, eq=False)
class EndgameTable:
    """Every position of an endgame, both sides to move. Positions are given as integers or as FEN."""

    game: ChessEndgame
    plies: Column  # int8[size]   to mate: even where the player to move is mated, odd where he mates; -1 drawn, -2 none

    def distance(self, position: int | str) -> int | None:
        """Plies to mate with best play by both sides; None in a draw."""
        plies = int(self.plies[self.game.read(position)])
        return plies if plies >= 0 else None

    def value(self, position: int | str) -> float:
        """The value to White: 1 or -1 at mate, nearer to 0 the farther mate is, and 0 in a draw."""
        state = self.game.read(position)
        return float(self.values(np.array([state]))[0])

    def best_moves(self, position: int | str) -> list[str]:
        """The moves to the fastest mate, or else to a draw, or else to the slowest loss."""
        state = self.game.read(position)
        children = self.game.children(state)
        if not children:
            return []
        worth = self.game.mover(state) * self.values(np.array(children))
        return [move for move, value in zip(self.game.moves(state), worth) if value == worth.max()]

    @cached_property
    def longest(self) -> int:
        """Plies to mate from the positions farthest from it."""
        return int(self.plies.max())

    def state_space(self, progress: Progress | None = None) -> EndgameSpace:
        """All positions as columns, one node for all views of a position, with `value` as the truth: 0.5 GB for KQKR.
        The utility of a finished game is its value, and no move costs anything."""
        return space_of(self.game, self.values, progress or _silent)

    def values(self, positions: Column) -> Column:
        """The worth of legal positions to White: ±(1 - plies / (longest + 1)), so that every ply counts as much."""
        plies = self.plies[positions].astype(np.int64)
        black = (positions >> 6 * self.game.men) & 1
        winner = np.where(black == plies & 1, -1.0, 1.0)
        worth: Column = np.where(plies >= 0, winner * (1.0 - plies / (self.longest + 1)), 0.0)
        return worth


def _silent(stage: str, share: float) -> None:
    """Ignore progress."""
