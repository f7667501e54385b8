"""Figures 7 to 10: the granularity needed to avoid pathology, over branching factor and local similarity.

"In each case the results are qualitatively similar: the granularity needed to avoid lookahead pathology decreases with
local similarity and increases with the branching factor." Section 5.4. What the introduction says of the benefit of
depth is judged on the same trees: p(5, 1) along each factor, averaged over all combinations of the other two.

Figure 10 shows the degree of pathology of the trees of Figure 7. Of the branching factor the text says two things. The
pathological region grows with it. And "large values of b amplify the difference in the degree of pathology between the
pathological and nonpathological regions": the mean p of either region is compared, at every granularity and similarity.
The example that follows, of points close to the boundary and on opposite sides of it, has a figure of its own. There
the boundary is the smallest granularity without pathology. The points are two granularities below it and one above; or,
since buckets are the wider the fewer they are, a fifth of it below and above. `nau/exact` has the exact numbers without
similarity.

Studies: `nau/fig7`, `nau/fig8`, `nau/fig9`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import combinations, pairwise
from statistics import fmean, median

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference, linearised
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import BRANCHING, GRAINS, ONE_PLAYER_GRAINS, SIMILARITIES, GranularModel
from overthink.models.top_down import TopDown
from overthink.report.surfaces import maps, number_map
from overthink.studies.checks import ABOUT, FLAT, AllOf, Computed, MeanAt, all_above, near, settled
from overthink.studies.claim import Claim, Evidence, Reading, Verdict
from overthink.studies.samples import Point, Row, Samples, grid
from overthink.studies.study import Figure, Picture, Study
from overthink_papers.experiments.granularity import (
    NEARLY_ALL,
    by_setting,
    degrees,
    errors_study,
    heights,
    minus,
    needed,
    needed_rows,
    on_its_side,
    region_grows,
    with_trees,
    worse_by,
)
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.readings import (
    BUCKETED,
    CLOSEST,
    INTRODUCTION,
    JUDGED,
    MODEL_READINGS,
    REAL,
    SHOWN_CHANGE,
    ModelReading,
)

SECTION = "[Nau2010] section 5.4"
LESS_WITH_S = "the granularity needed to avoid lookahead pathology decreases with local similarity"
MORE_WITH_B = "the granularity needed to avoid lookahead pathology … increases with the branching factor"
SIDES = "The space below the surface is pathological, the space above it is nonpathological."
ENDS_OF_S = "at every branching factor, less granularity is needed at s = 1 than at s = 0"
ENDS_OF_B = "at every similarity, more granularity is needed with the largest branching factor than with 2"
BENEFIT = "the benefit provided by a deeper search"
TRENDS = {  # of each factor: how p changes with it, and what is published about it
    "g": ("falls", f"{BENEFIT} increases with granularity"),
    "b": ("rises", f"{BENEFIT} … decreases with branching factor"),
    "s": ("falls", f"{BENEFIT} … increases with local similarity"),
}
LIKELY = (
    "lookahead pathology is most likely to occur with a low granularity, a high branching factor, and a low local "
    "similarity"
)
FAR = "points closer to the surface than a fifth of its height are left out"
TREES = 10  # in an observation, at least
Judge = Callable[[Samples], Evidence]
Degree = Callable[[Point], float]  # p at a point

# What checks are tried on: a few points, and trees with a degree of pathology
PLACES = grid(b=(2, 3), s=(0.0, 0.3, 0.5, 1.0), reading=(REAL, BUCKETED), search=("deep", "shallow", "ratio", "erring"),
              g=range(2, 21))  # fmt: skip


def trees_with(p: Degree) -> MeanAt:
    return lambda at: 0.4 if at["search"] in ("shallow", "erring") else 0.4 * p(at)


def trees_that_need(border: Callable[[Point], float]) -> Degree:
    """Trees that are pathological below a granularity, by b and s."""
    return lambda at: 1.5 if at["g"] < border(at) else 0.5


def falling(at: Point) -> float:
    """A granularity that falls with s and rises with b."""
    return float(12 - 6 * at["s"] + at["b"])


NEED_FALLING = trees_that_need(falling)


def in_reading(way: ModelReading, says: str, holds: Degree, fails: Degree, *judges: Judge) -> Computed:
    check = AllOf(tuple(Computed(judge, says) for judge in judges))
    holding, failing = trees_with(holds), trees_with(fails)
    return Computed(lambda samples: check.judge(way.part(samples)), says, holding, failing, PLACES)


def from_end_to_end(row: str, column: str, falls: bool, samples: Samples) -> Evidence:
    """On every line, the last height lies below the first (or above it)."""
    lines = heights(samples, row, column)
    changes = [minus(line[0], line[-1]) if falls else minus(line[-1], line[0]) for line in lines]
    return all_above(changes, 0.0, "; ".join(f"{line[0].mean:.0f} to {line[-1].mean:.0f}" for line in lines))


def step_by_step(row: str, column: str, falls: bool, samples: Samples) -> Evidence:
    """On no line does a step lead the other way, by one or more."""
    lines = heights(samples, row, column)
    steps = [(one, other) if falls else (other, one) for line in lines for one, other in pairwise(line)]
    changes = [minus(*step) for step in steps]
    wrong = sum(change.mean <= -1.0 for change in changes)
    sure = sum(change.high <= -1.0 for change in changes)
    return all_above(changes, -1.0, f"{wrong} of {len(changes)} steps lead the other way, {sure} significantly")


LESS_AT_LAST, MORE_AT_LAST = partial(from_end_to_end, "b", "s", True), partial(from_end_to_end, "s", "b", False)
FALLS, RISES = partial(step_by_step, "b", "s", True), partial(step_by_step, "s", "b", False)


def combinations_of(samples: Samples) -> Iterator[tuple[Point, Mapping[tuple[str, int], Sample], int]]:
    """Every combination of the three factors with the errors at its b and s, and its g."""
    for key, errors in by_setting(samples).items():
        for g in sorted({g for _, g in errors}):
            yield {**dict(key), "g": g}, errors, g


def p_along(samples: Samples, factor: str) -> list[Sample]:
    """p at each value of a factor, averaged over those combinations of the other two that have one at every value."""
    lines: dict[tuple[float, ...], dict[float, Sample]] = {}
    for at, errors, g in combinations_of(samples):
        if errors["shallow", g].any():
            others = tuple(at[name] for name in TRENDS if name != factor)
            lines.setdefault(others, {})[at[factor]] = linearised(errors["deep", g], errors["shallow", g])
    values = sorted({value for line in lines.values() for value in line})
    whole = [line for line in lines.values() if len(line) == len(values)]
    return [np.mean([line[value] for line in whole], axis=0) for value in values] if whole else []


def changes_with(factor: str, samples: Samples) -> Evidence:
    """p changes from end to end as it should, and nowhere the other way by more than a figure would show."""
    line = p_along(samples, factor)
    falling = line if TRENDS[factor][0] == "falls" else line[::-1]
    if len(line) < 2:
        return settled(False, 0.0, "no combination has a p at every value")
    level = simultaneous(len(line) * (len(line) - 1) // 2 + 1)
    steps = [difference(earlier, later, level) for earlier, later in combinations(falling, 2)]
    allowed = Estimate.exactly(-FLAT, len(line[0]))
    back = max(0.0, *(-step.mean for step in steps))
    shown = " ".join(f"{p.mean():.3f}" for p in line[:: max(1, len(line) // 10)])
    ends = difference(falling[0], falling[-1], level)
    words = f"p {shown}; largest change the other way {back:.3f}, allowed {FLAT:g}"
    return all_above([ends, *(minus(step, allowed) for step in steps)], 0.0, words)


def most_likely(samples: Samples) -> Evidence:
    """Of the combinations of factors, more are pathological at the lowest g than at the highest, at the highest b than
    at the lowest, and at the lowest s than at the highest. A share reaches from those that significantly are to those
    that may be."""
    every = list(combinations_of(samples))
    level = simultaneous(len(every))
    worse = [(at, worse_by(errors, g, level)) for at, errors, g in every]
    gaps, shown = [], []
    for factor, (way, _) in TRENDS.items():
        values = sorted({at[factor] for at, _ in worse}, reverse=way == "rises")
        shares = []
        for value in (values[0], values[-1]):
            here = [gap for at, gap in worse if at[factor] == value]
            mean, low, high = (float(np.mean([getattr(e, end) > 0.0 for e in here])) for end in ("mean", "low", "high"))
            shares.append(Estimate(mean, low, high, here[0].n))
            shown.append(f"{factor} = {value:g}: {mean:.2f}")
        gaps.append(minus(*shares))
    return all_above(gaps, 0.0, f"share of combinations with p > 1: {'; '.join(shown)}")


def less_with_s(way: ModelReading, *judges: Judge) -> Computed:
    flat = trees_that_need(lambda at: 9 if at["b"] == 3 else falling(at))
    return in_reading(way, ENDS_OF_S, NEED_FALLING, flat, LESS_AT_LAST, *judges)


def more_with_b(way: ModelReading, *judges: Judge) -> Computed:
    less = trees_that_need(lambda at: falling(at) - 2 * ((at["b"], at["s"]) == (3, 1.0)))
    return in_reading(way, ENDS_OF_B, NEED_FALLING, less, MORE_AT_LAST, *judges)


def on_sides(way: ModelReading, share: float = 1.0) -> Computed:
    def but_one(at: Point) -> float:
        wrong = (at["b"], at["g"]) == (3, 8) and (share < 1.0 or at["s"] == 0.5)
        return 1.5 if at["g"] < 12 and not wrong else 0.99

    says = "points below are pathological, points above are not"
    return in_reading(way, says, trees_that_need(lambda at: 12), but_one, partial(on_its_side, share=share))


def benefit_claims(way: ModelReading) -> Iterator[Claim]:
    """What the introduction says."""
    for factor, (moves, printed) in TRENDS.items():
        sign = 0.001 if moves == "rises" else -0.001
        slopes = [lambda at, by=by, factor=factor: 1.0 + by * at[factor] for by in (sign, -100 * sign)]
        says = f"over all combinations of the others, p {moves} with {factor}"
        yield way.claim(
            says, printed, in_reading(way, says, *slopes, partial(changes_with, factor)), INTRODUCTION, SHOWN_CHANGE
        )
    low, high = (lambda at, low=low: 1.5 if (at["g"] < 9 and at["b"] > 2 and at["s"] < 1) == low else 0.5
                 for low in (True, False))  # fmt: skip
    says = "more is pathological at a low g, at a high b and at a low s"
    yield way.claim(says, LIKELY, in_reading(way, says, low, high, most_likely), INTRODUCTION)


ENDS = Reading(CLOSEST.kind, f"{CLOSEST.reading.words}; only the ends are compared")
WHOLE = "granularities are whole numbers, so neighbours may need the same"
# What the text says of each of the three figures.
CLAIMS = (
    *(
        way.claim(f"{ENDS_OF_S}, and no step of s needs more", LESS_WITH_S, less_with_s(way, FALLS), SECTION, WHOLE)
        for way in JUDGED
    ),
    Claim(f"{CLOSEST.name}: {ENDS_OF_S}", LESS_WITH_S, less_with_s(CLOSEST), SECTION, ENDS),
    *(
        way.claim(f"{ENDS_OF_B}, and no step of b needs less", MORE_WITH_B, more_with_b(way, RISES), SECTION, WHOLE)
        for way in JUDGED
    ),
    Claim(f"{CLOSEST.name}: {ENDS_OF_B}", MORE_WITH_B, more_with_b(CLOSEST), SECTION, ENDS),
    *(
        way.claim("points below the surface are pathological, those above it are not", SIDES, on_sides(way), "", FAR)
        for way in JUDGED
    ),
    Claim(
        f"{CLOSEST.name}: {NEARLY_ALL:.0%} of the points are on their side of the surface",
        SIDES,
        on_sides(CLOSEST, NEARLY_ALL),
        "",
        Reading(CLOSEST.kind, f"{CLOSEST.reading.words}; {NEARLY_ALL:.0%} of the points"),
        FAR,
    ),
    *(introduced for way in JUDGED for introduced in benefit_claims(way)),
)
SETTINGS = grid(b=BRANCHING, s=SIMILARITIES, reading=(BUCKETED, REAL))
SHOWN = {"reading": CLOSEST.noise, "average": CLOSEST.average}
GRANULARITY = "granularity needed: with fewer values deeper hurts, with more it helps"
LABELS = {"x": "local similarity s", "y": "branching factor b", "z": GRANULARITY}


def every_degree(samples: Samples) -> list[Row]:
    return [{"average": way.average, **row} for way in MODEL_READINGS for row in degrees(way.part(samples))]


def closest(rows: list[Row]) -> list[Row]:
    return [row for row in rows if all(row[column] == value for column, value in SHOWN.items())]


def surface_study(
    number: int,
    model: Callable[..., GranularModel],
    kind: str,
    caption: str,
    grains: Sequence[int] = GRAINS,
    edition: int = 2,
) -> Study:
    """One of the three figures, which differ in the model. p(root, 5, 1), 10,000 trees."""
    return errors_study(
        name=f"nau/fig{number}",
        title=f"granularity needed to avoid pathology, {kind} model",
        source=f"[Nau2010] Figure {number}",
        settings=SETTINGS,
        model=lambda setting: model(b=setting["b"], s=setting["s"], reading=setting["reading"]),
        draw=lambda samples, rows: number_map(closest(rows), "s", "b", LABELS, grains[-1]),
        caption=f"With fewer values than this, a search to depth 5 decides worse than one to depth 1. {caption}",
        claims=CLAIMS,
        rows=every_degree,
        summary=lambda samples: [
            {"average": way.average, **row} for way in MODEL_READINGS for row in needed_rows(way.part(samples))
        ],
        scales={"quick": 12, "paper": 1000},
        grains=grains,
        batches=with_trees(TREES),
        ratios=lambda setting: True,
        block=50,
        at_once=1000,
        edition=edition,
    )


# Figure 10

MAPPED = (2, 3, 4, 6, 8, 10)  # branching factors
GRAINS_MAPPED = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60)
TEN = 10.0  # "around g = 10"


def binary_is_pathological(samples: Samples) -> Evidence:
    by_b = {dict(key)["b"]: errors for key, errors in by_setting(samples).items() if dict(key)["s"] == 0.0}
    gaps = [worse_by(errors, 2, simultaneous(len(by_b))) for errors in by_b.values()]
    errs = [float(errors["shallow", 2].mean()) for errors in by_b.values()]
    ratios = [errors["deep", 2].mean() / near if near else math.nan for errors, near in zip(by_b.values(), errs)]
    shown = " ".join(f"{degree:.2f}" for degree in ratios)
    return all_above(gaps, 0.0, f"p {shown} for b = {min(by_b)} to {max(by_b)}")


def gap_between_regions(samples: Samples, b: int) -> Sample | None:
    """The mean p of the pathological region less that of the other, as one number an observation; nothing, where there
    is no such region."""
    regions: dict[bool, list[Sample]] = {True: [], False: []}
    for at, errors, g in combinations_of(samples):
        if at["b"] == b and errors["shallow", g].any():
            p = linearised(errors["deep", g], errors["shallow", g])
            regions[bool(p.mean() > 1.0)].append(p)
    if not all(regions.values()):
        return None
    gap: Sample = np.mean(regions[True], axis=0) - np.mean(regions[False], axis=0)
    return gap


def regions_part(samples: Samples, every_step: bool = True) -> Evidence:
    """The regions are farther apart at every step of b, or at the largest b than at the smallest."""
    every = {b: gap_between_regions(samples, b) for b in samples.levels("b")}
    gaps = {b: gap for b, gap in every.items() if gap is not None}
    if len(gaps) < len(every):
        none = ", ".join(str(b) for b in every if b not in gaps)
        return settled(False, 0.0, f"no pathological region at b = {none}")
    line = list(gaps.values())
    pairs = list(pairwise(line)) if every_step else [(line[0], line[-1])]
    steps = [difference(later, earlier, simultaneous(len(pairs))) for earlier, later in pairs]
    return all_above(steps, 0.0, f"differences {' '.join(f'{fmean(gap):.2f}' for gap in gaps.values())}")


def around_ten(samples: Samples) -> Evidence:
    cells = [height for line in heights(samples, "b", "s") for height in line]
    ends = {end: median(getattr(height, end) for height in cells) for end in ("mean", "low", "high")}
    return near(Estimate(**ends, n=cells[0].n), TEN, ABOUT * TEN, f"{ends['mean']:g}")


WORDS = {"more": "deeper hurts", "less": "deeper helps"}


def draw_maps(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "local similarity s", "y": "granularity g", "z": "degree of pathology p(root, 5, 1)", **WORDS}
    return maps(closest(rows), "s", "g", "b", labels, "b = ")


def wider(by: float) -> Degree:
    """At b = 3 p is more, or less, in the pathological region."""
    return lambda at: 1.2 + by * (at["b"] == 3) if at["g"] < 6 else 0.8


AMPLIFY = (
    "large values of b amplify the difference in the degree of pathology between the pathological and nonpathological "
    "regions"
)
AMPLIFIED = "with the largest b, the mean degrees of pathology of the two regions are farther apart than with the least"
AT_THE_ENDS = in_reading(CLOSEST, "farther apart", wider(0.01), wider(-0.01), partial(regions_part, every_step=False))


def map_claims(way: ModelReading) -> tuple[Claim, ...]:
    eleven, twelve = trees_that_need(lambda at: 11), trees_that_need(lambda at: 12)

    def all_but_three(at: Point) -> float:
        return 0.99 if at["b"] == 3 else 1.2

    return (
        way.claim(
            f"{ENDS_OF_S}, and {ENDS_OF_B}",
            "the same relations among the factors affecting lookahead pathology as in Figs. 7, 8, and 9",
            less_with_s(way, MORE_AT_LAST),
            SECTION,
        ),
        way.claim(
            "the granularity needed is around 10 in the middle of all branching factors and similarities",
            "The boundary between the pathological and nonpathological parts of the space in Fig. 10 is also around "
            "g = 10.",
            in_reading(way, "around 10", eleven, twelve, around_ten),
            "[Nau2010] section 6.1",
        ),
        way.claim(
            "with two values and without similarity there is pathology at every branching factor",
            "lookahead pathology occurs when s = 0 and g = 2",
            in_reading(way, "pathology at g = 2 and s = 0", lambda at: 1.01, all_but_three, binary_is_pathological),
            SECTION,
        ),
        way.claim(
            "at every step of b, the pathological region grows",
            "as b increases, the size of the pathological region also increases",
            in_reading(way, "it grows", NEED_FALLING, trees_that_need(lambda at: 12), region_grows),
            SECTION,
            f"granularities up to {GRAINS[-1]} count",
        ),
        way.claim(
            "at every step of b, the mean degrees of pathology of the two regions are farther apart",
            AMPLIFY,
            in_reading(way, "farther apart", wider(0.01), wider(-0.01), regions_part),
            SECTION,
        ),
        way.claim(
            "points below the lines are pathological, those above them are not",
            "The regions below the curved black lines are pathological, and the regions above those lines are "
            "nonpathological.",
            on_sides(way),
            "",
            FAR.replace("surface", "line"),
        ),
    )


FIG10 = Figure(
    name="nau/fig10",
    title="degree of pathology by branching factor, granularity and local similarity",
    source="[Nau2010] Figure 10",
    draw=draw_maps,
    caption="Red: a search to depth 5 decides worse than one to depth 1; blue: better; black line: as well. Grey where "
    "the shallow search made no error on these trees. Closest reading: noise on buckets, errors averaged.",
    claims=(
        *(each for way in JUDGED for each in map_claims(way)),
        Claim(f"{CLOSEST.name}: {AMPLIFIED}", AMPLIFY, AT_THE_ENDS, SECTION, ENDS),
    ),
    rows=lambda samples: [row for row in every_degree(samples) if row["b"] in MAPPED and row["g"] in GRAINS_MAPPED],
    across="g",
)

# Close to the boundary

CLOSE = "As b increases, the difference between x’s degree of pathology and y’s degree of pathology also increases."
DISTANCES: dict[str, Callable[[int], tuple[int, int]]] = {
    "two below and one above": lambda g: (g - 2, g + 1),
    "a fifth of it below and above": lambda g: (round(0.8 * g), round(1.2 * g)),
}


def sampled_gaps(samples: Samples, s: float, far: str) -> dict[int, Sample]:
    """At one similarity, the difference of both points as one number an observation, at each b that has a boundary with
    both points within the granularities drawn and a pathological one below."""
    gaps = {}
    for key, errors in by_setting(samples).items():
        at = dict(key)
        place = round(needed(errors).mean)
        below, above = DISTANCES[far](place)
        if at["s"] != s or not GRAINS[0] <= below < place <= above <= GRAINS[-1]:
            continue
        if errors["shallow", below].any() and errors["shallow", above].any():
            under, over = (linearised(errors["deep", g], errors["shallow", g]) for g in (below, above))
            gaps[at["b"]] = under - over
    return gaps


def grows(samples: Samples, far: str) -> Evidence:
    """At every similarity, and every step of b for which there is a boundary, the difference is larger. It holds only
    if most steps have one: a few do not stand for all."""
    lines = {s: sampled_gaps(samples, s, far) for s in SIMILARITIES}
    steps = [pair for gaps in lines.values() for pair in pairwise(gaps.values())]
    every = len(by_setting(samples)) - len({dict(key)["s"] for key in by_setting(samples)})
    if not steps:
        return settled(False, 0.0, "no boundary at two branching factors of one similarity")
    level = simultaneous(len(steps))
    changes = [difference(later, earlier, level) for earlier, later in steps]
    wrong = sum(change.high <= 0.0 for change in changes)
    middle = " ".join(f"{gap.mean():.2f}" for gap in lines[0.5].values())
    words = (
        f"{len(changes)} of {every} steps have a boundary, {wrong} significantly the other way; at s = 0.5: {middle}"
    )
    finding = all_above(changes, 0.0, words)
    few = finding.verdict == Verdict.HOLDS and 2 * len(changes) <= every
    return replace(finding, verdict=Verdict.INCONCLUSIVE) if few else finding


def across_similarity(samples: Samples) -> Evidence:
    """At each granularity that has a boundary for most b, of two points on both sides of it, each the second of the
    similarities there: with the largest b that has both they are farther apart than with the smallest."""
    errors = {(dict(key)["b"], dict(key)["s"]): each for key, each in by_setting(samples).items()}
    values, ends = samples.levels("s"), list[tuple[Sample, Sample]]()
    for g in samples.levels("g"):
        gaps = []
        for b in samples.levels("b"):
            line = [(errors[b, s]["deep", g], errors[b, s]["shallow", g]) for s in values]
            place = sum(bool(deep.mean() > shallow.mean()) for deep, shallow in line)
            sides = [line[i] for i in (place - 2, place + 1) if 0 <= i < len(line) and line[i][1].any()]
            if len(sides) == 2:
                gaps.append(linearised(*sides[0]) - linearised(*sides[1]))
        ends += [(gaps[0], gaps[-1])] if 2 * len(gaps) > len(samples.levels("b")) else []
    if not ends:
        return settled(False, 0.0, "no granularity has a boundary at most branching factors")
    changes = [difference(last, first, simultaneous(len(ends))) for first, last in ends]
    shown = "; ".join(f"{first.mean():.2f} to {last.mean():.2f}" for first, last in ends[:: max(1, len(ends) // 8)])
    return all_above(changes, 0.0, f"at {len(ends)} granularities, {shown}")


def border_rows(samples: Samples) -> list[Row]:
    part = CLOSEST.part(samples)
    return [
        {"points": far, "s": s, "b": b, **asdict(Estimate.of_mean(sample))}
        for far in DISTANCES
        for s in SIMILARITIES
        for b, sample in sampled_gaps(part, s, far).items()
    ]


def border_claim(way: ModelReading) -> Claim:
    says = "points two below the boundary and one above, or a fifth of it below and above: at every similarity, every "
    says += "step of b takes them farther apart"
    both = (partial(grows, far=far) for far in DISTANCES)
    return way.claim(says, CLOSE, in_reading(way, says, wider(0.01), wider(-0.01), *both))


def parted(by: float) -> Degree:
    """Pathology at low similarity; p on both sides of it differs by so much more with b."""
    return lambda at: 1.0 + (0.3 + by * at["b"]) * (1.0 if at["s"] < 0.4 else -1.0)


IN_SIMILARITY = "points of one granularity, each the second similarity on its side of the boundary, are farther apart "
IN_SIMILARITY += "with the largest b than with the smallest"
BORDER_LABELS = {"x": "branching factor b", "y": "difference of p on both sides of the boundary"}
BORDER = Figure(
    name="nau/border",
    title="the degree of pathology close to the boundary, by branching factor",
    source=SECTION,
    draw=plot("b", "s = {s:g}", "points", BORDER_LABELS, keep=lambda row: row["s"] in (0.0, 0.2, 0.5, 0.8, 1.0)),
    caption="p of a point below the boundary between the regions of Figure 10, less p of a point above it. Closest "
    "reading.",
    claims=(
        *map(border_claim, JUDGED),
        Claim(
            f"{CLOSEST.name}: {IN_SIMILARITY}",
            CLOSE,
            in_reading(CLOSEST, IN_SIMILARITY, parted(0.01), parted(-0.01), across_similarity),
            "",
            Reading(CLOSEST.kind, f"{CLOSEST.reading.words}; points differ in similarity; only the ends are compared"),
        ),
    ),
    rows=border_rows,
    across="b",
)
TOP_DOWN = surface_study(
    7,
    TopDown,
    "two-player top-down",
    "Closest reading: utilities are put in buckets first, and noise is added to the middles of buckets. As written, "
    "with noise on real utilities, hardly any granularity is pathological.",
)
FIG7 = replace(TOP_DOWN, figures=(TOP_DOWN.figure, FIG10, BORDER))
FIG8 = surface_study(
    8,
    BottomUp,
    "two-player bottom-up",
    "The text has no formula for how independent and sorted leaves are mixed; here a leaf of utility u is taken from "
    "the sorted ones with probability |2u - 1|^((1 - s)/s). With it the surface drops from s = 0 to s = .1 already, "
    "more steeply for larger b.",
)
FIG9 = surface_study(
    9,
    lambda b, s, reading: OnePlayer(b=b, s=s, reading=reading, clip=reading == REAL),
    "one-player",
    "One player, who wants the most. On real utilities heuristic values are converted to g values, as the text has it, "
    "so that they are clipped; on buckets, the closest reading, the buckets continue outside [0, 1].",
    ONE_PLAYER_GRAINS,
    3,
)
