"""Players with a planted bug each: in the table, in time and in randomness."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from zlib import crc32

from overthink.core.game import Game
from overthink.core.kinds import Move, State
from validation.players import INFINITE, AlphaBeta, Maker, Opinion, PlainSearch, Player, coin, playing


def slot(state: State, slots: int) -> int:
    """The place of a position in a table, the same in every process."""
    return crc32(repr(state).encode()) % slots


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


class Noisy(PlainSearch):
    """Adds new noise to every evaluation."""

    def leaf(self, state: State) -> float:
        return super().leaf(state) + random.gauss(0.0, 0.3)


class LooseTies(PlainSearch):
    """Takes any move whose value is near the best."""

    def choose(self, state: State) -> Move:
        values = self.children(state, self.depth, 0)
        best = max(values.values())
        return random.choice([move for move, value in values.items() if value >= best - 0.4])


def table(key: Callable[[Any, int], Any], kept: bool) -> Maker:
    """A player with a table with this key, kept from one search to the next or not."""

    def player_of(game: Game[State], evaluate: Opinion, seed: int) -> Player:
        known: dict[State, float] = {}

        class Remembering(PlainSearch):
            def choose(self, state: State) -> Move:
                if not kept:
                    known.clear()
                return super().choose(state)

            def value(self, state: State, remaining: int, ply: int) -> float:
                at = key(state, remaining)
                if at not in known:
                    known[at] = super().value(state, remaining, ply)
                return known[at]

        return playing(Remembering)(game, evaluate, seed)

    return player_of


def deeper_table(game: Game[State], evaluate: Opinion, seed: int) -> Player:
    """Believes a stored value from any search that was at least as deep, kept from one search to the next."""
    known: dict[Any, tuple[int, float]] = {}

    class Remembering(PlainSearch):
        def value(self, state: State, remaining: int, ply: int) -> float:
            if state not in known or known[state][0] < remaining:
                known[state] = remaining, super().value(state, remaining, ply)
            return known[state][1]

    return playing(Remembering)(game, evaluate, seed)


def bounds_table(game: Game[State], evaluate: Opinion, seed: int) -> Player:
    """Alpha-beta that stores bounds as if they were values, and keeps them from one search to the next."""
    known: dict[State, float] = {}

    class Remembering(AlphaBeta):
        def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
            if (state, remaining) not in known:
                known[state, remaining] = super().bounded(state, remaining, low, high, ply)
            return known[state, remaining]

    return playing(Remembering)(game, evaluate, seed)


def killer(game: Game[State], evaluate: Opinion, seed: int) -> Player:
    """At depths above 2 it sometimes plays the move that was best in the position before, if it is legal."""
    last: list[Any] = []

    def player(state: State, depth: int) -> Move:
        if depth > 2 and last and last[0] in list(game.moves(state)) and coin(state, seed, 3):
            return last[0]
        last[:] = [PlainSearch(game, evaluate, depth, seed).choose(state)]
        return last[0]

    return player


def kept_best(game: Game[State], evaluate: Opinion, seed: int) -> Player:
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


def other_view(game: Game[State], evaluate: Opinion, seed: int) -> Player:
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

    return playing(Remembering)(game, evaluate, seed)


def cached_opinion(game: Game[State], evaluate: Opinion, seed: int) -> Player:
    """Evaluations are kept by a key that does not tell whose a piece is."""
    known: dict[State, float] = {}

    def opinion(state: State) -> float:
        key = tuple(map(abs, state[0])) if isinstance(state[0], tuple) else tuple(sorted(state[:2]))
        return known.setdefault(key, evaluate(state))

    return playing(PlainSearch)(game, opinion, seed)


def _colourless(state: State, remaining: int) -> Any:
    """A key that does not tell whose a stone is."""
    parts = state[0] if isinstance(state[0], tuple) else tuple(sorted(state[:2]))
    return tuple(map(abs, parts)), remaining


MEMORY_BUGS: dict[str, Maker] = {
    "a table keyed without colours": table(_colourless, kept=False),
    "a table with too few slots": table(lambda state, d: (slot(state, 64), d), kept=False),
    "a table without depths": table(lambda state, d: state, kept=True),
    "a table that believes deeper searches": deeper_table,
    "a table of bounds": bounds_table,
    "out of time: the best so far": playing(OutOfTime),
    "out of time: the rest counts as even": playing(ZeroWhenLate),
    "a random move now and then": playing(SometimesRandom),
    "noise in the evaluation": playing(Noisy),
    "ties that are not ties": playing(LooseTies),
}
