"""Variations that the paper says it tried, and points that its text leaves open; two-player models.

"We also tried varying the granularity, the branching factor, the lookahead depth, the way that local similarity was
introduced, and other parameters, such as the magnitude and distribution of the heuristic error, but the results were
still qualitatively similar to those in the three figures." Section 5.4
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from overthink.core.estimate import Estimate
from overthink.core.plain import Fields
from overthink.models import BottomUp, TopDown
from overthink.models.granular import GRAINS, GranularModel
from overthink.report.curves import curves
from overthink.studies.checks import all_above, claims_for
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture
from overthink_papers.experiments.granularity import errors_study, minus, needed_rows
from overthink_papers.nau.model_readings import CLOSEST, REAL, ModelReading
from overthink_papers.nau.surface import SECTION, heights
from overthink_papers.nau.variations import LABELS, SIMILARITIES, TESTED, named, of_variation, on_real, trend

BRANCHING = (2, 4, 6)
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
WRITTEN = {on_real(name): (VARIANTS[name][0], {**VARIANTS[name][1], "reading": REAL}) for name in SAID}
WORDS = "We also tried varying … {} … but the results were still qualitatively similar to those in the three figures"
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
OVERWHELMED = "the maximally similar tree often seemed to overwhelm the independent one at relatively low values of s"
SOFTENED = "This softened the impact of the maximally similar tree"
LOW = 0.2  # a "relatively low" similarity


def model(setting: Setting) -> GranularModel:
    make, options = {**VARIANTS, **WRITTEN}[setting["variant"]]
    return make(b=setting["b"], s=setting["s"], **options)


def needed_by(samples: Samples, variant: str, way: ModelReading) -> dict[float, list[Estimate]]:
    """The granularity needed at each similarity, one for each branching factor."""
    part = of_variation(samples, "variant", variant, way)
    return dict(zip(sorted(part.levels("s")), heights(part, "s", "b")))


def overwhelmed(samples: Samples, way: ModelReading) -> Evidence:
    """With even mixing, at every b, a low similarity brings more than half of what the highest does."""
    granularities = needed_by(samples, EVEN, way)
    gaps = [
        minus(minus(first, low), Estimate((first.mean - last.mean) / 2, (first.low - last.high) / 2,
                                          (first.high - last.low) / 2, first.n))
        for first, low, last in zip(granularities[0.0], granularities[LOW], granularities[1.0])
    ]  # fmt: skip
    shown = "; ".join(
        f"{first.mean:.0f}, {low.mean:.0f}, {last.mean:.0f}"
        for first, low, last in zip(granularities[0.0], granularities[LOW], granularities[1.0])
    )
    return all_above(gaps, 0.0, f"granularity needed at s = 0, {LOW:g} and 1: {shown}")


def softened(samples: Samples, way: ModelReading) -> Evidence:
    """At a low similarity, more granularity is needed at every b if low and high leaves are preferred."""
    soft, even = needed_by(samples, SOFT, way)[LOW], needed_by(samples, EVEN, way)[LOW]
    shown = "; ".join(f"{one.mean:.0f} against {other.mean:.0f}" for one, other in zip(soft, even))
    return all_above([minus(*pair) for pair in zip(soft, even)], 0.0, f"s = {LOW:g}: {shown}")


def claims_of(varied: str, way: ModelReading) -> tuple[Claim, ...]:
    trends = (
        (
            "at every branching factor, less granularity is needed at s = 1 than at s = 0",
            trend("variant", way, "b", "s", True),
        ),
        (
            "at every similarity, more granularity is needed at b = 6 than at b = 2",
            trend("variant", way, "s", "b", False),
        ),
    )
    return tuple(
        claim
        for says, check in trends
        for claim in claims_for(
            STATED[varied], f"{named('{}', way)}: {says}", WORDS.format(varied), check, reading=way.reading
        )
    )


def claims_on_mixing(way: ModelReading) -> tuple[Claim, ...]:
    """What section 5.2 says of the two ways to mix trees."""
    section, even, reading = "[Nau2010] section 5.2", named("even mixing", way), way.reading
    formula = Reading(ReadingKind.OPEN, f"{reading.words}; preferred by |2u - 1|^((1 - s)/s)")
    at_low = "at s = 0.2" if way == CLOSEST else f"{way}: at s = 0.2"
    return (
        Claim(f"{even}: less granularity is needed at s = 1 than at s = 0, at every b", TRIED,
              lambda s: trend("variant", way, "b", "s", True)(s, EVEN), section, reading),
        Claim(f"{even}: more granularity is needed at b = 6 than at b = 2, at every s", TRIED,
              lambda s: trend("variant", way, "s", "b", False)(s, EVEN), section, reading),
        Claim(f"{even}: at s = 0.2 most of the way from s = 0 to s = 1 is done, at every b", OVERWHELMED,
              lambda s: overwhelmed(s, way), section, reading, "a relatively low value: 0.2"),
        Claim(f"{at_low} more granularity is needed than with even mixing, at every b", SOFTENED,
              lambda s: softened(s, way), section, formula),
    )  # fmt: skip


def draw(samples: Samples, rows: list[Row]) -> Picture:
    return curves([row for row in rows if row["variant"] in VARIANTS], "s", "variant", "b", LABELS, "b = ")


STUDY = replace(
    errors_study(
        name="nau/factors",
        title="granularity needed to avoid pathology, by reading and by size and law of the error",
        source=SECTION,
        settings=grid(variant=(*VARIANTS, *WRITTEN), b=BRANCHING, s=SIMILARITIES),
        model=model,
        draw=draw,
        caption="Variations on the two-player models: what the paper says it varied, and what its text leaves open. "
        "Flat noise is uniform, peaked noise exponential to both sides, skewed noise exponential less its mean.",
        claims=(
            *(claim for varied in STATED for way in TESTED for claim in claims_of(varied, way)),
            *(claim for way in TESTED for claim in claims_on_mixing(way)),
        ),
        summary=needed_rows,
        scales={"quick": 200, "paper": 10_000},
        grains=GRAINS,
        ratios=lambda setting: setting["variant"] in WRITTEN,
    ),
    together=None,  # noise that is not normal has no GPU form
)
