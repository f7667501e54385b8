"""The surface of Figure 7 of [Nau2010] with a million trees a cell instead of 10,000: where exactly is the border?

An observation is the mean of 10,000 trees, as many as were published for a whole cell, and there are a hundred: so the
spread between them also tells how far the published number of trees can be trusted. Before them come 30 observations of
4 trees each, for a quick look; they count only as long as there is nothing better. A granularity is pathological for
certain if its interval says so, at 95% for all 59 of a cell together.
"""

from collections.abc import Mapping
from functools import partial
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.models.granular import BRANCHING, GRAINS, SIMILARITIES, GranularModel
from overthink.models.top_down import TopDown
from overthink.studies.checks import FEWEST_OBSERVATIONS, Computed, above, all_above
from overthink.studies.claim import Evidence, Reading, ReadingKind, Verdict, quote
from overthink.studies.samples import Point, Samples, grid
from overthink_papers.experiments.granularity import (
    NEARLY_ALL,
    Batch,
    by_setting,
    degrees,
    errors_study,
    heights,
    minus,
    needed_rows,
    on_its_side,
    region_grows,
    worse_by,
)
from overthink_papers.experiments.scaffold import own_computed
from overthink_papers.experiments.surfaces import number_map

LOOK = 30  # observations of a quick look
FEW = 4  # trees in each of them
MANY = 10_000  # trees in each of the others
LABELS = {"x": "local similarity s", "y": "branching factor b", "z": "granularity needed"}
Errors = Mapping[tuple[str, int], Sample]


def batches(model: GranularModel, start: int, stop: int) -> list[Batch]:
    """A quick look, then 10,000 trees at a time."""
    split = [(start, min(stop, LOOK), FEW), (max(start, LOOK), stop, MANY)]
    return [batch for batch in split if batch[0] < batch[1]]


def best(samples: Samples) -> Samples:
    """What counts: the large observations, once there are enough of them."""
    whole = len(samples.entries[0][1]) >= LOOK + FEWEST_OBSERVATIONS
    return Samples([(point, sample[LOOK:] if whole else sample[:LOOK]) for point, sample in samples.entries])


def cells(samples: Samples) -> dict[tuple[int, float], Errors]:
    """The best errors known of each b and s."""
    return {(dict(key)["b"], dict(key)["s"]): errors for key, errors in by_setting(best(samples)).items()}


def _one_border(samples: Samples) -> Evidence:
    level = simultaneous(len(GRAINS))
    again = 0
    where = ""
    n = 0
    by_setting = cells(samples)
    for (b, s), errors in by_setting.items():
        gaps = {g: worse_by(errors, g, level) for g in GRAINS}
        well = [g for g in GRAINS if gaps[g].high < 0.0]
        ill = [g for g in GRAINS if gaps[g].low > 0.0]
        n = gaps[GRAINS[0]].n
        if well and ill and max(ill) > min(well):
            again, where = again + 1, where or f"; b = {b}, s = {s}: not at g = {min(well)}, again at {max(ill)}"
    shown = f"pathology comes back in {again} of {len(by_setting)} cells{where}"
    enough = len(samples.entries[0][1]) >= LOOK + FEWEST_OBSERVATIONS
    return Evidence(Verdict.of(enough and not again, again > 0), Estimate.exactly(float(again), n), shown)


def step_by_step(samples: Samples, column: str) -> Evidence:
    """No step along a column takes the granularity needed in the other direction, by one or more: up with s, down with
    b. Granularities are whole numbers, and neighbours may need the same; but the two ends of a line may not."""
    row = "b" if column == "s" else "s"
    part = best(samples)
    if column == "b":
        part = Samples([(point, sample) for point, sample in part.entries if point["s"] < 1.0])
    steps = len(part.levels(row)) * (len(part.levels(column)) - 1)
    lines = heights(part, row, column, simultaneous(steps))
    changes = [
        minus(earlier, later) if column == "s" else minus(later, earlier)
        for line in lines
        for earlier, later in pairwise(line)
    ]
    ends = [minus(line[0], line[-1]) if column == "s" else minus(line[-1], line[0]) for line in lines]
    sure, denied = sum(change.low > 0.0 for change in changes), sum(change.high < 0.0 for change in changes)
    one = Estimate.exactly(1.0, ends[0].n)
    words = f"of {steps} steps {sure} significantly as claimed, {denied} the other way; from end to end at least "
    words += f"{min(change.mean for change in ends):.0f}"
    return all_above([*changes, *(minus(change, one) for change in ends)], -1.0, words)


