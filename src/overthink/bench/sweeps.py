"""A sweep over all positions of an endgame against the memory's own speed: bytes a second, as a share of what copying a
large array with the same threads reaches.

Bytes are counted as read and written once for every use: for a copy each byte twice; for a sweep the child's number and
the child's row (or value) on every edge, the two ends of its children, who moves, and the row (or value) written on
every node. What the cache spares is not taken off. The table of the endgame is made first where there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from overthink.bench.row import Row, in_turn, seconds
from overthink.core.threads import in_parts
from overthink.evaluate import noisy, truth
from overthink.games.chess_table import endgame
from overthink.rules.minimax import MINIMAX
from overthink.search.granular_sweep import granular_rows, sweep_all
from overthink.search.sweep import bound, columns, sweep

GRANULARITIES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)


def rows(quick: bool) -> list[Row]:
    """A sweep of many granularities at once, and one of a single evaluation."""
    name, rounds, size = ("KRK", 3, 1 << 26) if quick else ("KQKR", 20, 1 << 29)
    table = endgame(name)
    tree = noisy(truth, 2.0 / (table.longest + 1))(table.state_space().tree, 1)
    nodes, edges = len(tree), len(tree.child)
    granular = granular_rows(tree, GRANULARITIES, 0.0, 1.0)
    new = np.empty_like(granular)
    values, run = np.empty((4, nodes)), bound(sweep, MINIMAX)
    values[0] = tree.static
    one = columns(tree, MINIMAX), values[0], values[1], values[2], values[3]
    source, target = np.ones(size, np.uint8), np.zeros(size, np.uint8)

    def copy(begin: int, end: int) -> None:
        target[begin:end] = source[begin:end]

    def row(what: str, width: int, work: Callable[[], Any]) -> Row:
        moved = edges * (tree.child.itemsize + width) + nodes * (2 * tree.first.itemsize + 1 + width)
        copying = moved / (2 * size)  # times as long as the copy that is timed
        sides = {"ours": lambda: seconds(work), "theirs": lambda: copying * seconds(lambda: in_parts(size, copy))}
        in_turn(sides, 1)  # compiles, and touches the memory
        times = in_turn(sides, rounds)
        how = f"{moved / 1e9:.2f} GB read and written; fastest of {rounds} in turn"
        return Row(f"{name}, {what}", "copying memory", times["ours"], times["theirs"], how, moved / 1e9, "GB")

    return [
        row(
            f"a sweep of {len(GRANULARITIES)} granularities",
            granular.shape[1],
            lambda: sweep_all(tree, granular, new),
        ),
        row("a sweep of one evaluation", 8, lambda: in_parts(nodes, run, *one, 1)),
    ]
