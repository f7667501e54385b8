"""A sweep over all positions of an endgame against the memory's own speed: bytes a second, as a share of what copying a
large array with the same two threads reaches. `python benchmarks/sweeps.py`, or with another endgame behind it.

Bytes are counted as read and written once for every use: for a copy each byte twice; for a sweep the child's number and
the child's row (or value) on every edge, the two ends of its children, who moves, and the row (or value) written on
every node. What the cache spares is not taken off. The table of the endgame is made first where there is none.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from overthink.evaluate import noisy, truth
from overthink.games.chess_table import endgame
from overthink.measure.decision_error import right_moves
from overthink.rules.minimax import MINIMAX
from overthink.search.granular_sweep import granular_errors, granular_rows, in_parts, sweep_rows
from overthink.search.sweep import bound, columns, sweep

GRANULARITIES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)
COPIED = 1 << 29  # bytes


def fastest(work: Callable[[], Any], rounds: int = 20) -> float:
    """The shortest time of a few; one run before is not counted."""
    times = []
    for _ in range(rounds + 1):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times[1:])


def copying() -> float:
    """Bytes a second, read and written, of two threads that copy."""
    source, target = np.ones(COPIED, np.uint8), np.zeros(COPIED, np.uint8)

    def copy(begin: int, end: int) -> None:
        target[begin:end] = source[begin:end]

    return 2 * COPIED / fastest(lambda: in_parts(COPIED, copy))


def main(name: str) -> None:
    began = time.perf_counter()
    table = endgame(name)
    print(f"{name}: table in {time.perf_counter() - began:.1f} s", flush=True)
    began = time.perf_counter()
    space = table.state_space()
    tree = noisy(truth, 2.0 / (table.longest + 1))(space.tree, 1)
    nodes, edges = len(tree), len(tree.child)
    print(f"  {nodes:,} positions and {edges:,} moves listed in {time.perf_counter() - began:.1f} s", flush=True)
    copied = copying()
    print(f"  copying: {copied / 1e9:.1f} GB/s")

    def show(what: str, width: int, seconds: float) -> None:
        moved = edges * (tree.child.itemsize + width) + nodes * (2 * tree.first.itemsize + 1 + width)
        print(f"  {what}: {seconds:.3f} s, {moved / seconds / 1e9:.1f} GB/s, {moved / seconds / copied:.2f} of copying")

    rows = granular_rows(tree, GRANULARITIES, 0.0, 1.0)
    new = np.empty_like(rows)
    graph = tree.first, tree.child, tree.mover
    show(
        f"a sweep of {len(GRANULARITIES)} granularities, rows of {rows.shape[1]} bytes",
        rows.shape[1],
        fastest(lambda: in_parts(nodes, sweep_rows, *graph, rows, new)),
    )
    values, run = np.empty((4, nodes)), bound(sweep, MINIMAX)
    values[0] = tree.static
    one = columns(tree, MINIMAX), values[0], values[1], values[2], values[3]
    show(
        "a sweep of one evaluation, values of 8 bytes",
        8,
        fastest(lambda: in_parts(nodes, lambda begin, end: run(*one, begin, end, 1))),
    )
    roots, right = np.flatnonzero(table.plies[space.states.column[: space.whole]] > 5), right_moves(tree)
    seconds = fastest(lambda: granular_errors(tree, right, roots, 5, GRANULARITIES, 0.0, 1.0), 1)
    print(f"  decision errors at depths 1 to 5 and {len(GRANULARITIES)} granularities: {seconds:.1f} s")
    print(f"  peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.1f} GB")


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["KQKR"]))
