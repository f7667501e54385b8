"""A sweep over all positions of an endgame against the speed of memory, and against the same sweep in C.

Copying: bytes per second, as a share of the speed of copying a large array with the same threads. Every read and write
counts: for a copy each byte twice; for a sweep the child's number and row (or value) on every edge, and on every node
the two ends of its children, the mover, and the new row (or value). Savings by the cache are not subtracted. C: the
functions beside this file, built for this processor, on the same columns and parts, with as many threads. Both must
give the same results. The table of the endgame is made first if it does not exist.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import numpy as np

from benchmarks.timing import Row, in_turn, library, seconds
from overthink.core.threads import in_parts
from overthink.core.tree import Column, Tree
from overthink.evaluate.spoil import noisy, truth
from overthink.games.chess.table import endgame
from overthink.measure.granular_sweep import granular_rows, sweep_all
from overthink.rules.minimax import MINIMAX
from overthink.search.sweep import columns, sweep

GRANULARITIES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)


def sweeps(quick: bool) -> list[Row]:
    """Sweep many granularities at once, and a single evaluation."""
    name, rounds, size = ("KRK", 3, 1 << 26) if quick else ("KQKR", 20, 1 << 29)
    table = endgame(name)
    tree = noisy(truth, 2.0 / (table.longest + 1))(table.state_space().tree, 1)
    nodes, edges = len(tree), len(tree.child)
    granular = granular_rows(tree, GRANULARITIES, 0.0, 1.0)
    new, new_in_c = np.empty_like(granular), np.empty_like(granular)
    values = np.zeros((3, nodes))
    run = sweep.bind(**MINIMAX.vocabulary)
    values[0] = np.where(np.isnan(tree.utility), tree.static, tree.utility)
    single = columns(tree, MINIMAX), values[0], values[1], 1
    source = np.ones(size, np.uint8)
    target = np.zeros(size, np.uint8)

    def copy(start: int, stop: int) -> None:
        target[start:stop] = source[start:stop]

    def compare(task: str, width: int, work: Callable[[], object], gather: Callable[[], object]) -> list[Row]:
        moved = edges * (tree.child.itemsize + width) + nodes * (2 * tree.first.itemsize + 1 + width)
        copying = moved / (2 * size)  # the size of this work over that of the timed copy
        sides = {
            "ours": lambda: seconds(work),
            "copying memory": lambda: copying * seconds(lambda: in_parts(size, copy)),
            "C -O3 for this processor": lambda: seconds(gather),
        }
        in_turn(sides, 1)  # compiles, and touches the memory
        times = in_turn(sides, rounds)
        how = f"{moved / 1e9:.2f} GB read and written; fastest of {rounds} in turn"
        title = f"{name}, a sweep of {task}"
        return [Row(title, peer, times["ours"], times[peer], how, moved / 1e9, "GB") for peer in [*sides][1:]]

    many = compare(
        f"{len(GRANULARITIES)} granularities",
        granular.shape[1],
        lambda: sweep_all(tree, granular, new),
        lambda: _in_c("rows", tree, granular, new_in_c),
    )
    alone = compare(
        "one evaluation", 8, lambda: in_parts(nodes, run, *single), lambda: _in_c("values", tree, values[0], values[2])
    )
    assert np.array_equal(new, new_in_c), "the rows of C differ from ours"
    assert np.array_equal(values[1], values[2]), "the values of C differ from ours"
    return [*many, *alone]


def _in_c(function: str, tree: Tree, old: Column, new: Column) -> None:
    """A sweep in C, in the same parts as ours."""
    run = library("sweeps")[function]
    number = ctypes.c_int64
    places = [ctypes.c_void_p(column.ctypes.data) for column in (tree.first, tree.child, tree.mover, old, new)]
    in_parts(len(tree), lambda start, stop: run(*places, number(len(tree.child)), number(start), number(stop)))
