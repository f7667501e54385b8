"""Many granularities in one pass: minimax over a whole state space, with estimates in g equal buckets for many g.

A position is a row of small integers, one lane for each granularity: the rank of its value among all values that are
possible at that granularity. Max and min need only ranks. So a sweep reads one short row for each child, and compares
all lanes of a row at once. The numbers are those of `p_opt_by_depth` with `granular` evaluations. Shares of right
moves, and ratios of decision errors, are added as whole numbers: exact in any order. [Nau2010] sections 3.2 and 6
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from overthink.core.bind import AnyKernel, inlined, kernel
from overthink.core.checked import parse_depth
from overthink.core.errors import check_whole, require
from overthink.core.kinds import Number
from overthink.core.machine import LANES, equal, larger, plus, prefetch, put_row, row_at, smaller, where
from overthink.core.threads import in_parts
from overthink.core.tree import Column, Tree

VALUES = 256  # different values in a lane
BLOCKS = np.uint64(1)  # rows of LANES for each node
AHEAD = np.uint64(64)  # a row is prefetched this many edges before its use
LARGEST_COUNT = np.uint64(255)  # of a lane
ONE = np.uint64(1)
RATIO_BITS = 8  # bits of the largest ratio, which is below the number of moves
UNIT_BITS = 40  # bits of the number for 1


@inlined
def count_best(
    first: Column, child: Column, right: Column, n: Number, block: Number, old: Column, new: Column, counts: Column,
    many: Column,
) -> None:  # fmt: skip
    """many[0, lane] best moves of a node by the rows of its children, and many[1, lane] right ones among them."""
    last, start, stop = np.uint64(len(child) - 1), np.uint64(first[n]), np.uint64(first[n + ONE])
    own = row_at(new, n * BLOCKS + block)
    many[:] = 0
    for run in range(start, stop, LARGEST_COUNT):
        counts[:] = 0
        tied, good = row_at(counts, 0), row_at(counts, 1)
        for e in range(run, min(run + LARGEST_COUNT, stop)):
            prefetch(old, np.uint64(child[min(e + AHEAD, last)]) * BLOCKS + block)
            best = equal(own, row_at(old, np.uint64(child[e]) * BLOCKS + block))
            tied, good = plus(tied, best), plus(good, where(best, right[e]))
        put_row(counts, 0, tied)
        put_row(counts, 1, good)
        many += counts


@kernel
def ratio_of(tied: Number, good: Number, near_tied: Number, near_good: Number, unit: int) -> Number:
    """The deeper error over the shallower one, where `unit` stands for 1 and the shallower is not 0."""
    return (tied - good) * near_tied * unit // (tied * (near_tied - near_good))


@kernel
def sum_ratios(
    first: Column, child: Column, right: Column, roots: Column, unit: int, near_old: Column, near_new: Column,
    old: Column, new: Column, lanes: int, begin: int, end: int,
) -> Number:  # fmt: skip
    """Sum the ratios of roots begin … end by lane, and count the roots that have one."""
    total = np.zeros((2, lanes), np.int64)
    near, many = np.empty((2, LANES), np.int64), np.empty((2, LANES), np.int64)
    counts = np.zeros((2, LANES), np.uint8)
    for i in range(begin, end):
        n = np.uint64(roots[i])
        for block in range(BLOCKS):
            count_best(first, child, right, n, block, near_old, near_new, counts, near)
            count_best(first, child, right, n, block, old, new, counts, many)
            lane = int(block) * LANES
            for k in range(min(LANES, lanes - lane)):
                if near[1, k] < near[0, k]:
                    total[0, lane + k] += ratio_of(many[0, k], many[1, k], near[0, k], near[1, k], unit)
                    total[1, lane + k] += 1
    return total


def ratio_unit(roots: Column) -> int:
    """The whole number that stands for 1 in sums of ratios."""
    return 1 << min(UNIT_BITS, 62 - RATIO_BITS - len(roots).bit_length())


def mean_ratios(sums: Column, unit: int, roots: int) -> Column:
    """The ratio, or 0 where it has no value, and whether it has one: means over roots."""
    means: Column = sums / np.array([[unit * roots], [roots]], float)
    return means


def ratios(tree: Tree, right: Column, roots: Column, near: list[Column], deep: list[Column], lanes: int) -> Column:
    """Means over roots of the ratio, or 0 where it has no value, and of whether it has one, float64[2, lanes]. `near`
    and `deep` are the rows of all positions at one ply less than the shallower and the deeper depth, and at it."""
    unit = ratio_unit(roots)
    rows = [each.reshape(-1, LANES) for each in (*near, *deep)]
    add_up = _bound(sum_ratios, deep[0].shape[1] // LANES)
    sums = np.sum(in_parts(len(roots), add_up, tree.first, tree.child, right, roots, unit, *rows, lanes), axis=0)
    return mean_ratios(sums, unit, len(roots))


@kernel
def encode(
    static: Column,
    over: Column,
    low: float,
    widths: Column,
    places: Column,
    ends: Column,
    rows: Column,
    begin: int,
    end: int,
) -> None:
    """Fill the rows of nodes begin … end before any search. `over` is the number of a finished game's result, else -1;
    `places` and `ends` have the rank of each bucket and of each result, by lane."""
    highest = places.shape[1] - 1.0
    for n in range(begin, end):
        for lane in range(len(widths)):
            if over[n] >= 0:
                rows[n, lane] = ends[lane, over[n]]
            else:
                bucket = (static[n] - low) / widths[lane]
                rows[n, lane] = places[lane, int(min(max(bucket, 0.0), highest))]


@kernel
def sweep_rows(first: Column, child: Column, mover: Column, old: Column, new: Column, begin: int, end: int) -> None:
    """Fill the rows of nodes begin … end from the rows of their children at one ply less."""
    last = np.uint64(max(len(child), 1) - 1)
    for n in range(np.uint64(begin), np.uint64(end)):  # unsigned: no negative indices
        start = np.uint64(first[n])
        stop = np.uint64(first[n + ONE])
        maximises = mover[n] > 0
        for block in range(BLOCKS):
            row = row_at(old, (np.uint64(child[start]) if start < stop else n) * BLOCKS + block)
            if maximises:
                for e in range(start, stop):
                    prefetch(old, np.uint64(child[min(e + AHEAD, last)]) * BLOCKS + block)
                    row = larger(row, row_at(old, np.uint64(child[e]) * BLOCKS + block))
            else:
                for e in range(start, stop):
                    prefetch(old, np.uint64(child[min(e + AHEAD, last)]) * BLOCKS + block)
                    row = smaller(row, row_at(old, np.uint64(child[e]) * BLOCKS + block))
            put_row(new, n * BLOCKS + block, row)


@kernel
def sum_right(
    first: Column,
    child: Column,
    right: Column,
    roots: Column,
    unit: float,
    old: Column,
    new: Column,
    lanes: int,
    begin: int,
    end: int,
) -> Any:
    """Sum P_opt over roots begin … end, by lane: the share of right moves among the best, where `unit` stands for 1.
    Sums of whole numbers are exact in any order. eq. 4"""
    total = np.zeros(lanes, np.int64)
    many = np.empty((2, LANES), np.int64)
    counts = np.zeros((2, LANES), np.uint8)
    for i in range(begin, end):
        n = np.uint64(roots[i])
        for block in range(BLOCKS):
            count_best(first, child, right, n, block, old, new, counts, many)
            lane = int(block) * LANES
            for k in range(min(LANES, lanes - lane)):
                total[lane + k] += np.int64(np.rint(many[1, k] / many[0, k] * unit))
    return total


def unit_of(roots: Column) -> float:
    """The whole number that stands for 1 in sums of P_opt: the largest for which a sum over all roots fits."""
    return float(1 << (62 - len(roots).bit_length()))


@dataclass(frozen=True)
class Buckets:
    """The ranks of values at each granularity, one lane each: equal buckets over an interval for estimates, and the
    exact results of finished games."""

    low: float
    widths: Column  # float64[lanes]   of a bucket
    places: Column  # uint8[lanes, most]     the rank of each bucket among all values
    ends: Column  # uint8[lanes, results]     the rank of each result

    @property
    def lanes(self) -> int:
        """Lanes in a row, including padding."""
        return -(-len(self.widths) // LANES) * LANES


def finished_games(tree: Tree) -> tuple[Column, Column]:
    """The results of finished games in rising order, and the number of each position's result, int32[N], or -1."""
    finished = ~np.isnan(tree.utility)
    over = np.full(len(tree), -1, np.int32)
    results, over[finished] = np.unique(tree.utility[finished], return_inverse=True)
    return results, over


