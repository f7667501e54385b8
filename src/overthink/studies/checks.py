"""The statements that papers make, as checks with an interval: holds, fails, or inconclusive.

A check holds when the whole interval says so, fails when the whole interval denies it, and is inconclusive between.
Where a claim covers several points at once, each interval is widened for their number (Bonferroni).

A check is a value, such as `Beats("emm", "minimax", over="depth", at=(3, 5, 7), where={"p": 0.5})`. It speaks of
quantities: `at(rule="emm", depth=7)` is one point, and sums, differences and multiples of quantities are quantities;
so is any function from samples to one number for each observation. The functions at the top judge numbers that are
already there, for checks by functions of their own (`Computed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import TypeVar

import numpy as np

from overthink.core.estimate import LEVEL, Estimate, Sample, simultaneous
from overthink.measure.paired import difference, ratio
from overthink.studies.claim import ClaimCheck, Evidence, Verdict
from overthink.studies.samples import Point, Samples

Value = TypeVar("Value")
FLAT_CHANGE = 0.02  # a change of two points in a hundred is no change that a figure would show
FEWEST_OBSERVATIONS = 30  # observations below which nothing is judged
SELDOM_SHARE = 0.001  # what is significantly rarer than once in a thousand is denied, if it was not seen
GENERAL_SHARE = 0.95  # of the steps in a "general" trend
MOST_SHARE = 0.5  # of the cases in "most"
ABOUT_SHARE = 0.1  # how far "about" may be off, as a share of the number


def above(estimate: Estimate, limit: float, words: str = "") -> Evidence:
    """The estimated number is above the limit."""
    return all_above([estimate], limit, words or f"{estimate.mean:.3f}, wanted above {limit:g}")


def all_above(estimates: Sequence[Estimate], limit: float, words: str) -> Evidence:
    """Every estimated number is above the limit, their intervals being widened already for how many they are. The
    estimate shown is the one that decides."""
    lowest, clearest = min(estimates, key=lambda e: e.low), min(estimates, key=lambda e: e.high)
    margins = tuple(estimate.mean - limit for estimate in estimates)
    if lowest.n < FEWEST_OBSERVATIONS:
        return Evidence(Verdict.INCONCLUSIVE, lowest, f"{words}; too few observations to judge", margins)
    if clearest.high <= limit:
        return Evidence(Verdict.FAILS, clearest, words, margins)
    return Evidence(Verdict.of(lowest.low > limit, False), lowest, words, margins)


def near(estimate: Estimate, target: float, tolerance: float, words: str = "") -> Evidence:
    """The estimated number is within the tolerance of the printed one."""
    least, most = target - tolerance, target + tolerance
    inside, outside = least <= estimate.low and estimate.high <= most, estimate.high < least or estimate.low > most
    words = f"{words or f'{estimate.mean:.3f}'}, wanted {target:g} ± {tolerance:g}"
    enough = estimate.n >= FEWEST_OBSERVATIONS
    margins = (estimate.mean - least, most - estimate.mean)
    return Evidence(Verdict.of(inside and enough, outside and enough), estimate, words, margins)


def better(a: Sample, b: Sample, by: float = 0.0, words: str = "", level: float = LEVEL) -> Evidence:
    """a exceeds b by more than `by`, on average over pairs. A level of .99 is a published "P < .01"."""
    gap = difference(a, b, level)
    return above(gap, by, words or f"{a.mean():.3f} against {b.mean():.3f}, difference {gap.mean:+.3f}")


def some_above(estimates: Sequence[Estimate], words: str, tolerance: float = 0.0, limit: float = 0.0) -> Evidence:
    """One of the estimated numbers at least is above the limit, their intervals being widened already for how many they
    are. Denied where none can exceed the tolerance. The estimate shown is the clearest."""
    clearest = max(estimates, key=lambda estimate: estimate.low)
    margins = (max(estimate.mean for estimate in estimates) - limit,)
    if clearest.n < FEWEST_OBSERVATIONS:
        return Evidence(Verdict.INCONCLUSIVE, clearest, f"{words}; too few observations to judge", margins)
    none = all(estimate.high <= tolerance for estimate in estimates)
    return Evidence(Verdict.of(clearest.low > limit, none), clearest, words, margins)


def mostly_above(estimates: Sequence[Estimate], limit: float, words: str, share: float = MOST_SHARE) -> Evidence:
    """More than this share of the estimated numbers are above the limit, their intervals being widened already for how
    many they are. The estimate shown is that share."""
    mean, low, high = (
        sum(getattr(estimate, end) > limit for estimate in estimates) / len(estimates)
        for end in ("mean", "low", "high")
    )
    n = min(estimate.n for estimate in estimates)
    words = f"{words} {mean:.1%} of {len(estimates)}, significantly {low:.1%}, wanted above {share:.0%}"
    found = above(Estimate(mean, low, high, n), share, words)
    decides = sorted((estimate.mean for estimate in estimates), reverse=True)[int(len(estimates) * share)]
    return Evidence(found.verdict, found.estimate, found.words, (decides - limit,))


def always_better(pairs: Sequence[Sequence[Sample]], by: float = 0.0, level: float = LEVEL) -> Evidence:
    """In every pair of curves' points the first is above the second by more than so much."""
    gaps = [difference(a, b, simultaneous(len(pairs), level)) for a, b in pairs]
    wanted = f", wanted above {by:g}" if by else ""
    shown = " ".join(f"{gap.mean:+.3f}" for gap in gaps)
    return all_above(gaps, by, f"differences {shown}{wanted}{_together(len(gaps), level)}")


