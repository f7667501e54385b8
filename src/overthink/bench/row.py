"""One line of the table: the same work by us and by a peer, or against a limit, timed in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A task, a peer, and the seconds of both in each round."""

    what: str
    peer: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    how: str
    work: float = 0.0  # the amount of work in `unit`; 0 if only the time counts
    unit: str = ""

    @property
    def ratio(self) -> float:
        """Our speed over the peer's, both at their fastest."""
        return min(self.theirs) / min(self.ours)

    @property
    def spread(self) -> tuple[float, float]:
        """The smallest and the largest ratio of a round."""
        ratios = [theirs / ours for ours, theirs in zip(self.ours, self.theirs)]
        return min(ratios), max(ratios)

    @property
    def ratios(self) -> tuple[str, str]:
        """The ratio and the spread as text."""
        ratio, low, high = (f"{x:,.0f}" if x >= 100 else f"{x:.3g}" for x in (self.ratio, *self.spread))
        return ratio, f"{low} to {high}"

    @property
    def speeds(self) -> str:
        """The fastest speeds of both, as text."""
        ours, theirs = (self.work / min(times) if self.work else min(times) for times in (self.ours, self.theirs))
        return f"{ours:.3g} : {theirs:.3g} {f'{self.unit}/s' if self.work else 's'}"


def seconds(run: Callable[[], object]) -> float:
    """The seconds that a function takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def in_turn(sides: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, tuple[float, ...]]:
    """The seconds of each side in each round. Every round times all sides, so that a busy machine slows all."""
    times = [{name: side() for name, side in sides.items()} for _ in range(rounds)]
    return {name: tuple(round_[name] for round_ in times) for name in sides}
