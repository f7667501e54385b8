"""Positions to examine: given, or made on the spot by random play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from overthink.core.checked import checked_game, moves_of
from overthink.core.errors import OverthinkError
from overthink.core.randomness import mix, seed_key

LONGEST = 400  # plies of a random game
TRIES = 50  # random games for each position wanted, before it is said that there are too few


def random_positions(game: Any, wanted: int, seed: int = 0) -> list[Any]:
    """Different positions of random games, any ply as likely as any other, that leave a choice of moves."""
    if not hasattr(game, "initial"):
        raise OverthinkError("The game has no initial() position to play from; give positions=.")
    checked_game(game, game.initial())
    found: dict[Any, None] = {}
    for number in range(TRIES * wanted):
        played = list(walk(game, seed_key("doctor", seed, number)))
        key = seed_key("doctor", seed, number, "ply")
        state = played[int(mix(key, np.uint64(0)) % np.uint64(len(played)))]
        if len(moves_of(game, state)) > 1:
            found[state] = None
        if len(found) == wanted:
            break
    if not found:
        raise OverthinkError("Random games of this game never leave a choice of moves; give positions=.")
    return list(found)


def walk(game: Any, key: np.uint64) -> Iterator[Any]:
    """The positions of one random game."""
    state = game.initial()
    for ply in range(LONGEST):
        yield state
        moves = moves_of(game, state)
        if not moves:
            return
        state = game.play(state, moves[int(mix(key, np.uint64(ply)) % np.uint64(len(moves)))])
