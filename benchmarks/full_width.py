"""Our compiled full-width search against a C program doing the same: minimax over a whole board-splitting tree.

`full_width.c` is built here with -O3, twice: for any branching factor, as our search is, and with the branching factor
a constant, which lets the compiler unroll the tree. Value and nodes must agree. The two sides take turns on the clock,
and the fastest time of each counts. Usage: python benchmarks/full_width.py
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.games.board_splitting import BoardSplitting
from overthink.search.decide import decide
from row import Row

HERE = Path(__file__).parent
ROUNDS = 8
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def squares(count: int, seed: int) -> np.ndarray:
    """The board of `full_width.c`: the lowest bits of SplitMix64."""
    z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * GOLDEN
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((z ^ (z >> np.uint64(31))) & np.uint64(1)).astype(np.int64)


def built(*flags: str) -> Path:
    """The C program, compiled."""
    program = HERE / "bin" / "-".join(["full_width", *flags]).replace("=", "-")
    program.parent.mkdir(exist_ok=True)
    try:
        subprocess.run(["gcc", "-O3", "-o", program, *flags, HERE / "full_width.c"], check=True)
    except FileNotFoundError:
        raise OverthinkError("The comparison with C needs gcc; install it and run this again.") from None
    return program


def rows(branching: int = 2, height: int = 20, seed: int = 1) -> list[Row]:
    """Ours against both C programs."""
    game = BoardSplitting(squares(branching**height, seed), branching)
    programs = {"C -O3, any b": built(), f"C -O3, b = {branching} fixed": built(f"-DBRANCHING={branching}")}
    decide(game, depth=height)  # compiles
    ours, theirs, nodes = float("inf"), dict.fromkeys(programs, float("inf")), 0
    for _ in range(ROUNDS):
        began = time.perf_counter()
        decision = decide(game, depth=height)
        ours, nodes = min(ours, time.perf_counter() - began), decision.nodes.total
        for name, program in programs.items():
            arguments = [str(program), str(branching), str(height), str(seed), "1"]
            value, seen, seconds = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.split()
            assert float(value) == decision.value and int(seen) == nodes
            theirs[name] = min(theirs[name], float(seconds))
    return [
        Row(f"full width, board splitting b = {branching}, height {height}, minimax", name, nodes, ours, seconds)
        for name, seconds in theirs.items()
    ]


if __name__ == "__main__":
    for row in rows():
        print(row)
