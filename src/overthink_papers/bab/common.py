"""What the figures of [Atzmon2018] share: two ways to run its algorithm, and what is judged near a printed number.

ER, the expanded ratio, is the mean over instances of nodes(ε) / nodes(0), and AMB the mean of U - L at the root. One
observation is one instance, the same for every ε.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.report.curves import curves
from overthink.studies.checks import all_above, always_better, near, never
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, means
from overthink.studies.study import Draw, Figure, Picture
from overthink_papers.experiments.bounded import SearchesByEpsilon

INSTANCES = 50  # behind every printed number
EPSILONS = (0, 8, 16, 24, 32, 40, 48, 64, 80, 100)
AS_WRITTEN: Point = {"window": "full", "last_child": True}
CLOSEST: Point = {"window": "parent", "last_child": False}
READINGS = {"as written": AS_WRITTEN, "closest reading": CLOSEST}
WORDS = {
    "as written": Reading(),
    "closest reading": Reading(
        ReadingKind.CLOSEST, "a child sees only its parent's own bounds, and a cut may follow a last child"
    ),
}
OF_50 = "two standard errors of a mean of 50 instances, and half a digit"
COUNTS = ("internal", "leaves", "all")


def measured(instances: Iterable[SearchesByEpsilon], epsilons: Sequence[float], counts: Sequence[str] = COUNTS) -> Cell:
    """ER of every instance, by what is counted and by ε, whose first is 0; and its AMB by ε, with no `count`. What
    rounding leaves of it below 0 is 0."""
    points: list[Point] = [{"epsilon": epsilon, "count": count} for count in counts for epsilon in epsilons]
    points += [{"epsilon": epsilon} for epsilon in epsilons]
    columns = []
    for instance in instances:
        nodes = dict(zip(COUNTS, (instance.internal, instance.leaves, instance.nodes)))
        columns.append([*(nodes[count] / nodes[count][0] for count in counts), np.maximum(instance.amb, 0.0)])
    return points, np.array(columns).reshape(len(columns), -1).T


def ratios(samples: Samples) -> Samples:
    """The part of a data set that is about ER."""
    return Samples([(point, sample) for point, sample in samples.entries if "count" in point])


def widths(samples: Samples) -> Samples:
    """The part of a data set that is about AMB."""
    return Samples([(point, sample) for point, sample in samples.entries if "count" not in point])


ratio_figure = partial(Figure, part=ratios, rows=means, across="epsilon")
width_figure = partial(Figure, part=widths, rows=means, across="epsilon")


def selected(**where: object) -> Callable[[Samples], list[Row]]:
    """Means of what fits."""
    return lambda samples: means(Samples(samples.select(**where)))


def of_readings(readings: Mapping[str, Point] = READINGS, **where: object) -> Callable[[Samples], list[Row]]:
    """Means of what fits in each of some readings."""
    return lambda s: means(Samples([e for options in readings.values() for e in s.select(**where, **options)]))


def as_printed(sample: Sample, target: float, digits: int = 2) -> Evidence:
    """The printed number is what so many instances as stand behind it may well give: nearer than two of their standard
    errors and half a digit."""
    scatter = 2.0 * float(sample.std(ddof=1)) / math.sqrt(INSTANCES) if len(sample) > 1 else math.inf
    return near(Estimate.of_mean(sample), target, round(scatter + 0.5 * 10.0**-digits, 4))


def printed_claims(
    what: str,
    printed: str,
    numbers: Sequence[tuple[str, Point, float]],
    readings: Mapping[str, Point] = READINGS,
    words: Mapping[str, Reading] = WORDS,
) -> tuple[Claim, ...]:
    """Each number of a sentence in print, judged in each of some readings."""

    def claim(reading: str, place: str, where: Point, target: float) -> Claim:
        return Claim(
            f"{reading}, {place}: {what} is {target:g}",
            printed,
            lambda s: as_printed(s(**{**where, **readings[reading]}), target),
            reading=words[reading],
            tolerance=OF_50,
        )

    return tuple(claim(reading, *line) for reading in readings for line in numbers)


def claims_in_readings(
    says: str,
    printed: str,
    check: Callable[[Samples, Point], Evidence],
    readings: Mapping[str, Point] = READINGS,
    words: Mapping[str, Reading] = WORDS,
) -> tuple[Claim, ...]:
    """The same claim in each of some readings, whose name stands in its words as {}."""

    def claim(reading: str) -> Claim:
        return Claim(says.format(reading), printed, lambda s: check(s, readings[reading]), reading=words[reading])

    return tuple(claim(reading) for reading in readings)


def never_above_epsilon(says: str, printed: str) -> Claim:
    """AMB is at most ε in every search."""
    return Claim(says, printed, lambda s: within([(sample, p["epsilon"]) for p, sample in s.entries]))


def always_rises(samples: Samples, column: str, values: Sequence[object], **where: object) -> Evidence:
    """Each of the values along a column gives more than the one before."""
    return always_better([samples.curve(column, pair, **where) for pair in zip(values[1:], values)])


def always_falls(samples: Samples, column: str, values: Sequence[object], **where: object) -> Evidence:
    """Each of the values along a column gives less than the one before."""
    return always_better([samples.curve(column, pair, **where) for pair in pairwise(values)])


def steps_down(
    samples: Samples, column: str, values: Sequence[object], across: str, levels: Sequence[object], **where: object
) -> Evidence:
    """The same at every level of another column, all together."""
    return always_better(
        [samples.curve(column, pair, **{across: level}, **where) for level in levels for pair in pairwise(values)]
    )


def within(pairs: Sequence[tuple[Sample, float]]) -> Evidence:
    """No observation lies above its limit, but for rounding."""
    over = max(float((sample - limit).max()) for sample, limit in pairs)
    return never(
        [sample > limit + 1e-9 for sample, limit in pairs], f"{len(pairs)} searches each; most above by {over:.3g}"
    )


def below(estimates: Sequence[Estimate], limit: float, words: str) -> Evidence:
    """Every estimated number is below the limit."""
    finding = all_above([flipped(estimate) for estimate in estimates], -limit, words)
    return replace(finding, estimate=flipped(finding.estimate))


def flipped(estimate: Estimate) -> Estimate:
    return Estimate(-estimate.mean, -estimate.high, -estimate.low, estimate.n)


def draw_readings(
    x: str,
    line: str,
    y: str,
    prefix: str,
    x_label: str = "ε",
    readings: Mapping[str, Point] = READINGS,
    **where: object,
) -> Draw:
    """A panel for each reading, a line for each value of a column."""

    def draw(samples: Samples, rows: list[Row]) -> Picture:
        named = [
            {**row, "reading": reading, line: f"{prefix}{row[line]}"}
            for reading, options in readings.items()
            for row in rows
            if all(row[key] == value for key, value in {**options, **where}.items())
        ]
        return curves(named, x, line, "reading", {"x": x_label, "y": y})

    return draw
