"""The natural evaluator: the share of the squares still on the board that would win. [Zuckerman2018] section 5.1

Its value is 2·share - 1 to Max, and its estimated error the share that is not the estimated winner's. `binary(natural)`
is the paper's reading for EMM; minimax may see either. `simulated` estimates the share by random games, as the paper
also says; the errors it reports are those of the estimated share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Context, Key, Number
from overthink.core.numbers import checked_whole
from overthink.core.randomness import mix, seed_key, uniform
from overthink.core.tree import Column, Tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.board_splitting import BoardSplitting, share_for_max


@kernel
def count_wins(first: Column, child: Column, utility: Column, wins: Any, games: Any) -> None:
    """Count the finished games below each node, and those that Max wins; children come after parents."""
    for n in range(len(utility) - 1, -1, -1):
        if first[n] == first[n + 1]:
            wins[n], games[n] = (1.0 if utility[n] > 0.0 else 0.0), 1.0
        for e in range(first[n], first[n + 1]):
            wins[n] += wins[child[e]]
            games[n] += games[child[e]]


@kernel
def sample_wins(keys: Column, seed: Key, games: int, share: Any) -> None:
    """Replace each share by the share in some random games."""
    for n in range(len(keys)):
        if 0.0 < share[n] < 1.0:
            won, key = 0, keys[n] ^ seed
            for game in range(games):
                won += uniform(mix(key, np.uint64(game))) < share[n]
            share[n] = won / games


def shares(tree: Tree) -> Column:
    """The share of the finished games below each node that Max wins."""
    wins, games = np.zeros(len(tree)), np.zeros(len(tree))
    ends = tree.first[1:] == tree.first[:-1]
    if not len(tree.levels) or np.isnan(tree.utility[ends]).any():
        raise OverthinkError("The natural evaluator needs a tree that is grown to the end of the game.")
    count_wins(tree.first, tree.child, tree.utility, wins, games)
    share: Column = wins / games
    return share


def natural(tree: Tree, seed: int = 0) -> Tree:
    """Evaluate each node by the share of finished games below it that Max wins.

    >>> games = ot.BoardSplittingModel(height=3).draw(0, 1)
    >>> float(ot.natural(games).static[0])  # 3 of the 8 squares win for Max
    -0.25
    """
    return _judged(tree, shares(tree))


@dataclass(frozen=True)
class Simulated:
    """The natural evaluator, estimated by `games` random games from each position."""

    games: int

    def __call__(self, tree: Tree, seed: int = 0) -> Tree:
        share = shares(tree)
        sample_wins(tree.key, seed_key("simulated", seed), self.games, share)
        return _judged(tree, share)


def simulated(games: int = 100) -> Simulated:
    """The natural evaluator, estimated by `games` random games from each position.

    >>> games = ot.BoardSplittingModel(height=3).draw(0, 1)
    >>> print(f"{ot.simulated(games=100)(games).static[0]:.2f}")
    -0.44
    """
    if checked_whole("The number of random games", games) < 1:
        raise OverthinkError(f"A share needs at least 1 random game, not {games}.")
    return Simulated(games)


def _judged(tree: Tree, share: Column) -> Tree:
    return tree.opinion(2.0 * share - 1.0, np.minimum(share, 1.0 - share))


@kernel
def natural_value(game: Context, state: int) -> Number:
    return 2.0 * share_for_max(game, state) - 1.0


@kernel
def natural_error(game: Context, state: int) -> Number:
    share = share_for_max(game, state)
    return min(share, 1.0 - share)


def natural_of(game: BoardSplitting) -> KernelEvaluator:
    """The natural evaluator of one board, for searches without a tree."""
    return KernelEvaluator(game, natural_value, natural_error)
