"""Section 5.4: variations that the paper says it tried, and points that its text leaves open; two-player models.

"We also tried varying the granularity, the branching factor, the lookahead depth, the way that local similarity was
introduced, and other parameters, such as the magnitude and distribution of the heuristic error, but the results were
still qualitatively similar to those in the three figures."

Each variation has a name in a column, and with noise on real utilities another name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from overthink.core.estimate import Estimate
from overthink.core.plain import Fields
from overthink.models.bottom_up import BottomUp
from overthink.models.granular import GRAINS, GranularModel
from overthink.models.top_down import TopDown
from overthink.studies.checks import AllOf, Computed, all_above, mostly_above
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Samples, Setting, grid
from overthink_papers.experiments.granularity import average, averaging, errors_study, heights, minus, needed_rows
from overthink_papers.experiments.scaffold import plot
from overthink_papers.nau.readings import JUDGED, REAL, ModelReading
from overthink_papers.nau.trees.surface import (
    LESS_AT_LAST,
    MORE_AT_LAST,
    SECTION,
    Degree,
    Judge,
    falling,
    trees_that_need,
    trees_with,
)

SIMILARITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
LABELS = {"x": "local similarity s", "y": "granularity needed"}


def on_real(name: str) -> str:
    """The name of a variation with noise on real utilities."""
    return f"{name}, real utilities"


def of_variation(samples: Samples, column: str, name: str, way: ModelReading) -> Samples:
    """The samples of a variation in one reading, as those of a deep and a shallow search."""
    chosen = on_real(name) if way.noise == REAL else name
    return averaging(Samples(samples.select(**{column: chosen})), way.average)


def _of_variations(
    column: str, names: Iterable[str], way: ModelReading, holds: Degree, fails: Degree, *judges: Judge
) -> Computed:
    chosen = tuple(names)

    def judged(name: str, judge: Judge) -> Computed:
        return Computed(lambda samples: judge(of_variation(samples, column, name, way)), name)

    every = AllOf(tuple(judged(name, judge) for name in chosen for judge in judges))
    places = grid(**{column: [each for name in chosen for each in (name, on_real(name))]}, b=(2, 6), s=(0.0, 0.2, 1.0),
                  search=("deep", "shallow", "ratio", "erring"), g=range(2, 21))  # fmt: skip
    return Computed(
        every.judge, f"{', '.join(chosen)}: as in the figures", trees_with(holds), trees_with(fails), places
    )


def both_trends(column: str, names: Iterable[str], way: ModelReading) -> Computed:
    """In each of these variations, the granularity needed falls with s and rises with b, from end to end."""
    need, flat = trees_that_need(falling), trees_that_need(lambda at: 9 if at["b"] == 6 else falling(at))
    return _of_variations(column, names, way, need, flat, LESS_AT_LAST, MORE_AT_LAST)


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


def _model(setting: Setting) -> GranularModel:
    make, options = {**VARIANTS, **ON_REAL}[setting["variant"]]
    return make(b=setting["b"], s=setting["s"], **options)


def _by_similarity(samples: Samples) -> dict[float, list[Estimate]]:
    return dict(zip(sorted(samples.levels("s")), heights(samples, "s", "b")))


def overwhelms(samples: Samples) -> Evidence:
    """At most branching factors, a low similarity leaves less than half of what is needed more at 0 than at 1."""
    granularities = _by_similarity(samples)
    every = list(zip(granularities[0.0], granularities[LOW], granularities[1.0]))
    gaps = [minus(average([first, last]), low) for first, low, last in every]
    shown = "; ".join(f"{first.mean:.0f}, {low.mean:.0f}, {last.mean:.0f}" for first, low, last in every)
    return mostly_above(gaps, 0.0, f"granularity needed at s = 0, {LOW:g} and 1: {shown}; so at")


def _softens(samples: Samples, way: ModelReading) -> Evidence:
    soft, even = (_by_similarity(of_variation(samples, "variant", name, way))[LOW] for name in (SOFT, EVEN))
    shown = "; ".join(f"{one.mean:.0f} against {other.mean:.0f}" for one, other in zip(soft, even))
    return all_above([minus(*pair) for pair in zip(soft, even)], 0.0, f"s = {LOW:g}: {shown}")


def _need_of(soft: float, even: float) -> Degree:
    return trees_that_need(lambda at: soft if at["variant"] in (SOFT, on_real(SOFT)) else even)


def _stated_claim(varied: str, way: ModelReading) -> Claim:
    words = (
        f"We also tried varying … {varied} … but the results were still qualitatively similar to those in the three "
    )
    check = both_trends("variant", STATED[varied], way)
    says = f"{way.name}, {', '.join(STATED[varied])}: {TRENDS}"
    return Claim(says, f"{words}figures", check, reading=way.reading)


PLACES_MIXED = grid(variant=(SOFT, EVEN, on_real(SOFT), on_real(EVEN)), b=(2, 6), s=(0.0, LOW, 1.0),
                    search=("deep", "shallow", "ratio", "erring"), g=range(2, 21))  # fmt: skip


def _mixing_claims(way: ModelReading) -> tuple[Claim, ...]:
    early = trees_that_need(lambda at: 15.0 if at["s"] < LOW else 5.0)
    late = trees_that_need(lambda at: 15.0 if at["s"] < 1.0 else 5.0)
    formula = Reading(max(way.kind, ReadingKind.OPEN, key=[*ReadingKind].index),
                      f"{way.reading.words}; preferred by |2u - 1|^((1 - s)/s)")  # fmt: skip
    return (
        way.claim(f"even mixing: {TRENDS}", TRIED, both_trends("variant", (EVEN,), way), MIXING),
        way.claim(
            "even mixing: at s = 0.2 most of the way from s = 0 to s = 1 is done, at most b",
            "the maximally similar tree often seemed to overwhelm the independent one at relatively low values of s",
            _of_variations("variant", (EVEN,), way, early, late, overwhelms),
            MIXING,
            "a relatively low value: 0.2",
        ),
        Claim(
            f"{way.name}: at s = 0.2 more granularity is needed than with even mixing, at every b",
            "This softened the impact of the maximally similar tree",
            Computed(
                lambda samples: _softens(samples, way),
                "more is needed",
                trees_with(_need_of(9, 8)),
                trees_with(_need_of(8, 9)),
                PLACES_MIXED,
            ),
            MIXING,
            formula,
        ),
    )


STUDY = replace(
    errors_study(
        name="nau/factors",
        title="granularity needed to avoid pathology, by reading and by size and distribution of the error",
        source=SECTION,
        settings=grid(variant=(*VARIANTS, *ON_REAL), b=(2, 4, 6), s=SIMILARITIES),
        model=_model,
        draw=plot("s", "variant", "b", LABELS, "b = ", keep=lambda row: row["variant"] in VARIANTS),
        caption="Variations on the two-player models: what the paper says it varied, and what its text leaves open. "
        "Flat noise is uniform, peaked noise exponential to both sides, skewed noise exponential less its mean.",
        claims=(
            *(_stated_claim(varied, way) for varied in STATED for way in JUDGED),
            *(each for way in JUDGED for each in _mixing_claims(way)),
        ),
        summary=needed_rows,
        scales={"quick": 200, "paper": 10_000},
        grains=GRAINS,
        ratios=lambda setting: setting["variant"] in ON_REAL,
    ),
    together=None,  # noise that is not normal has no GPU form
)
