"""Positions to examine: made on the spot, by random openings and then by play that knows what it wants.

Each position comes from a game of its own. How far the game goes is drawn first, any ply of a random game being as
likely as any other; the first half of the way is random, and from there on every other move, on average, is the one
that looks best one ply ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

import numpy as np

from overthink.core.checked import checked_game, mover_of, moves_of
from overthink.core.errors import OverthinkError
from overthink.core.estimate import Sample
from overthink.core.randomness import mix, seed_key, uniform
from overthink.doctor.examine import AnyGame, Examination, Move, State

LONGEST = 400  # plies of a random game
TRIES = 300  # games in a row that bring no new position, before it is said that there are no more
RANDOM = 0.5  # the share of moves after the opening that are random
Best = Callable[[State], Move]  # the move that a shallow search would make


def made_positions(game: AnyGame, wanted: int, seed: int = 0, best: Best | None = None) -> list[State]:
    """Different positions that leave a player a choice of moves, all random without `best`."""
    if not hasattr(game, "initial"):
        raise OverthinkError("The game has no initial() position to play from; add initial(), or give positions=.")
    start = game.initial()
    checked_game(game, start)
    states, last = dict[State, None](), 0
    for number in count():
        state = made_position(game, start, seed_key("doctor", seed, number), best)
        if state is not None and state not in states:
            states[state], last = None, number
        if len(states) == wanted or number - last > TRIES:
            break
    if not states:
        raise OverthinkError("Random games of this game never leave a choice of moves; give positions=.")
    return list(states)


def made_position(game: AnyGame, start: State, key: np.uint64, best: Best | None) -> State:
    """One of them; nothing where the game ended too early, or the position leaves no choice."""
    way = int(uniform(_drawn(key, 0)) * plies_left(game, start, _drawn(key, 1)))
    state = start
    for ply in range(way):
        moves = moves_of(game, state)
        if not len(moves):
            return None
        wanted = best is not None and ply >= way // 2 and mover_of(game, state)
        if best and wanted and uniform(_drawn(key, 2 * ply + 2)) >= RANDOM:
            state = game.play(state, best(state))
        else:
            state = game.play(state, _any(moves, key, 2 * ply + 3))
    return state if mover_of(game, state) and len(moves_of(game, state)) > 1 else None


def plies_left(game: AnyGame, state: State, key: np.uint64) -> int:
    """How many moves one random game has from here to its end."""
    for ply in range(LONGEST):
        moves = moves_of(game, state)
        if not len(moves):
            return ply
        state = game.play(state, _any(moves, key, ply))
    return LONGEST


def phases(examination: Examination, game: AnyGame) -> Sample:
    """How many moves random games have from each position to their end: a measure of phase that any game has."""
    states = [position.state for position in examination.positions]
    return np.array([plies_left(game, state, seed_key("phase", n)) for n, state in enumerate(states)], float)


def _any(moves: Sequence[Move], key: np.uint64, word: int) -> Move:
    return moves[int(_drawn(key, word) % np.uint64(len(moves)))]


def _drawn(key: np.uint64, word: int) -> np.uint64:
    return np.uint64(mix(key, np.uint64(word)))