def buckets(results: Column, granularities: Sequence[int], low: float, high: float) -> Buckets:
    """Rank all values that are possible at these granularities, with these results of finished games."""
    check_whole("A granularity", min(granularities), 2)
    require(low < high, f"The interval from {low} to {high} is empty. Use low < high.")
    lanes = len(granularities)
    most = max(granularities)
    many = f"{most} buckets and {len(results)} results of finished games are more than {VALUES} different values."
    require(most + len(results) <= VALUES, f"{many} Use smaller granularities.")
    widths, places, ends = np.empty(lanes), np.empty((lanes, most), np.uint8), np.empty((lanes, len(results)), np.uint8)
    for lane, g in enumerate(granularities):
        widths[lane] = (high - low) / g
        middles = low + (np.arange(g) + 0.5) * widths[lane]
        values = np.union1d(middles, results)
        places[lane] = np.searchsorted(values, middles[-1])  # higher values are in the top bucket
        places[lane, :g] = np.searchsorted(values, middles)
        ends[lane] = np.searchsorted(values, results)
    return Buckets(low, widths, places, ends)


def granular_rows(tree: Tree, granularities: Sequence[int], low: float, high: float) -> Column:
    """The rows of all positions before any search, uint8[N, lanes]: estimates in equal buckets over [low, high], and
    exact results of finished games."""
    results, over = finished_games(tree)
    ranks = buckets(results, granularities, low, high)
    rows = np.zeros((len(tree), ranks.lanes), np.uint8)
    in_parts(len(tree), encode, tree.static, over, ranks.low, ranks.widths, ranks.places, ranks.ends, rows)
    return rows


