"""The tree that UCT grows: its columns, the memory they may take, and what can be read from it afterwards."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

import numpy as np

from overthink.core.bind import kernel
from overthink.core.decision import Nodes
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Column
from overthink.search.simulated_nodes import FIRST, MOVES, OVER, OWN, TURN, VISITS, Columns

# What a simulation reads of a node on its way stands side by side: half a line of the processor's memory.
NUMBERS = (("worth", "f8"), ("scarcity", "f8"), ("first", "i4"), ("width", "i4"), ("turn", "i4"), ("visits", "i4"))
ROW = np.dtype(list(NUMBERS))
OTHERS = 8 + 8 + 1  # bytes of the other columns, besides the message
ROWS = 1 << 22  # at first; memory that is not written to is not taken
MOST_ROWS = 1 << 31
SHARE = 0.8  # of the memory that is free


@dataclass(frozen=True)
class Grown:
    """The tree after its simulations: a row a node, the root first; the children of a node lie side by side."""

    first: Column
    width: Column
    turn: Column
    visits: Column
    own: Column
    proven: Column
    messages: Column  # to Max, one row a node

    def children(self, node: int) -> range:
        begin = int(self.first[node])
        return range(begin, begin + max(0, int(self.width[node])))

    @property
    def nodes(self) -> Nodes:
        opened, ends = int((self.width > 0).sum()), int((self.width == OVER).sum())
        met = 1 + int((self.visits[1:] > 0).sum())
        return Nodes(opened, met - opened - ends, ends)


@kernel
def magnitudes_below(columns: Columns, used: int, magnitudes: Column) -> None:
    """The mean magnitude of all evaluations at and below each node. Children have higher numbers than their parent."""
    first, width, visits, own = columns[FIRST], columns[MOVES], columns[VISITS], columns[OWN]
    for n in range(used - 1, -1, -1):
        total, many = abs(own[n]), 1
        for kid in range(first[n], first[n] + width[n]):
            total += visits[kid] * magnitudes[kid]
            many += visits[kid]
        magnitudes[n] = total / many


@kernel
def sum_depths(columns: Columns, used: int, room: Column, totals: Column) -> int:
    """For the rule vote: totals[i] sums the minimax values of move i, to Max, in the tree cut off at depths 1, 2, … to
    its deepest node. Returns that depth. Nodes without a visited child count as their own evaluation."""
    first, width, turn, visits, own = columns[FIRST], columns[MOVES], columns[TURN], columns[VISITS], columns[OWN]
    depths, values = room[0], room[1]
    deepest = 0
    for n in range(used):
        for kid in range(first[n], first[n] + width[n]):
            depths[kid] = depths[n] + 1.0
            if visits[kid] > 0:
                deepest = max(deepest, int(depths[kid]))
    for depth in range(1, deepest + 1):
        for n in range(used - 1, 0, -1):
            values[n], best = own[n], -math.inf
            if depths[n] < depth and width[n] > 0:
                for kid in range(first[n], first[n] + width[n]):
                    if visits[kid] > 0:
                        best = max(best, turn[n] * values[kid])
                if best > -math.inf:
                    values[n] = turn[n] * best
        for i in range(width[0]):
            totals[i] += values[first[0] + i]
    return deepest


def new_columns(rows: int, width: int) -> Columns:
    """Columns for so many nodes, with messages of so many numbers."""
    table = np.zeros(rows, ROW)
    others = np.zeros(rows), np.zeros(rows), np.zeros(rows, np.int8), np.zeros(rows * width)
    return (*(table[name] for name in ("first", "width", "turn", "visits", "scarcity", "worth")), *others)


def larger_columns(columns: Columns, width: int, used: int, done: int, simulations: int) -> Columns:
    """The same with twice the room. `used` rows were enough for the simulations that are done: where those to come
    would need too much memory at that rate, they are refused at once."""
    rows = len(columns[FIRST])
    each = ROW.itemsize + OTHERS + 8 * width
    most = min(MOST_ROWS, int(SHARE * free_memory()) // each)
    if max(2 * rows, used * simulations // max(1, done)) > most:
        raise OverthinkError(
            f"{simulations:,} simulations do not fit into memory: the tree has {used:,} nodes after {done:,} of them, "
            f"and there is room for {most:,}. Use fewer simulations."
        )
    larger = new_columns(2 * rows, width)
    for old, new in zip(columns, larger):
        new[: len(old)] = old
    return larger


def free_memory() -> int:
    """Bytes of memory that are free for this process, as far as the system says."""
    try:
        with open("/proc/meminfo") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
