"""Figure 4(c): the actual minimax bound by expanded ratio, in five bins; random trees, b = 4, depth 5.

Searches with every ε are put together, those with ε = 0 too. A ratio above 1 goes into the last bin. The interval of a
bin's mean is over instances, each of which may be in it several times or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate
from overthink.measure.paired import linearised, ratio
from overthink.studies.bab.common import READINGS, claims_for, draw_readings
from overthink.studies.bab.fig4a import instances
from overthink.studies.bounded import Searches
from overthink.studies.checks import all_above
from overthink.studies.study import Cell, Finding, Row, Samples, Setting, Study

SOURCE = "[Atzmon2018] Figure 4(c)"
BINS = ("0 to .2", ".2 to .4", ".4 to .6", ".6 to .8", ".8 to 1")
MIDDLES = dict(zip(BINS, (0.1, 0.3, 0.5, 0.7, 0.9)))


def run(setting: Setting, first: int, last: int, seed: int) -> Cell:
    return binned(instances({**setting, "depth": 5}, first, last, seed))


def binned(instances: Iterable[Searches]) -> Cell:
    """For every instance and bin: how many of its searches fall into it, and the sum of their AMB."""
    columns = []
    for found in instances:
        er = found.internal / found.internal[0]
        which = np.minimum((er * len(BINS)).astype(int), len(BINS) - 1)
        columns.append([np.bincount(which, weights, len(BINS)) for weights in (np.ones(len(er)), found.amb)])
    points = [{"er": name, "measure": measure} for measure in ("searches", "amb") for name in BINS]
    return points, np.array(columns).reshape(len(columns), -1).T


def bins(samples: Samples, **where: Any) -> dict[str, tuple[Any, Any]]:
    """The sums and counts of each bin that is not empty."""
    pairs = {n: (samples(er=n, measure="amb", **where), samples(er=n, measure="searches", **where)) for n in BINS}
    return {name: pair for name, pair in pairs.items() if pair[1].any()}


def rows(samples: Samples) -> list[Row]:
    return [
        {**options, "er": name, **asdict(ratio(*pair))}
        for options in READINGS.values()
        for name, pair in bins(samples, **options).items()
    ]


def falling(samples: Samples, reading: str) -> Finding:
    """Each bin's mean is above the next one's."""
    found = [linearised(*pair) for pair in bins(samples, **READINGS[reading]).values()]
    level = 1.0 - 0.05 / max(1, len(found) - 1)
    gaps = [Estimate.of_mean(a - b, level) for a, b in pairwise(found)]
    return all_above(gaps, 0.0, " ".join(f"{sample.mean():.1f}" for sample in found))


def draw(samples: Samples, rows: list[Row]) -> Any:
    placed = [{**row, "middle": MIDDLES[row["er"]], "trees": ""} for row in rows]
    return draw_readings("middle", "trees", "actual minimax bound U - L", "depth 5", "expanded ratio, middle of bin")(
        samples, placed
    )


STUDY = Study(
    name="bab/fig4c",
    title="random trees: nodes saved against width",
    source=SOURCE,
    settings=tuple(READINGS.values()),
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=draw,
    caption="Random trees, b = 4, depth 5, searches with every ε together: the mean width of the proven interval, by "
    "the share of nodes expanded.",
    claims=claims_for(
        READINGS,
        "{}: the smaller ER, the larger AMB, bin by bin",
        SOURCE,
        "It is easy to see that smaller ER correspond with larger AMB",
        falling,
    ),
    rows=rows,
    across="er",
    block=50,
)
