"""Compiled bounded alpha-beta against a C program doing the same: Algorithm 1 of [Atzmon2018] on random trees.

`bounded.c` is built with -O3, once for any branching factor, as our search is, and once for a fixed one. Bounds and
nodes must agree. Both sides run in turn, and the fastest time of each counts.
"""

from __future__ import annotations

from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

from overthink.bench.c import run_program, variants
from overthink.bench.row import Row, in_turn, seconds
from overthink.games.random_tree import HIGH, RandomTree
from overthink.search import bounded as algorithm
from overthink.search.bounds import NUMBERS
from overthink.search.chance import chance_subject, typed
from overthink.search.decide import ENDLESS

BRANCHING, EPSILON = 4, 0.0


def rows(quick: bool) -> list[Row]:
    """Compare our search with both C programs, over a number of trees."""
    depth, trees, rounds = (7, 20, 3) if quick else (9, 50, 8)
    programs = variants("bounded", BRANCHING)
    positions = [chance_subject(RandomTree(BRANCHING, depth, number=i), None, None) for i in range(trees)]
    keys = [int(position.context[0][2]) for position in positions]
    search = typed(algorithm.bounded, positions[0], NUMBERS)

    def ours() -> list[Any]:
        return [search(p.context, p.state, depth, EPSILON, 0.0, HIGH, 0.0, HIGH, ENDLESS) for p in positions]

    # Add in order, as C does: the built-in sum corrects rounding since Python 3.12.
    L, U, internal, leaves = (reduce(add, column) for column in list(zip(*ours()))[:4])

    def theirs(program: Path) -> float:
        low, high, nodes, took = run_program(program, BRANCHING, depth, EPSILON, 1, *keys)
        assert (float(low), float(high), int(nodes)) == (L, U, internal + leaves)
        return float(took)

    sides = {name: lambda program=program: theirs(program) for name, program in programs.items()}
    times = in_turn({"ours": lambda: seconds(ours), **sides}, rounds)
    task = f"bounded alpha-beta, {trees} random trees b = {BRANCHING}, depth {depth}, ε = {EPSILON:g}"
    how = f"bounds and {internal + leaves:,} nodes agree; fastest of {rounds} in turn"
    nodes = (internal + leaves) / 1e6
    return [Row(task, name, times["ours"], times[name], how, nodes, "Mnodes") for name in programs]
