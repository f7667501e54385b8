"""The ratio of two decision errors, position by position, at many granularities in one pass. [Nau2010] eq. 6

The errors are those of `granular_sweep`. Each is a quotient of whole numbers, wrong moves among the best over all best
moves, so the ratio of two is one too. Ratios are added as whole numbers, which is exact in any order.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from overthink.core.bind import AnyKernel, kernel
from overthink.core.kinds import Number
from overthink.core.machine import LANES, equal, plus, prefetch, put_row, row_at, where
from overthink.core.threads import in_parts
from overthink.core.tree import Column, Tree

BLOCKS = np.uint64(1)  # rows of LANES for each node
AHEAD = np.uint64(64)  # a row is prefetched so many edges before its use
MOST = np.uint64(255)  # the largest count of a lane
ONE = np.uint64(1)
WIDEST, FINEST = 8, 40  # bits of the largest ratio, which is below the number of moves; and of the number for 1


@kernel
def count_best(
    first: Column, child: Column, right: Column, n: Number, block: Number, old: Column, new: Column, counts: Column,
    many: Column,
) -> None:  # fmt: skip
    """many[0, lane] best moves of a node by the rows of its children, and many[1, lane] right ones among them."""
    last, start, stop = np.uint64(len(child) - 1), np.uint64(first[n]), np.uint64(first[n + ONE])
    own = row_at(new, n * BLOCKS + block)
    many[:] = 0
    for run in range(start, stop, MOST):
        counts[:] = 0
        tied, good = row_at(counts, 0), row_at(counts, 1)
        for e in range(run, min(run + MOST, stop)):
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
    return 1 << min(FINEST, 62 - WIDEST - len(roots).bit_length())


def mean_ratios(sums: Column, unit: int, roots: int) -> Column:
    """The ratio, or 0 where it has no value, and whether it has one: means over roots."""
    means: Column = sums / np.array([[unit * roots], [roots]], float)
    return means


@cache
def _bound(blocks: int) -> AnyKernel:
    return sum_ratios.bind(BLOCKS=np.uint64(blocks)) if blocks > 1 else sum_ratios


def ratios(tree: Tree, right: Column, roots: Column, near: list[Column], deep: list[Column], lanes: int) -> Column:
    """Means over roots of the ratio, or 0 where it has no value, and of whether it has one, float64[2, lanes]. `near`
    and `deep` are the rows of all positions at one ply less than the shallower and the deeper depth, and at it."""
    unit = ratio_unit(roots)
    rows = [each.reshape(-1, LANES) for each in (*near, *deep)]
    add_up = _bound(deep[0].shape[1] // LANES)
    sums = np.sum(in_parts(len(roots), add_up, tree.first, tree.child, right, roots, unit, *rows, lanes), axis=0)
    return mean_ratios(sums, unit, len(roots))
