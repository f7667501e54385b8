"""Figure 10: the degree of pathology of the trees of Figure 7.

Of the branching factor the text says two things. The pathological region grows with it. And "large values of b amplify
the difference in the degree of pathology between the pathological and nonpathological regions": the mean p of either
region is compared, at every granularity and similarity. The example that follows has a figure of its own, `nau/border`.
"""

import math
from functools import partial
from itertools import pairwise
from statistics import fmean, median

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference, linearise
from overthink.models.granular import GRAINS
from overthink.studies.checks import ABOUT_SHARE, all_above, exact_verdict, near
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Point, Row, Samples
from overthink.studies.study import Figure, Picture
from overthink_papers.experiments.granularity import by_setting, heights, region_grows, worse_by
from overthink_papers.experiments.surfaces import maps
from overthink_papers.nau.readings import CLOSEST, JUDGED, ModelReading
from overthink_papers.nau.trees.surface import (
    ENDS,
    ENDS_OF_B,
    ENDS_OF_S,
    FAR,
    MORE_AT_LAST,
    NEED_FALLING,
    SECTION,
    closest,
    combinations_of,
    every_degree,
    in_reading,
    less_with_s,
    on_sides,
    trees_that_need,
    wider,
)

MAPPED = (2, 3, 4, 6, 8, 10)  # branching factors
GRAINS_MAPPED = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60)
TEN = 10.0  # "around g = 10"


def _binary_is_pathological(samples: Samples) -> Evidence:
    by_b = {dict(key)["b"]: errors for key, errors in by_setting(samples).items() if dict(key)["s"] == 0.0}
    gaps = [worse_by(errors, 2, simultaneous(len(by_b))) for errors in by_b.values()]
    errs = [float(errors["shallow", 2].mean()) for errors in by_b.values()]
    ratios = [errors["deep", 2].mean() / near if near else math.nan for errors, near in zip(by_b.values(), errs)]
    shown = " ".join(f"{degree:.2f}" for degree in ratios)
    return all_above(gaps, 0.0, f"p {shown} for b = {min(by_b)} to {max(by_b)}")


def gap_between_regions(samples: Samples, b: int) -> Sample | None:
    """The mean p of the pathological region less that of the other, as one number an observation; nothing, where there
    is no such region."""
    regions: dict[bool, list[Sample]] = {True: [], False: []}
    for at, errors, g in combinations_of(samples):
        if at["b"] == b and errors["shallow", g].any():
            p = linearise(errors["deep", g], errors["shallow", g])
            regions[bool(p.mean() > 1.0)].append(p)
    if not all(regions.values()):
        return None
    gap: Sample = np.mean(regions[True], axis=0) - np.mean(regions[False], axis=0)
    return gap


def regions_part(samples: Samples, every_step: bool = True) -> Evidence:
    """The regions are farther apart at every step of b, or at the largest b than at the smallest."""
    every = {b: gap_between_regions(samples, b) for b in samples.levels("b")}
    gaps = {b: gap for b, gap in every.items() if gap is not None}
    if len(gaps) < len(every):
        none = ", ".join(str(b) for b in every if b not in gaps)
        return exact_verdict(False, 0.0, f"no pathological region at b = {none}")
    line = list(gaps.values())
    pairs = list(pairwise(line)) if every_step else [(line[0], line[-1])]
    steps = [difference(later, earlier, simultaneous(len(pairs))) for earlier, later in pairs]
    return all_above(steps, 0.0, f"differences {' '.join(f'{fmean(gap):.2f}' for gap in gaps.values())}")


def _around_ten(samples: Samples) -> Evidence:
    cells = [height for line in heights(samples, "b", "s") for height in line]
    ends = {end: median(getattr(height, end) for height in cells) for end in ("mean", "low", "high")}
    return near(Estimate(**ends, n=cells[0].n), TEN, ABOUT_SHARE * TEN, f"{ends['mean']:g}")


WORDS = {"more": "deeper hurts", "less": "deeper helps"}


def _draw_maps(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "local similarity s", "y": "granularity g", "z": "degree of pathology p(root, 5, 1)", **WORDS}
    return maps(closest(rows), "s", "g", "b", labels, "b = ")


AMPLIFY = (
    "large values of b amplify the difference in the degree of pathology between the pathological and nonpathological "
    "regions"
)
AMPLIFIED = "with the largest b, the mean degrees of pathology of the two regions are farther apart than with the least"
AT_THE_ENDS = in_reading(CLOSEST, "farther apart", wider(0.01), wider(-0.01), partial(regions_part, every_step=False))


def _map_claims(way: ModelReading) -> tuple[Claim, ...]:
    eleven, twelve = trees_that_need(lambda at: 11), trees_that_need(lambda at: 12)

    def all_but_three(at: Point) -> float:
        return 0.99 if at["b"] == 3 else 1.2

    return (
        way.claim(
            f"{ENDS_OF_S}, and {ENDS_OF_B}",
            "the same relations among the factors affecting lookahead pathology as in Figs. 7, 8, and 9",
            less_with_s(way, MORE_AT_LAST),
            SECTION,
        ),
        way.claim(
            "the granularity needed is around 10 in the middle of all branching factors and similarities",
            "The boundary between the pathological and nonpathological parts of the space in Fig. 10 is also around "
            "g = 10.",
            in_reading(way, "around 10", eleven, twelve, _around_ten),
            "[Nau2010] section 6.1",
        ),
        way.claim(
            "with two values and without similarity there is pathology at every branching factor",
            "lookahead pathology occurs when s = 0 and g = 2",
            in_reading(way, "pathology at g = 2 and s = 0", lambda at: 1.01, all_but_three, _binary_is_pathological),
            SECTION,
        ),
        way.claim(
            "at every step of b, the pathological region grows",
            "as b increases, the size of the pathological region also increases",
            in_reading(way, "it grows", NEED_FALLING, trees_that_need(lambda at: 12), region_grows),
            SECTION,
            f"granularities up to {GRAINS[-1]} count",
        ),
        way.claim(
            "at every step of b, the mean degrees of pathology of the two regions are farther apart",
            AMPLIFY,
            in_reading(way, "farther apart", wider(0.01), wider(-0.01), regions_part),
            SECTION,
        ),
        way.claim(
            "points below the lines are pathological, those above them are not",
            "The regions below the curved black lines are pathological, and the regions above those lines are "
            "nonpathological.",
            on_sides(way),
            "",
            FAR.replace("surface", "line"),
        ),
    )


FIG10 = Figure(
    name="nau/fig10",
    title="degree of pathology by branching factor, granularity and local similarity",
    source="[Nau2010] Figure 10",
    draw=_draw_maps,
    caption="Red: a search to depth 5 decides worse than one to depth 1; blue: better; black line: as well. Grey where "
    "the shallow search made no error on these trees. Closest reading: noise on buckets, errors averaged.",
    claims=(
        *(each for way in JUDGED for each in _map_claims(way)),
        Claim(f"{CLOSEST.name}: {AMPLIFIED}", AMPLIFY, AT_THE_ENDS, SECTION, ENDS),
    ),
    rows=lambda samples: [row for row in every_degree(samples) if row["b"] in MAPPED and row["g"] in GRAINS_MAPPED],
    across="g",
)
