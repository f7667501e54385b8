"""Figure 7: the granularity needed to avoid pathology, two-player top-down model. p(root, 5, 1), 10,000 trees."""

from __future__ import annotations

from overthink.models import TopDown
from overthink.studies.experiments.granularity import GRAINS, errors_study, needed_rows
from overthink.studies.papers.nau.surface import SETTINGS, claims, draw, solid

SOURCE = "[Nau2010] Figure 7"

STUDY = errors_study(
    name="nau/fig7",
    title="granularity needed to avoid pathology, two-player top-down model",
    source=SOURCE,
    settings=SETTINGS,
    model=lambda setting: TopDown(b=setting["b"], s=setting["s"], reading=setting["reading"]),
    draw=draw(GRAINS[-1]),
    solid=solid(GRAINS[-1]),
    caption="Below the surface, a search to depth 5 decides worse than one to depth 1. Reading: utilities are put in "
    "buckets first, and noise is added to the middles of buckets.",
    claims=claims(SOURCE),
    summary=needed_rows,
    scales={"quick": 50, "paper": 10_000},
)
