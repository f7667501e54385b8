"""Whole games on a GPU and on all processors: do they agree, and how long does each take?

Two things are done with noise on the distance to mate of every position, depths 1 to 5: the sweeps of [Nau2010] Figure
11 with 20 granularities, whose mean decision errors are compared; and surveys with any evaluation by some rules, of
which the decision error of every position is. All are compared bit for bit. A GPU's times are its own, between two
events around the work named, the fastest of several after one that is not counted; a processor's are by the clock.
Usage: python benchmarks/whole_games_gpu.py [endgame …]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.gpu import cuda, require
from overthink.evaluate import noisy, truth
from overthink.measure.granular_sweep import granular_errors
from overthink.measure.granular_sweep_gpu import Sweeps
from overthink.measure.survey_gpu import errors_on_gpu
from overthink.measure.survey_sweep import errors_by_depth
from overthink.rules import rule_named
from overthink_papers.nau.fig11 import GRANULARITIES, wins

ROUNDS, DEEPEST = 10, 5
RULES = "minimax", "emm", "product"


def seconds(work: Callable[[], Any]) -> float:
    """By the clock, the faster of two."""
    found = []
    for _ in range(2):
        began = perf_counter()
        work()
        found.append(perf_counter() - began)
    return min(found)


def device_seconds(work: Callable[[], Any]) -> float:
    """The GPU's own time, the fastest of several after one that is not counted."""
    found = []
    for _ in range(ROUNDS + 1):
        began, ended = cuda.event(), cuda.event()
        began.record()
        work()
        ended.record()
        ended.synchronize()
        found.append(cuda.event_elapsed_time(began, ended) / 1e3)
    return float(min(found[1:]))


def sweeps(name: str) -> None:
    """The rows of the table for one endgame."""
    tree, right, roots, sigma = wins(name)
    seen = noisy(truth, sigma)(tree, 1)
    estimates = seen.static[np.isnan(tree.utility)]
    given = GRANULARITIES, float(estimates.min()), float(estimates.max())
    here = granular_errors(seen, right, roots, DEEPEST, *given)
    clock = seconds(lambda: granular_errors(seen, right, roots, DEEPEST, *given))
    began = perf_counter()
    on_gpu = Sweeps(tree, right, roots)
    cuda.synchronize()
    brought = perf_counter() - began
    there = on_gpu.errors(seen, DEEPEST, *given)
    differ = int((here != there).sum())
    rows = on_gpu.rows(seen, *given)
    for what, took in (
        ("list of moves brought there", brought),
        ("opinions brought there, and put in buckets", device_seconds(lambda: on_gpu.rows(seen, *given))),
        ("five sweeps, and their sums", device_seconds(lambda: on_gpu.sums(rows, DEEPEST))),
        ("all but the list of moves", device_seconds(lambda: on_gpu.errors(seen, DEEPEST, *given))),
    ):
        cells = (name, f"{len(tree):,}", f"{len(tree.child):,}", what, f"{took * 1e3:.2f}", f"{clock * 1e3:.0f}")
        print(f"| {' | '.join(cells)} | {differ} of {here.size} |", flush=True)


def survey(name: str, rule: str) -> None:
    """A row for a survey by a rule; the list of moves is brought to the GPU for each."""
    tree, _, _, sigma = wins(name)
    noise = noisy(truth, sigma)(tree, 1)
    seen = noise.opinion(noise.static, 0.2)
    given = seen, rule_named(rule), range(1, DEEPEST + 1), len(seen), lambda stage, share: None
    here, there = errors_by_depth(*given), errors_on_gpu(*given)
    differ = sum(int((~np.isclose(here[depth], there[depth], 0, 0, equal_nan=True)).sum()) for depth in here)
    clock, took = seconds(lambda: errors_by_depth(*given)), seconds(lambda: errors_on_gpu(*given))
    cells = (name, f"{len(seen):,}", f"{len(seen.child):,}", f"survey by {rule}, with all that is brought there")
    times = (f"{took * 1e3:.0f}", f"{clock * 1e3:.0f}")
    print(f"| {' | '.join(cells + times)} | {differ} of {DEEPEST * len(seen):,} |", flush=True)


def main(names: list[str]) -> None:
    try:
        require()
    except OverthinkError as error:
        sys.exit(str(error))
    print(f"{cuda.get_current_device().name}\n")
    print("| endgame | positions | moves | what | ms, GPU | ms of all of it, processors | errors that differ |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in names:
        sweeps(name)
        for rule in RULES:
            survey(name, rule)


if __name__ == "__main__":
    main(sys.argv[1:] or ["KBBK", "KQKR"])
