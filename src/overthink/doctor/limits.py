"""The time and the processes that an examination may take."""

from __future__ import annotations

import math
import time
from typing import Any

from overthink.core.errors import OverthinkError, shown
from overthink.core.numbers import checked_whole

MAKE, EXAMINE = 0.2, 0.75  # of the budget: when the positions are made, and when they are examined
MOST_JOBS = 64


class Limits:
    """Deadlines on the clock `time.monotonic`, or None without a budget. The conclusions take the rest of the time."""

    def __init__(self, budget: Any):
        if budget is not None and not _positive(budget):
            raise OverthinkError(f"A budget is a number of seconds, more than 0; {budget!r} was given.")
        self.budget, self.begun = budget, time.monotonic()
        self.made, self.examined, self.over = (self._after(share) for share in (MAKE, EXAMINE, 1.0))

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return math.inf if self.over is None else self.over - time.monotonic()

    def _after(self, share: float) -> float | None:
        return self.begun + share * float(self.budget) if self.budget is not None else None


def checked_jobs(jobs: Any) -> None:
    """How many processes or engines run side by side."""
    if not 1 <= checked_whole("jobs", jobs) <= MOST_JOBS:
        raise OverthinkError(f"jobs= must be from 1 to {MOST_JOBS}, not {shown(jobs)}.")


def _positive(number: Any) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number) and number > 0
