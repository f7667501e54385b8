"""Sound players for any game, and the plain search that planted bugs alter.

A player is made from a game, its evaluator and a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence

from overthink.core.arithmetic import seed_key
from overthink.core.game import Game
from overthink.core.kinds import Move, State
from overthink.search.decide import decide

DepthPlayer = Callable[[State, int], Move]
StateOpinion = Callable[[State], float]
Maker = Callable[[Game[State], StateOpinion, int], DepthPlayer]
INFINITE, TINY = 1e9, 1e-6


class PlainSearch:
    """A plain search of one depth, in values to the player to move. A bug replaces one of its parts."""

    def __init__(self, game: Game[State], evaluate: StateOpinion, depth: int, seed: int):
        self.game, self.evaluate, self.depth, self.seed = game, evaluate, depth, seed

    def leaf(self, state: State) -> float:
        return float(self.game.mover(state) * self.evaluate(state))

    def end(self, state: State, ply: int) -> float:
        return float(self.game.mover(state) * self.game.utility(state))

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        return list(self.game.moves(state))

    def turned(self, value: float) -> float:
        """A value as the other player sees it."""
        return -value

    def value(self, state: State, remaining: int, ply: int) -> float:
        if not len(self.game.moves(state)):
            return self.end(state, ply)
        if remaining <= 0:
            return self.leaf(state)
        return max(self.children(state, remaining, ply).values())

    def children(self, state: State, remaining: int, ply: int) -> dict[Move, float]:
        """The value of each move."""
        return {
            move: self.turned(self.value(self.game.play(state, move), remaining - 1, ply + 1))
            for move in self.moves(state, ply)
        }

    def choose(self, state: State) -> Move:
        values = self.children(state, self.depth, 0)
        return max(values, key=values.__getitem__)


def make_player(search: type[PlainSearch]) -> Maker:
    """The player that makes searches of this kind."""
    return lambda game, evaluate, seed: lambda state, depth: search(game, evaluate, depth, seed).choose(state)


def coin(state: State, seed: int, sides: int = 2) -> bool:
    """A coin that falls the same way whenever the position is the same."""
    return int(seed_key("coin", seed, repr(state))) % sides == 0


class RandomTies(PlainSearch):
    """Chooses at random among the best moves."""

    margin = 0.0

    def choose(self, state: State) -> Move:
        values = self.children(state, self.depth, 0)
        best = max(values.values())
        return random.choice([move for move, value in values.items() if value >= best - self.margin])


class SoonerWins(PlainSearch):
    """Prefers a win that comes sooner."""

    def end(self, state: State, ply: int) -> float:
        return super().end(state, ply) * (1.0 - 0.001 * ply)


class AlphaBeta(PlainSearch):
    """Leaves out what cannot matter."""

    def choose(self, state: State) -> Move:
        best, chosen = -INFINITE, None
        for move in self.moves(state, 0):
            value = -self.bounded(self.game.play(state, move), self.depth - 1, -INFINITE, -best, 1)
            if value > best:
                best, chosen = value, move
        return chosen

    def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
        if not len(self.game.moves(state)):
            return self.end(state, ply)
        if remaining <= 0:
            return self.leaf(state)
        best = -INFINITE
        for move in self.moves(state, ply):
            best = max(best, -self.bounded(self.game.play(state, move), remaining - 1, -high, -max(low, best), ply + 1))
            if best >= high:
                break
        return best


class Scout(AlphaBeta):
    """Tests later moves with a window of no width, and searches those again that pass."""

    def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
        if not len(self.game.moves(state)) or remaining <= 0:
            return super().bounded(state, remaining, low, high, ply)
        best = -INFINITE
        for number, move in enumerate(self.moves(state, ply)):
            after, floor = self.game.play(state, move), max(low, best)
            value = -self.bounded(after, remaining - 1, -(floor + TINY if number else high), -floor, ply + 1)
            if number and floor < value < high:
                value = -self.bounded(after, remaining - 1, -high, -floor, ply + 1)
            best = max(best, value)
            if best >= high:
                break
        return best


class Aspiration(AlphaBeta):
    """A narrow window around the evaluation, and a second search where the value lies outside."""

    def choose(self, state: State) -> Move:
        guess, values = self.leaf(state), {}
        for move in self.moves(state, 0):
            after = self.game.play(state, move)
            values[move] = -self.bounded(after, self.depth - 1, -guess - 0.1, -guess + 0.1, 1)
            if abs(values[move] - guess) >= 0.1:
                values[move] = -self.bounded(after, self.depth - 1, -INFINITE, INFINITE, 1)
        return max(values, key=values.__getitem__)


class AllTies(PlainSearch):
    """Returns all moves that tie."""

    def choose(self, state: State) -> Move:
        values = self.children(state, self.depth, 0)
        return [move for move, value in values.items() if value == max(values.values())]


class Ordered(AlphaBeta):
    """Tries the moves first that look best, as iterative deepening does."""

    def moves(self, state: State, ply: int) -> Sequence[Move]:
        worth = {
            move: self.game.mover(state) * self.evaluate(after) if len(self.game.moves(after)) else self._ended(after)
            for move in self.game.moves(state)
            for after in [self.game.play(state, move)]
        }
        return sorted(worth, key=lambda move: -worth[move])

    def _ended(self, state: State) -> float:
        return -float(self.game.mover(state) * self.game.utility(state))


class Quiescence(PlainSearch):
    """Where the search would stop and a move or a reply ends the game, it looks two plies further."""

    def leaf(self, state: State) -> float:
        if not self._stormy(state):
            return super().leaf(state)
        return max(PlainSearch(self.game, self.evaluate, 2, self.seed).children(state, 2, 0).values())

    def _stormy(self, state: State) -> bool:
        after = [self.game.play(state, move) for move in self.game.moves(state)]
        replies = [self.game.play(other, move) for other in after for move in self.game.moves(other)]
        return any(not len(self.game.moves(other)) for other in (*after, *replies))


def keyed_table(key: Callable[[State, int], Hashable], kept: bool) -> Maker:
    """A player with a table with this key, made of the position and the depth that remains. The table is kept from one
    search to the next, or not."""

    def player_of(game: Game[State], evaluate: StateOpinion, seed: int) -> DepthPlayer:
        known: dict[Hashable, float] = {}

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

        return make_player(Remembering)(game, evaluate, seed)

    return player_of


def deeper_table(kept: bool) -> Maker:
    """A player that believes a stored value from any search that was at least as deep. Within one search, that is
    another way to the same position."""

    def player_of(game: Game[State], evaluate: StateOpinion, seed: int) -> DepthPlayer:
        known: dict[State, tuple[int, float]] = {}

        class Remembering(PlainSearch):
            def choose(self, state: State) -> Move:
                if not kept:
                    known.clear()
                return super().choose(state)

            def value(self, state: State, remaining: int, ply: int) -> float:
                if state not in known or known[state][0] < remaining:
                    known[state] = remaining, super().value(state, remaining, ply)
                return known[state][1]

        return make_player(Remembering)(game, evaluate, seed)

    return player_of


def bounds_table(game: Game[State], evaluate: StateOpinion, seed: int) -> DepthPlayer:
    """Alpha-beta with a table of bounds, used as bounds, for the same depth alone; kept from one search to the next."""
    known: dict[State, tuple[float, float]] = {}

    class Remembering(AlphaBeta):
        def bounded(self, state: State, remaining: int, low: float, high: float, ply: int) -> float:
            least, most = known.get((state, remaining), (-INFINITE, INFINITE))
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            value = super().bounded(state, remaining, low, high, ply)
            known[state, remaining] = (value if value > low else least, value if value < high else most)
            return value

    return make_player(Remembering)(game, evaluate, seed)


def other_rule(name: str) -> Maker:
    """A search with another rule."""
    return lambda game, evaluate, seed: (
        lambda state, depth: decide(game, state, rule=name, depth=depth, evaluate=evaluate, error=0.2).moves[0]
    )


SOUND: dict[str, Maker] = {
    "a plain search": make_player(PlainSearch),
    "alpha-beta": make_player(AlphaBeta),
    "iterative deepening": make_player(Ordered),
    "windows of no width": make_player(Scout),
    "a narrow window, and a second search": make_player(Aspiration),
    "all moves that tie": make_player(AllTies),
    "ties at random": make_player(RandomTies),
    "sooner wins first": make_player(SoonerWins),
    "a right table": keyed_table(lambda state, remaining: (state, remaining), kept=True),
    "transpositions": deeper_table(kept=False),
    "a table of bounds": bounds_table,
    "quiescence": make_player(Quiescence),
    "the rule vote": other_rule("vote"),
    "the rule althofer": other_rule("althofer"),
}
