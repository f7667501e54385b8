"""Compiled full-width search against a C program doing the same: minimax over a whole board-splitting tree.

`full_width.c` is built with -O3, for any branching factor, as our search is, and for one that the compiler knows and
unrolls. Value and nodes must agree. Both sides take turns on the clock, and the fastest time of each counts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from overthink.bench.c import answer, variants
from overthink.bench.row import Row, in_turn, seconds
from overthink.core.threads import jobs
from overthink.games.board_splitting import BoardSplitting
from overthink.search.decide import decide

BRANCHING, SEED = 2, 1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def squares(count: int, seed: int) -> np.ndarray[Any, Any]:
    """The board of `full_width.c`: the lowest bits of SplitMix64."""
    z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * GOLDEN
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((z ^ (z >> np.uint64(31))) & np.uint64(1)).astype(np.int64)


def rows(quick: bool) -> list[Row]:
    """Ours against both C programs."""
    height, rounds = (14, 3) if quick else (20, 8)
    programs = variants("full_width", BRANCHING)
    game = BoardSplitting(squares(BRANCHING**height, SEED), BRANCHING)
    found = decide(game, depth=height)  # compiles

    def theirs(program: Path) -> float:
        value, nodes, took = answer(program, BRANCHING, height, SEED, 1)
        assert (float(value), int(nodes)) == (found.value, found.nodes.total)
        return float(took)

    sides = {name: lambda program=program: theirs(program) for name, program in programs.items()}
    with jobs(1):  # as the C programs
        times = in_turn({"ours": lambda: seconds(lambda: decide(game, depth=height)), **sides}, rounds)
    what, nodes = f"full-width minimax, board splitting, height {height}", found.nodes.total / 1e6
    how = f"value and {found.nodes.total:,} nodes agree; fastest of {rounds} in turn"
    return [Row(what, name, times["ours"], times[name], how, nodes, "Mnodes") for name in programs]
