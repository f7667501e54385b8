"""Variations that the paper says it tried, and points that its text leaves open; two-player models.

"We also tried varying the granularity, the branching factor, the lookahead depth, the way that local similarity was
introduced, and other parameters, such as the magnitude and distribution of the heuristic error, but the results were
still qualitatively similar to those in the three figures." Section 5.4
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from overthink.models import BottomUp, TopDown
from overthink.models.granular import GranularModel
from overthink.report.curves import curves
from overthink.studies.checks import claims_for
from overthink.studies.engine.study import Claim, Finding, Reading, ReadingKind, Samples, Setting, grid
from overthink.studies.experiments.granularity import ERRORS, GRAINS, errors_study, needed_rows
from overthink.studies.papers.nau.model_readings import BUCKETED, LONG
from overthink.studies.papers.nau.surface import SECTION, from_end_to_end, heights

BRANCHING = (2, 4, 6)
LABELS = {"x": "local similarity s", "y": "granularity needed"}
SIMILARITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
VARIANTS: Mapping[str, tuple[type[GranularModel], dict[str, Any]]] = {
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
WORDS = "We also tried varying … {} … but the results were still qualitatively similar to those in the three figures"
# What the paper says it varied, and the variants that do.
STATED = {
    "the way that local similarity was introduced": ("bottom-up, even mixing",),
    "the magnitude": ("sigma 0.05", "sigma 0.2"),
    "distribution of the heuristic error": ("flat noise", "peaked noise", "skewed noise"),
}
READING = Reading(ReadingKind.CLOSEST, f"{LONG[BUCKETED]}; {LONG[ERRORS]}")


def model(setting: Setting) -> GranularModel:
    make, options = VARIANTS[setting["variant"]]
    return make(b=setting["b"], s=setting["s"], **options)


def trend(row: str, column: str, falls: bool) -> Callable[[Samples, str], Finding]:
    """Whether a variant's granularity needed falls, or rises, from one end of a column to the other, on every row."""
    return lambda samples, variant: from_end_to_end(
        heights(Samples(samples.select(variant=variant)), row, column), falls
    )


def claims_of(varied: str) -> tuple[Claim, ...]:
    trends = (
        ("{}: at every branching factor, less granularity is needed at s = 1 than at s = 0", trend("b", "s", True)),
        ("{}: at every similarity, more granularity is needed at b = 6 than at b = 2", trend("s", "b", False)),
    )
    printed = WORDS.format(varied)
    return tuple(
        claim
        for says, check in trends
        for claim in claims_for(STATED[varied], says, printed, check, reading=READING)
    )  # fmt: skip


STUDY = replace(
    errors_study(
        name="nau/factors",
        title="granularity needed to avoid pathology, by reading and by size and law of the error",
        source=SECTION,
        settings=grid(variant=tuple(VARIANTS), b=BRANCHING, s=SIMILARITIES),
        model=model,
        draw=lambda samples, rows: curves(rows, "s", "variant", "b", LABELS, "b = "),
        caption="Variations on the two-player models: what the paper says it varied, and what its text leaves open. "
        "Flat noise is uniform, peaked noise exponential to both sides, skewed noise exponential less its mean.",
        claims=tuple(claim for varied in STATED for claim in claims_of(varied)),
        summary=needed_rows,
        scales={"quick": 200, "paper": 10_000},
        grains=GRAINS,
    ),
    together=None,  # noise that is not normal has no GPU form
)
