"""The introduction's summary: how granularity, branching factor and local similarity change the benefit of depth.

Each factor is varied with all combinations of the other two. p(5, 1) is the ratio of mean decision errors over all
trees of these combinations: the lower it is, the larger the benefit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference, linearised
from overthink.models import BottomUp, OnePlayer, TopDown
from overthink.models.granular import GranularModel
from overthink.report.curves import curves
from overthink.studies.checks import all_above, always_better
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, grid
from overthink.studies.study import Picture
from overthink_papers.experiments.granularity import errors_study, minus

MODELS: Mapping[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one player": OnePlayer}
GRAINS, BRANCHING, SIMILARITIES = (2, 4, 8, 16, 32), (2, 3, 4), (0.0, 0.5, 1.0)
FACTORS: Mapping[str, Sequence[float]] = {"g": GRAINS, "b": BRANCHING, "s": SIMILARITIES}
RISES = {"g": False, "b": True, "s": False}  # whether p grows with the factor
SEARCHES = ("deep", "shallow")
WAYS = {True: "rises", False: "falls"}
READINGS = {
    "real": AS_WRITTEN,
    "bucketed": Reading(ReadingKind.CLOSEST, "utilities are put in buckets before noise is added"),
}
WORDS = {
    "g": "the benefit provided by a deeper search increases with granularity",
    "b": "the benefit provided by a deeper search … decreases with branching factor",
    "s": "the benefit provided by a deeper search … increases with local similarity",
}
LIKELY = (
    "lookahead pathology is most likely to occur with a low granularity, a high branching factor, and a low local "
    "similarity"
)


def errors(samples: Samples, search: str, **where: Any) -> Sample:
    """Decision errors of a search, averaged over all combinations of the factors that are not given."""
    free = {name: values for name, values in FACTORS.items() if name not in where}
    each = [samples(search=search, **where, **dict(zip(free, values))) for values in product(*free.values())]
    mean: Sample = np.mean(each, axis=0)
    return mean


def degree(samples: Samples, **where: Any) -> Sample:
    """Numbers with p(5, 1) as their mean, one for each observation."""
    return linearised(errors(samples, "deep", **where), errors(samples, "shallow", **where))


def trend(samples: Samples, factor: str, model: str, reading: str) -> Evidence:
    """From each value of a factor to the next, p changes in the direction in print."""
    line = [degree(samples, model=model, reading=reading, **{factor: value}) for value in FACTORS[factor]]
    return always_better([(b, a) if RISES[factor] else (a, b) for a, b in pairwise(line)])


def most_likely(samples: Samples, model: str, reading: str) -> Evidence:
    """Of the combinations of factors, more are pathological at the lowest g than at the highest, at the highest b than
    at the lowest, and at the lowest s than at the highest. A share reaches from those that surely are to those that may
    be."""
    combinations = list(product(*FACTORS.values()))
    worse = {}
    for values in combinations:
        each = dict(zip(FACTORS, values))
        deep, shallow = (errors(samples, search, model=model, reading=reading, **each) for search in SEARCHES)
        worse[values] = difference(deep, shallow, simultaneous(len(combinations)))
    gaps, shown = [], []
    for place, (factor, levels) in enumerate(FACTORS.items()):
        ends = (levels[-1], levels[0]) if RISES[factor] else (levels[0], levels[-1])
        more, fewer = (share_above([gap for values, gap in worse.items() if values[place] == end]) for end in ends)
        gaps.append(minus(more, fewer))
        shown.append(f"{factor} = {ends[0]:g}: {more.mean:.2f}, {ends[1]:g}: {fewer.mean:.2f}")
    return all_above(gaps, 0.0, f"share of combinations with p > 1: {'; '.join(shown)}")


def share_above(gaps: Sequence[Estimate]) -> Estimate:
    """How many of these are above 0: by their means, surely, and at most."""
    mean, low, high = (float(np.mean([getattr(gap, end) > 0.0 for gap in gaps])) for end in ("mean", "low", "high"))
    return Estimate(mean, low, high, gaps[0].n)


def rows(samples: Samples) -> list[Row]:
    table: list[Row] = []
    for reading, model, factor in product(READINGS, MODELS, FACTORS):
        for value in FACTORS[factor]:
            estimate = Estimate.of_mean(degree(samples, model=model, reading=reading, **{factor: value}))
            numbers = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high, "n": estimate.n}
            table.append({"reading": reading, "model": model, "factor": factor, "value": value, **numbers})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [{**row, "line": f"{row['model']}, {row['reading']}"} for row in rows]
    return curves(
        kept, "value", "line", "factor", {"x": "value", "y": "degree of pathology p(5, 1)"}, level=1.0, log=True
    )


STUDY = errors_study(
    name="nau/introduction",
    title="three factors and the benefit of depth",
    source="[Nau2010] section 1",
    settings=grid(model=tuple(MODELS), reading=tuple(READINGS), b=BRANCHING, s=SIMILARITIES),
    model=lambda setting: MODELS[setting["model"]](b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=draw,
    caption="The degree of pathology by granularity, branching factor and local similarity, over all combinations of "
    "the other two.",
    claims=(
        *(
            Claim(
                f"{model}, {reading}: over all combinations of the others, p {WAYS[RISES[factor]]} with {factor}",
                WORDS[factor],
                partial(trend, factor=factor, model=model, reading=reading),
                reading=READINGS[reading],
            )
            for reading, factor, model in product(READINGS, FACTORS, MODELS)
        ),
        *(
            Claim(
                f"{model}, {reading}: more is pathological at a low g, at a high b and at a low s",
                LIKELY,
                partial(most_likely, model=model, reading=reading),
                reading=READINGS[reading],
            )
            for reading, model in product(READINGS, MODELS)
        ),
    ),
    scales={"quick": 200, "paper": 2000},
    grains=GRAINS,
    rows=rows,
    across="value",
)
