"""A sweep over all positions of an endgame against the memory's own speed, and against C that gathers the same.

Copying: bytes a second, as a share of what copying a large array with the same threads reaches. Bytes are counted as
read and written once for every use: for a copy each byte twice; for a sweep the child's number and the child's row (or
value) on every edge, the two ends of its children, who moves, and the row (or value) written on every node. What the
cache spares is not taken off. C: the functions beside this file, built for the processor, on the same columns and the
same parts, by as many threads; both must find the same. The table of the endgame is made first where there is none.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from overthink.bench.c import library
from overthink.bench.row import Row, in_turn, seconds
from overthink.core.threads import in_parts
from overthink.core.tree import Column, Tree
from overthink.evaluate import noisy, truth
from overthink.games.chess_table import endgame
from overthink.measure.granular_sweep import granular_rows, sweep_all
from overthink.rules.minimax import MINIMAX
from overthink.search.sweep import bound, columns, sweep

GRANULARITIES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)


def rows(quick: bool) -> list[Row]:
    """A sweep of many granularities at once, and one of a single evaluation."""
    name, rounds, size = ("KRK", 3, 1 << 26) if quick else ("KQKR", 20, 1 << 29)
    table = endgame(name)
    tree = noisy(truth, 2.0 / (table.longest + 1))(table.state_space().tree, 1)
    nodes, edges = len(tree), len(tree.child)
    granular = granular_rows(tree, GRANULARITIES, 0.0, 1.0)
    new, new_in_c = np.empty_like(granular), np.empty_like(granular)
    values, run = np.zeros((3, nodes)), bound(sweep, MINIMAX)
    values[0] = np.where(np.isnan(tree.utility), tree.static, tree.utility)
    one = columns(tree, MINIMAX), values[0], values[1], 1
    source, target = np.ones(size, np.uint8), np.zeros(size, np.uint8)

    def copy(begin: int, end: int) -> None:
        target[begin:end] = source[begin:end]

    def compared(what: str, width: int, work: Callable[[], Any], gather: Callable[[], Any]) -> list[Row]:
        moved = edges * (tree.child.itemsize + width) + nodes * (2 * tree.first.itemsize + 1 + width)
        copying = moved / (2 * size)  # times as long as the copy that is timed
        sides = {
            "ours": lambda: seconds(work),
            "copying memory": lambda: copying * seconds(lambda: in_parts(size, copy)),
            "C -O3 for this processor": lambda: seconds(gather),
        }
        in_turn(sides, 1)  # compiles, and touches the memory
        times = in_turn(sides, rounds)
        how = f"{moved / 1e9:.2f} GB read and written; fastest of {rounds} in turn"
        found = f"{name}, a sweep of {what}"
        return [Row(found, peer, times["ours"], times[peer], how, moved / 1e9, "GB") for peer in [*sides][1:]]

    many = compared(
        f"{len(GRANULARITIES)} granularities",
        granular.shape[1],
        lambda: sweep_all(tree, granular, new),
        lambda: _in_c("rows", tree, granular, new_in_c),
    )
    alone = compared(
        "one evaluation", 8, lambda: in_parts(nodes, run, *one), lambda: _in_c("values", tree, values[0], values[2])
    )
    assert np.array_equal(new, new_in_c), "the rows that C finds are not ours"
    assert np.array_equal(values[1], values[2]), "the values that C finds are not ours"
    return [*many, *alone]


def _in_c(function: str, tree: Tree, old: Column, new: Column) -> None:
    """A sweep in C, in the parts that ours is cut into."""
    run, number = library("sweeps")[function], ctypes.c_int64
    places = [ctypes.c_void_p(column.ctypes.data) for column in (tree.first, tree.child, tree.mover, old, new)]
    in_parts(len(tree), lambda begin, end: run(*places, number(len(tree.child)), number(begin), number(end)))
