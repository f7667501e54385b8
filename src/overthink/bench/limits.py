"""Waiting times of a user against their limits: help, a kernel from the cache, a figure at full scale.

Each is a command in a new process, after one run to warm up. The figure is [Zuckerman2018] Figure 6 at the paper's
scale from an empty store, with two workers and kernels compiled before."""

from __future__ import annotations

import sys
from collections.abc import Callable

from overthink.bench.commands import OVERTHINK, time_command, time_study
from overthink.bench.row import Row, in_turn

KERNEL = "import numpy as np; from overthink.core.randomness import mix; mix(np.uint64(1), np.uint64(2))"


def rows(quick: bool) -> list[Row]:
    """Two or three rows. The ratio is the limit over the time."""
    results = [
        _row("overthink --help", 0.5, 2 if quick else 5, lambda: time_command(*OVERTHINK, "--help")),
        _row("a kernel from the cache", 1.0, 2 if quick else 5, lambda: time_command(sys.executable, "-c", KERNEL)),
    ]
    if not quick:
        results.append(
            _row("emm/fig6 at paper scale, two workers", 10.0, 2, lambda: time_study("emm/fig6", "paper", 2))
        )
    return results


def _row(task: str, limit: float, rounds: int, work: Callable[[], float]) -> Row:
    work()
    times = in_turn({"ours": work, "theirs": lambda: limit}, rounds)
    return Row(task, "its limit", times["ours"], times["theirs"], f"a new process; fastest of {rounds}")
