"""Waiting times of a user against their limits, and two workers against one.

Each is a command in a new process, after one run to warm up. Studies start from an empty store, with kernels compiled
before. Two workers should need at most .6 of the time of one, a ratio of 1.67. A machine with less than two free cores
cannot show it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from overthink.bench.timing import OVERTHINK, Row, in_turn, time_command, time_study

KERNEL = "import numpy as np; from overthink.core.arithmetic import mix; mix(np.uint64(1), np.uint64(2))"


def limits(quick: bool) -> list[Row]:
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


def workers(quick: bool) -> list[Row]:
    """One row: the speed with two workers over the speed with one."""
    study, scale, rounds = ("emm/fig2", "100000", 1) if quick else ("emm/fig6", "20000", 2)
    time_study(study, "20", 1)
    times = in_turn(
        {"ours": lambda: time_study(study, scale, 2), "theirs": lambda: time_study(study, scale, 1)}, rounds
    )
    how = f"start-up included; fastest of {rounds} in turn"
    return [Row(f"{study}, {int(scale):,} games, two workers", "one worker", times["ours"], times["theirs"], how)]
