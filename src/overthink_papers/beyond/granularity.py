"""The degree of pathology of [Nau2010] section 5, deeper and with more trees.

`beyond/depth`: searches 3, 5, … 11 plies deep against one of a single ply. The paper measured (5, 1) and mentions
(7, 1). Here the deep search goes on as far as the branching factor allows; it always ends with the same player's move,
since even depths are known to be another matter. Trees are as high as the deep search is deep.

`beyond/surface-1m`: the surface of Figure 7 again, with a million trees a cell instead of 10,000: where exactly is the
border? An observation is the mean of 10,000 trees, as many as were published for a whole cell, and there are a hundred:
so the spread between them also tells how far the published number of trees can be trusted. Before them come 30
observations of 4 trees each, for a quick look; they count only as long as there is nothing better. A granularity is
pathological for certain if its interval says so, at 95% for all 59 of a cell together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.core.estimate import LEVEL, Estimate, Sample, simultaneous
from overthink.measure.paired import ratio
from overthink.models.bottom_up import BottomUp
from overthink.models.granular import BRANCHING, GRAINS, SIMILARITIES, GranularModel
from overthink.models.top_down import TopDown
from overthink.report.surfaces import number_map
from overthink.studies.checks import FEWEST_OBSERVATIONS, AllOf, Computed, above, all_above
from overthink.studies.claim import Evidence, Reading, ReadingKind, Verdict, quote
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink_papers.experiments.granularity import (
    NEARLY_ALL,
    Batch,
    by_setting,
    degrees,
    errors_study,
    heights,
    minus,
    needed,
    needed_rows,
    on_its_side,
    region_grows,
    with_leaves,
    worse_by,
)
from overthink_papers.experiments.scaffold import own_computed, plot

# Depth

MODELS: Mapping[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp}
DEPTHS = {2: (3, 5, 7, 9, 11), 3: (3, 5, 7, 9), 4: (3, 5, 7), 6: (3, 5)}
DEPTH_SIMILARITIES = (0.0, 0.5, 1.0)
DEPTH_GRAINS = (*range(2, 21), *range(24, 61, 4))
LEAVES = 1 << 16  # in an observation, at least
DEPTH_SETTINGS: tuple[Setting, ...] = tuple(
    {"model": model, "b": b, "deep": deep, "s": s}
    for model in MODELS
    for b, depths in DEPTHS.items()
    for s in DEPTH_SIMILARITIES
    for deep in depths
)
DEPTH_LABELS = {"x": "depth of the deep search", "y": "degree of pathology p(root, d, 1)"}
COARSE, FINE = 6, 60  # granularities below and above most borders


def p(samples: Samples, model: str, b: int, s: float, deep: int, g: int, level: float = LEVEL) -> Estimate:
    """p(root, deep, 1); anything, where the shallow search made no error."""
    where = {"model": model, "b": b, "s": s, "deep": deep, "g": g}
    if not samples(search="shallow", **where).any():
        return Estimate(1.0, 0.0, math.inf, len(samples(search="shallow", **where)))
    return ratio(samples(search="deep", **where), samples(search="shallow", **where), level=level)


def goes_on(samples: Samples, model: str, s: float, g: int, rises: bool) -> Evidence:
    level = simultaneous(2 * len(DEPTHS))
    lines = [[p(samples, model, b, s, deep, g, level) for deep in depths] for b, depths in DEPTHS.items()]
    changes = [minus(line[-1], line[0]) if rises else minus(line[0], line[-1]) for line in lines]
    shown = "; ".join(f"b = {b}: {' '.join(f'{each.mean:.2f}' for each in line)}" for b, line in zip(DEPTHS, lines))
    return all_above(changes, 0.0, shown)


def needs_more(samples: Samples, model: str, s: float) -> Evidence:
    chosen = Samples(samples.select(model=model, s=s))
    errors = {(dict(key)["b"], dict(key)["deep"]): each for key, each in by_setting(chosen).items()}
    level = simultaneous(4)
    granularities = {b: [needed(errors[b, deep], level) for deep in DEPTHS[b]] for b in (2, 3)}
    changes = [minus(line[-1], line[1]) for line in granularities.values()]
    shown = "; ".join(f"b = {b}: {' '.join(f'{each.mean:.0f}' for each in line)}" for b, line in granularities.items())
    return all_above(changes, 0.0, f"granularity needed {shown}")


def is_drawn(row: Row) -> bool:
    shown = row["b"] in (2, 3) and row["g"] in (COARSE, 20, FINE) and row["s"] in (0.0, 0.5)
    return bool(shown and row["mean"] > 0.0)


def changing(point: Point, by: float) -> float:
    """Made-up errors: p changes so much with every ply of the deep search."""
    return 0.3 + 0.3 * by * float(point["deep"]) * float(point["search"] == "deep")


def deeper_needs_more(point: Point, more: int) -> float:
    """Made-up errors: pathology below g = 10, and so much higher for the deepest search of each branching factor."""
    border = 10 + more * (point["deep"] == DEPTHS[point["b"]][-1])
    return 0.3 if point["search"] == "shallow" else 0.4 if point["g"] < border else 0.2


def both_models(judge: Callable[..., Evidence], says: str, **options: Any) -> AllOf:
    return AllOf(tuple(Computed(partial(judge, model=model, **options), f"{model}, {says}") for model in MODELS))


WITHOUT_SIMILARITY: tuple[Point, ...] = tuple(
    {**setting, **point}
    for setting in DEPTH_SETTINGS
    if setting["s"] == 0.0
    for point in grid(search=("deep", "shallow"), g=DEPTH_GRAINS)
)


DEPTH = errors_study(
    name="beyond/depth",
    title="degree of pathology of searches 3 to 11 plies deep",
    source="[Nau2010] section 5",
    settings=DEPTH_SETTINGS,
    model=lambda setting: MODELS[setting["model"]](b=setting["b"], s=setting["s"], height=setting["deep"]),
    draw=plot("deep", "s = {s:g}, g = {g}", "{model}, b = {b}", DEPTH_LABELS, keep=is_drawn, level=1.0, log=True),
    caption="Above 1, the deep search decides worse than one of a single ply. Two-player models. Where the deep search "
    "made no error at all, there is no point.",
    claims=(
        own_computed(
            both_models(goes_on, "more pathological", s=0.0, g=COARSE, rises=True).judge,
            f"both models, s = 0, g = {COARSE}: the deeper, the more pathological, from depth 3 to the deepest",
            partial(changing, by=0.001),
            partial(changing, by=-0.001),
        ),
        own_computed(
            both_models(goes_on, "better", s=0.5, g=FINE, rises=False).judge,
            f"both models, s = .5, g = {FINE}: the deeper, the better, from depth 3 to the deepest",
            partial(changing, by=-0.001),
            partial(changing, by=0.001),
        ),
        own_computed(
            both_models(needs_more, "needs more", s=0.0).judge,
            "both models, s = 0, b = 2 and 3: the deepest search needs more granularity than one to depth 5",
            partial(deeper_needs_more, more=1),
            partial(deeper_needs_more, more=0),
            WITHOUT_SIMILARITY,
        ),
    ),
    rows=degrees,
    across="deep",
    scales={"quick": 40, "paper": 1000},
    grains=DEPTH_GRAINS,
    batches=with_leaves(LEAVES),
)

# A million trees a cell

LOOK, FEW, MILLIONTHS = 30, 4, 10_000  # observations of a quick look, trees in each; trees in each of the others
LABELS = {"x": "local similarity s", "y": "branching factor b", "z": "granularity needed"}
Errors = Mapping[tuple[str, int], Sample]


def batches(model: GranularModel, start: int, stop: int) -> list[Batch]:
    """A quick look, then 10,000 trees at a time."""
    split = [(start, min(stop, LOOK), FEW), (max(start, LOOK), stop, MILLIONTHS)]
    return [batch for batch in split if batch[0] < batch[1]]


def best(samples: Samples) -> Samples:
    """What counts: the large observations, once there are enough of them."""
    whole = len(samples.entries[0][1]) >= LOOK + FEWEST_OBSERVATIONS
    return Samples([(point, sample[LOOK:] if whole else sample[:LOOK]) for point, sample in samples.entries])


def cells(samples: Samples) -> dict[tuple[int, float], Errors]:
    return {(dict(key)["b"], dict(key)["s"]): errors for key, errors in by_setting(best(samples)).items()}


def one_border(samples: Samples) -> Evidence:
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
    enough = len(samples.entries[0][1]) >= LOOK + FEWEST_OBSERVATIONS
    return Evidence(Verdict.of(enough and not again, again > 0), Estimate.exactly(float(again), n), shown)


def step_by_step(samples: Samples, column: str) -> Evidence:
    """No step along a column takes the granularity needed in the other direction, by one or more: up with s, down with
    b. Granularities are whole numbers, and neighbours may need the same; but the two ends of a line may not."""
    row, part = "b" if column == "s" else "s", best(samples)
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
    here, steps = (point["b"], round(10 * point["s"])) == (5, 5), round(10 * point["s"])
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

SURFACE = errors_study(
    name="beyond/surface-1m",
    title="granularity needed to avoid pathology, with a million trees a cell",
    source="[Nau2010] Figure 7",
    settings=grid(b=BRANCHING, s=SIMILARITIES, reading=("bucketed",)),
    model=lambda setting: TopDown(b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=lambda samples, rows: number_map(rows, "s", "b", LABELS, GRAINS[-1]),
    caption="Two-player top-down model. With fewer values, a search to depth 5 decides worse than one to depth 1.",
    claims=(
        own_computed(
            one_border,
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
