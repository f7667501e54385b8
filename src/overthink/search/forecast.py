"""How long a search would take: shallower searches are timed, and their growth is continued."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from overthink.core.game import Evaluate
from overthink.core.kinds import State
from overthink.rules import rule_named
from overthink.rules.rule import Rule
from overthink.search.decide import ENDLESS, look_at, searched, subject_of

TRIAL = 0.3  # seconds that the last of the shallower searches may take
SPEED = 2e7  # nodes a second of compiled searches, roughly
YEAR, LOG_YEAR = 365.25, 7.5  # days, and the logarithm of seconds


@dataclass(frozen=True)
class Forecast:
    """A search to `reached` takes `base` seconds, and each further ply `growth` times as long as the one before."""

    depth: int  # that is wanted
    reached: int
    base: float
    growth: float

    @property
    def seconds(self) -> float:
        """The time that the search will take."""
        return math.pow(10.0, min(self._logarithm, 300.0))

    @property
    def _logarithm(self) -> float:
        return math.log10(self.base) + (self.depth - self.reached) * math.log10(self.growth)

    def deepest(self, seconds: float) -> int:
        """The greatest depth that takes at most so many seconds."""
        if self.growth <= 1.0:
            return self.depth
        return max(1, self.reached + math.floor(math.log(seconds / self.base) / math.log(self.growth)))

    @property
    def time(self) -> str:
        """The time, for people."""
        minutes, days = self.seconds / 60.0, self.seconds / 86_400.0
        if minutes < 2.0:
            return f"{self.seconds:.0f} seconds"
        if minutes < 120.0:
            return f"{minutes:.0f} minutes"
        if days < 700.0:
            return f"{24.0 * days:.0f} hours" if days < 2.0 else f"{days:.0f} days"
        return f"{days / YEAR:,.0f} years" if days < 1e8 else f"10^{math.floor(self._logarithm - LOG_YEAR)} years"


def forecast(
    subject: Any,
    state: State = None,
    *,
    rule: str | Rule = "minimax",
    search: str = "full-width",
    depth: int,
    evaluate: Evaluate | None = None,
    error: float = 0.0,
) -> Forecast:
    """Time shallower searches for a moment, and forecast the search that is wanted."""
    what = rule_named(rule)
    how = searched(search, what)
    position = subject_of(subject, state, what, depth, evaluate, error)
    plain = replace(position, compiled=False)  # compiling would take longer than all of this
    counts, seconds, growth = [1.0], 0.0, 1.0
    for trial in range(1, depth + 1):
        begun = time.perf_counter()
        with np.errstate(over="ignore"):  # hashes wrap
            decision, _ = look_at(plain, what, how, trial, True, ENDLESS)
        seconds = time.perf_counter() - begun
        counts.append(float(decision.nodes.total))
        if decision.nodes.frontier == 0:  # the game is seen to its end
            growth = 1.0
            break
        growth = math.sqrt(counts[-1] / counts[-3]) if trial > 1 else counts[-1]
        if seconds * growth > TRIAL:
            break
    base = counts[-1] / SPEED if position.compiled else seconds
    return Forecast(depth, len(counts) - 1, max(base, 1e-9), max(growth, 1.0))
