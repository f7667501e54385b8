"""UCT by the mean on a GPU: one thread grows one tree, in a critical win-loss game of its own.

The loop is that of `overthink.search.uct.simulate` for the rule `mean` without a solver, in games without chance in
which a position without moves is a finished game; the numbers are the same. All trees share one store, with 24 bytes a
node. A tree takes a piece of it, and another when that is full, so that no room is kept for what may not come. All of a
node stands side by side, and so does a family: reading it once is enough. What follows from the position is computed
again: the number of moves, and who makes them. Visits and values of the nodes on a path are kept near the thread until
they change.

A launch takes as long as its slowest tree, however many there are, so all trees for which there is memory grow at once.
Where it does not suffice, those left over are grown again, fewer at once.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

import overthink.core.arithmetic as arithmetic
from overthink.core.arithmetic import logarithm, mix, uniform
from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import require
from overthink.core.kinds import Column, Context, Integer, Key, Number, State
from overthink.core.vocabulary import child, count, mover, static, utility
from overthink.evaluate.games import critical_opinions
from overthink.games.critical_win_loss import PLIES, CriticalWinLoss
from overthink.gpu import device
from overthink.gpu.device import array, cuda, increase, launch, prefetch
from overthink.rules.mean import MEAN
from overthink.search.monte_carlo import seed_of
from overthink.search.subjects.kernels import of_kernels
from overthink.search.uct import untried

NODE_BYTES = 24  # of a node: float64 value and 1 / √visits, uint32 visits and half of its first child's row
REALS, WHOLES = 3, 6  # as many numbers of 8 and of 4 bytes in a node
EVEN = 1  # families begin in even rows: halves of rows fit into 32 bits
NOT_OPENED, FINISHED = 0, 1  # in place of a half: no family begins there, but roots
PIECE_ROWS = 1 << 10  # rows that a tree takes at a time, more than a family
TABLE_ENTRIES = 1 << 17
ROOTS = np.array([arithmetic.root_of_log.interpreted(n) for n in range(TABLE_ENTRIES)])
CLEARING_THREADS = 1 << 20  # threads that clear a column
BLOCK_TREES = 8  # trees: most of the lanes stay idle, and fewer wait for each other
MEMORY_SHARE = 0.9  # of the GPU's free memory for trees
ROWS_PER_SIMULATION = 1.7  # of the store for each simulation, as a first guess
# Values closer than this may tie: evaluations are far below 2⁹ here, and rounding may move each by 2⁻⁴⁰ of them.
NEAR = 2.0**-30
UNCLEAR = -1.0
MOST_PATH_NODES = PLIES + 2  # nodes of a path


class Forest(NamedTuple):
    """Games that share their depth and evaluator, and how each is searched: a number of each a game."""

    games: Sequence[CriticalWinLoss]
    law: str
    explorations: Sequence[float]
    seeds: Sequence[int]


@kernel
def root_of_log(n: Integer) -> float:
    """√ln n. To look it up is sooner done than to compute it, up to larger numbers than on a processor."""
    return ROOTS[n] if n < TABLE_ENTRIES else math.sqrt(logarithm(n))


@kernel
def promising(begin: Integer, moves: int, me: int, weight: float, worth: Column, scarcity: Column) -> int:
    """The move with the largest value + weight / √n, the first of those that tie."""
    best = -math.inf
    choice = 0
    i = 0
    while i < moves:  # a GPU is slow at `range`, and at numbers of rows that might be negative
        kid = np.uint64(begin + i)
        bound = me * worth[kid] + weight * scarcity[kid]
        if bound > best:
            best, choice = bound, i
        i += 1
    return choice


@kernel
def place_for(moves: int, used: int, low: int, rows: int, end: Column, taken: Column) -> int:
    """The row of the first of this many new children, from row `used` on; -1 if there is no room."""
    used += used & EVEN
    if used + moves > end[0]:
        used = increase(taken, PIECE_ROWS) - low
        end[0] = used + PIECE_ROWS
        if end[0] > rows:
            return -1
    return used


@kernel
def simulate(
    game: Context, root: State, begin: int, end: int, exploration: float, seed: Key, low: int, worth: Column,
    scarcity: Column, visits: Column, first: Column, piece: Column, taken: Column, used: int, path: Column,
    path_visits: Column, path_worth: Column,
) -> tuple[int, int]:  # fmt: skip
    """Simulations begin … end - 1 of one tree. Its nodes are rows of `worth`, `scarcity`, `visits` and `first`; the
    arrays of paths are room for one. Returns the number of the next simulation, and the rows in use. Stops before a
    simulation for which there is no room."""
    for simulation in range(begin, end):
        key = mix(seed, simulation)
        n: Integer = 0
        state = root
        length = 0
        while True:  # 1. go down to a leaf
            row, place = np.uint64(n), np.uint64(length)
            half: Integer = np.int64(first[row])
            before: Integer = np.int64(visits[row])
            path[length] = n
            path_visits[place] = before
            path_worth[place] = worth[row]
            if half == FINISHED:
                break
            kids = half << EVEN
            moves = count(game, state)
            me = mover(game, state)
            if half == NOT_OPENED:
                kids = place_for(moves, used, low, len(first), piece, taken)
                if kids < 0 or length + 1 == len(path):
                    return simulation, used
                used = kids + moves
                first[row] = kids >> EVEN if moves > 0 else FINISHED
                if moves == 0:
                    break
            else:
                prefetch(worth, kids + moves // 2)  # the first move is read at once
                prefetch(worth, kids + moves - 1)
            tried = before - (n > 0)  # each of the first simulations from here tried another move
            if tried < moves:
                i = untried(kids, moves, tried, visits, uniform(mix(key, length)))
            else:
                i = promising(kids, moves, me, exploration * root_of_log(before), worth, scarcity)
            state = child(game, state, i)
            n = kids + i
            length = length + 1
            if visits[np.uint64(n)] == 0:
                break
        # 2. what the leaf is worth
        row = np.uint64(n)
        visits[row] += 1
        scarcity[row] = math.sqrt(1.0 / visits[row])
        if count(game, state) == 0:
            first[row] = FINISHED
            worth[row] = utility(game, state)
        else:
            worth[row] = static(game, state)
        result = float(worth[row])
        for ply in range(length - 1, -1, -1):  # 3. back up
            row, place = np.uint64(path[ply]), np.uint64(ply)
            now = np.int64(path_visits[place]) + 1
            share = 1.0 / now
            visits[row] = now
            scarcity[row] = math.sqrt(share)
            worth[row] = path_worth[place] + share * (result - path_worth[place])
    return end, used


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
        low = t << EVEN  # row 0 of a tree, its root, is every second row of the store
        piece = ends[t : t + 1]
        worth, scarcity = reals[REALS * low :: REALS], reals[REALS * low + 1 :: REALS]
        visits, first = wholes[WHOLES * low + 4 :: WHOLES], wholes[WHOLES * low + 5 :: WHOLES]
        path = cuda.local.array(MOST_PATH_NODES, np.int64)
        path_visits = cuda.local.array(MOST_PATH_NODES, np.uint32)
        path_worth = cuda.local.array(MOST_PATH_NODES, np.float64)
        done, used = 0, 1
        for k in range(len(counts)):
            if k == 0 or done == counts[k - 1]:
                done, used = simulate(
                    game, root, done, counts[k], explorations[t], seeds[t], low, worth, scarcity, visits, first, piece,
                    taken, used, path, path_visits, path_worth,
                )  # fmt: skip
            shares[k, t] = np.nan
            if done == counts[k]:
                kids = np.int64(first[0]) << EVEN
                moves = count(game, root)
                best = -np.inf
                second = -np.inf
                choice = 0
                for i in range(moves):
                    value: Number = worth[kids + i]
                    if value > best:
                        best, second, choice = value, best, i
                    elif value > second:
                        second = value
                right = utility(game, child(game, root, choice)) > 0.0
                shares[k, t] = right if best - second > NEAR else UNCLEAR


def accuracies_on_gpu(forest: Forest, simulations: Sequence[int]) -> Column:
    """Whether the decision is right after this many simulations each: float64[simulations, games]; -1 where moves tie,
    or nearly so."""
    device.require()
    shares = np.full((len(simulations), len(forest.games)), np.nan)
    left = np.arange(len(forest.games))
    rows = int(MEMORY_SHARE * device.room()) // NODE_BYTES
    many = max(1, int(rows / (ROWS_PER_SIMULATION * simulations[-1])))
    while len(left):
        for start in range(0, len(left), many):
            part = left[start : start + many]
            shares[:, part] = _grow(forest, part, simulations, rows)
        left = np.flatnonzero(np.isnan(shares[-1]))
        require(
            many != 1 or not len(left),
            f"{simulations[-1]:,} simulations do not fit into the GPU's memory. Use fewer of them.",
        )
        many = max(1, min(many, len(left)) // 2)
    return shares


def _grow(forest: Forest, part: Column, simulations: Sequence[int], rows: int) -> Column:
    """The same for some of the games, in a store of this many rows at most."""
    games = [forest.games[i] for i in part]
    many = len(part)
    depth = games[0].depth
    roots = (many + 1) << EVEN  # one more: see FINISHED
    most = sum((max(game.context[:2]) + 1) * simulations[-1] + 2 * PIECE_ROWS for game in games)
    rows = min(rows, roots + most)
    reals = array("simulations", (REALS * rows,), np.float64)
    wholes = reals.view(np.uint32)
    launch(clear, min(CLEARING_THREADS, reals.size), reals)
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
        block=BLOCK_TREES,
    )  # fmt: skip
    return np.asarray(shares.copy_to_host())


@kernel
def clear(column: Column) -> None:
    """Enters 0 everywhere."""
    for place in range(cuda.grid(1), len(column), CLEARING_THREADS):
        column[place] = 0.0


def _bound(law: str) -> AnyKernel:
    """`grow` with the words of the game and its evaluator."""
    game = CriticalWinLoss()
    return grow.bind(**of_kernels(game, game.initial(), critical_opinions(game, law), 0.0, MEAN).names)
