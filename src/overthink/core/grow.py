"""Grows a `Tree` from a game: every position to a depth, with what an evaluator thinks of each."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from overthink.core.checked import (
    checked_depth,
    checked_game,
    cost_of,
    evaluation_of,
    is_chance,
    mover_of,
    moves_of,
    outcomes_of,
    play_of,
    utility_of,
)
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate, Game
from overthink.core.kinds import State
from overthink.core.numbers import checked_whole
from overthink.core.position_text import checked_text
from overthink.core.randomness import seed_key
from overthink.core.tree import Tree, checked_error


def grow(
    game: Game[State],
    state: State,
    depth: int,
    evaluate: Evaluate | None = None,
    error: float = 0.0,
    *,
    most: int = 5_000_000,
) -> Tree:
    """The game tree below `state`, `depth` plies of it. `evaluate` gives a value to Max, or a value and its error.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> tree = ot.grow(game, game.initial(), 2, ot.store_difference(game))
    >>> len(tree), tree.height
    (12, 2)
    """
    depth, most = checked_depth(depth), checked_whole("most", most)
    checked_game(game, state)
    states, row = [state], [state]
    levels, first, edges = [0, 1], [0], []
    cost = getattr(game, "cost", None)
    for ply in range(depth + 1):
        below = []
        for here in row:
            moves = moves_of(game, here) if ply < depth else ()
            below += [play_of(game, here, move) for move in moves]
            if is_chance(game, here):
                edges += [probability for _, probability in outcomes_of(game, here)][: len(moves)]
            else:
                edges += [cost_of(cost, here, move) for move in moves]
            first.append(first[-1] + len(moves))
        if not below:
            break
        row = below
        states += row
        levels.append(len(states))
        if len(states) > most:
            raise OverthinkError(f"The tree has more than {most:,} positions at ply {ply + 1}; give a smaller depth.")
    if len(states) == 1:
        raise OverthinkError("There is no move to decide on: the game is over in this position.")
    ended = [first[n] == first[n + 1] and not len(moves_of(game, here)) for n, here in enumerate(states)]
    static, wrong = np.full(len(states), np.nan), np.full(len(states), float(error))
    if evaluate is not None:
        for n, here in enumerate(states):
            static[n], wrong[n] = evaluation_of(evaluate, error, here)
    return Tree(
        first=np.array(first, np.int64),
        child=np.arange(1, len(states), dtype=np.int64),
        mover=np.array([mover_of(game, here) for here in states], np.int8),
        utility=np.array([utility_of(game, here) if over else np.nan for here, over in zip(states, ended)]),
        static=static,
        error=checked_error(wrong),
        truth=np.full(len(states), np.nan),
        edge=np.array(edges, float),
        key=np.array([state_key(here) for here in states], np.uint64),
        levels=np.array(levels, np.int64),
    )


def state_key(state: State) -> np.uint64:
    """A hash of a position that is the same in every process: its noise belongs to it, however it was reached."""
    plain = state.tolist() if isinstance(state, np.ndarray | np.generic) else state
    text = repr(plain)
    if "{" in text:  # a set has no order of its own
        plain = ordered(plain)
        text = repr(plain)
    checked_text(text)
    return seed_key(plain)


def ordered(value: Any) -> Any:
    """A value with its sets as sorted lists, so that equal values have equal texts."""
    if isinstance(value, set | frozenset):
        return ["set", *sorted((ordered(item) for item in value), key=repr)]
    if isinstance(value, dict):
        return ["dict", *sorted(([ordered(key), ordered(item)] for key, item in value.items()), key=repr)]
    if isinstance(value, tuple | list):
        return [type(value).__name__, *map(ordered, value)]
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(ordered(getattr(value, field.name)) for field in fields(value))]
    return value
