"""The slow check of the endgames of [Nau2010] section 6.1: made from nothing, their longest mates, branching and
clustering factors. Takes half a minute and 1 GB: `python benchmarks/endgames.py`, or with other names behind it."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time

import numpy as np

from overthink.games.chess_table import EndgameTable, endgame
from overthink.measure.similarity import clustering_factor
from overthink.search.sweep import back_up

LONGEST = {"KQK": 10, "KRK": 16, "KBBK": 19, "KBNK": 33, "KQKR": 35, "KPK": 28}  # moves, known to chess for decades


def check(name: str) -> None:
    began = time.perf_counter()
    table = endgame(name)
    made = time.perf_counter() - began
    moves = (table.longest + 1) // 2
    print(f"{name}: made in {made:.0f} s, peak {memory():.1f} GB; longest mate {moves} moves", flush=True)
    assert LONGEST.get(name, moves) == moves
    began = time.perf_counter()
    again = endgame(name)
    print(f"  read back in {time.perf_counter() - began:.2f} s")
    assert (again.plies == table.plies).all()
    describe(table)


def describe(table: EndgameTable) -> None:
    began = time.perf_counter()
    space = table.state_space()
    tree, whole = space.tree, space.whole
    listed = time.perf_counter() - began
    print(f"  {len(tree):,} positions, {whole:,} whole, {len(tree.child):,} moves; listed in {listed:.0f} s")
    drawn = table.plies[space.states.column[:whole]] < 0
    for side, word in ((1, "White"), (-1, "Black")):
        share = drawn[tree.mover[:whole] == side].mean()
        print(f"  {word} to move: {share:.2%} drawn")
    widths = np.diff(tree.first[: whole + 1])
    mean = [widths[tree.mover[:whole] == side].mean() for side in (1, -1)]
    some = [widths[(tree.mover[:whole] == side) & (widths > 0)].mean() for side in (1, -1)]
    print(f"  b {np.mean(mean):.4f} ({mean[0]:.4f} and {mean[1]:.4f}; {np.mean(some):.4f} where there is a move)")
    print(f"  f {clustering_factor(tree, np.arange(len(tree)) < whole):.4f} as the text defines it, over all positions")
    began = time.perf_counter()
    back_up(tree.opinion(tree.truth), "minimax", 5)
    print(f"  all positions searched 5 plies deep in {time.perf_counter() - began:.0f} s, peak {memory():.1f} GB")


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OVERTHINK_CACHE"] = folder
        for name in sys.argv[1:] or ["KBBK", "KQKR"]:
            check(name)
