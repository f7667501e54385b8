"""More players with a planted bug each, as they are known from game programs. They were written beside the checks, not
blindly: some checks were mended after these bugs were missed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from overthink.core.kinds import Move, State
from validation.memory_bugs import cached_opinion, kept_best, killer, other_view, slot, table
from validation.players import INFINITE, TINY, AlphaBeta, Maker, Ordered, PlainSearch, playing


class WrongWhenDeep(PlainSearch):
    """Leaves have the wrong sign from depth 4 on."""

    def leaf(self, state: State) -> float:
        return super().leaf(state) * (-1 if self.depth > 3 else 1)


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


class Aspiration(AlphaBeta):
    """A narrow window around the evaluation, and no second search where the value lies outside."""

    def choose(self, state: State) -> Move:
        guess = self.leaf(state)
        low, high = guess - 0.1, guess + 0.1
        values = {
            move: max(low, min(high, -self.bounded(self.game.play(state, move), self.depth - 1, -high, -low, 1)))
            for move in self.moves(state, 0)
        }
        return max(values, key=values.__getitem__)


class Scout(AlphaBeta):
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


class FinishedDepth(PlainSearch):
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

    def value(self, state: State, remaining: int, ply: int) -> float:
        self.left -= 1
        return super().value(state, remaining, ply)


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


class Coarse(PlainSearch):
    """The evaluation is divided by whole numbers, which rounds down."""

    def leaf(self, state: State) -> float:
        return (int(super().leaf(state) * 100) // 20) / 5


class LateMovesShallow(PlainSearch):
    """From the third move at the root on, it looks one ply less far."""

    def choose(self, state: State) -> Move:
        values = {
            move: -self.value(self.game.play(state, move), self.depth - (2 if number > 1 and self.depth > 1 else 1), 1)
            for number, move in enumerate(self.moves(state, 0))
        }
        return max(values, key=values.__getitem__)


class SometimesShallow(PlainSearch):
    """One search in five, at random, looks a single ply ahead."""

    def choose(self, state: State) -> Move:
        self.depth = 1 if random.random() < 0.2 else self.depth
        return super().choose(state)


OUTSIDE_BUGS: dict[str, Maker] = {
    "leaves from the wrong side from depth 4 on": playing(WrongWhenDeep),
    "forcing moves cost two plies more": playing(ForcingCostsMore),
    "a pass that counts as a bound": playing(NullMove),
    "a narrow window, and no second search": playing(Aspiration),
    "a window of no width, and no second search": playing(Scout),
    "the last of equal bounds": playing(LastBound),
    "out of time: the depth that was finished": playing(FinishedDepth),
    "Max looks one ply further": playing(MaxLooksFurther),
    "only the two best-looking replies": playing(TwoReplies),
    "moves that look bad are left out at the root": playing(FutileAtTheRoot),
    "the best value begins at 0": playing(BestFromZero),
    "stops at a move that is no better": playing(EarlyBreak),
    "finished games are evaluated at the horizon": playing(EndsAtTheHorizon),
    "a move is not undone": playing(NotUndone),
    "the evaluation is rounded down": playing(Coarse),
    "late moves at the root are searched less deep": playing(LateMovesShallow),
    "a single ply now and then": playing(SometimesShallow),
    "the best move of the position before": killer,
    "the best value is not reset": kept_best,
    "a table with the wrong point of view": other_view,
    "evaluations kept without colours": cached_opinion,
    "a table of 1,024 slots, kept": table(lambda state, d: (slot(state, 1024), d), kept=True),
}
