"""Close to the boundary, on opposite sides: does the degree of pathology differ more, the larger b?

"Consider any two points x and y that are close to the boundary between the pathological and nonpathological regions,
and on opposite sides of the boundary. As b increases, the difference between x's degree of pathology and y's
degree of pathology also increases." Section 5.4

The boundary is the smallest granularity without pathology. The points are two granularities below it and one above; or,
since buckets are the wider the fewer they are, a fifth of it below and above. `nau/exact` has the exact numbers without
similarity.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import pairwise

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference, linearised
from overthink.models.granular import GRAINS, SIMILARITIES
from overthink.report.curves import curves
from overthink.studies.checks import all_above, settled
from overthink.studies.claim import Claim, Evidence, Reading, Verdict
from overthink.studies.samples import Row, Samples
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.granularity import by_setting, needed
from overthink_papers.nau.exact import CLOSE, DISTANCES
from overthink_papers.nau.model_readings import CLOSEST, MODEL_READINGS, ModelReading
from overthink_papers.nau.surface import SECTION


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
        f"{len(changes)} of {every} steps have a boundary, {wrong} of them surely the other way; at s = 0.5: {middle}"
    )
    finding = all_above(changes, 0.0, words)
    few = finding.verdict == Verdict.HOLDS and 2 * len(changes) <= every
    return replace(finding, verdict=Verdict.INCONCLUSIVE) if few else finding


def rows(samples: Samples) -> list[Row]:
    """The difference of both points by similarity and b, in the closest reading."""
    part = CLOSEST.part(samples)
    return [
        {"points": far, "s": s, "b": b, **asdict(Estimate.of_mean(sample))}
        for far in DISTANCES
        for s in SIMILARITIES
        for b, sample in sampled_gaps(part, s, far).items()
    ]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [{**row, "s": f"s = {row['s']:g}"} for row in rows if row["s"] in (0.0, 0.2, 0.5, 0.8, 1.0)]
    labels = {"x": "branching factor b", "y": "difference of p on both sides of the boundary"}
    return curves(shown, "b", "s", "points", labels)


def claim(way: ModelReading, far: str) -> Claim:
    return Claim(
        f"{way}, points {far}: at every similarity, every step of b takes them farther apart",
        CLOSE,
        lambda samples: grows(way.part(samples), far),
        reading=Reading(way.kind, f"{way.reading.words}; points {far}"),
    )


BORDER = Figure(
    name="nau/border",
    title="the degree of pathology close to the boundary, by branching factor",
    source=SECTION,
    draw=draw,
    caption="p of a point below the boundary between the regions of Figure 10, less p of a point above it. Closest "
    "reading.",
    claims=tuple(claim(way, far) for far in DISTANCES for way in MODEL_READINGS),
    rows=rows,
    across="b",
)
