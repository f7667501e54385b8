"""Figure 10: the degree of pathology over granularity and local similarity. It shows the trees of Figure 7.

Of the branching factor the text says two things. The pathological region grows with it. And "large values of b amplify
the difference in the degree of pathology between the pathological and nonpathological regions": the mean p of either
region is compared here, at every granularity and similarity. The example that follows, of points close to the boundary,
has a figure of its own (`border.py`).
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, median

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference, linearised
from overthink.models.granular import GRAINS
from overthink.report.surfaces import maps
from overthink.studies.checks import all_above, near, settled
from overthink.studies.claim import Evidence
from overthink.studies.samples import Row, Samples
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.granularity import average, by_setting, minus, worse_by
from overthink_papers.nau import surface
from overthink_papers.nau.border import BORDER
from overthink_papers.nau.model_readings import in_each_reading
from overthink_papers.nau.surface import FAR, SECTION, closest, every_degree, from_end_to_end, heights, on_its_side

SHOWN = (2, 3, 4, 6, 8, 10)  # branching factors
GRAINS_SHOWN = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60)
AROUND = 5.0  # "around g = 10"
LABELS = {"x": "local similarity s", "y": "granularity g", "z": "degree of pathology p(root, 5, 1)"}


def binary_is_pathological(samples: Samples) -> Evidence:
    """Two values and no similarity: p is above 1 at every branching factor."""
    by_b = {dict(key)["b"]: errors for key, errors in by_setting(samples).items() if dict(key)["s"] == 0.0}
    gaps = [worse_by(errors, 2, simultaneous(len(by_b))) for errors in by_b.values()]
    errs = [float(errors["shallow", 2].mean()) for errors in by_b.values()]
    degrees = [errors["deep", 2].mean() / near if near else math.nan for errors, near in zip(by_b.values(), errs)]
    shown = " ".join(f"{degree:.2f}" for degree in degrees)
    return all_above(gaps, 0.0, f"p {shown} for b = {min(by_b)} to {max(by_b)}")


def region_grows(samples: Samples) -> Evidence:
    """At every step of b, more granularities are pathological on average over similarities."""
    sizes = [average(column) for column in zip(*heights(samples, "s", "b"))]
    steps = [minus(later, earlier) for earlier, later in pairwise(sizes)]
    return all_above(steps, 0.0, f"pathological granularities {' '.join(f'{size.mean - 2:.1f}' for size in sizes)}")


def gap_between_regions(samples: Samples, b: int) -> Sample | None:
    """The mean p of the pathological region less that of the other, as one number an observation; nothing, where there
    is no such region."""
    regions: dict[bool, list[Sample]] = {True: [], False: []}
    for key, errors in by_setting(samples).items():
        if dict(key)["b"] != b:
            continue
        for g in sorted({g for _, g in errors}):
            if errors["shallow", g].any():
                p = linearised(errors["deep", g], errors["shallow", g])
                regions[bool(p.mean() > 1.0)].append(p)
    if not all(regions.values()):
        return None
    gap: Sample = np.mean(regions[True], axis=0) - np.mean(regions[False], axis=0)
    return gap


def regions_part(samples: Samples) -> Evidence:
    """At every step of b, the regions' mean degrees of pathology are farther apart."""
    every = {b: gap_between_regions(samples, b) for b in samples.levels("b")}
    gaps = {b: gap for b, gap in every.items() if gap is not None}
    if len(gaps) < len(every):
        none = ", ".join(str(b) for b in every if b not in gaps)
        return settled(False, 0.0, f"no pathological region at b = {none}")
    level = simultaneous(len(gaps) - 1)
    steps = [difference(later, earlier, level) for earlier, later in pairwise(gaps.values())]
    return all_above(steps, 0.0, f"differences {' '.join(f'{fmean(gap):.2f}' for gap in gaps.values())}")


def around_ten(samples: Samples) -> Evidence:
    """The middle one of the granularities needed at all b and s is 10, or one and a half times more or less."""
    cells = [height for line in heights(samples, "b", "s") for height in line]
    ends = {end: median(getattr(height, end) for height in cells) for end in ("mean", "low", "high")}
    return near(Estimate(**ends, n=cells[0].n), 10.0, AROUND, f"{ends['mean']:g}")


def rows(samples: Samples) -> list[Row]:
    return [row for row in every_degree(samples) if row["b"] in SHOWN and row["g"] in GRAINS_SHOWN]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    return maps(closest(rows), "s", "g", "b", LABELS, "b = ")


FIG10 = Figure(
    name="nau/fig10",
    title="degree of pathology by branching factor, granularity and local similarity",
    source="[Nau2010] Figure 10",
    draw=draw,
    caption="Red: a search to depth 5 decides worse than one to depth 1; blue: better; black line: as well. Grey where "
    "the shallow search made no error on these trees. Closest reading: noise on buckets, errors averaged.",
    claims=(
        *in_each_reading(
            "at every branching factor, fewer granularities are pathological at s = 1 than at s = 0",
            "the same relations among the factors affecting lookahead pathology as in Figs. 7, 8, and 9",
            lambda s: from_end_to_end(heights(s, "b", "s"), falls=True),
            SECTION,
        ),
        *in_each_reading(
            "the granularity needed is around 10 in the middle of all branching factors and similarities",
            "The boundary between the pathological and nonpathological parts of the space in Fig. 10 is also around g "
            "= 10.",
            around_ten,
            "[Nau2010] section 6.1",
            f"around: ± {AROUND:g}",
        ),
        *in_each_reading(
            "with two values and without similarity there is pathology at every branching factor",
            "lookahead pathology occurs when s = 0 and g = 2",
            binary_is_pathological,
            SECTION,
        ),
        *in_each_reading(
            "at every step of b, the pathological region grows",
            "as b increases, the size of the pathological region also increases",
            region_grows,
            SECTION,
            f"granularities up to {GRAINS[-1]} count",
        ),
        *in_each_reading(
            "at every step of b, the mean degrees of pathology of the two regions are farther apart",
            "large values of b amplify the difference in the degree of pathology between the pathological and "
            "nonpathological regions",
            regions_part,
            SECTION,
        ),
        *in_each_reading(
            "points below the lines are pathological, those above them are not",
            "The regions below the curved black lines are pathological, and the regions above those lines are "
            "nonpathological.",
            on_its_side,
            tolerance=FAR.replace("surface", "line"),
        ),
    ),
    rows=rows,
    across="g",
)
STUDY = replace(surface.FIG7, figures=(surface.FIG7.figure, FIG10, BORDER))
