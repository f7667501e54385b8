"""Observations made up for a check: numbers on which it just holds, and numbers on which it just fails.

Every point has a single number for all its observations. The numbers are found from the margins of the check's
evidence: those that are too small are moved just beyond their limits, by the smallest change of the numbers that does.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from overthink.core.estimate import Sample
from overthink.studies.checks import AllOf, Computed, Exactly, MeanAt
from overthink.studies.claim import ClaimCheck, Verdict
from overthink.studies.samples import Point, Samples
from overthink_papers.experiments.bounded import Within

N, FEW, MANY = 10_000, 30, 1_000_000  # observations of each point; while numbers are sought; where N tell too little
STEPS = 30
USUAL = 0.5  # the mean of every point at first
SLACKS = (1e-6, 1e-3, 3e-3, 1e-2, 0.1, 1.0, 10.0)  # how far beyond its limit, until the interval is clear of it
SMALL = 1e-6  # change of a number for a slope
OFF = 1e-4  # from the single number that a check allows
PointKey = tuple[tuple[str, object], ...]
Means = dict[PointKey, float]


@lru_cache(maxsize=2000)
def _constant(n: int, value: float) -> Sample:
    """One sample for all points of the same value; nobody can write to it."""
    sample = np.full(n, value)
    sample.flags.writeable = False
    return sample


def key(point: Point) -> PointKey:
    return tuple(sorted(point.items(), key=lambda item: item[0]))


class MadeUp(Samples):
    """Any point that a check asks for, with its mean. Where a check lists its points, they must be given."""

    def __init__(self, value: MeanAt, points: Sequence[Point] = (), n: int = N):
        super().__init__([(dict(point), _constant(n, float(value(point)))) for point in points])
        self.value, self.n = value, n

    def __call__(self, **where: object) -> Sample:
        return super().__call__(**where) if self.entries else _constant(self.n, float(self.value(where)))


def example(check: ClaimCheck) -> Samples:
    """Samples on which the check just holds."""
    if isinstance(check, Computed) and check.holds is not None:
        return _given(check, check.holds, Verdict.HOLDS)
    return _Search(check).example()


def counterexample(check: ClaimCheck) -> Samples:
    """Samples on which the check just fails."""
    if isinstance(check, Computed) and check.fails is not None:
        return _given(check, check.fails, Verdict.FAILS)
    return _Search(check).counterexample()


def _given(check: Computed, numbers: MeanAt | Samples, wanted: Verdict) -> Samples:
    if isinstance(numbers, Samples):
        return numbers
    few = MadeUp(numbers, check.points)
    return few if check.judge(few).verdict == wanted else MadeUp(numbers, check.points, MANY)


def parts(check: ClaimCheck) -> list[ClaimCheck]:
    """A check, or all of those that it stands for."""
    return [part for each in check.checks for part in parts(each)] if isinstance(check, AllOf) else [check]


def fixed(check: ClaimCheck) -> list[tuple[Point, float]]:
    """Points at which a check allows a single number, each with that number."""
    if isinstance(check, Exactly):
        return [(point, check.wanted) for point in check.points]
    return list(check.limits) if isinstance(check, Within) else []


class _Search:
    """Means for every point that a check asks for, moved step by step."""

    def __init__(self, check: ClaimCheck):
        self.check = check
        self.points = check.points if isinstance(check, Computed) else ()
        self.fixed: Means = {key(point): value for each in parts(check) for point, value in fixed(each)}
        self.means: Means = dict(self.fixed)

    def value(self, point: Point) -> float:
        place = key(point)
        if place not in self.means:
            begins = (each.begin for each in parts(self.check) if isinstance(each, Computed) and each.begin)
            begin = next(begins, None)
            self.means[place] = begin(point) if begin else USUAL
        return self.means[place]

    def samples(self, n: int = N) -> Samples:
        return MadeUp(self.value, self.points, n)

    def verdict(self) -> Verdict:
        return self.check.judge(self.samples()).verdict

    def margins(self, part: ClaimCheck | None = None) -> Sample:
        return np.array((part or self.check).judge(self.samples(FEW)).margins)

    def example(self) -> Samples:
        for slack in SLACKS:
            self.move(slice(None), 1.0, slack)
            if self.verdict() == Verdict.HOLDS:
                return self.samples()
        raise AssertionError(f"No numbers are found on which this holds: {self.check}")

    def counterexample(self) -> Samples:
        self.example()
        before = dict(self.means)
        places = [(part, i) for part in parts(self.check) for i in range(len(self.margins(part)))]
        last = len(places) - 1
        for which in dict.fromkeys((last, 0, last // 2)) if places else ():
            self.means = dict(before)
            part, place = places[which]
            for slack in (*SLACKS[1:], SLACKS[0]):
                self.move(slice(place, place + 1), -1.0, slack, part)
                if self.verdict() == Verdict.FAILS:
                    return self.samples()
        self.means = dict(before)
        for point in reversed(self.fixed):
            self.means[point] += OFF
            if self.verdict() == Verdict.FAILS:
                return self.samples()
        raise AssertionError(f"No numbers are found on which this fails: {self.check}")

    def move(self, which: slice, sign: float, slack: float, part: ClaimCheck | None = None) -> None:
        """Change the means as little as can be, until these margins are beyond 0 by the slack, in the direction of
        the sign, or the steps are used up. `part`: the check whose margins these are, the whole by default."""
        for _ in range(STEPS):
            margins = sign * self.margins(part)[which]
            lacking = np.flatnonzero(margins < slack)
            was = dict(self.means)
            if not len(lacking):
                return
            free = [point for point in self.means if point not in self.fixed]
            slopes = np.empty((len(lacking), len(free)))
            for column, point in enumerate(free):
                for step in (SMALL, -SMALL):  # the least of equal numbers changes only downwards
                    self.means[point] = was[point] + step
                    slopes[:, column] = (sign * self.margins(part)[which] - margins)[lacking] / step
                    if slopes[:, column].any():
                        break
                self.means[point] = was[point]
            change = np.linalg.lstsq(slopes, 1.5 * slack - margins[lacking], rcond=1e-6)[0]
            for _ in range(STEPS):  # as far as it helps: the largest of many numbers hides how far that is
                before = dict(self.means)
                least = margins.min()
                for point, by in zip(free, change):
                    self.means[point] += float(by)
                margins = sign * self.margins(part)[which]
                if margins.min() >= slack:
                    break
                if margins.min() <= least:
                    self.means = before
                    break
            if self.means == was:
                return
