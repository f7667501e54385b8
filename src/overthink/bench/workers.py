"""Two workers against one, on the same study from an empty store, by the command, start-up and all.

Kernels are compiled before, by a run that is not counted. Two workers should need at most .6 of the time of one, which
is a ratio of 1.67; a machine with less than two free cores cannot show it.
"""

from __future__ import annotations

from overthink.bench.commands import reproduced
from overthink.bench.row import Row, in_turn


def rows(quick: bool) -> list[Row]:
    """One row: as many times as fast as with one worker."""
    study, scale, rounds = ("emm/fig2", "100000", 1) if quick else ("emm/fig6", "20000", 2)
    reproduced(study, "20", 1)
    times = in_turn(
        {"ours": lambda: reproduced(study, scale, 2), "theirs": lambda: reproduced(study, scale, 1)}, rounds
    )
    how = f"start-up included; fastest of {rounds} in turn"
    return [Row(f"{study}, {int(scale):,} games, two workers", "one worker", times["ours"], times["theirs"], how)]
