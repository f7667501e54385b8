"""What Figures 4(c) and 5(c) share: the actual minimax bound by expanded ratio, in five bins.

Searches with every ε are put together, those with ε = 0 too. A ratio above 1 goes into the last bin. The interval of a
bin's mean is over instances, each of which may be in it several times or not at all.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import linearised, ratio
from overthink.studies.checks import all_above
from overthink.studies.claim import Evidence
from overthink.studies.samples import Point, Row, Samples
from overthink.studies.study import Figure, Picture
from overthink_papers.bab.common import READINGS, claims_in_readings, draw_readings

BINS = ("0 to .2", ".2 to .4", ".4 to .6", ".6 to .8", ".8 to 1")
MIDDLES = dict(zip(BINS, (0.1, 0.3, 0.5, 0.7, 0.9)))
POINTS: list[Point] = [{"er": name, "measure": measure} for measure in ("searches", "amb") for name in BINS]


def binned(er: Sample, amb: Sample) -> Sample:
    """For every bin and instance: how many of its searches fall into it, and the sum of their AMB. Given both by ε and
    instance."""
    instances = er.shape[1]
    bins = np.minimum((er * len(BINS)).astype(int), len(BINS) - 1)
    places = (bins * instances + np.arange(instances)).ravel()
    sums = [np.bincount(places, each.ravel(), len(BINS) * instances) for each in (np.ones_like(amb), amb)]
    return np.concatenate(sums).reshape(len(POINTS), instances)


def filled(samples: Samples, **where: object) -> dict[str, tuple[Sample, Sample]]:
    """The sums and counts of each bin that is not empty."""
    pairs = {n: (samples(er=n, measure="amb", **where), samples(er=n, measure="searches", **where)) for n in BINS}
    return {name: pair for name, pair in pairs.items() if pair[1].any()}


def rows(samples: Samples) -> list[Row]:
    return [
        {**options, "er": name, **asdict(ratio(*pair))}
        for options in READINGS.values()
        for name, pair in filled(samples, **options).items()
    ]


def falling(samples: Samples, where: Point) -> Evidence:
    """Each bin's mean is above the next one's."""
    line = [linearised(*pair) for pair in filled(samples, **where).values()]
    level = simultaneous(max(1, len(line) - 1))
    gaps = [Estimate.of_mean(a - b, level) for a, b in pairwise(line)]
    return all_above(gaps, 0.0, " ".join(f"{sample.mean():.1f}" for sample in line))


def bins_figure(name: str, title: str, source: str, depth: int, caption: str, printed: str, **options: Any) -> Figure:
    """The figure of either paper's bins."""

    def draw(samples: Samples, rows: list[Row]) -> Picture:
        placed = [{**row, "middle": MIDDLES[row["er"]], "line": ""} for row in rows]
        y, x = "actual minimax bound U - L", "expanded ratio, middle of bin"
        return draw_readings("middle", "line", y, f"depth {depth}", x)(samples, placed)

    claims = claims_in_readings("{}: the smaller ER, the larger AMB, bin by bin", printed, falling)
    return Figure(name, title, source, draw, caption, claims, rows, across="er", **options)
