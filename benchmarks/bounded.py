"""Our compiled bounded alpha-beta against a C program doing the same: Algorithm 1 on random trees without chance.

`bounded.c` is built here with -O3, twice: for any branching factor, as our search is, and with the branching factor a
constant. Bounds and nodes must agree. The two sides take turns on the clock, and the fastest time of each counts.
Usage: python benchmarks/bounded.py
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from overthink.core.errors import OverthinkError
from overthink.games.random_tree import HIGH, RandomTree
from overthink.search import bounded as algorithm
from overthink.search.bounds import ENDLESS, NUMBERS
from overthink.search.chance import chance_subject, typed
from row import Row

HERE = Path(__file__).parent
ROUNDS, TREES = 8, 50


def built(*flags: str) -> Path:
    """The C program, compiled."""
    program = HERE / "bin" / "-".join(["bounded", *flags]).replace("=", "-")
    program.parent.mkdir(exist_ok=True)
    try:
        subprocess.run(["gcc", "-O3", "-o", program, *flags, HERE / "bounded.c"], check=True)
    except FileNotFoundError:
        raise OverthinkError("The comparison with C needs gcc; install it and run this again.") from None
    return program


def rows(branching: int = 4, depth: int = 9, epsilon: float = 0.0) -> list[Row]:
    """Ours against both C programs, a number of trees one after the other."""
    positions = [chance_subject(RandomTree(branching, depth, number=i), None, None) for i in range(TREES)]
    keys = [str(int(position.context[0][2])) for position in positions]
    programs = {"C -O3, any b": built(), f"C -O3, b = {branching} fixed": built(f"-DBRANCHING={branching}")}
    search = typed(algorithm.bounded, positions[0], NUMBERS)
    ours, theirs, nodes = float("inf"), dict.fromkeys(programs, float("inf")), 0
    for _ in range(ROUNDS):
        began = time.perf_counter()
        found = [search(p.context, p.state, depth, epsilon, 0.0, HIGH, 0.0, HIGH, ENDLESS) for p in positions]
        ours = min(ours, time.perf_counter() - began)
        L, U, nodes = sum(f[0] for f in found), sum(f[1] for f in found), sum(f[2] + f[3] for f in found)
        for name, program in programs.items():
            arguments = [str(program), str(branching), str(depth), str(epsilon), "1", *keys]
            words = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.split()
            assert (float(words[0]), float(words[1]), int(words[2])) == (L, U, nodes)
            theirs[name] = min(theirs[name], float(words[3]))
    what = f"bounded alpha-beta, {TREES} random trees b = {branching}, depth {depth}, ε = {epsilon:g}"
    return [Row(what, name, nodes, ours, seconds) for name, seconds in theirs.items()]


if __name__ == "__main__":
    for row in [*rows(), *rows(epsilon=32.0)]:
        print(row)
