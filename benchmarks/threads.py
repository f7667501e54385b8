"""How much faster several threads are than one: tables of endgames, lists of moves, sweeps, a survey, a big search.

    python benchmarks/threads.py
    python benchmarks/threads.py --threads 1 2 4 8 16 --rounds 3

Every line is the same work by each number of threads, in turn, the fastest of some rounds; the numbers found must be
the same, bit by bit, or the script stops. Kernels are compiled before, and tables are made anew each time.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import overthink as ot
from overthink.core.threads import cores, in_parts
from overthink.games.chess_endgame import ChessEndgame
from overthink.games.chess_retrograde import distances
from overthink.measure.decision_error import right_moves
from overthink.measure.granular_sweep import granular_errors, granular_rows, sweep_all
from overthink.rules.minimax import MINIMAX
from overthink.search.sweep import bound, columns, sweep

GRANULARITIES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120)
Work = Callable[[], list[Any]]


def silent(stage: str, share: float) -> None:
    """Tells nobody."""


def works(name: str) -> dict[str, Work]:
    """What is timed: each gives the numbers that must not depend on the threads."""
    table = ot.endgame(name)
    space = table.state_space()
    judge = ot.noisy(ot.truth, 2.0 / (table.longest + 1))
    tree = judge(space.tree, 1)
    low, high = float(tree.static.min()), float(tree.static.max())
    rows = granular_rows(tree, GRANULARITIES, low, high)
    new, values = np.empty_like(rows), np.zeros((2, len(tree)))
    values[0] = np.where(np.isnan(tree.utility), tree.static, tree.utility)
    roots, right, cells = np.flatnonzero(np.diff(tree.first)), right_moves(tree), columns(tree, MINIMAX)
    kalah = ot.Kalah.real(outcome="win")

    def many() -> list[Any]:
        sweep_all(tree, rows, new)
        return [new]

    def one() -> list[Any]:
        in_parts(len(tree), bound(sweep, MINIMAX), cells, *values, 1)
        return [values[1]]

    def moves() -> list[Any]:
        listed = table.state_space().tree
        return [listed.first, listed.child]

    def surveyed() -> list[Any]:
        survey = ot.survey(space, judge, (1, 2, 3, 4, 5), seed=1)
        return [*survey.errors.values(), repr((survey.mean_errors, survey.compare()))]

    return {
        "KRK, table": lambda: [distances(ChessEndgame("KRK"), silent)],
        f"{name}, table": lambda: [distances(ChessEndgame(name), silent)],
        f"{name}, moves listed": moves,
        f"{name}, a sweep of one evaluation": one,
        f"{name}, a sweep of 20 granularities": many,
        f"{name}, 20 granularities, depths 1 to 5": lambda: [
            granular_errors(tree, right, roots, 5, GRANULARITIES, low, high)
        ],
        f"{name}, survey of depths 1 to 5": surveyed,
        "Kalah, full width, depth 11": lambda: [repr(ot.decide(kalah, depth=11, evaluate=ot.store_difference(kalah)))],
    }


def stamp(found: list[Any]) -> str:
    """A hash of all that was found."""
    parts = [each.encode() if isinstance(each, str) else np.ascontiguousarray(each).tobytes() for each in found]
    return hashlib.sha256(b"|".join(parts)).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2, 4, 8, 16])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--endgame", default="KQKR")
    given = parser.parse_args()
    print(f"{cores()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}\n")
    print(f"| what | {' | '.join(f'{crew} threads' for crew in given.threads)} |")
    print(f"| --- | {' | '.join('---' for _ in given.threads)} |")
    for what, work in works(given.endgame).items():
        work()  # compiles
        fastest, stamps = dict.fromkeys(given.threads, float("inf")), set()
        for _ in range(given.rounds):
            for crew in given.threads:
                with ot.jobs(crew):
                    began = time.perf_counter()
                    found = work()
                    fastest[crew] = min(fastest[crew], time.perf_counter() - began)
                stamps.add(stamp(found))
        assert len(stamps) == 1, f"{what}: the numbers depend on the threads"
        base = fastest[given.threads[0]]
        print(f"| {what} | {' | '.join(f'{t:.3g} s, {base / t:.2f} times' for t in fastest.values())} |", flush=True)


if __name__ == "__main__":
    main()
