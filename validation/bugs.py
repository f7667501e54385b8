"""Players with a planted bug each: in the search, the evaluator, the order of moves, the table, time and randomness.

`OUTSIDE_BUGS` are known from game programs. They were written beside the checks, not blindly: some checks were improved
after these bugs were missed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

from overthink.core.game import Game
from overthink.core.kinds import Move, State
from validation.players import (
    INFINITE,
    TINY,
    AlphaBeta,
    DepthPlayer,
    Maker,
    Ordered,
    PlainSearch,
    Quiescence,
    RandomTies,
    StateOpinion,
    coin,
    deeper_table,
    keyed_table,
    make_player,
)


def slot(state: State, slots: int) -> int:
    """The place of a position in a table, the same in every process."""
    return crc32(repr(state).encode()) % slots


def change_depth(change: Callable[[int, State, int], int]) -> Maker:
    """A plain search to another depth, made of the depth, the position and the seed."""

    class OtherDepth(PlainSearch):
        def choose(self, state: State) -> Move:
            self.depth = change(self.depth, state, self.seed)
            return super().choose(state)

    return make_player(OtherDepth)


def change_leaf(change: Callable[[float, int], float]) -> Maker:
    """A plain search with other values of leaves, made of the value and the depth."""

    class OtherLeaf(PlainSearch):
        def leaf(self, state: State) -> float:
            return change(super().leaf(state), self.depth)

    return make_player(OtherLeaf)


class OutOfTime(PlainSearch):
    """Stops after some nodes, and takes the best of the moves that it has finished."""

    nodes = 60

    def choose(self, state: State) -> Move:
        self.left = self.nodes
        best, chosen = -INFINITE, None
        for move in self.moves(state, 0):
            value = -self.value(self.game.play(state, move), self.depth - 1, 1)
            if chosen is None or (value > best and self.left > 0):
                best, chosen = value, move
        return chosen

    def value(self, state: State, remaining: int, ply: int) -> float:
        self.left -= 1
        return super().value(state, remaining, ply)


class ZeroWhenLate(PlainSearch):
    """Stops after some nodes, and counts what is left as even."""

    left = 60

    def value(self, state: State, remaining: int, ply: int) -> float:
        self.left -= 1
        return super().value(state, remaining, ply) if self.left > 0 else 0.0


class SometimesRandom(PlainSearch):
    """Moves at random in a tenth of the searches of depth 3 and more."""

    def choose(self, state: State) -> Move:
        lost = self.depth > 2 and random.random() < 0.1
        return random.choice(list(self.game.moves(state))) if lost else super().choose(state)


class LooseTies(RandomTies):
    """Takes any move whose value is near the best."""

    margin = 0.4


def bounds_as_values(game: Game[State], evaluate: StateOpinion, seed: int) -> DepthPlayer:
    """Alpha-beta that stores bounds as if they were values, and keeps them from one search to the next."""
    known: dict[State, float] = {}

    class Remembering(AlphaBeta):
        def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
            if (state, remaining) not in known:
                known[state, remaining] = super().bounded(state, remaining, low, high, ply)
            return known[state, remaining]

    return make_player(Remembering)(game, evaluate, seed)


def killer(game: Game[State], evaluate: StateOpinion, seed: int) -> DepthPlayer:
    """At depths above 2 it sometimes plays the move that was best in the position before, if it is legal."""
    last: list[Any] = []

    def player(state: State, depth: int) -> Move:
        if depth > 2 and last and last[0] in list(game.moves(state)) and coin(state, seed, 3):
            return last[0]
        last[:] = [PlainSearch(game, evaluate, depth, seed).choose(state)]
        return last[0]

    return player


def kept_best(game: Game[State], evaluate: StateOpinion, seed: int) -> DepthPlayer:
    """The best value of the search before is not reset."""
    best = [-INFINITE]

    def player(state: State, depth: int) -> Move:
        chosen = next(iter(game.moves(state)))
        for move, value in PlainSearch(game, evaluate, depth, seed).children(state, depth, 0).items():
            if value > best[0]:
                best[0], chosen = value, move
        best[0] = -INFINITE if best[0] > 0.9 else best[0]
        return chosen

    return player


def other_view(game: Game[State], evaluate: StateOpinion, seed: int) -> DepthPlayer:
    """The table keeps a value to the player to move, and it is read as a value to Max."""
    known: dict[State, float] = {}

    class Remembering(PlainSearch):
        def choose(self, state: State) -> Move:
            known.clear()
            return super().choose(state)

        def value(self, state: State, remaining: int, ply: int) -> float:
            if (state, remaining) in known:
                return known[state, remaining] * float(game.mover(state))
            known[state, remaining] = super().value(state, remaining, ply)
            return known[state, remaining]

    return make_player(Remembering)(game, evaluate, seed)


def cached_opinion(game: Game[State], evaluate: StateOpinion, seed: int) -> DepthPlayer:
    """Evaluations are kept by a key that does not tell whose a piece is."""
    known: dict[State, float] = {}

    def opinion(state: State) -> float:
        key = tuple(map(abs, state[0])) if isinstance(state[0], tuple) else tuple(sorted(state[:2]))
        return known.setdefault(key, evaluate(state))

    return make_player(PlainSearch)(game, opinion, seed)


def _colourless(state: State, remaining: int) -> Any:
    """A key that does not tell whose a stone is."""
    parts = state[0] if isinstance(state[0], tuple) else tuple(sorted(state[:2]))
    return tuple(map(abs, parts)), remaining


MEMORY_BUGS: dict[str, Maker] = {
    "a table keyed without colours": keyed_table(_colourless, kept=False),
    "a table with too few slots": keyed_table(lambda state, d: (slot(state, 64), d), kept=False),
    "a table without depths": keyed_table(lambda state, d: state, kept=True),
    "a table that believes deeper searches": deeper_table(kept=True),
    "a table of bounds": bounds_as_values,
    "out of time: the best so far": make_player(OutOfTime),
    "out of time: the rest counts as even": make_player(ZeroWhenLate),
    "a random move now and then": make_player(SometimesRandom),
    "noise in the evaluation": change_leaf(lambda value, depth: value + random.gauss(0.0, 0.3)),
    "ties that are not ties": make_player(LooseTies),
}


class ForcingCostsMore(PlainSearch):
    """A move that leaves the other side fewer moves costs two plies more."""

    def children(self, state: State, remaining: int, ply: int) -> dict[State, float]:
        after, few = {move: self.game.play(state, move) for move in self.moves(state, ply)}, len(self.game.moves(state))
        return {
            move: -self.value(s, remaining - (3 if len(self.game.moves(s)) < few else 1), ply + 1)
            for move, s in after.items()
        }


class NullMove(AlphaBeta):
    """Cuts where even a pass would be good enough, although a pass may be the best move of all."""

    def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
        passed = (*state[:-1], -state[-1])
        if len(self.game.moves(state)) and remaining > 0 and len(self.game.moves(passed)):
            value = -super().bounded(passed, remaining - 2, -high, -low, ply + 1)
            if value >= high:
                return high
        return super().bounded(state, remaining, low, high, ply)


class AspirationOnce(AlphaBeta):
    """A narrow window around the evaluation, and no second search where the value lies outside."""

    def choose(self, state: State) -> Move:
        guess = self.leaf(state)
        low, high = guess - 0.1, guess + 0.1
        values = {
            move: max(low, min(high, -self.bounded(self.game.play(state, move), self.depth - 1, -high, -low, 1)))
            for move in self.moves(state, 0)
        }
        return max(values, key=values.__getitem__)


class ScoutOnce(AlphaBeta):
    """Tests later moves with a window of no width, and does not search those again that pass."""

    def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
        if not len(self.game.moves(state)) or remaining <= 0:
            return super().bounded(state, remaining, low, high, ply)
        best = -INFINITE
        for number, move in enumerate(self.moves(state, ply)):
            after, limit = self.game.play(state, move), high if number == 0 else max(low, best) + TINY
            best = max(best, min(limit, -self.bounded(after, remaining - 1, -limit, -max(low, best), ply + 1)))
            if best >= high:
                break
        return best


class LastBound(AlphaBeta):
    """Takes the last move that is not worse, where the window makes worse moves look equal."""

    def choose(self, state: State) -> Move:
        best, chosen = -INFINITE, None
        for move in self.moves(state, 0):
            value = max(best, -self.bounded(self.game.play(state, move), self.depth - 1, -INFINITE, -best, 1))
            if value >= best:
                best, chosen = value, move
        return chosen


class FinishedDepth(OutOfTime):
    """Deepens step by step, and stops after some nodes with the move of the depth that it has finished."""

    nodes = 40

    def choose(self, state: State) -> Move:
        chosen = None
        for depth in range(1, self.depth + 1):
            self.left = self.nodes
            values = self.children(state, depth, 0)
            if chosen is not None and self.left < 0:
                break
            chosen = max(values, key=values.__getitem__)
        return chosen


class MaxLooksFurther(PlainSearch):
    """Looks one ply further where Max would move next, and only there."""

    def leaf(self, state: State) -> float:
        if self.game.mover(state) < 0:
            return super().leaf(state)
        after = (self.game.play(state, move) for move in self.game.moves(state))
        return max(-super(MaxLooksFurther, self).leaf(s) if len(self.game.moves(s)) else -self.end(s, 0) for s in after)


class TwoReplies(Ordered):
    """Looks only at the opponent's two best-looking replies."""

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        return super().moves(state, ply)[: 2 if ply % 2 else None]


