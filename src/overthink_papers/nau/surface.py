"""Figures 7 to 9: the granularity needed to avoid pathology, a surface over branching factor and local similarity.

"In each case the results are qualitatively similar: the granularity needed to avoid lookahead pathology decreases with
local similarity and increases with the branching factor." Section 5.4
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from overthink.core.estimate import Estimate, simultaneous
from overthink.models import BottomUp, OnePlayer, TopDown
from overthink.models.granular import BRANCHING, GRAINS, ONE_PLAYER_GRAINS, SIMILARITIES, GranularModel
from overthink.report.solid import Solid
from overthink.report.surfaces import surface
from overthink.studies.checks import above, all_above
from overthink.studies.claim import Evidence
from overthink.studies.samples import Row, Samples, grid
from overthink.studies.study import Picture, Study
from overthink_papers.experiments.granularity import (
    by_setting,
    degrees,
    errors_study,
    minus,
    needed,
    needed_rows,
    with_trees,
    worse_by,
)
from overthink_papers.nau.model_readings import BUCKETED, CLOSEST, MODEL_READINGS, REAL, in_each_reading

SETTINGS = grid(b=BRANCHING, s=SIMILARITIES, reading=(BUCKETED, REAL))
PRINTED_S = "the granularity needed to avoid lookahead pathology decreases with local similarity"
PRINTED_B = "the granularity needed to avoid lookahead pathology … increases with the branching factor"
SECTION = "[Nau2010] section 5.4"
SIDES = "The space below the surface is pathological, the space above it is nonpathological."
WHOLE = "granularities are whole numbers, so neighbours may need the same"
MARGIN = 0.2  # of its height: so close to the surface, chance decides on which side of it a point falls
FAR = "points closer to the surface than a fifth of its height are left out"
TREES = 10  # in an observation, at least


def heights(samples: Samples, row: str, column: str) -> list[list[Estimate]]:
    """The granularity needed, by two factors; intervals are widened for the longer of them (Bonferroni)."""
    errors = {tuple(dict(key)[name] for name in (row, column)): each for key, each in by_setting(samples).items()}
    rows, columns = (sorted({key[i] for key in errors}) for i in (0, 1))
    level = simultaneous(max(len(rows), len(columns)))
    return [[needed(errors[i, j], level) for j in columns] for i in rows]


def from_end_to_end(lines: Sequence[Sequence[Estimate]], falls: bool) -> Evidence:
    """On every line, the last height lies below the first (or above it)."""
    changes = [minus(line[0], line[-1]) if falls else minus(line[-1], line[0]) for line in lines]
    shown = "; ".join(f"{line[0].mean:.0f} to {line[-1].mean:.0f}" for line in lines)
    return all_above(changes, 0.0, shown)


def step_by_step(lines: Sequence[Sequence[Estimate]], falls: bool) -> Evidence:
    """On no line does a step lead the other way, by one or more."""
    steps = [(one, other) if falls else (other, one) for line in lines for one, other in pairwise(line)]
    changes = [minus(*step) for step in steps]
    wrong = sum(change.mean <= -1.0 for change in changes)
    sure = sum(change.high <= -1.0 for change in changes)
    return all_above(changes, -1.0, f"{wrong} of {len(changes)} steps lead the other way, {sure} of them surely")


def mostly_avoided(samples: Samples) -> Evidence:
    """At more than half of the branching factors and similarities, some granularity is not pathological."""
    cells = [height for line in heights(samples, "b", "s") for height in line]
    most = max({g for errors in by_setting(samples).values() for _, g in errors})
    sure, may_be = (sum(getattr(height, end) <= most for height in cells) for end in ("high", "low"))
    mean = sum(height.mean <= most for height in cells)
    share = Estimate(mean / len(cells), sure / len(cells), may_be / len(cells), cells[0].n)
    return above(share, 0.5, f"avoided up to g = {most} in {mean} of {len(cells)} cells, surely in {sure}")


def on_its_side(samples: Samples) -> Evidence:
    """Below the surface p is above 1, and above it below 1, at every point that is not close to it."""
    cells = list(by_setting(samples).values())
    level, margins = simultaneous(sum(len(errors) // 2 for errors in cells)), list[Estimate]()
    for errors in cells:
        place = needed(errors).mean
        for g in sorted({g for _, g in errors}):
            if abs(g - place) > MARGIN * place:
                gap = worse_by(errors, g, level)
                margins.append(gap if g < place else minus(Estimate.exactly(0.0, gap.n), gap))
    wrong, sure = (sum(getattr(margin, end) <= 0.0 for margin in margins) for end in ("mean", "high"))
    return all_above(margins, 0.0, f"{wrong} of {len(margins)} points on the wrong side, {sure} of them surely")


# What the text says of each of the three figures.
CLAIMS = (
    *in_each_reading(
        "at every branching factor, less granularity is needed at s = 1 than at s = 0",
        PRINTED_S,
        lambda s: from_end_to_end(heights(s, "b", "s"), falls=True),
        SECTION,
    ),
    *in_each_reading(
        "at no branching factor does a step of s need more granularity",
        PRINTED_S,
        lambda s: step_by_step(heights(s, "b", "s"), falls=True),
        SECTION,
        WHOLE,
    ),
    *in_each_reading(
        "at every similarity, more granularity is needed with the largest branching factor than with 2",
        PRINTED_B,
        lambda s: from_end_to_end(heights(s, "s", "b"), falls=False),
        SECTION,
    ),
    *in_each_reading(
        "at no similarity does a step of b need less granularity",
        PRINTED_B,
        lambda s: step_by_step(heights(s, "s", "b"), falls=False),
        SECTION,
        WHOLE,
    ),
    *in_each_reading(
        "for most b and s some granularity is not pathological",
        "The values of g went as high as was needed to obtain nonpathological trees for most of the settings",
        mostly_avoided,
        "[Nau2010] section 5",
        "most: more than half",
    ),
    *in_each_reading("points below the surface are pathological, those above it are not", SIDES, on_its_side, "", FAR),
)
SHOWN = {"reading": CLOSEST.noise, "average": CLOSEST.average}
LABELS = {"x": "local similarity s", "y": "branching factor b", "z": "granularity needed"}


def every_degree(samples: Samples) -> list[Row]:
    """p in every reading."""
    return [{"average": way.average, **row} for way in MODEL_READINGS for row in degrees(way.part(samples))]


def every_height(samples: Samples) -> list[Row]:
    """The granularity needed in every reading."""
    return [{"average": way.average, **row} for way in MODEL_READINGS for row in needed_rows(way.part(samples))]


def closest(rows: list[Row]) -> list[Row]:
    """The rows of the reading that comes closest to print."""
    return [row for row in rows if all(row[column] == value for column, value in SHOWN.items())]


def surface_study(
    number: int, model: type[GranularModel], kind: str, caption: str, grains: Sequence[int] = GRAINS
) -> Study:
    """One of the three figures, which differ in the model. p(root, 5, 1), 10,000 trees."""

    def draw(samples: Samples, rows: list[Row]) -> Picture:
        return surface(closest(rows), "s", "b", LABELS, grains[-1])

    return errors_study(
        name=f"nau/fig{number}",
        title=f"granularity needed to avoid pathology, {kind} model",
        source=f"[Nau2010] Figure {number}",
        settings=SETTINGS,
        model=lambda setting: model(b=setting["b"], s=setting["s"], reading=setting["reading"]),
        draw=draw,
        solid=Solid("s", "b", LABELS, grains[-1], SHOWN),
        caption=f"Below the surface, a search to depth 5 decides worse than one to depth 1. {caption}",
        claims=CLAIMS,
        rows=every_degree,
        summary=every_height,
        scales={"quick": 12, "paper": 1000},
        grains=grains,
        batches=with_trees(TREES),
        ratios=lambda setting: True,
        block=50,
        at_once=1000,
        edition=2,
    )


FIG7 = surface_study(
    7,
    TopDown,
    "two-player top-down",
    "Closest reading: utilities are put in buckets first, and noise is added to the middles of buckets. As written, "
    "with noise on real utilities, hardly any granularity is pathological.",
)
FIG8 = surface_study(
    8,
    BottomUp,
    "two-player bottom-up",
    "The text has no formula for how independent and sorted leaves are mixed; here a leaf of utility u is taken from "
    "the sorted ones with probability |2u - 1|^((1 - s)/s). With it the surface drops from s = 0 to s = .1 already, "
    "the more so the larger b.",
)
FIG9 = surface_study(
    9,
    OnePlayer,
    "one-player",
    "One player, who wants the most; the buckets of heuristic values go on outside [0, 1].",
    ONE_PLAYER_GRAINS,
)
