"""Two workers against one, on the same study from an empty store, by the command, with start-up.

A first run, which does not count, compiles the kernels. Two workers should need at most .6 of the time of one, a ratio
of 1.67. A machine with less than two free cores cannot show it.
"""

from __future__ import annotations

from overthink.bench.commands import time_study
from overthink.bench.row import Row, in_turn


def rows(quick: bool) -> list[Row]:
    """One row: the speed with two workers over the speed with one."""
    study, scale, rounds = ("emm/fig2", "100000", 1) if quick else ("emm/fig6", "20000", 2)
    time_study(study, "20", 1)
    times = in_turn(
        {"ours": lambda: time_study(study, scale, 2), "theirs": lambda: time_study(study, scale, 1)}, rounds
    )
    how = f"start-up included; fastest of {rounds} in turn"
    return [Row(f"{study}, {int(scale):,} games, two workers", "one worker", times["ours"], times["theirs"], how)]