def check_roots(tree: Tree, roots: Column) -> None:
    """Refuse a tree that cannot be swept at many granularities."""
    whole = not len(tree.levels)
    require(whole, "Many granularities at once need a state space, not a tree with plies. Use game.state_space().")
    open_ = len(roots) and (tree.first[roots] < tree.first[roots + 1]).all()
    require(open_, "There are no roots, or some roots have no moves. Give positions with moves.")


def sweep_all(tree: Tree, rows: Column, new: Column) -> None:
    """Fill the rows of all positions from the rows of their children."""
    in_parts(
        len(tree),
        _bound(sweep_rows, rows.shape[1] // LANES),
        tree.first,
        tree.child,
        tree.mover,
        rows.reshape(-1, LANES),
        new.reshape(-1, LANES),
    )


@cache
def _bound(template: AnyKernel, blocks: int) -> AnyKernel:
    return template.bind(BLOCKS=np.uint64(blocks)) if blocks > 1 else template


def granular_errors(
    tree: Tree,
    right: Column,
    roots: Column,
    deepest: int,
    granularities: Sequence[int],
    low: float,
    high: float,
    shallow: int = 0,
) -> Column:
    """The mean P_err of minimax over these roots at depths 1, 2, … `deepest`, float64[deepest, granularities], with
    estimates in equal buckets over [low, high]. `right` is `right_moves(tree)`. With a depth `shallow` two rows follow:
    means of the ratio of the errors at depths `deepest` and `shallow`, or 0 where it has no value, and of whether it
    has one."""
    check_roots(tree, roots)
    rows = granular_rows(tree, granularities, low, high)
    sums = []
    near = list[Column]()
    add_up = _bound(sum_right, rows.shape[1] // LANES)
    unit = unit_of(roots)
    lanes = len(granularities)
    for depth in range(1, parse_depth(deepest) + 1):
        old, rows = rows, np.empty_like(rows)
        sweep_all(tree, old, rows)
        graph = tree.first, tree.child, right, roots, unit, old.reshape(-1, LANES), rows.reshape(-1, LANES)
        sums.append(np.sum(in_parts(len(roots), add_up, *graph, lanes), axis=0))
        near = [old, rows] if depth == shallow else near
    errors = mean_errors(np.array(sums), unit, len(roots))
    return np.concatenate([errors, ratios(tree, right, roots, near, [old, rows], lanes)]) if shallow else errors


def mean_errors(sums: Column, unit: float, roots: int) -> Column:
    """P_err from sums of P_opt."""
    errors: Column = 1.0 - sums / unit / roots
    return errors
