"""Players with a planted bug each: in the search, the evaluator and the order of moves. `BUGS` also has those in the
table, in time and in randomness, and those of `planted_outside_bugs`."""

from __future__ import annotations

from collections.abc import Sequence

from overthink.core.kinds import Move, State
from validation.memory_bugs import MEMORY_BUGS
from validation.outside_bugs import OUTSIDE_BUGS
from validation.players import INFINITE, AlphaBeta, Maker, Ordered, PlainSearch, Quiescence, coin, playing

BITS = 1 << 15


class Overflow(PlainSearch):
    """The score of a win grows with the plies, and overflows 16 bits."""

    def end(self, state: State, ply: int) -> float:
        score = super().end(state, ply) * (32_000 + 300 * ply)
        return ((score + BITS) % (2 * BITS) - BITS) / BITS


class BoundsAsValues(AlphaBeta):
    """The window narrows at the root, and a bound counts as a value: later moves tie with the best."""

    def choose(self, state: State) -> Move:
        best, values = -INFINITE, {}
        for move in self.moves(state, 0):
            values[move] = -self.bounded(self.game.play(state, move), self.depth - 1, -INFINITE, -best, 1)
            best = max(best, values[move])
        return [move for move, value in values.items() if value == best]

    def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
        return (
            min(high, super().bounded(state, remaining, low, high, ply)) if remaining > 0 else self._still(state, ply)
        )

    def _still(self, state: State, ply: int) -> float:
        return self.leaf(state) if len(self.game.moves(state)) else self.end(state, ply)


class WrongAtEven(PlainSearch):
    """At even depths leaves are seen from the wrong side."""

    def leaf(self, state: State) -> float:
        return super().leaf(state) * (1 if self.depth % 2 else -1)


class QuietAtOdd(Quiescence):
    """Quiescence at odd depths only."""

    def leaf(self, state: State) -> float:
        return super().leaf(state) if self.depth % 2 else PlainSearch.leaf(self, state)


class HalfLazy(PlainSearch):
    """Looks one ply less far in half of the positions."""

    def choose(self, state: State) -> Move:
        self.depth = max(1, self.depth - coin(state, self.seed))
        return super().choose(state)


class AlwaysLazy(PlainSearch):
    """Looks one ply less far than it says."""

    def choose(self, state: State) -> Move:
        self.depth = max(1, self.depth - 1)
        return super().choose(state)


class StopsAtTwo(PlainSearch):
    """Never looks further than two plies."""

    def choose(self, state: State) -> Move:
        self.depth = min(2, self.depth)
        return super().choose(state)


class NeverTurned(PlainSearch):
    """Forgets below the root that the other player wants the opposite."""

    def turned(self, value: float) -> float:
        return value

    def leaf(self, state: State) -> float:
        return super().leaf(state) * (1 if self.depth % 2 == 0 else -1)

    def end(self, state: State, ply: int) -> float:
        return super().end(state, ply) * (1 if ply % 2 == 0 else -1)


class EndsAreEven(PlainSearch):
    """A finished game counts as even."""

    def end(self, state: State, ply: int) -> float:
        return 0.0


class SkipsTheLast(PlainSearch):
    """Below the root the last move is never tried."""

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        moves = list(self.game.moves(state))
        return moves[:-1] if ply and len(moves) > 1 else moves


class WrongWindow(AlphaBeta):
    """The window is handed down without turning it round."""

    def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
        if not len(self.game.moves(state)):
            return self.end(state, ply)
        if remaining <= 0:
            return self.leaf(state)
        best = low
        for move in self.moves(state, ply):
            best = max(best, -self.bounded(self.game.play(state, move), remaining - 1, -INFINITE, -low, ply + 1))
            if best >= high - 0.3:
                break
        return best


class NeverSearchedAgain(Ordered):
    """Late moves are searched two plies less deep, and never again."""

    def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
        if not len(self.game.moves(state)) or remaining <= 0:
            return super().bounded(state, remaining, low, high, ply)
        best = -INFINITE
        for number, move in enumerate(self.moves(state, ply)):
            less = 3 if number > 1 and remaining > 1 else 1
            best = max(
                best, -self.bounded(self.game.play(state, move), remaining - less, -high, -max(low, best), ply + 1)
            )
            if best >= high:
                break
        return best


class NarrowBytes(PlainSearch):
    """The evaluation is stored in eight bits, and wraps round."""

    def leaf(self, state: State) -> float:
        return ((int(super().leaf(state) * 250) + 128) % 256 - 128) / 250


class WholeNumbers(PlainSearch):
    """The evaluation is cut to a whole number."""

    def leaf(self, state: State) -> float:
        return float(int(super().leaf(state)))


class OldEvaluation(PlainSearch):
    """The evaluation is not updated by the last move."""

    def value(self, state: State, remaining: int, ply: int) -> float:
        if remaining == 1 and len(self.game.moves(state)) and ply:
            return (
                max(self.leaf(state), *(-self.end(s, ply) for s in self._ended(state)))
                if self._ended(state)
                else self.leaf(state)
            )
        return super().value(state, remaining, ply)

    def _ended(self, state: State) -> list[Move]:
        after = [self.game.play(state, move) for move in self.game.moves(state)]
        return [s for s in after if not len(self.game.moves(s))]


class MinBlind(PlainSearch):
    """Where Min moves at the root, the evaluation has the wrong sign."""

    def choose(self, state: State) -> Move:
        if self.game.mover(state) < 0:
            right = self.evaluate
            self.evaluate = lambda state: -right(state)
        return super().choose(state)


class BestTwo(Ordered):
    """Tries only the two moves that look best."""

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        return super().moves(state, ply)[:2]


class WorseHalf(Ordered):
    """Sorts the moves the wrong way round and tries only half of them."""

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        moves = super().moves(state, ply)
        return moves[len(moves) // 2 :] if ply else moves


class WrongIndex(Ordered):
    """Returns the move at the same place of the unsorted list."""

    def choose(self, state: State) -> Move:
        chosen = super().choose(state)
        return list(self.game.moves(state))[list(self.moves(state, 0)).index(chosen)] if self.depth > 1 else chosen


BUGS: dict[str, Maker] = {
    "the score of a win overflows": playing(Overflow),
    "bounds returned as values": playing(BoundsAsValues),
    "leaves from the wrong side at even depths": playing(WrongAtEven),
    "quiescence at odd depths only": playing(QuietAtOdd),
    "one ply less in half of the positions": playing(HalfLazy),
    "one ply less everywhere": playing(AlwaysLazy),
    "never more than two plies": playing(StopsAtTwo),
    "the other side is not turned": playing(NeverTurned),
    "finished games count as even": playing(EndsAreEven),
    "the last move is skipped": playing(SkipsTheLast),
    "a window that cuts too much": playing(WrongWindow),
    "late moves are never searched again": playing(NeverSearchedAgain),
    "the evaluation wraps round": playing(NarrowBytes),
    "the evaluation is cut to whole numbers": playing(WholeNumbers),
    "the evaluation is one move old": playing(OldEvaluation),
    "the evaluation is wrong for Min": playing(MinBlind),
    "only the two best-looking moves": playing(BestTwo),
    "only the worse-looking half": playing(WorseHalf),
    "the place in the sorted list": playing(WrongIndex),
    **MEMORY_BUGS,
    **OUTSIDE_BUGS,
}