class FutileAtTheRoot(PlainSearch):
    """Leaves out moves at the root that look worse than the best by more than a margin."""

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        moves = super().moves(state, ply)
        if ply:
            return moves
        near = PlainSearch(self.game, self.evaluate, 1, self.seed).children(state, 1, 0)
        return [move for move in moves if near[move] >= max(near.values()) - 0.08]


class BestFromZero(PlainSearch):
    """The best value so far begins at 0, not below all values."""

    def value(self, state: State, remaining: int, ply: int) -> float:
        value = super().value(state, remaining, ply)
        return max(0.0, value) if remaining > 0 and len(self.game.moves(state)) else value

    def choose(self, state: State) -> Move:
        values = self.children(state, self.depth, 0)
        best = max(values, key=values.__getitem__)
        return best if values[best] > 0.0 else next(iter(values))


class EarlyBreak(PlainSearch):
    """Stops at the first move that is no better than the one before it."""

    def value(self, state: State, remaining: int, ply: int) -> float:
        if remaining <= 0 or not len(self.game.moves(state)):
            return super().value(state, remaining, ply)
        best = -INFINITE
        for value in self.children(state, remaining, ply).values():
            if value <= best:
                break
            best = value
        return best


class EndsAtTheHorizon(PlainSearch):
    """At the horizon a finished game is evaluated like any other position."""

    def value(self, state: State, remaining: int, ply: int) -> float:
        return self.leaf(state) if remaining <= 0 else super().value(state, remaining, ply)


