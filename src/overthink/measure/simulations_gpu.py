"""UCT on a GPU: one thread grows one tree, in a critical win-loss game of its own.

A thread runs the same kernels as the processor: `simulate` with the words of the game and of the mean. Its columns are
parts of larger ones. Trees of all branching factors grow in one launch, as many as there is room for: a launch takes as
long as its slowest tree, however many there are. A tree that needs more room is grown again with twice that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from overthink.core import gpu
from overthink.core.bind import AnyKernel, kernel
from overthink.core.game import child, utility
from overthink.core.gpu import array, cuda, launch
from overthink.core.kinds import Column
from overthink.core.ties import level, slack_of
from overthink.evaluate.critical_win_loss import critical_opinions
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.rules.mean import MEAN
from overthink.search.monte_carlo import seed_of, words_of
from overthink.search.simulated_tree import NUMBERS, magnitudes_below
from overthink.search.subject import of_kernels
from overthink.search.uct import simulate

CLEARING = 1 << 20  # threads that clear a column
ROOM = 0.5  # nodes of a tree for each simulation and move, at first
SHARE = 0.8  # of the GPU's free memory for trees
# Of each node: what a simulation reads on its way, its own evaluation, and a place for its error and magnitude.
COLUMNS = (*NUMBERS, ("own", "f8"), ("magnitude", "f8"))
BYTES = sum(np.dtype(kind).itemsize for _, kind in COLUMNS)


class Forest(NamedTuple):
    """Games that share their depth and evaluator, and how each is searched: a number of each a game."""

    games: Sequence[CriticalWinLoss]
    law: str
    explorations: Sequence[float]
    seeds: Sequence[int]


@kernel
def grow(
    depth: int, root: int, widths: Column, gammas: Column, keys: Column, explorations: Column, seeds: Column,
    counts: Column, starts: Column, first: Column, width: Column, turn: Column, visits: Column, scarcity: Column,
    worth: Column, own: Column, magnitude: Column, proven: Column, path: Column, scores: Column, slacks: Column,
    shares: Column,
) -> None:  # fmt: skip
    """shares[k, t]: the share of right moves among those that tie for the best in tree t after counts[k] simulations;
    not a number where there was no room for them."""
    t = cuda.grid(1)
    if t < len(gammas):
        b, forced, low, high = widths[t, 0], widths[t, 1], starts[t], starts[t + 1]
        game = (b, forced, gammas[t], depth, keys[t]), 0.0
        values, weights = worth[low:high], magnitude[low:high]
        columns = (
            first[low:high], width[low:high], turn[low:high], visits[low:high], scarcity[low:high], values,
            own[low:high], weights, proven, own[low:high],
        )  # fmt: skip
        done, used = 0, 1
        for k in range(len(counts)):
            if k == 0 or done == counts[k - 1]:
                done, used = simulate(
                    game, root, done, counts[k], explorations[t], seeds[t], False, 1.0, columns, used, path[t]
                )
            shares[k, t] = np.nan
            if done == counts[k]:
                magnitudes_below(columns, used, weights)
                for i in range(b):
                    scores[t, i], slacks[t, i] = values[1 + i], slack_of(weights[1 + i])
                level((0, b), 0, 1, scores[t], slacks[t])
                best = -np.inf
                for i in range(b):
                    best = max(best, scores[t, i])
                tied, right = 0, 0
                for i in range(b):
                    if scores[t, i] == best:
                        tied += 1
                        right += utility(game, child(game, root, i)) > 0.0
                shares[k, t] = right / tied


def accuracies_on_gpu(forest: Forest, simulations: Sequence[int]) -> Column:
    """Whether the decision is right after so many simulations each: float64[simulations, games]."""
    gpu.require()
    shares = np.full((len(simulations), len(forest.games)), np.nan)
    rows, left = np.array([game.b for game in forest.games]) * (int(ROOM * simulations[-1]) + 2), np.isnan(shares[-1])
    while left.any():
        for part in _batches(np.flatnonzero(left), rows, int(SHARE * gpu.room()) // BYTES):
            shares[:, part] = _grown(forest, part, simulations, rows[part])
        left, rows = np.isnan(shares[-1]), 2 * rows
    return shares


def _batches(trees: Column, rows: Column, most: int) -> Iterator[Column]:
    """Runs of trees that need no more rows together; at least one tree each."""
    while len(trees):
        many = max(1, int(np.searchsorted(np.cumsum(rows[trees]), most, "right")))
        yield trees[:many]
        trees = trees[many:]


def _grown(forest: Forest, part: Column, simulations: Sequence[int], rows: Column) -> Column:
    """The same for some of the games, with room for so many nodes of each."""
    games, many = [forest.games[i] for i in part], len(part)
    depth, widest, total = games[0].depth, max(game.b for game in games), int(rows.sum())
    columns = {name: array(f"{name} of simulations", (total,), kind) for name, kind in COLUMNS}
    for name in ("width", "visits", "own"):
        launch(clear, min(CLEARING, total), columns[name])
    shares = array("shares of simulations", (len(simulations), many), np.float64)
    launch(
        _bound(games[0], forest.law), many, depth, games[0].initial(),
        *map(cuda.to_device, (
            np.array([game.context[:2] for game in games]),
            np.array([game.gamma for game in games]),
            np.array([game.context[4] for game in games], np.uint64),
            np.array([forest.explorations[i] for i in part]),
            np.array([seed_of(forest.seeds[i]) for i in part], np.uint64),
            np.array(simulations),
            np.concatenate([[0], np.cumsum(rows)]),
        )),
        *(columns[name] for name in ("first", "width", "turn", "visits", "scarcity", "worth", "own", "magnitude")),
        cuda.to_device(np.zeros(1, np.int8)),
        array("path of simulations", (many, depth + 2), np.int64),
        *(array(f"{name} of simulations", (many, widest), np.float64) for name in ("scores", "slacks")),
        shares,
    )  # fmt: skip
    return np.asarray(shares.copy_to_host())


@kernel
def clear(column: Column) -> None:
    """Enters 0 everywhere."""
    for place in range(cuda.grid(1), len(column), CLEARING):
        column[place] = 0


def _bound(game: CriticalWinLoss, law: str) -> AnyKernel:
    """`grow` with the words of the game, its evaluator and the mean."""
    position = of_kernels(game, game.initial(), critical_opinions(game, law), 0.0, MEAN)
    return grow.bind(**words_of(position.names, True, MEAN))
