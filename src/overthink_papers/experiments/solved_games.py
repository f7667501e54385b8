"""Positions of real games by random play, with the true value of every move.

A position is taken if some of its moves are right and some wrong, and if it can be solved soon: so it is from the
middle game on. Evaluators are the usual ones. For rules that read wins and losses, the player to move wins with
probability 1 / (1 + exp(-kx - c)) where the evaluation is x to him; k and c were fitted to the moves of 100 other
positions of each game (seed 1601).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.game import KernelGame, mover
from overthink.core.kinds import Context, Number, State
from overthink.core.randomness import mix
from overthink.core.tree import Tree
from overthink.evaluate import (
    line_difference,
    mobility_difference,
    pawn_difference,
    place_difference,
    store_difference,
)
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games import Breakthrough, ConnectFour, Domineering, Kalah, Othello
from overthink.search.exact import move_values

NODES = 1_000_000  # most nodes to solve one position
TRIES = 1_000


class Kind(NamedTuple):
    """A game, its evaluator, the fewest and most random moves before a position, and the odds of its evaluator."""

    make: Callable[[], KernelGame]
    judge: Callable[[Any], KernelEvaluator]
    least: int
    most: int
    k: float
    c: float


KINDS: dict[str, Kind] = {
    "connect-four": Kind(lambda: ConnectFour(5, 5), line_difference, 4, 14, 8.21, 1.5),
    "kalah": Kind(lambda: Kalah.real(5, 3, "win"), store_difference, 10, 24, 2.53, 0.6),
    "othello": Kind(lambda: Othello(6, 6), mobility_difference, 18, 26, 12.76, 0.5),
    "breakthrough": Kind(lambda: Breakthrough(5, 5), pawn_difference, 8, 24, 7.63, 1.95),
    "domineering": Kind(lambda: Domineering(6, 6), place_difference, 4, 10, 24.73, 0.75),
    "connect-four 7 × 6": Kind(ConnectFour, line_difference, 14, 24, 2.80, 1.61),
    "othello 8 × 6": Kind(lambda: Othello(8, 6), mobility_difference, 28, 34, 16.04, 0.33),
}
LARGE = ("connect-four 7 × 6", "othello 8 × 6")
SMALL = tuple(name for name in KINDS if name not in LARGE)


@lru_cache(maxsize=16)
def game_named(name: str) -> tuple[KernelGame, KernelEvaluator]:
    game = KINDS[name].make()
    return game, KINDS[name].judge(game)


K, C = 1.0, 0.0


@kernel
def opinion(game: Context, state: State) -> float:
    return 0.0


@kernel
def win_lead(game: Context, state: State) -> Number:
    """The probability that Max wins less that he loses, by the odds that were fitted."""
    me = mover(game, state)
    return me * (2.0 / (1.0 + np.exp(-K * me * opinion(game, state) - C)) - 1.0)


@lru_cache(maxsize=16)
def by_odds(name: str) -> KernelEvaluator:
    """The evaluator that knows what its numbers, and being on move, are worth."""
    (game, judge), kind = game_named(name), KINDS[name]
    words = {"mover": game.kernels["mover"], "opinion": judge.static}
    return KernelEvaluator(game, win_lead.bind(**words, K=kind.k, C=kind.c))


def solved_position(name: str, key: np.uint64) -> tuple[State, dict[Any, float]]:
    """The first position of random games in which a choice matters, and what each move is worth."""
    game, _ = game_named(name)
    for attempt in range(TRIES):
        state = random_position(name, np.uint64(mix(key, attempt)))
        try:
            values = {} if state is None else move_values(game, state, low=-1.0, high=1.0, nodes=NODES)
        except OverthinkError:  # it takes too long
            continue
        if len(set(values.values())) > 1:
            return state, values
    raise AssertionError(f"no position of {name} in {TRIES} games")


def random_position(name: str, key: np.uint64) -> State:
    """The position after so many random moves, or None if the game was over by then."""
    (game, _), kind = game_named(name), KINDS[name]
    state = game.initial()
    for ply in range(kind.least + int(key % np.uint64(kind.most - kind.least + 1))):
        moves = list(game.moves(state))
        if not moves:
            return None
        state = game.play(state, moves[int(mix(key, ply) % np.uint64(len(moves)))])
    return state if len(game.moves(state)) > 1 else None


def with_odds(tree: Tree, name: str) -> Tree:
    """The tree with the probability that Max wins less that he loses as each evaluation."""
    kind = KINDS[name]
    odds = kind.k * tree.mover * tree.static + kind.c
    return replace(tree, static=tree.mover * (2.0 / (1.0 + np.exp(-odds)) - 1.0))


def wins_and_losses(tree: Tree, name: str) -> Tree:
    """The tree with each evaluation as a win or a loss and the probability that this is wrong."""
    kind = KINDS[name]
    odds = kind.k * tree.mover * tree.static + kind.c
    return replace(tree, static=tree.mover * np.where(odds >= 0.0, 1.0, -1.0), error=1.0 / (1.0 + np.exp(np.abs(odds))))
