"""The surface of [Nau2010] Figure 7 again, with a million trees a cell instead of 10,000: where exactly is the border?

An observation is the mean of 10,000 trees, as many as were published for a whole cell, and there are a hundred: so the
spread between them also tells how far the published number of trees can be trusted. Before them come 30 observations of
4 trees each, for a quick look; they count only as long as there is nothing better.

A granularity is pathological for certain if its interval says so, at 95% for all 59 of a cell together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.models import TopDown
from overthink.models.granular import BRANCHING, GRAINS, SIMILARITIES, GranularModel
from overthink.report.surfaces import surface
from overthink.studies.checks import FEWEST, above, all_above
from overthink.studies.claim import Claim, Evidence, Verdict
from overthink.studies.samples import Samples, grid
from overthink_papers.experiments.granularity import (
    Batch,
    by_setting,
    degrees,
    errors_study,
    minus,
    needed,
    needed_rows,
    worse_by,
)

LOOK, FEW, MILLIONTHS = 30, 4, 10_000  # observations of a quick look, trees in each; trees in each of the others
PRINTED_S = "the granularity needed to avoid lookahead pathology decreases with local similarity"
PRINTED_B = "… and increases with the branching factor"
LABELS = {"x": "local similarity s", "y": "branching factor b", "z": "granularity needed"}
Errors = Mapping[tuple[str, int], Sample]


def batches(model: GranularModel, start: int, stop: int) -> list[Batch]:
    """A quick look, then 10,000 trees at a time."""
    split = [(start, min(stop, LOOK), FEW), (max(start, LOOK), stop, MILLIONTHS)]
    return [batch for batch in split if batch[0] < batch[1]]


def best(samples: Samples) -> Samples:
    """What counts: the large observations, once there are enough of them."""
    whole = len(samples.entries[0][1]) >= LOOK + FEWEST
    return Samples([(point, sample[LOOK:] if whole else sample[:LOOK]) for point, sample in samples.entries])


def cells(samples: Samples) -> dict[tuple[int, float], Errors]:
    """The errors of each branching factor and similarity."""
    return {(dict(key)["b"], dict(key)["s"]): errors for key, errors in by_setting(best(samples)).items()}


def one_border(samples: Samples) -> Evidence:
    """No granularity is pathological for certain above one that for certain is not."""
    level = simultaneous(len(GRAINS))
    again, where, n = 0, "", 0
    by_setting = cells(samples)
    for (b, s), errors in by_setting.items():
        gaps = {g: worse_by(errors, g, level) for g in GRAINS}
        well = [g for g in GRAINS if gaps[g].high < 0.0]
        ill = [g for g in GRAINS if gaps[g].low > 0.0]
        n = gaps[GRAINS[0]].n
        if well and ill and max(ill) > min(well):
            again, where = again + 1, where or f"; b = {b}, s = {s}: not at g = {min(well)}, again at {max(ill)}"
    shown = f"pathology comes back in {again} of {len(by_setting)} cells{where}"
    enough = len(samples.entries[0][1]) >= LOOK + FEWEST
    return Evidence(Verdict.of(enough and not again, again > 0), Estimate.exactly(float(again), n), shown)


def step_by_step(samples: Samples, column: str) -> Evidence:
    """No step along a column takes the granularity needed in the other direction, by one or more: up with s, down with
    b. Granularities are whole numbers, and neighbours may need the same; but the two ends of a line may not."""
    by_setting = cells(samples)
    lines: list[list[Estimate]] = []
    axes: tuple[Sequence[Any], Sequence[Any]] = (
        (BRANCHING, SIMILARITIES) if column == "s" else (SIMILARITIES[:-1], BRANCHING)
    )
    steps = len(axes[0]) * (len(axes[1]) - 1)
    level = simultaneous(steps)
    for row in axes[0]:
        keys = [(row, each) if column == "s" else (each, row) for each in axes[1]]
        lines.append([needed(by_setting[key], level) for key in keys])
    changes = [
        minus(earlier, later) if column == "s" else minus(later, earlier)
        for line in lines
        for earlier, later in pairwise(line)
    ]
    ends = [minus(line[0], line[-1]) if column == "s" else minus(line[-1], line[0]) for line in lines]
    sure, denied = sum(change.low > 0.0 for change in changes), sum(change.high < 0.0 for change in changes)
    one = Estimate.exactly(1.0, ends[0].n)
    words = f"of {steps} steps {sure} surely as claimed, {denied} surely the other way; from end to end at least "
    words += f"{min(change.mean for change in ends):.0f}"
    return all_above([*changes, *(minus(change, one) for change in ends)], -1.0, words)


def scatter(samples: Samples) -> dict[tuple[int, float], Sample]:
    """The granularity needed as each observation alone would have it."""
    return {
        key: GRAINS[0] + np.sum([errors["deep", g] > errors["shallow", g] for g in GRAINS], axis=0)
        for key, errors in cells(samples).items()
    }


def published_was_enough(samples: Samples) -> Evidence:
    """Two standard deviations between observations of 10,000 trees, at the worst cell."""
    spread = {key: 2.0 * float(np.std(values, ddof=1)) for key, values in scatter(samples).items()}
    (b, s), worst = max(spread.items(), key=lambda item: item[1])
    n = len(samples.entries[0][1]) - LOOK
    if n < FEWEST:
        return Evidence(
            Verdict.INCONCLUSIVE, Estimate(worst, 0.0, float(len(GRAINS)), max(n, 0)), "too few trees to judge"
        )
    error = worst / np.sqrt(2.0 * (n - 1)) * 1.96  # of a standard deviation
    estimate = Estimate(3.0 - worst, 3.0 - worst - error, 3.0 - worst + error, n)
    middle = float(np.median(list(spread.values())))
    return above(estimate, 0.0, f"± {worst:.1f} at the worst, b = {b}, s = {s}; ± {middle:.1f} in the middle")


STUDY = errors_study(
    name="beyond/surface-1m",
    title="granularity needed to avoid pathology, with a million trees a cell",
    source="[Nau2010] Figure 7",
    settings=grid(b=BRANCHING, s=SIMILARITIES, reading=("bucketed",)),
    model=lambda setting: TopDown(b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=lambda samples, rows: surface(rows, "s", "b", LABELS, GRAINS[-1]),
    caption="Two-player top-down model. Below the surface, a search to depth 5 decides worse than one to depth 1.",
    claims=(
        Claim(
            "there is one border: nowhere does pathology come back at a larger granularity",
            "not in print",
            one_border,
        ),
        Claim(
            "no step of similarity needs more granularity, at any branching factor",
            PRINTED_S,
            lambda samples: step_by_step(samples, "s"),
        ),
        Claim(
            "no step of the branching factor needs less granularity, at any similarity below 1",
            PRINTED_B,
            lambda samples: step_by_step(samples, "b"),
        ),
        Claim(
            "10,000 trees place the border within 3 granularities (two standard deviations) in every cell",
            "10,000 trees for each combination of the settings",
            published_was_enough,
        ),
    ),
    rows=lambda samples: degrees(best(samples)),
    batches=batches,
    summary=lambda samples: needed_rows(best(samples)),
    across="s",
    scales={"quick": LOOK, "paper": LOOK + 100},
    block=LOOK,
    at_once=LOOK,
)
