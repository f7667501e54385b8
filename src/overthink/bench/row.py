"""One line of the table: the same work by us and by a peer, or against a limit, timed in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """What was done, who else did it, and the seconds that each of both took, round by round."""

    what: str
    peer: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    how: str
    work: float = 0.0  # so much of the unit was done; none where the time itself is what counts
    unit: str = ""

    @property
    def ratio(self) -> float:
        """How many times as fast as the peer we are, each at its fastest."""
        return min(self.theirs) / min(self.ours)

    @property
    def spread(self) -> tuple[float, float]:
        """The smallest and the largest ratio of a round."""
        ratios = [theirs / ours for ours, theirs in zip(self.ours, self.theirs)]
        return min(ratios), max(ratios)

    @property
    def ratios(self) -> tuple[str, str]:
        """The ratio and the spread, in words."""
        ratio, low, high = (f"{each:,.0f}" if each >= 100 else f"{each:.3g}" for each in (self.ratio, *self.spread))
        return ratio, f"{low} to {high}"

    @property
    def speeds(self) -> str:
        """Ours and theirs at their fastest, in words."""
        ours, theirs = (self.work / min(times) if self.work else min(times) for times in (self.ours, self.theirs))
        return f"{ours:.3g} : {theirs:.3g} {f'{self.unit}/s' if self.work else 's'}"


def seconds(run: Callable[[], Any]) -> float:
    """How long this takes."""
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def in_turn(sides: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, tuple[float, ...]]:
    """The seconds of each side in each round. Both are timed in every round, so that a busy machine slows both."""
    times = [{name: side() for name, side in sides.items()} for _ in range(rounds)]
    return {name: tuple(each[name] for each in times) for name in sides}