def published_was_enough(samples: Samples) -> Evidence:
    """Two standard deviations between observations of 10,000 trees, at the worst cell."""
    spread = {}
    for key, errors in cells(samples).items():
        alone = GRAINS[0] + np.sum([errors["deep", g] > errors["shallow", g] for g in GRAINS], axis=0)
        spread[key] = 2.0 * float(np.std(alone, ddof=1))
    (b, s), worst = max(spread.items(), key=lambda item: item[1])
    n = len(samples.entries[0][1]) - LOOK
    if n < FEWEST_OBSERVATIONS:
        return Evidence(
            Verdict.INCONCLUSIVE, Estimate(worst, 0.0, float(len(GRAINS)), max(n, 0)), "too few trees to judge"
        )
    error = worst / np.sqrt(2.0 * (n - 1)) * 1.96  # of a standard deviation
    estimate = Estimate(3.0 - worst, 3.0 - worst - error, 3.0 - worst + error, n)
    middle = float(np.median(list(spread.values())))
    return above(estimate, 0.0, f"± {worst:.1f} at the worst, b = {b}, s = {s}; ± {middle:.1f} in the middle")


CELLS = grid(b=BRANCHING, s=SIMILARITIES, reading=("bucketed",), search=("deep", "shallow"), g=GRAINS)


def with_border(point: Point, along_s: float = -1.0, along_b: float = 2.0, bump: int = 0, again: bool = False) -> float:
    """Made-up errors: pathology below a border at each branching factor and similarity; with a bump of it in one cell,
    or with pathology that comes back there."""
    here = (point["b"], round(10 * point["s"])) == (5, 5)
    steps = round(10 * point["s"])
    border = 25 + along_b * point["b"] + along_s * steps + bump * here
    ill = point["g"] < border or (again and here and point["g"] == 55)
    return 0.3 if point["search"] == "shallow" else 0.4 if ill else 0.2


def with_swaying_border(by: int) -> Samples:
    """One cell whose border sways between observations."""
    border = 25 + by * np.where(np.arange(LOOK + 100) % 2, 1, -1)
    place = {"b": 2, "s": 0.0, "reading": "bucketed"}
    deep = [({**place, "search": "deep", "g": g}, np.where(g < border, 0.4, 0.2)) for g in GRAINS]
    return Samples([*deep, *(({**place, "search": "shallow", "g": g}, np.full(LOOK + 100, 0.3)) for g in GRAINS)])


BUCKETED = Reading(ReadingKind.CLOSEST, "noise is added to the middle of a bucket; a million trees")

STUDY = errors_study(
    name="beyond/surface-1m",
    title="granularity needed to avoid pathology, with a million trees a cell",
    source="[Nau2010] Figure 7",
    settings=grid(b=BRANCHING, s=SIMILARITIES, reading=("bucketed",)),
    model=lambda setting: TopDown(b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=lambda samples, rows: number_map(rows, "s", "b", LABELS, GRAINS[-1]),
    caption="Two-player top-down model. With fewer values, a search to depth 5 decides worse than one to depth 1.",
    claims=(
        own_computed(
            _one_border,
            "there is one border: nowhere does pathology come back at a larger granularity",
            with_border,
            partial(with_border, again=True),
            CELLS,
        ),
        own_computed(
            partial(step_by_step, column="s"),
            "no step of similarity needs more granularity, at any branching factor",
            with_border,
            partial(with_border, bump=1, along_s=0.0),
            CELLS,
        ),
        own_computed(
            partial(step_by_step, column="b"),
            "no step of the branching factor needs less granularity, at any similarity below 1",
            with_border,
            partial(with_border, along_b=0.0),
            CELLS,
        ),
        quote(
            "as b increases, the size of the pathological region also increases",
            Computed(
                lambda samples: region_grows(best(samples)),
                "at every step of b, the pathological region grows",
                with_border,
                partial(with_border, along_b=0.0),
                CELLS,
            ),
            BUCKETED,
        ),
        quote(
            "The regions below the curved black lines are pathological, and the regions above those lines are "
            "nonpathological.",
            Computed(
                lambda samples: on_its_side(best(samples), NEARLY_ALL),
                f"{NEARLY_ALL:.0%} of the points are on their side of the lines",
                with_border,
                lambda point: with_border({**point, "g": 2} if point["g"] > 58 else point),
                CELLS,
            ),
            Reading(BUCKETED.kind, f"{BUCKETED.words}; {NEARLY_ALL:.0%} of the points"),
            "[Nau2010] Figure 10",
            "points closer to the line than a fifth of its height are left out",
        ),
        own_computed(
            published_was_enough,
            "10,000 trees place the border within 3 granularities (two standard deviations) in every cell",
            with_swaying_border(1),
            with_swaying_border(2),
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
