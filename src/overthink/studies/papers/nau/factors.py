"""How much the points that the text leaves open matter, and the size of the error; two-player models, b = 4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from overthink.models import BottomUp, TopDown
from overthink.models.granular import GranularModel
from overthink.report.curves import curves
from overthink.studies.checks import claims_for
from overthink.studies.engine.study import Samples, Setting, grid
from overthink.studies.experiments.granularity import GRAINS, errors_study, needed_rows
from overthink.studies.papers.nau.surface import from_end_to_end, heights

B = 4
LABELS = {"x": "local similarity s", "y": f"granularity needed (b = {B})"}
SIMILARITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
VARIANTS: Mapping[str, tuple[type[GranularModel], dict[str, Any]]] = {
    "top-down": (TopDown, {}),
    "sigma 0.05": (TopDown, {"sigma": 0.05}),
    "sigma 0.2": (TopDown, {"sigma": 0.2}),
    "noise before buckets": (TopDown, {"reading": "real"}),
    "fixed normalisation": (TopDown, {"normalise": "fixed"}),
    "boundary at c_b": (TopDown, {"boundary": "printed"}),
    "boundary not shifted": (TopDown, {"boundary": "none"}),
    "bottom-up": (BottomUp, {}),
    "bottom-up, even mixing": (BottomUp, {"mixing": "even"}),
}
STATED = ("sigma 0.05", "sigma 0.2", "bottom-up, even mixing")  # variations that the paper reports


def model(setting: Setting) -> GranularModel:
    make, options = VARIANTS[setting["variant"]]
    return make(b=B, s=setting["s"], **options)


STUDY = errors_study(
    name="nau/factors",
    title="granularity needed to avoid pathology, by reading and by size of the error",
    source="[Nau2010] section 5.4",
    settings=grid(variant=tuple(VARIANTS), s=SIMILARITIES),
    model=model,
    draw=lambda samples, rows: curves(rows, "s", "variant", None, LABELS),
    caption="Variations on the two-player models: what the paper says it varied, and what its text leaves open.",
    claims=claims_for(
        STATED,
        "{}: less granularity is needed at s = 1 than at s = 0",
        "varying … the way that local similarity was introduced, … the magnitude and distribution of the heuristic "
        "error, but the results were still qualitatively similar",
        lambda s, variant: from_end_to_end(heights(Samples(s.select(variant=variant)), "variant", "s"), falls=True),
    ),
    summary=needed_rows,
    scales={"quick": 500, "paper": 10_000},
    grains=GRAINS,
)