def _together(comparisons: int, level: float = LEVEL) -> str:
    return f" ({level:.0%} for all {comparisons} together)" if comparisons > 1 else ""


def _list_means(curve: Sequence[Sample]) -> str:
    return " ".join(f"{sample.mean():.3f}" for sample in curve)


def exact_verdict(holds: bool, value: float, words: str, n: int = 0, margin: float | None = None) -> Evidence:
    """What is known exactly: it holds or fails. `margin` is how far the value is beyond its limit, where it has one."""
    margins = () if margin is None else (margin,)
    return Evidence(Verdict.of(holds), Estimate.exactly(float(value), n), words, margins)


def exactly(samples: Sequence[Sample], wanted: float) -> Evidence:
    """Every observation is what it has to be; one that is not denies it, and few that are do not prove it."""
    farthest = max((float(sample.mean()) for sample in samples), key=lambda mean: abs(mean - wanted))
    right = all((sample == wanted).all() for sample in samples)
    n = len(samples[0])
    estimate = Estimate.exactly(farthest, n)
    verdict = Verdict.of(right and n >= FEWEST_OBSERVATIONS, not right)
    return Evidence(verdict, estimate, f"{farthest:g}, wanted {wanted:g}")


# Quantities


@dataclass(frozen=True)
class Quantity:
    """A sum of points, each with its weight: one number for each observation."""

    parts: tuple[tuple[float, Point], ...]

    def __call__(self, samples: Samples) -> Sample:
        terms = [(weight, samples(**point)) for weight, point in self.parts]
        total = terms[0][1] if terms[0][0] == 1.0 else terms[0][0] * terms[0][1]
        for weight, sample in terms[1:]:
            total = total + weight * sample
        return total

    def __add__(self, other: Quantity) -> Quantity:
        return Quantity((*self.parts, *other.parts))

    def __sub__(self, other: Quantity) -> Quantity:
        return self + -1.0 * other

    def __rmul__(self, factor: float) -> Quantity:
        return Quantity(tuple((factor * weight, point) for weight, point in self.parts))


Measured = Quantity | Callable[[Samples], Sample]  # one number for each observation


def at(**where: object) -> Quantity:
    """What was measured at the one point that fits."""
    return Quantity(((1.0, where),))


def curve(column: str, values: Iterable[object], **where: object) -> tuple[Quantity, ...]:
    """What was measured along one column."""
    return tuple(at(**{column: value}, **where) for value in values)


def pair(column: str, values: Sequence[object], **where: object) -> tuple[Quantity, Quantity]:
    """What was measured at two values of one column."""
    first, second = curve(column, values, **where)
    return first, second


def average(quantities: Sequence[Measured]) -> Measured:
    """The mean of some quantities, for each observation."""
    return lambda samples: np.asarray(np.mean([quantity(samples) for quantity in quantities], axis=0))


Spread = dict[str, list[object]]  # the values of each column, over some points


def _spread(quantities: Iterable[Measured]) -> Spread:
    columns: Spread = {}
    for quantity in quantities:
        for _, point in quantity.parts if isinstance(quantity, Quantity) else ():
            for column, value in point.items():
                if value not in columns.setdefault(column, []):
                    columns[column].append(value)
    return columns


