"""What was varied on the models of section 5.

`nau/introduction`: how granularity, branching factor and local similarity change the benefit of depth. Each factor is
varied with all combinations of the other two. p(5, 1) is the ratio of mean decision errors over all trees of these
combinations: the lower it is, the larger the benefit.

`nau/factors`: variations that the paper says it tried, and points that its text leaves open; two-player models. "We
also tried varying the granularity, the branching factor, the lookahead depth, the way that local similarity was
introduced, and other parameters, such as the magnitude and distribution of the heuristic error, but the results were
still qualitatively similar to those in the three figures." Section 5.4

`nau/depth-pairs`: other pairs of depths, two-player top-down model. Section 5: "(6, 2) and (7, 1), giving similar
results", and (6, 1), "somewhat different due to one player having one move more".

Each variation has a name in a column, and with noise on real utilities another name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import pairwise, product
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.core.plain import Fields
from overthink.measure.paired import difference, linearised
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import GRAINS, GranularModel
from overthink.models.top_down import TopDown
from overthink.studies.checks import AllOf, AlwaysBetter, Computed, MeanAt, Measured, all_above, some_above
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Point, Row, Samples, Setting, grid
from overthink_papers.experiments.granularity import averaging, by_setting, errors_study, minus, needed, needed_rows
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.readings import BUCKETED, CLOSEST, REAL, WRITTEN, ModelReading
from overthink_papers.nau.trees.surface import (
    SECTION,
    Degree,
    Judge,
    falling,
    from_end_to_end,
    heights,
    trees_that_need,
    trees_with,
)

# The introduction

MODELS: Mapping[str, type[GranularModel]] = {"top-down": TopDown, "bottom-up": BottomUp, "one player": OnePlayer}
GRANULARITIES = (2, 4, 8, 16, 32)
FACTORS: Mapping[str, Sequence[float]] = {"g": GRANULARITIES, "b": (2, 3, 4), "s": (0.0, 0.5, 1.0)}
RISES = {"g": False, "b": True, "s": False}  # whether p grows with the factor
SEARCHES = ("deep", "shallow")
READINGS = {
    REAL: AS_WRITTEN,
    BUCKETED: Reading(ReadingKind.CLOSEST, "utilities are put in buckets before noise is added"),
}
WORDS = {
    "g": "the benefit provided by a deeper search increases with granularity",
    "b": "the benefit provided by a deeper search … decreases with branching factor",
    "s": "the benefit provided by a deeper search … increases with local similarity",
}


def errors(samples: Samples, search: str, **where: Any) -> Sample:
    free = {name: values for name, values in FACTORS.items() if name not in where}
    each = [samples(search=search, **where, **dict(zip(free, values))) for values in product(*free.values())]
    mean: Sample = np.mean(each, axis=0)
    return mean


def degree_at(**where: Any) -> Measured:
    """Numbers with p(5, 1) as their mean, one for each observation."""
    return lambda samples: linearised(errors(samples, "deep", **where), errors(samples, "shallow", **where))


def trend(factor: str, reading: str) -> Computed:
    checks = []
    for model in MODELS:
        line = [degree_at(model=model, reading=reading, **{factor: value}) for value in FACTORS[factor]]
        checks.append(AlwaysBetter(tuple((b, a) if RISES[factor] else (a, b) for a, b in pairwise(line))))

    def slope(sign: float) -> MeanAt:
        return lambda at: 1.0 + 0.01 * sign * at[factor] * (at["search"] == "deep")

    sign = 1.0 if RISES[factor] else -1.0
    return Computed(AllOf(tuple(checks)).judge, f"p and {factor}", slope(sign), slope(-sign))


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


def likely_claim(reading: str) -> Claim:
    every = AllOf(tuple(Computed(partial(most_likely, model=model, reading=reading), model) for model in MODELS))

    def pathological(low: bool) -> Callable[[Point], float]:
        """Only trees of a low granularity and similarity and a high branching factor are, or the others."""

        def error(at: Point) -> float:
            worse = (at["g"] < 5 and at["b"] > 3 and at["s"] < 1) == low
            return 0.5 if at["search"] == "shallow" else 0.6 if worse else 0.4

        return error

    printed = (
        "lookahead pathology is most likely to occur with a low granularity, a high branching factor, and a low local "
        "similarity"
    )
    says = f"{reading}, every model: more is pathological at a low g, at a high b and at a low s"
    check = Computed(every.judge, says, pathological(True), pathological(False))
    return Claim(says, printed, check, reading=READINGS[reading])


def trend_claim(factor: str, reading: str) -> Claim:
    way = "rises" if RISES[factor] else "falls"
    says = f"{reading}, every model: over all combinations of the others, p {way} with {factor}"
    return Claim(says, WORDS[factor], trend(factor, reading), reading=READINGS[reading])


def factor_rows(samples: Samples) -> list[Row]:
    table: list[Row] = []
    for reading, model, factor in product(READINGS, MODELS, FACTORS):
        for value in FACTORS[factor]:
            p = degree_at(model=model, reading=reading, **{factor: value})(samples)
            point = {"reading": reading, "model": model, "factor": factor, "value": value}
            table.append({**point, **asdict(Estimate.of_mean(p))})
    return table


INTRODUCTION_LABELS = {"x": "value", "y": "degree of pathology p(5, 1)"}
INTRODUCTION = errors_study(
    name="nau/introduction",
    title="three factors and the benefit of depth",
    source="[Nau2010] section 1",
    settings=grid(model=tuple(MODELS), reading=tuple(READINGS), b=FACTORS["b"], s=FACTORS["s"]),
    model=lambda setting: MODELS[setting["model"]](b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=plot("value", "{model}, {reading}", "factor", INTRODUCTION_LABELS, level=1.0, log=True),
    caption="The degree of pathology by granularity, branching factor and local similarity, over all combinations of "
    "the other two.",
    claims=(
        *(trend_claim(factor, REAL) for factor in FACTORS),
        *(trend_claim(factor, BUCKETED) for factor in ("g", "s")),
        *map(likely_claim, READINGS),
    ),
    scales={"quick": 200, "paper": 2000},
    grains=GRANULARITIES,
    rows=factor_rows,
    across="value",
)

# Variations

SIMILARITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
LABELS = {"x": "local similarity s", "y": "granularity needed"}


def on_real(name: str) -> str:
    """The name of a variation with noise on real utilities."""
    return f"{name}, real utilities"


def of_variation(samples: Samples, column: str, name: str, way: ModelReading) -> Samples:
    """The samples of a variation in one reading, as those of a deep and a shallow search."""
    chosen = on_real(name) if way.noise == REAL else name
    return averaging(Samples(samples.select(**{column: chosen})), way.average)


def of_variations(
    column: str, names: Iterable[str], way: ModelReading, holds: Degree, fails: Degree, *judges: Judge
) -> Computed:
    chosen = tuple(names)

    def check(name: str, judge: Judge) -> Computed:
        return Computed(lambda samples: judge(of_variation(samples, column, name, way)), name)

    every = AllOf(tuple(check(name, judge) for name in chosen for judge in judges))
    places = grid(**{column: [each for name in chosen for each in (name, on_real(name))]}, b=(2, 6), s=(0.0, 0.2, 1.0),
                  search=("deep", "shallow", "ratio", "erring"), g=range(2, 21))  # fmt: skip
    return Computed(
        every.judge, f"{', '.join(chosen)}: as in the figures", trees_with(holds), trees_with(fails), places
    )


def both_trends(column: str, names: Iterable[str], way: ModelReading) -> Computed:
    need, flat = trees_that_need(falling), trees_that_need(lambda at: 9 if at["b"] == 6 else falling(at))
    ends = from_end_to_end("b", "s", True), from_end_to_end("s", "b", False)
    return of_variations(column, names, way, need, flat, *ends)


TRENDS = (
    "at every branching factor, less granularity is needed at s = 1 than at s = 0, and at every similarity more with "
    "the largest branching factor than with 2"
)
VARIANTS: Mapping[str, tuple[type[GranularModel], Fields]] = {
    "top-down": (TopDown, {}),
    "sigma 0.05": (TopDown, {"sigma": 0.05}),
    "sigma 0.2": (TopDown, {"sigma": 0.2}),
    "flat noise": (TopDown, {"noise": "flat"}),
    "peaked noise": (TopDown, {"noise": "peaked"}),
    "skewed noise": (TopDown, {"noise": "skewed"}),
    "noise before buckets": (TopDown, {"reading": "real"}),
    "fixed normalisation": (TopDown, {"normalise": "fixed"}),
    "boundary at c_b": (TopDown, {"boundary": "printed"}),
    "boundary not shifted": (TopDown, {"boundary": "none"}),
    "bottom-up": (BottomUp, {}),
    "bottom-up, even mixing": (BottomUp, {"mixing": "even"}),
}
SAID = ("sigma 0.05", "sigma 0.2", "flat noise", "peaked noise", "skewed noise", "bottom-up", "bottom-up, even mixing")
ON_REAL = {on_real(name): (VARIANTS[name][0], {**VARIANTS[name][1], "reading": REAL}) for name in SAID}
# What the paper says it varied, and the variants that do.
STATED = {
    "the way that local similarity was introduced": ("bottom-up, even mixing",),
    "the magnitude": ("sigma 0.05", "sigma 0.2"),
    "distribution of the heuristic error": ("flat noise", "peaked noise", "skewed noise"),
}
EVEN, SOFT = "bottom-up, even mixing", "bottom-up"
TRIED = (
    "We tried this method and the relations among lookahead pathology, granularity, local similarity and branching "
    "factor were qualitatively similar to the other models presented in the paper."
)
LOW = 0.2  # a "relatively low" similarity
MIXING = "[Nau2010] section 5.2"


def model(setting: Setting) -> GranularModel:
    make, options = {**VARIANTS, **ON_REAL}[setting["variant"]]
    return make(b=setting["b"], s=setting["s"], **options)


def by_similarity(samples: Samples) -> dict[float, list[Estimate]]:
    return dict(zip(sorted(samples.levels("s")), heights(samples, "s", "b")))


def overwhelms(samples: Samples) -> Evidence:
    granularities = by_similarity(samples)
    every = list(zip(granularities[0.0], granularities[LOW], granularities[1.0]))
    gaps = [
        minus(minus(first, low), Estimate((first.mean - last.mean) / 2, (first.low - last.high) / 2,
                                          (first.high - last.low) / 2, first.n))
        for first, low, last in every
    ]  # fmt: skip
    shown = "; ".join(f"{first.mean:.0f}, {low.mean:.0f}, {last.mean:.0f}" for first, low, last in every)
    return all_above(gaps, 0.0, f"granularity needed at s = 0, {LOW:g} and 1: {shown}")


def softens(samples: Samples) -> Evidence:
    soft, even = (by_similarity(of_variation(samples, "variant", name, WRITTEN))[LOW] for name in (SOFT, EVEN))
    shown = "; ".join(f"{one.mean:.0f} against {other.mean:.0f}" for one, other in zip(soft, even))
    return all_above([minus(*pair) for pair in zip(soft, even)], 0.0, f"s = {LOW:g}: {shown}")


def need_of(soft: float, even: float) -> Degree:
    return trees_that_need(lambda at: soft if at["variant"] == on_real(SOFT) else even)


def stated_claim(varied: str, way: ModelReading) -> Claim:
    words = (
        f"We also tried varying … {varied} … but the results were still qualitatively similar to those in the three "
    )
    check = both_trends("variant", STATED[varied], way)
    says = f"{way.name}, {', '.join(STATED[varied])}: {TRENDS}"
    return Claim(says, f"{words}figures", check, reading=way.reading)


EVEN_TRENDS = both_trends("variant", (EVEN,), WRITTEN)
PLACES_MIXED = grid(
    variant=(on_real(SOFT), on_real(EVEN)), b=(2, 6), s=(0.0, LOW, 1.0), search=("ratio", "erring"), g=range(2, 21)
)
VARIATIONS = replace(
    errors_study(
        name="nau/factors",
        title="granularity needed to avoid pathology, by reading and by size and law of the error",
        source=SECTION,
        settings=grid(variant=(*VARIANTS, *ON_REAL), b=(2, 4, 6), s=SIMILARITIES),
        model=model,
        draw=plot("s", "variant", "b", LABELS, "b = ", keep=lambda row: row["variant"] in VARIANTS),
        caption="Variations on the two-player models: what the paper says it varied, and what its text leaves open. "
        "Flat noise is uniform, peaked noise exponential to both sides, skewed noise exponential less its mean.",
        claims=(
            *(stated_claim(varied, WRITTEN) for varied in STATED),
            *(stated_claim(varied, CLOSEST) for varied in tuple(STATED)[1:]),  # with even mixing both fail
            Claim(f"as written, even mixing: {TRENDS}", TRIED, EVEN_TRENDS, MIXING, WRITTEN.reading),
            Claim(
                "as written, even mixing: at s = 0.2 most of the way from s = 0 to s = 1 is done, at every b",
                "the maximally similar tree often seemed to overwhelm the independent one at relatively low values "
                "of s",
                of_variations(
                    "variant",
                    (EVEN,),
                    WRITTEN,
                    trees_that_need(lambda at: 15 if at["s"] == 0.0 else 5),
                    trees_that_need(lambda at: 15 if at["s"] < 1.0 else 5),
                    overwhelms,
                ),
                MIXING,
                WRITTEN.reading,
                "a relatively low value: 0.2",
            ),
            Claim(
                "at s = 0.2 more granularity is needed than with even mixing, at every b",
                "This softened the impact of the maximally similar tree",
                Computed(softens, "more is needed", trees_with(need_of(9, 8)), trees_with(need_of(8, 9)), PLACES_MIXED),
                MIXING,
                Reading(ReadingKind.OPEN, f"{WRITTEN.reading.words}; preferred by |2u - 1|^((1 - s)/s)"),
            ),
        ),
        summary=needed_rows,
        scales={"quick": 200, "paper": 10_000},
        grains=GRAINS,
        ratios=lambda setting: setting["variant"] in ON_REAL,
    ),
    together=None,  # noise that is not normal has no GPU form
)

# Pairs of depths

PAIRS = ((5, 1), (6, 2), (7, 1), (6, 1))
NAMES = {f"({deep}, {shallow})": (deep, shallow) for deep, shallow in PAIRS}
PAIRS_ON_REAL = {on_real(name): pair for name, pair in NAMES.items()}
BRANCHING = (2, 3, 4, 5)
SETTINGS: tuple[Setting, ...] = tuple(
    {"pair": name, "deep": deep, "shallow": shallow, "b": b, "s": s}
    for name, (deep, shallow) in {**NAMES, **PAIRS_ON_REAL}.items()
    for b in BRANCHING
    for s in SIMILARITIES
)
WHOLE = 1  # granularities are whole numbers


def needed_with(samples: Samples, pair: str, way: ModelReading) -> dict[tuple[int, float], Estimate]:
    """The granularity needed with one pair of depths, by b and s; intervals hold together."""
    level = simultaneous(len(PAIRS) * len(BRANCHING) * len(SIMILARITIES))
    groups = by_setting(of_variation(samples, "pair", pair, way))
    return {(dict(key)["b"], dict(key)["s"]): needed(errors, level) for key, errors in groups.items()}


def differs(samples: Samples, way: ModelReading) -> Evidence:
    even, odd = (needed_with(samples, pair, way) for pair in ("(6, 1)", "(5, 1)"))
    changes = [minus(even[at], odd[at]) for at in even]
    sizes = [Estimate(abs(c.mean), max(c.low, -c.high), max(c.high, -c.low), c.n) for c in changes]
    shown = " ".join(f"{change.mean:+.0f}" for change in changes)
    return some_above(sizes, f"differences by b and s: {shown}", WHOLE - 0.5)


def pair_claims(way: ModelReading) -> tuple[Claim, ...]:
    reading = replace(way.reading, words=way.reading.words.replace("depth 1", "the shallower search"))
    names = [each for name in ("(5, 1)", "(6, 1)") for each in (name, on_real(name))]
    places = grid(pair=names, b=(2, 3), s=(0.0, 1.0), search=("deep", "shallow", "ratio", "erring"), g=range(2, 12))
    other = Computed(
        lambda samples: differs(samples, way),
        "another granularity",
        trees_with(trees_that_need(lambda at: 6 + (at["pair"].startswith("(6") and at["b"] == 3))),
        trees_with(trees_that_need(lambda at: 6)),
        places,
    )
    return (
        Claim(
            f"{way.name}, (6, 2) and (7, 1): {TRENDS}",
            "other pairs of depths, such as (6, 2) and (7, 1), giving similar results",
            both_trends("pair", ("(6, 2)", "(7, 1)"), way),
            reading=reading,
        ),
        Claim(
            f"{way.name}: (6, 1), even against odd, needs another granularity than (5, 1) at some b and s",
            "Minimax results with odd and even depths, such as (6, 1), were somewhat different",
            other,
            reading=reading,
        ),
    )


DEPTH_PAIRS = errors_study(
    name="nau/depth-pairs",
    title="granularity needed to avoid pathology, for other pairs of depths",
    source="[Nau2010] section 5",
    settings=SETTINGS,
    model=lambda setting: TopDown(
        b=setting["b"],
        s=setting["s"],
        height=setting["deep"],
        reading=REAL if setting["pair"] in PAIRS_ON_REAL else BUCKETED,
    ),
    draw=plot("s", "pair", "b", LABELS, "b = ", keep=lambda row: row["pair"] in NAMES),
    caption="A deep against a shallow search of the same trees: (6, 2) is depth 6 against depth 2. Two-player top-down "
    "model.",
    claims=(*pair_claims(WRITTEN), *pair_claims(CLOSEST)),
    summary=needed_rows,
    scales={"quick": 500, "paper": 10_000},
    grains=GRAINS,
    shallow=lambda setting: int(setting["shallow"]),
    ratios=lambda setting: setting["pair"] in PAIRS_ON_REAL,
)
