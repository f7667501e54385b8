"""Players with a planted bug in the table of positions that they keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overthink.core.game import Game
from overthink.core.kinds import Move, State
from overthink.studies.beyond.planted_players import AlphaBeta, Maker, Opinion, PlainSearch, Player, playing


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
    known: dict[State, tuple[int, float]] = {}

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


def colourless(state: State, remaining: int) -> Any:
    """A key that does not tell whose a stone is."""
    parts = state[0] if isinstance(state[0], tuple) else tuple(sorted(state[:2]))
    return tuple(map(abs, parts)), remaining
