"""What Figures 7 to 9 share: the granularity needed to avoid pathology, over branching factor and local similarity.

"In each case the results are qualitatively similar: the granularity needed to avoid lookahead pathology decreases with
local similarity and increases with the branching factor." Section 5.4. What the introduction says of the benefit of
depth is judged on the same trees: p(5, 1) along each factor, averaged over all combinations of the other two.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference, linearise
from overthink.models.granular import BRANCHING, GRAINS, SIMILARITIES, GranularModel
from overthink.studies.checks import FLAT_CHANGE, AllOf, Computed, MeanAt, all_above, exact_verdict
from overthink.studies.claim import Claim, Evidence, Reading
from overthink.studies.samples import Point, Row, Samples, grid
from overthink.studies.study import Study
from overthink_papers.experiments.granularity import (
    NEARLY_ALL,
    by_setting,
    degrees,
    errors_study,
    heights,
    minus,
    needed_rows,
    on_its_side,
    with_trees,
    worse_by,
)
from overthink_papers.experiments.surfaces import number_map
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
    """Made-up errors with this p: those of the shallow search are .4."""
    return lambda at: 0.4 if at["search"] in ("shallow", "erring") else 0.4 * p(at)


def trees_that_need(border: Callable[[Point], float]) -> Degree:
    """Trees that are pathological below a granularity, by b and s."""
    return lambda at: 1.5 if at["g"] < border(at) else 0.5


def falling(at: Point) -> float:
    """A granularity that falls with s and rises with b."""
    return float(12 - 6 * at["s"] + at["b"])


NEED_FALLING = trees_that_need(falling)


def in_reading(way: ModelReading, says: str, holds: Degree, fails: Degree, *judges: Judge) -> Computed:
    """A check of the samples of one reading, by several judges, with made-up p for which it holds and fails."""
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
            lines.setdefault(others, {})[at[factor]] = linearise(errors["deep", g], errors["shallow", g])
    values = sorted({value for line in lines.values() for value in line})
    whole = [line for line in lines.values() if len(line) == len(values)]
    return [np.mean([line[value] for line in whole], axis=0) for value in values] if whole else []


def changes_with(factor: str, samples: Samples) -> Evidence:
    """p changes from end to end as it should, and nowhere the other way by more than a figure would show."""
    line = p_along(samples, factor)
    falling = line if TRENDS[factor][0] == "falls" else line[::-1]
    if len(line) < 2:
        return exact_verdict(False, 0.0, "no combination has a p at every value")
    level = simultaneous(len(line) * (len(line) - 1) // 2 + 1)
    steps = [difference(earlier, later, level) for earlier, later in combinations(falling, 2)]
    allowed = Estimate.exactly(-FLAT_CHANGE, len(line[0]))
    back = max(0.0, *(-step.mean for step in steps))
    shown = " ".join(f"{p.mean():.3f}" for p in line[:: max(1, len(line) // 10)])
    ends = difference(falling[0], falling[-1], level)
    words = f"p {shown}; largest change the other way {back:.3f}, tolerance {FLAT_CHANGE:g}"
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
    """The granularity needed is less at the highest s than at the lowest, and what further judges say."""
    flat = trees_that_need(lambda at: 9 if at["b"] == 3 else falling(at))
    return in_reading(way, ENDS_OF_S, NEED_FALLING, flat, LESS_AT_LAST, *judges)


def _more_with_b(way: ModelReading, *judges: Judge) -> Computed:
    less = trees_that_need(lambda at: falling(at) - 2 * ((at["b"], at["s"]) == (3, 1.0)))
    return in_reading(way, ENDS_OF_B, NEED_FALLING, less, MORE_AT_LAST, *judges)


def on_sides(way: ModelReading, share: float = 1.0) -> Computed:
    """All points, or more than a share of them, are on their side of the surface, in this reading."""

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
        way.claim(f"{ENDS_OF_B}, and no step of b needs less", MORE_WITH_B, _more_with_b(way, RISES), SECTION, WHOLE)
        for way in JUDGED
    ),
    Claim(f"{CLOSEST.name}: {ENDS_OF_B}", MORE_WITH_B, _more_with_b(CLOSEST), SECTION, ENDS),
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
    """A row for p of every setting and granularity, in each reading."""
    return [{"average": way.average, **row} for way in MODEL_READINGS for row in degrees(way.part(samples))]


def closest(rows: list[Row]) -> list[Row]:
    """The rows of the closest reading."""
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


def wider(by: float) -> Degree:
    """At b = 3 p is more, or less, in the pathological region."""
    return lambda at: 1.2 + by * (at["b"] == 3) if at["g"] < 6 else 0.8
