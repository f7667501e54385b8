"""Every granularity in one pass, on a GPU: the rows and the numbers of `granular_sweep`.

32 threads take a position, a lane of its row each, so that they read a child's row at once. A thread finds the best of
the children in its lane, how many share it and how many of those are right, all in one go through the moves; what is
right is added up as whole numbers, in which order makes no difference. The list of moves is brought to the GPU once,
for as many draws of noise as there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from overthink.core import gpu
from overthink.core.bind import kernel
from overthink.core.checked import checked_depth
from overthink.core.gpu import array, cuda, launch
from overthink.core.randomness import ONE
from overthink.core.tree import Column, Tree
from overthink.measure.granular_sweep import buckets, check_roots, encode, finished_games, mean_errors, unit_of

AT_ONCE = 1 << 14  # positions that are worked on side by side: more than a GPU has room for
NOTHING, NONE, FLIP = np.int32(-1), np.int32(0), np.int32(255)  # below every value; no moves; what turns values around
TIED, RIGHT = np.int32(1), np.int32(1 + (1 << 16))  # what a move adds to the count of those that look best


@kernel
def encode_lanes(static: Any, over: Any, low: float, widths: Any, places: Any, ends: Any, rows: Any) -> None:
    """The rows of all positions before any search, a lane of one to a thread."""
    i, lanes = cuda.grid(1), rows.shape[1]
    n, lane = i // lanes, i % lanes
    if n < len(rows):
        rows[n, lane] = 0
        end = min(lane + 1, len(widths))
        encode(static, over, low, widths[lane:end], places[lane:end], ends[lane:end], rows[:, lane:end], n, n + 1)


@kernel
def sweep_lanes(
    first: Any, child: Any, mover: Any, right: Any, times: Any, shares: Any, old: Any, new: Any, sums: Any
) -> None:  # fmt: skip
    """The rows of all positions from those of their children, which look one ply less far ahead; and the sums of P_opt
    by lane, over the positions that are roots so many times."""
    i, lanes, total = cuda.grid(1), old.shape[1], 0
    lane = np.uint64(i % lanes)
    for n in range(i // lanes, len(mover), cuda.gridsize(1) // lanes):
        flip = NONE if mover[n] > 0 else FLIP
        best, count, e, end = NOTHING, NONE, np.uint64(first[n]), np.uint64(first[n + 1])
        while e < end:
            value = np.int32(old[np.uint32(child[e]), lane] ^ flip)
            more = RIGHT if right[e] else TIED
            count = more if value > best else np.int32(count + more) if value == best else count
            best = value if value > best else best
            e += ONE
        new[n, lane] = np.uint8(best ^ flip) if count != NONE else old[n, lane]
        if times[n]:
            total += times[n] * shares[count & 0xFFFF, count >> 16]
    cuda.atomic.add(sums, lane, total)


def share_table(widest: int, unit: float) -> Column:
    """shares[tied, good]: the share good / tied as the whole number that `sum_right` makes of it."""
    tied, good = np.arange(widest + 1)[:, np.newaxis], np.arange(widest + 1)
    shares: Column = np.rint(np.minimum(good / np.maximum(tied, 1), 1.0) * unit).astype(np.int64)
    return shares


class Sweeps:
    """A state space on a GPU, with the roots that are asked, to be swept as often as there are opinions of it."""

    def __init__(self, tree: Tree, right: Column, roots: Column):
        gpu.require()
        check_roots(tree, roots)
        self.roots = len(roots)
        self.unit = unit_of(roots)
        shares = share_table(int((tree.first[roots + 1] - tree.first[roots]).max()), self.unit)
        self.worths, over = finished_games(tree)
        self.over = cuda.to_device(over)
        times = np.bincount(roots, minlength=len(tree)).astype(np.int32)
        self.graph = tuple(map(cuda.to_device, (tree.first, tree.child, tree.mover, right, times, shares)))

    def errors(self, seen: Tree, deepest: int, granularities: Sequence[int], low: float, high: float) -> Column:
        """What `granular_errors` finds for the tree with these opinions."""
        rows = self.rows(seen, granularities, low, high)
        sums = self.sums(rows, checked_depth(deepest)).copy_to_host()
        return mean_errors(sums[:, : len(granularities)], self.unit, self.roots)

    def rows(self, seen: Tree, granularities: Sequence[int], low: float, high: float) -> Any:
        """The rows of all positions before any search."""
        how = buckets(self.worths, granularities, low, high)
        static, rows = array("static", (len(seen),), np.float64), array("rows 0", (len(seen), how.lanes), np.uint8)
        static.copy_to_device(seen.static)
        lanes = map(cuda.to_device, (how.widths, how.places, how.ends))
        launch(encode_lanes, rows.size, static, self.over, low, *lanes, rows)
        return rows

    def sums(self, rows: Any, deepest: int) -> Any:
        """The sums of P_opt at every depth, by lane."""
        sums = cuda.to_device(np.zeros((deepest, rows.shape[1]), np.int64))
        new = array("rows 1", rows.shape, np.uint8)
        for depth in range(deepest):
            launch(sweep_lanes, AT_ONCE * rows.shape[1], *self.graph, rows, new, sums[depth])
            rows, new = new, rows
        return sums
