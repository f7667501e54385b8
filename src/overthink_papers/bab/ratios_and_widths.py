"""What the figures of [Atzmon2018] share: ER and AMB, two ways to run its algorithm, bins, and when a number is near a
printed one.

ER, the expanded ratio, is the mean over instances of nodes(ε) / nodes(0), and AMB the mean of U - L at the root. One
observation is one instance, the same for every ε.

Figures 4(c) and 5(c) show AMB by ER in five bins. Searches with every ε are put together, those with ε = 0 too. A ratio
above 1 goes into the last bin. The interval of a bin's mean is over instances, each of which may be in it several times
or not at all.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.plain import Fields
from overthink.measure.paired import linearise, ratio
from overthink.report.charts import curves
from overthink.studies.checks import AllOf, AlwaysBetter, Measured, at, describe, near, trend
from overthink.studies.claim import AS_WRITTEN, Claim, ClaimCheck, Evidence, Reading, ReadingKind, quote
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, means
from overthink.studies.study import Draw, Figure, Picture
from overthink_papers.experiments.bounded import SearchesByEpsilon, Within

INSTANCES = 50  # behind every printed number
EPSILONS = (0, 8, 16, 24, 32, 40, 48, 64, 80, 100)
WRITTEN: Point = {"window": "full", "last_child": True}
CLOSEST: Point = {"window": "parent", "last_child": False}
STRICT: Point = {"window": "full, <", "last_child": True}  # as written, with line 24 as it is printed
OWN_BOUNDS = Reading(
    ReadingKind.CLOSEST, "a child sees only its parent's own bounds, and a cut may follow a last child"
)
AS_PRINTED = Reading(ReadingKind.OPEN, "line 24 as printed, β < α + ε, where the text beside it has ≤")
Readings = Mapping[Reading, Point]
READINGS: Readings = {AS_WRITTEN: WRITTEN, OWN_BOUNDS: CLOSEST}
OF_50 = "two standard errors of a mean of 50 instances, and half a digit; our own interval must lie within"
COUNTS = ("internal", "leaves", "all")
BINS = ("0 to .2", ".2 to .4", ".4 to .6", ".6 to .8", ".8 to 1")
MIDDLES = dict(zip(BINS, (0.1, 0.3, 0.5, 0.7, 0.9)))
BIN_LABELS = {"x": "expanded ratio, middle of bin", "y": "actual minimax bound U - L"}
BIN_POINTS: list[Point] = [{"er": name, "measure": measure} for measure in ("searches", "amb") for name in BINS]


def search_options(setting: Setting) -> Fields:
    """The options of the search that a setting names."""
    window, *marks = str(setting["window"]).split(", ")
    return {"window": window, "last_child": setting["last_child"], "strict": "<" in marks}


def measure(instances: Iterable[SearchesByEpsilon], epsilons: Sequence[float], counts: Sequence[str] = COUNTS) -> Cell:
    """ER of every instance, by what is counted and by ε, whose first is 0; and its AMB by ε, with no `count`. What
    rounding leaves of it below 0 is 0."""
    points: list[Point] = [{"epsilon": epsilon, "count": count} for count in counts for epsilon in epsilons]
    points += [{"epsilon": epsilon} for epsilon in epsilons]
    columns = []
    for instance in instances:
        nodes = dict(zip(COUNTS, (instance.internal, instance.leaves, instance.nodes)))
        columns.append([*(nodes[count] / nodes[count][0] for count in counts), np.maximum(instance.amb, 0.0)])
    return points, np.array(columns).reshape(len(columns), -1).T


def _part_with(counted: bool, samples: Samples) -> Samples:
    return Samples([(point, sample) for point, sample in samples.entries if ("count" in point) == counted])


ratio_figure = partial(Figure, part=partial(_part_with, True), rows=means, across="epsilon")
width_figure = partial(Figure, part=partial(_part_with, False), rows=means, across="epsilon")


def means_of(*places: Point, **where: object) -> Callable[[Samples], list[Row]]:
    """Makes rows: the means at these places."""
    return lambda s: means(Samples([e for place in places for e in s.select(**where, **place)]))


def _name_of(reading: Reading) -> str:
    return f"{reading.kind}{', whole utilities' if 'whole' in reading.words else ''}"


def draw_readings(
    x: str, line: str, y: str, prefix: str, x_label: str = "ε", readings: Readings = READINGS, **where: object
) -> Draw:
    """A panel for each reading, a line for each value of a column."""

    def draw(samples: Samples, rows: list[Row]) -> Picture:
        named = [
            {**row, "reading": _name_of(reading), line: f"{prefix}{row.get(line, '')}"}
            for reading, options in readings.items()
            for row in rows
            if all(row[key] == value for key, value in {**options, **where}.items())
        ]
        return curves(named, x, line, "reading", {"x": x_label, "y": y})

    return draw


@dataclass(frozen=True)
class AsPrinted(ClaimCheck):
    """The published number is what the instances behind it may well give: nearer than two of their standard
    errors and half a digit."""

    point: Point
    target: float  # two digits

    def judge(self, samples: Samples) -> Evidence:
        sample = samples(**self.point)
        scatter = 2.0 * float(sample.std(ddof=1)) / math.sqrt(INSTANCES) if len(sample) > 1 else math.inf
        return near(Estimate.of_mean(sample), self.target, round(scatter + 0.005, 4))

    def __str__(self) -> str:
        return f"{describe([at(**self.point)])} is {self.target:g}"


def as_printed(column: str, numbers: Mapping[int, float], where: Point) -> AllOf:
    """At every value of the column the number is near the printed one."""
    return AllOf(tuple(AsPrinted({**where, column: value}, number) for value, number in numbers.items()))


def in_readings(
    says: str, printed: str, check: Callable[[Point], ClaimCheck], readings: Readings = READINGS, tolerance: str = ""
) -> tuple[Claim, ...]:
    """The claim in each reading; `check` makes its check from the options of a reading."""
    return tuple(
        quote(printed, check(options), reading, tolerance=tolerance, says=f"{_name_of(reading)}, {says}")
        for reading, options in readings.items()
    )


def falls_along(column: str, values: Sequence[object], *places: Point) -> AlwaysBetter:
    """At each place, every further value of the column has a smaller number."""
    return AlwaysBetter(
        tuple(
            (at(**{**place, column: one}), at(**{**place, column: other}))
            for place in places
            for one, other in pairwise(values)
        )
    )


def trend_along(column: str, values: Sequence[object], *places: Point) -> AllOf:
    """At each place, the numbers fall along the column as a trend."""
    return trend(*([at(**{**place, column: value}) for value in values] for place in places))


def never_above_epsilon(places: Iterable[Point], epsilons: Sequence[float]) -> Within:
    """AMB is at most ε, at each of these places."""
    return Within(tuple(({**place, "epsilon": e, "count": None}, e) for place in places for e in epsilons))


def put_in_bins(er: Sample, amb: Sample) -> Sample:
    """For every bin and instance: how many of its searches fall into it, and the sum of their AMB. Given both by ε and
    instance."""
    instances = er.shape[1]
    bins = np.minimum((er * len(BINS)).astype(int), len(BINS) - 1)
    places = (bins * instances + np.arange(instances)).ravel()
    sums = [np.bincount(places, each.ravel(), len(BINS) * instances) for each in (np.ones_like(amb), amb)]
    return np.concatenate(sums).reshape(len(BIN_POINTS), instances)


def filled_bins(samples: Samples, where: Point) -> dict[str, tuple[Sample, Sample]]:
    """The sums and counts of each bin that is not empty."""
    pairs = {n: (samples(er=n, measure="amb", **where), samples(er=n, measure="searches", **where)) for n in BINS}
    return {name: pair for name, pair in pairs.items() if pair[1].any()}


def bin_rows(places: Iterable[Point], samples: Samples, **where: object) -> list[Row]:
    """The mean AMB of every bin that is not empty, at each place."""
    return [
        {**place, "er": name, **asdict(ratio(*pair))}
        for place in places
        for name, pair in filled_bins(samples, {**place, **where}).items()
    ]


def _mean_of_bin(sums: Sample, counts: Sample) -> Measured:
    return lambda samples: linearise(sums, counts)


@dataclass(frozen=True)
class FallsByBin(ClaimCheck):
    """A general trend over the bins that are not empty: of all steps more than a share, and from end to end."""

    places: tuple[Point, ...]

    def judge(self, samples: Samples) -> Evidence:
        lines = [[_mean_of_bin(*pair) for pair in filled_bins(samples, place).values()] for place in self.places]
        return trend(*(line for line in lines if len(line) > 1)).judge(samples)

    def __str__(self) -> str:
        return f"{describe(at(**place) for place in self.places)}: the smaller ER, the larger AMB, bin by bin"


def in_middles(draw: Draw) -> Draw:
    """Draws the rows of bins at the middles of these."""
    return lambda samples, rows: draw(samples, [{**row, "middle": MIDDLES[row["er"]]} for row in rows])


def bins_figure(name: str, title: str, source: str, depth: int, caption: str, printed: str, **options: Any) -> Figure:
    """The figure of AMB by ER in bins, with its claim; `options` are further fields of the figure."""
    draw = in_middles(draw_readings("middle", "line", BIN_LABELS["y"], f"depth {depth}", BIN_LABELS["x"]))
    says = "the smaller ER, the larger AMB, bin by bin"
    claims = (quote(printed, FallsByBin((WRITTEN,)), says=says),)
    return Figure(
        name, title, source, draw, caption, claims, partial(bin_rows, READINGS.values()), across="er", **options
    )
