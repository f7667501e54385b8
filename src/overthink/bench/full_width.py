"""Compiled full-width search against a C program doing the same: minimax over a whole board-splitting tree.

`full_width.c` is built with -O3, once for any branching factor, as our search is, and once for a fixed one, which the
compiler unrolls. Value and nodes must agree. Both sides run in turn, and the fastest time of each counts.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from overthink.bench.c import run_program, variants
from overthink.bench.row import Row, in_turn, seconds
from overthink.core.threads import jobs
from overthink.core.tree import Column
from overthink.games.board_splitting import BoardSplitting
from overthink.search.decide import decide

BRANCHING, SEED = 2, 1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def squares(count: int, seed: int) -> Column:
    """The board of `full_width.c`: the lowest bits of SplitMix64."""
    z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * GOLDEN
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((z ^ (z >> np.uint64(31))) & np.uint64(1)).astype(np.int64)


def rows(quick: bool) -> list[Row]:
    """Compare our search with both C programs."""
    height, rounds = (14, 3) if quick else (20, 8)
    programs = variants("full_width", BRANCHING)
    game = BoardSplitting(squares(BRANCHING**height, SEED), BRANCHING)
    decision = decide(game, depth=height)  # compiles

    def theirs(program: Path) -> float:
        value, nodes, took = run_program(program, BRANCHING, height, SEED, 1)
        assert (float(value), int(nodes)) == (decision.value, decision.nodes.total)
        return float(took)

    sides = {name: lambda program=program: theirs(program) for name, program in programs.items()}
    with jobs(1):  # as the C programs
        times = in_turn({"ours": lambda: seconds(lambda: decide(game, depth=height)), **sides}, rounds)
    task, nodes = f"full-width minimax, board splitting, height {height}", decision.nodes.total / 1e6
    how = f"value and {decision.nodes.total:,} nodes agree; fastest of {rounds} in turn"
    return [Row(task, name, times["ours"], times[name], how, nodes, "Mnodes") for name in programs]