def _words(columns: Spread) -> str:
    """In words: "emm, depth 3, 5 and 7"."""
    parts = []
    for column, values in columns.items():
        shown = [f"{value:g}" if isinstance(value, float) else str(value) for value in values]
        few = " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)
        listed = f"{shown[0]} to {shown[-1]}" if len(shown) > 4 else few
        parts.append(listed if all(isinstance(value, str) for value in values) else f"{column} {listed}")
    return ", ".join(parts)


def describe(quantities: Iterable[Measured]) -> str:
    """The points of some quantities in words."""
    return _words(_spread(quantities))


def _compare(a: Sequence[Measured], b: Sequence[Measured], verb: str) -> str:
    """What sets the first apart, a verb, what sets the second apart, and what they share."""
    one, other = _spread(a), _spread(b)
    common = {column: values for column, values in one.items() if other.get(column) == values}
    ends = (_words({c: v for c, v in side.items() if c not in common}) for side in (one, other))
    shared = _words(common)
    return f" {verb} ".join(ends) + (f" ({shared})" if shared else "")


def _by(amount: float) -> str:
    return f" by more than {amount:g}" if amount > 0 else f" or at most {-amount:g} below it" if amount < 0 else ""


def _level(level: float) -> str:
    return f", at the {level:.0%} level" if level != LEVEL else ""


# Checks


@dataclass(frozen=True)
class Better(ClaimCheck):
    """The first exceeds the second by more than so much, on average over pairs."""

    a: Measured
    b: Measured
    by: float = 0.0
    level: float = LEVEL

    def judge(self, samples: Samples) -> Evidence:
        return better(self.a(samples), self.b(samples), self.by, level=self.level)

    def __str__(self) -> str:
        return _compare([self.a], [self.b], "is above") + _by(self.by) + _level(self.level)


@dataclass(frozen=True)
class AlwaysBetter(ClaimCheck):
    """In every pair the first exceeds the second by more than so much."""

    pairs: tuple[tuple[Measured, Measured], ...]
    by: float = 0.0
    level: float = LEVEL

    def judge(self, samples: Samples) -> Evidence:
        return always_better([(a(samples), b(samples)) for a, b in self.pairs], self.by, self.level)

    def __str__(self) -> str:
        first, second = zip(*self.pairs)
        return _compare(first, second, "is above") + _by(self.by) + _level(self.level)


@dataclass(frozen=True)
class Mostly(ClaimCheck):
    """In more than this share of the pairs the first exceeds the second."""

    pairs: tuple[tuple[Measured, Measured], ...]
    share: float = MOST_SHARE

    def judge(self, samples: Samples) -> Evidence:
        level = simultaneous(len(self.pairs))
        gaps = [difference(a(samples), b(samples), level) for a, b in self.pairs]
        return replace(mostly_above(gaps, 0.0, "so in", self.share), margins=tuple(gap.mean for gap in gaps))

    def __str__(self) -> str:
        first, second = zip(*self.pairs)
        return _compare(first, second, "is above") + f", in more than {self.share:.0%} of the pairs"


def trend(*lines: Sequence[Measured]) -> AllOf:
    """A general trend down: of all steps along all lines more than a share, and every line from end to end."""
    steps = tuple(pair for line in lines for pair in pairwise(line))
    return AllOf((Mostly(steps, GENERAL_SHARE), AlwaysBetter(tuple((line[0], line[-1]) for line in lines))))


@dataclass(frozen=True)
class SomeBetter(ClaimCheck):
    """In one pair at least the first exceeds the second. Denied where none can exceed the tolerance."""

    pairs: tuple[tuple[Measured, Measured], ...]
    tolerance: float = 0.0

    def judge(self, samples: Samples) -> Evidence:
        level = simultaneous(len(self.pairs))
        leads = [difference(a(samples), b(samples), level) for a, b in self.pairs]
        shown = " ".join(f"{lead.mean:+.3f}" for lead in leads)
        return some_above(leads, f"differences {shown}", self.tolerance)

    def __str__(self) -> str:
        first, second = zip(*self.pairs)
        return _compare(first, second, "is somewhere above")