class NotUndone(PlainSearch):
    """After a move that was no better, one reply stays on the board."""

    def children(self, state: State, remaining: int, ply: int) -> dict[State, float]:
        here, best, values = state, -INFINITE, {}
        for move in self.moves(state, ply):
            if move not in self.moves(here, ply):
                continue
            after = self.game.play(here, move)
            values[move] = -self.value(after, remaining - 1, ply + 1)
            if ply and values[move] < best and len(self.game.moves(after)):
                reply = self.game.play(after, next(iter(self.game.moves(after))))
                here = reply if len(self.game.moves(reply)) else here
            best = max(best, values[move])
        return values


class LateMovesShallow(PlainSearch):
    """From the third move at the root on, it looks one ply less far."""

    def choose(self, state: State) -> Move:
        values = {
            move: -self.value(self.game.play(state, move), self.depth - (2 if number > 1 and self.depth > 1 else 1), 1)
            for number, move in enumerate(self.moves(state, 0))
        }
        return max(values, key=values.__getitem__)


OUTSIDE_BUGS: dict[str, Maker] = {
    "leaves from the wrong side from depth 4 on": change_leaf(lambda value, depth: -value if depth > 3 else value),
    "forcing moves cost two plies more": make_player(ForcingCostsMore),
    "a pass that counts as a bound": make_player(NullMove),
    "a narrow window, and no second search": make_player(AspirationOnce),
    "a window of no width, and no second search": make_player(ScoutOnce),
    "the last of equal bounds": make_player(LastBound),
    "out of time: the depth that was finished": make_player(FinishedDepth),
    "Max looks one ply further": make_player(MaxLooksFurther),
    "only the two best-looking replies": make_player(TwoReplies),
    "moves that look bad are left out at the root": make_player(FutileAtTheRoot),
    "the best value begins at 0": make_player(BestFromZero),
    "stops at a move that is no better": make_player(EarlyBreak),
    "finished games are evaluated at the horizon": make_player(EndsAtTheHorizon),
    "a move is not undone": make_player(NotUndone),
    "the evaluation is rounded down": change_leaf(lambda value, depth: (int(value * 100) // 20) / 5),
    "late moves at the root are searched less deep": make_player(LateMovesShallow),
    "a single ply now and then": change_depth(lambda depth, *_: 1 if random.random() < 0.2 else depth),
    "the best move of the position before": killer,
    "the best value is not reset": kept_best,
    "a table with the wrong point of view": other_view,
    "evaluations kept without colours": cached_opinion,
    "a table of 1,024 slots, kept": keyed_table(lambda state, d: (slot(state, 1024), d), kept=True),
}


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


class QuietAtOdd(Quiescence):
    """Quiescence at odd depths only."""

    def leaf(self, state: State) -> float:
        return super().leaf(state) if self.depth % 2 else PlainSearch.leaf(self, state)


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


class OldEvaluation(PlainSearch):
    """The evaluation is not updated by the last move."""

    def value(self, state: State, remaining: int, ply: int) -> float:
        if remaining == 1 and len(self.game.moves(state)) and ply:
            after = [self.game.play(state, move) for move in self.game.moves(state)]
            ends = [-self.end(s, ply) for s in after if not len(self.game.moves(s))]
            return max([self.leaf(state), *ends])
        return super().value(state, remaining, ply)


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
    "the score of a win overflows": make_player(Overflow),
    "bounds returned as values": make_player(BoundsAsValues),
    "leaves from the wrong side at even depths": change_leaf(lambda value, depth: value if depth % 2 else -value),
    "quiescence at odd depths only": make_player(QuietAtOdd),
    "one ply less in half of the positions": change_depth(lambda depth, state, seed: max(1, depth - coin(state, seed))),
    "one ply less everywhere": change_depth(lambda depth, *_: max(1, depth - 1)),
    "never more than two plies": change_depth(lambda depth, *_: min(2, depth)),
    "the other side is not turned": make_player(NeverTurned),
    "finished games count as even": make_player(EndsAreEven),
    "the last move is skipped": make_player(SkipsTheLast),
    "a window that cuts too much": make_player(WrongWindow),
    "late moves are never searched again": make_player(NeverSearchedAgain),
    "the evaluation wraps round": change_leaf(lambda value, depth: ((int(value * 250) + 128) % 256 - 128) / 250),
    "the evaluation is cut to whole numbers": change_leaf(lambda value, depth: float(int(value))),
    "the evaluation is one move old": make_player(OldEvaluation),
    "the evaluation is wrong for Min": make_player(MinBlind),
    "only the two best-looking moves": make_player(BestTwo),
    "only the worse-looking half": make_player(WorseHalf),
    "the place in the sorted list": make_player(WrongIndex),
    **MEMORY_BUGS,
    **OUTSIDE_BUGS,
}
