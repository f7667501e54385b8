"""What a user waits for, against the time that it may take: help, a kernel from the cache, a figure at full scale.

Each is a command in a new process, once before to warm up. The figure is [Zuckerman2018] Figure 6 at the paper's scale
from an empty store, with two workers and kernels compiled before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from overthink.bench.commands import OVERTHINK, reproduced, started
from overthink.bench.row import Row, in_turn

KERNEL = "import numpy as np; from overthink.core.randomness import mix; mix(np.uint64(1), np.uint64(2))"


def rows(quick: bool) -> list[Row]:
    """Two or three rows; the ratio is how many times over the work fits into its time."""
    found = [
        _row("overthink --help", 0.5, 2 if quick else 5, lambda: started(*OVERTHINK, "--help")),
        _row("a kernel from the cache", 1.0, 2 if quick else 5, lambda: started(sys.executable, "-c", KERNEL)),
    ]
    if not quick:
        found.append(_row("emm/fig6 at paper scale, two workers", 10.0, 2, lambda: reproduced("emm/fig6", "paper", 2)))
    return found


def _row(what: str, limit: float, rounds: int, work: Callable[[], float]) -> Row:
    work()
    times = in_turn({"ours": work, "theirs": lambda: limit}, rounds)
    return Row(what, "its limit", times["ours"], times["theirs"], f"a new process; fastest of {rounds}")