@dataclass(frozen=True)
class Beats(ClaimCheck):
    """The first is above the second by more than so much, at every one of some values of a column."""

    a: str
    b: str
    over: str
    at: Sequence[object]
    where: Point = field(default_factory=dict)
    by: float = 0.0
    level: float = LEVEL
    column: str = "rule"  # of which a and b are values

    def judge(self, samples: Samples) -> Evidence:
        sides = [samples.curve(self.column, (self.a, self.b), **{self.over: v}, **self.where) for v in self.at]
        return always_better(sides, self.by, self.level)

    def __str__(self) -> str:
        place = _words({self.over: list(self.at), **{name: [value] for name, value in self.where.items()}})
        return f"{self.a} is above {self.b} at {place}{_by(self.by)}{_level(self.level)}"


@dataclass(frozen=True)
class Times(ClaimCheck):
    """The mean of the first is more than n times that of the second."""

    a: Measured
    b: Measured
    factor: float

    def judge(self, samples: Samples) -> Evidence:
        a = self.a(samples)
        b = self.b(samples)
        quotient = ratio(a, b)
        return above(quotient, self.factor, f"{a.mean():.3f} against {b.mean():.3f}, ratio {quotient.mean:.3f}")

    def __str__(self) -> str:
        return _compare([self.a], [self.b], f"is more than {self.factor:g} times")


@dataclass(frozen=True)
class Comparable(ClaimCheck):
    """Both differ by no more than the tolerance."""

    a: Measured
    b: Measured
    tolerance: float = FLAT_CHANGE

    def judge(self, samples: Samples) -> Evidence:
        a = self.a(samples)
        b = self.b(samples)
        gap = difference(a, b)
        words = f"{a.mean():.3f} against {b.mean():.3f}, difference {gap.mean:+.3f}"
        return near(gap, 0.0, self.tolerance, words)

    def __str__(self) -> str:
        return _compare([self.a], [self.b], f"is within {self.tolerance:g} of")


@dataclass(frozen=True)
class Near(ClaimCheck):
    """A mean, or the ratio of two, is within the tolerance of a published number."""

    a: Measured
    target: float
    tolerance: float
    over: Measured | None = None  # what the first is divided by

    def judge(self, samples: Samples) -> Evidence:
        a = self.a(samples)
        estimate = ratio(a, self.over(samples)) if self.over else Estimate.of_mean(a)
        return near(estimate, self.target, self.tolerance)

    def __str__(self) -> str:
        number = f"{self.target:g} ± {self.tolerance:g}"
        if self.over:
            return f"{_compare([self.a], [self.over], 'over')} is {number}"
        return f"{describe([self.a])} is {number}"


@dataclass(frozen=True)
class Above(ClaimCheck):
    """Each of some means is above a limit. Shares, numbers in [0, 1], have intervals of their own (Wilson's)."""

    quantities: tuple[Measured, ...]
    limit: float
    share: bool = False

    def judge(self, samples: Samples) -> Evidence:
        level = simultaneous(len(self.quantities))
        estimate = Estimate.share if self.share else Estimate.of_mean
        estimates = [estimate(quantity(samples), level) for quantity in self.quantities]
        shown = " ".join(f"{estimate.mean:.3f}" for estimate in estimates)
        return all_above(estimates, self.limit, f"{shown}, wanted above {self.limit:g}{_together(len(estimates))}")

    def __str__(self) -> str:
        return f"{describe(self.quantities)} is above {self.limit:g}"


