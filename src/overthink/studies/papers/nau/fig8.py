"""Figure 8: the granularity needed to avoid pathology, two-player bottom-up model. p(root, 5, 1), 10,000 trees."""

from __future__ import annotations

from overthink.models import BottomUp
from overthink.studies.experiments.granularity import GRAINS, errors_study, needed_rows
from overthink.studies.papers.nau.surface import SETTINGS, claims, draw, solid

SOURCE = "[Nau2010] Figure 8"

STUDY = errors_study(
    name="nau/fig8",
    title="granularity needed to avoid pathology, two-player bottom-up model",
    source=SOURCE,
    settings=SETTINGS,
    model=lambda setting: BottomUp(b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=draw(GRAINS[-1]),
    solid=solid(GRAINS[-1]),
    caption="Below the surface, a search to depth 5 decides worse than one to depth 1. The text has no formula for how "
    "independent and sorted leaves are mixed; here a leaf of utility u is taken from the sorted ones with probability "
    "|2u - 1|^((1 - s)/s). With it the surface drops from s = 0 to s = .1 already, the more so the larger b.",
    claims=claims(SOURCE),
    summary=needed_rows,
    scales={"quick": 50, "paper": 10_000},
)
