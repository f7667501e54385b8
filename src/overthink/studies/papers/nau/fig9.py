"""Figure 9: the granularity needed to avoid pathology, one-player model. p(root, 5, 1), 10,000 trees."""

from __future__ import annotations

from overthink.models import OnePlayer
from overthink.studies.experiments.granularity import errors_study, needed_rows
from overthink.studies.papers.nau.surface import SETTINGS, claims, draw, solid

SOURCE = "[Nau2010] Figure 9"
# All up to 20, as in print, and then in steps, up to the printed 300.
GRAINS = (*range(2, 20), *range(20, 40, 2), *range(40, 100, 5), *range(100, 301, 10))

STUDY = errors_study(
    name="nau/fig9",
    title="granularity needed to avoid pathology, one-player model",
    source=SOURCE,
    settings=SETTINGS,
    model=lambda setting: OnePlayer(b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=draw(GRAINS[-1]),
    solid=solid(GRAINS[-1]),
    caption="Below the surface, a search to depth 5 decides worse than one to depth 1. One player, who wants the most; "
    "the buckets of heuristic values go on outside [0, 1].",
    claims=claims(SOURCE),
    summary=needed_rows,
    scales={"quick": 50, "paper": 10_000},
    grains=GRAINS,
)