def _drops(curve: Sequence[Measured], samples: Samples) -> tuple[list[Sample], list[Estimate]]:
    """The points of a curve, and how far each later one lies below each earlier one."""
    points = [quantity(samples) for quantity in curve]
    level = simultaneous(len(points) * (len(points) - 1) // 2)
    return points, [difference(earlier, later, level) for earlier, later in combinations(points, 2)]


@dataclass(frozen=True)
class NeverFalls(ClaimCheck):
    """No later point of the curve lies below an earlier one by more than the tolerance."""

    curve: tuple[Measured, ...]
    tolerance: float = FLAT_CHANGE
    verb, change = "falls", "drop"

    def judge(self, samples: Samples) -> Evidence:
        curve, drops = _drops(self.curve, samples)
        falls = self.change == "drop"
        kept = [Estimate(-drop.mean, -drop.high, -drop.low, drop.n) if falls else drop for drop in drops]
        largest = min(0.0, *(each.mean for each in kept))
        words = f"{_list_means(curve)}; largest {self.change} {abs(largest):.3f}, tolerance {self.tolerance:g}"
        return all_above(kept, -self.tolerance, words + _together(len(kept)))

    def __str__(self) -> str:
        return f"{describe(self.curve)}: never {self.verb} by more than {self.tolerance:g}"


class NeverRises(NeverFalls):
    """No later point of the curve lies above an earlier one by more than the tolerance."""

    verb, change = "rises", "rise"


@dataclass(frozen=True)
class Falls(ClaimCheck):
    """Some later point of the curve lies below an earlier one by more than so much: what `NeverFalls` denies. Where any
    fall counts (`by` 0), it is denied if none exceeds FLAT_CHANGE: two equal curves could never be told apart else."""

    curve: tuple[Measured, ...]
    by: float = FLAT_CHANGE

    def judge(self, samples: Samples) -> Evidence:
        curve, drops = _drops(self.curve, samples)
        clearest = max(drops, key=lambda drop: drop.low)
        words = f"{_list_means(curve)}; clearest fall {clearest.mean:.3f}, wanted above {self.by:g}"
        return some_above(drops, words + _together(len(drops)), self.by or FLAT_CHANGE, self.by)

    def __str__(self) -> str:
        return f"{describe(self.curve)}: falls{_by(self.by)}"


@dataclass(frozen=True)
class Exactly(ClaimCheck):
    """Every observation of every point is what it has to be."""

    points: tuple[Point, ...]
    wanted: float

    def judge(self, samples: Samples) -> Evidence:
        return exactly([samples(**point) for point in self.points], self.wanted)

    def __str__(self) -> str:
        return f"{describe([at(**point) for point in self.points])} is always {self.wanted:g}"


@dataclass(frozen=True)
class AllOf(ClaimCheck):
    """Several checks at once: fails if one fails, holds if all hold. The evidence is that of the one that decides."""

    checks: tuple[ClaimCheck, ...]

    def judge(self, samples: Samples) -> Evidence:
        found = [check.judge(samples) for check in self.checks]
        order = (Verdict.FAILS, Verdict.INCONCLUSIVE, Verdict.HOLDS)
        decides = min(found, key=lambda evidence: order.index(evidence.verdict))
        margins = tuple(margin for evidence in found for margin in evidence.margins)
        return Evidence(decides.verdict, decides.estimate, decides.words, margins)

    def __str__(self) -> str:
        return "; ".join(map(str, self.checks))


def slightly(a: Quantity, b: Quantity) -> AllOf:
    """The first is above the second, and by no more than a figure would hardly show."""
    return AllOf((Better(a, b), Above((b - a,), -FLAT_CHANGE)))


def for_each(values: Iterable[Value], check: Callable[[Value], ClaimCheck]) -> AllOf:
    """One check for each of some values, all at once."""
    return AllOf(tuple(map(check, values)))


@dataclass(frozen=True)
class Where(ClaimCheck):
    """A check that counts only where a condition holds significantly; elsewhere it says nothing."""

    condition: ClaimCheck
    check: ClaimCheck

    def judge(self, samples: Samples) -> Evidence:
        condition, found = self.condition.judge(samples), self.check.judge(samples)
        margins = (*condition.margins, *found.margins)
        if condition.verdict == Verdict.HOLDS:
            return Evidence(found.verdict, found.estimate, found.words, margins)
        words = f"not sure that {self.condition}: {condition.words}"
        return Evidence(Verdict.INCONCLUSIVE, found.estimate, words, margins)

    def __str__(self) -> str:
        return f"{self.check}, where {self.condition}"


MeanAt = Callable[[Point], float]  # the mean at a point


@dataclass(frozen=True)
class Computed(ClaimCheck):
    """A check by a function of its own. It needs numbers on which it just holds and just fails only where they cannot
    be found from the margins of its evidence: a number for each point, or whole samples."""

    function: Callable[[Samples], Evidence]
    says: str
    holds: MeanAt | Samples | None = None
    fails: MeanAt | Samples | None = None
    points: tuple[Point, ...] = ()  # given where the function lists points instead of asking for them
    begin: MeanAt | None = None  # the means from which numbers are sought

    def judge(self, samples: Samples) -> Evidence:
        return self.function(samples)

    def __str__(self) -> str:
        return self.says
