"""UCT on a GPU: one thread grows one tree, in a critical win-loss game of its own.

A thread runs the same kernels as the processor: `simulate` with the words of the game and of the mean. Only how nodes
are kept differs (`simulated_nodes_gpu.py`). A launch takes as long as its slowest tree, however many there are, so all
trees for which there is memory grow at once. Where it does not suffice, those left over are grown again, fewer at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from overthink.core import gpu
from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.game import child, utility
from overthink.core.gpu import array, cuda, launch
from overthink.core.kinds import Column, Number
from overthink.evaluate.critical_win_loss import critical_opinions
from overthink.games.critical_win_loss import PLIES, CriticalWinLoss
from overthink.measure import simulated_nodes_gpu as nodes
from overthink.measure.simulated_nodes_gpu import columns_of, look_up
from overthink.rules.mean import MEAN
from overthink.search.monte_carlo import seed_of, words_of
from overthink.search.simulated_nodes import WORTH
from overthink.search.subject import of_kernels
from overthink.search.uct import simulate

CLEARING = 1 << 20  # threads that clear a column
BLOCK = 8  # trees: most of the lanes stay idle, and fewer wait for each other
SHARE = 0.9  # of the GPU's free memory for trees
ROWS = 1.7  # of the store for each simulation, as a first guess
# Values closer than this may tie: evaluations are far below 2⁹ here, and rounding may move each by 2⁻⁴⁰ of them.
NEAR = 2.0**-30
UNCLEAR = -1.0
LONGEST = PLIES + 2  # nodes of a path


class Forest(NamedTuple):
    """Games that share their depth and evaluator, and how each is searched: a number of each a game."""

    games: Sequence[CriticalWinLoss]
    law: str
    explorations: Sequence[float]
    seeds: Sequence[int]


@kernel
def grow(
    depth: int, root: int, widths: Column, gammas: Column, keys: Column, explorations: Column, seeds: Column,
    counts: Column, reals: Column, wholes: Column, ends: Column, taken: Column, shares: Column,
) -> None:  # fmt: skip
    """shares[k, t]: whether the move with the best mean is right in tree t after counts[k] simulations; UNCLEAR where
    rounding may decide, and not a number where there was no room."""
    t = cuda.grid(1)
    if t < len(gammas):
        game = (widths[t, 0], widths[t, 1], gammas[t], depth, keys[t]), 0.0
        path = cuda.local.array(LONGEST, np.int64)
        path_visits, path_worth = cuda.local.array(LONGEST, np.uint32), cuda.local.array(LONGEST, np.float64)
        columns = columns_of(t, reals, wholes, ends, taken, path_visits, path_worth)
        worth = columns[WORTH]
        done, used = 0, 1
        for k in range(len(counts)):
            if k == 0 or done == counts[k - 1]:
                done, used = simulate(
                    game, root, done, counts[k], explorations[t], seeds[t], False, 1.0, columns, used, path
                )
            shares[k, t] = np.nan
            if done == counts[k]:
                kids, moves, _, _ = look_up(game, root, 0, 0, columns)
                best, second, choice = -np.inf, -np.inf, 0
                for i in range(moves):
                    value: Number = worth[kids + i]
                    if value > best:
                        best, second, choice = value, best, i
                    elif value > second:
                        second = value
                right = utility(game, child(game, root, choice)) > 0.0
                shares[k, t] = right if best - second > NEAR else UNCLEAR


def accuracies_on_gpu(forest: Forest, simulations: Sequence[int]) -> Column:
    """Whether the decision is right after so many simulations each: float64[simulations, games]; -1 where moves tie, or
    nearly so."""
    gpu.require()
    shares = np.full((len(simulations), len(forest.games)), np.nan)
    left, rows = np.arange(len(forest.games)), int(SHARE * gpu.room()) // nodes.BYTES
    many = max(1, int(rows / (ROWS * simulations[-1])))
    while len(left):
        for start in range(0, len(left), many):
            part = left[start : start + many]
            shares[:, part] = _grown(forest, part, simulations, rows)
        left = np.flatnonzero(np.isnan(shares[-1]))
        if many == 1 and len(left):
            raise OverthinkError(
                f"{simulations[-1]:,} simulations do not fit into the GPU's memory. Use fewer of them."
            )
        many = max(1, min(many, len(left)) // 2)
    return shares


def _grown(forest: Forest, part: Column, simulations: Sequence[int], rows: int) -> Column:
    """The same for some of the games, in a store of so many rows at most."""
    games, many = [forest.games[i] for i in part], len(part)
    depth, roots = games[0].depth, (many + 1) << nodes.EVEN  # one more: see FINISHED
    most = sum((max(game.context[:2]) + 1) * simulations[-1] + 2 * nodes.PIECE for game in games)
    rows = min(rows, roots + most)
    reals = array("simulations", (nodes.REALS * rows,), np.float64)
    wholes = reals.view(np.uint32)
    launch(clear, min(CLEARING, reals.size), reals)
    shares = array("shares of simulations", (len(simulations), many), np.float64)
    launch(
        _bound(forest.law), many, depth, games[0].initial(),
        *map(cuda.to_device, (
            np.array([game.context[:2] for game in games]),
            np.array([game.gamma for game in games]),
            np.array([game.context[4] for game in games], np.uint64),
            np.array([forest.explorations[i] for i in part]),
            np.array([seed_of(forest.seeds[i]) for i in part], np.uint64),
            np.array(simulations),
        )),
        reals, wholes, cuda.to_device(np.zeros(many, np.int64)), cuda.to_device(np.array([roots])),
        shares,
        block=BLOCK,
    )  # fmt: skip
    return np.asarray(shares.copy_to_host())


@kernel
def clear(column: Column) -> None:
    """Enters 0 everywhere."""
    for place in range(cuda.grid(1), len(column), CLEARING):
        column[place] = 0.0


@cache
def _bound(law: str) -> AnyKernel:
    """`grow` with the words of the game, its evaluator, the mean and the store."""
    game = CriticalWinLoss()
    position = of_kernels(game, game.initial(), critical_opinions(game, law), 0.0, MEAN)
    return grow.bind(**words_of(position.names, True, MEAN) | nodes.words_for(position.names))
