"""Data sets that are calculated, not drawn: one observation says it all, and nothing is estimated. And their checks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate
from overthink.studies.checks import Computed, MeanAt, Measured, Quantity, describe, near
from overthink.studies.claim import Evidence, Reading, ReadingKind, Verdict
from overthink.studies.samples import Cell, Point, Row, Samples, Setting
from overthink.studies.study import Study, one_figure

DIGITS = 9  # powers are rounded in other ways on other machines; this many digits are the same on all
SAME = 1e-6  # numbers that differ by less are equal but for rounding
Numbers = Iterable[tuple[Point, float]]  # what is calculated for a setting, point by point
Curve = Sequence[Quantity]
PARITY = Reading(ReadingKind.OPEN, "depths of the same parity are compared, as (5, 1), (6, 2) and (7, 1) in section 5")


def known(samples: Samples, n: Callable[[Point], int] | None = None) -> list[Row]:
    """Rows of numbers known exactly; `n` says of how many positions, if not of as many as there are observations."""
    return [
        {**point, **asdict(Estimate.exactly(float(s[0]), n(point) if n else len(s)))} for point, s in samples.entries
    ]


def repeat_numbers(numbers: Mapping[str, float], times: int) -> Cell:
    """Nothing is drawn: every observation is the same exact number."""
    return [{"measure": measure} for measure in numbers], np.repeat([[x] for x in numbers.values()], times, 1)


def in_print(point: Point, number: float, tolerance: float, n: int) -> Computed:
    """A number known exactly, of n positions, is the published one."""
    return Computed(
        lambda samples: near(Estimate.exactly(float(samples(**point)[0]), n), number, tolerance), f"{number:g}"
    )


def exact_study(measure: Callable[[Setting], Numbers], **figure: Any) -> Study:
    """The numbers of each setting, rounded to DIGITS. `figure`: the rest of `one_figure`."""

    def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
        numbers = list(measure(setting))
        values = np.round([value for _, value in numbers], DIGITS)
        return [point for point, _ in numbers], np.tile(values[:, None], stop - start)

    return one_figure(run=run, scales={"quick": 1, "paper": 1}, population=1, **{"rows": known, **figure})


def exact_row(mean: float, **point: object) -> Row:
    """A row for a picture, of a number without interval."""
    return {**point, "mean": mean, "low": mean, "high": mean}


def ratio(a: Measured, b: Measured) -> Measured:
    """The first number over the second, observation by observation."""
    return lambda samples: a(samples) / b(samples)


def gap(a: Measured, b: Measured) -> Measured:
    """The first number less the second, observation by observation."""
    return lambda samples: a(samples) - b(samples)


def by_parity(curves: Iterable[Curve]) -> tuple[Curve, ...]:
    """Of each curve the points at every other place, from the first on and from the second on."""
    return tuple(half for curve in curves for half in (curve[::2], curve[1::2]))


def steps(curve: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """What each step along a curve adds."""
    return tuple(later - earlier for earlier, later in pairwise(curve))


def evaluate(quantities: Iterable[Measured], samples: Samples) -> list[float]:
    """The numbers that the samples have for these quantities."""
    return [float(quantity(samples)[0]) for quantity in quantities]


def exceed(quantities: Iterable[Measured], limit: float = 0.0, begin: MeanAt | None = None) -> Computed:
    """Every one of some calculated numbers exceeds the limit; the smallest is shown."""
    every = tuple(quantities)

    def judge(samples: Samples) -> Evidence:
        numbers = evaluate(every, samples)
        words = f"smallest of {len(numbers)} is {min(numbers):+.4g}, wanted above {limit:g}"
        return exact_evidence([number - limit for number in numbers], min(numbers), words)

    return Computed(judge, f"{describe(every)} above {limit:g}", begin=begin)


def at_most(quantities: Iterable[Measured], limit: float) -> Computed:
    """None of some calculated numbers exceeds the limit; the largest is shown."""
    every = tuple(quantities)

    def judge(samples: Samples) -> Evidence:
        numbers = evaluate(every, samples)
        words = f"{min(numbers):.4g} to {max(numbers):.4g}, wanted {limit:g} at most"
        return exact_evidence([limit + SAME - number for number in numbers], max(numbers), words)

    return Computed(judge, f"{describe(every)} at most {limit:g}")


def rises(curves: Iterable[Sequence[Quantity]], down: bool = False) -> Computed:
    """No curve ever falls, and each ends above its start; changes below SAME are rounding. With `down` the other way.
    Shown is the largest change the other way, or if there is none the smallest from start to end."""
    lines = tuple(curves)
    sign = -1.0 if down else 1.0

    def judge(samples: Samples) -> Evidence:
        rising = [[sign * number for number in evaluate(line, samples)] for line in lines]
        steps = [min(later - earlier for earlier, later in combinations(line, 2)) for line in rising]
        whole = [line[-1] - line[0] for line in rising]
        turns = min(steps) < -SAME
        way = "largest change the other way" if turns else "smallest change from start to end"
        change = sign * (min(steps) if turns else min(whole))
        first = " ".join(f"{sign * number:.3f}" for number in rising[0])
        margins = [*(step + 1.01 * SAME for step in steps), *(rise - SAME for rise in whole)]
        return exact_evidence(margins, change, f"{len(rising)} curves, the first {first}; {way} {change:+.3g}")

    def climb(point: Point) -> float:
        return 0.01 * sum(value for value in point.values() if isinstance(value, int | float))

    (_, first), (_, last) = lines[0][0].parts[0], lines[0][-1].parts[0]
    up = sign if climb(last) > climb(first) else -sign
    says = f"{describe(quantity for line in lines for quantity in line)}: {'falls' if down else 'rises'}"
    return Computed(judge, says, lambda point: up * climb(point), lambda point: -up * climb(point))


def exact_evidence(margins: Sequence[float], value: float, words: str) -> Evidence:
    """What is known exactly: it holds if all margins are above 0."""
    return Evidence(Verdict.of(min(margins) > 0.0), Estimate.exactly(float(value)), words, tuple(margins))
