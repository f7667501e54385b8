"""Every granularity in one pass: minimax of all positions of a state space, their estimates in g equal buckets, for
many g at once.

A position is a row of small integers, one lane for each granularity: where its value stands among all the values that
are possible at that granularity. Max and min need nothing but that order. So a sweep reads one short row for each
child, and all lanes of a row are compared at once. The numbers are those of `p_opt_by_depth` with `granular`
evaluations. [Nau2010] sections 3.2 and 6
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.checked import checked_depth
from overthink.core.errors import OverthinkError
from overthink.core.tree import Column, Tree

VALUES = 256  # that a lane tells apart
PARTS = 16
ALIGNED = 32  # lanes that are compared at once: rows are filled up to a multiple


@kernel
def encode(
    static: Any, over: Any, low: float, widths: Any, places: Any, ends: Any, rows: Any, begin: int, end: int
) -> None:
    """The rows of nodes begin … end before any search. `over` numbers the worth of a finished game, -1 elsewhere;
    `places` and `ends` have the rank of each bucket and of each worth, by lane."""
    highest = places.shape[1] - 1.0
    for n in range(begin, end):
        for lane in range(len(widths)):
            if over[n] >= 0:
                rows[n, lane] = ends[lane, over[n]]
            else:
                bucket = np.floor((static[n] - low) / widths[lane])
                rows[n, lane] = places[lane, int(min(max(bucket, 0.0), highest))]


@kernel
def sweep_rows(first: Any, child: Any, mover: Any, old: Any, new: Any, begin: int, end: int) -> None:
    """The rows of nodes begin … end from those of their children, which look one ply less far ahead."""
    lanes = old.shape[1]
    for n in range(begin, end):
        row = old[child[first[n]]] if first[n] < first[n + 1] else old[n]
        for lane in range(lanes):
            new[n, lane] = row[lane]
        for e in range(first[n] + 1, first[n + 1]):
            row = old[child[e]]
            if mover[n] > 0:
                for lane in range(lanes):
                    new[n, lane] = max(new[n, lane], row[lane])
            else:
                for lane in range(lanes):
                    new[n, lane] = min(new[n, lane], row[lane])


@kernel
def sum_right(first: Any, child: Any, right: Any, roots: Any, old: Any, new: Any, begin: int, end: int) -> Any:
    """The sum of P_opt over roots begin … end, by lane: the share of right moves among those that look best. eq. 4"""
    lanes = old.shape[1]
    tied, good, total = np.empty(lanes, np.uint16), np.empty(lanes, np.uint16), np.zeros(lanes)
    for i in range(begin, end):
        n = roots[i]
        tied[:] = 0
        good[:] = 0
        for e in range(first[n], first[n + 1]):
            row, is_right = old[child[e]], np.uint16(right[e])
            for lane in range(lanes):
                best = np.uint16(row[lane] == new[n, lane])
                tied[lane] += best
                good[lane] += best & is_right
        for lane in range(lanes):
            total[lane] += good[lane] / tied[lane]
    return total


def in_parts(size: int, work: Callable[..., Any], *given: Any) -> list[Any]:
    """What two threads make of 0 … size, part by part: some parts have more moves than others."""
    cuts = [size * part // PARTS for part in range(PARTS + 1)]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda begin, end: work(*given, begin, end), cuts[:-1], cuts[1:]))


def granular_rows(tree: Tree, granularities: Sequence[int], low: float, high: float) -> Column:
    """The rows of all positions before any search, uint8[N, lanes]: estimates in equal buckets over [low, high], and
    finished games at their exact worth."""
    if min(granularities) < 2:
        raise OverthinkError(f"A granularity of {min(granularities)} tells no two positions apart; give 2 or more.")
    if not low < high:
        raise OverthinkError(f"The interval from {low} to {high} is empty.")
    finished = ~np.isnan(tree.utility)
    worths, which = np.unique(tree.utility[finished], return_inverse=True)
    over = np.full(len(tree), -1)
    over[finished] = which
    lanes, most = len(granularities), max(granularities)
    if most + len(worths) > VALUES:
        raise OverthinkError(
            f"{most} buckets and {len(worths)} worths of finished games are more than the {VALUES} values that are "
            "told apart; give smaller granularities."
        )
    widths, places, ends = np.empty(lanes), np.empty((lanes, most), np.uint8), np.empty((lanes, len(worths)), np.uint8)
    for lane, g in enumerate(granularities):
        widths[lane] = (high - low) / g
        middles = low + (np.arange(g) + 0.5) * widths[lane]
        values = np.union1d(middles, worths)
        places[lane] = np.searchsorted(values, middles[-1])  # whatever lies higher is in the topmost bucket
        places[lane, :g] = np.searchsorted(values, middles)
        ends[lane] = np.searchsorted(values, worths)
    rows = np.zeros((len(tree), -(-lanes // ALIGNED) * ALIGNED), np.uint8)
    in_parts(len(tree), encode, tree.static, over, low, widths, places, ends, rows)
    return rows


def granular_errors(
    tree: Tree, right: Column, roots: Column, deepest: int, granularities: Sequence[int], low: float, high: float
) -> Column:
    """The mean P_err of minimax over these roots looking 1, 2, … `deepest` plies ahead, float64[deepest,
    granularities], with estimates in equal buckets over [low, high]. `right` is `right_moves(tree)`."""
    if len(tree.levels):
        raise OverthinkError("Granularities are swept together over a state space, and this tree has plies.")
    if not len(roots) or (tree.first[roots] == tree.first[roots + 1]).any():
        raise OverthinkError("There are no roots, or some have no move to decide on.")
    rows, errors = granular_rows(tree, granularities, low, high), []
    for _ in range(checked_depth(deepest)):
        new = np.empty_like(rows)
        in_parts(len(tree), sweep_rows, tree.first, tree.child, tree.mover, rows, new)
        sums = in_parts(len(roots), sum_right, tree.first, tree.child, right, roots, rows, new)
        errors.append(1.0 - sum(sums)[: len(granularities)] / len(roots))
        rows = new
    return np.array(errors)
