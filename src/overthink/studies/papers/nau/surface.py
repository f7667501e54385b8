"""Figures 7 to 9: the granularity needed to avoid pathology, a surface over branching factor and local similarity.

"In each case the results are qualitatively similar: the granularity needed to avoid lookahead pathology decreases with
local similarity and increases with the branching factor." Section 5.4
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from overthink.core.estimate import Estimate, simultaneous
from overthink.models import BottomUp, OnePlayer, TopDown
from overthink.models.granular import GranularModel
from overthink.report.solid import Solid
from overthink.report.surfaces import surface
from overthink.studies.checks import all_above
from overthink.studies.engine.study import Claim, Finding, Samples, Study, grid
from overthink.studies.experiments.granularity import (
    BRANCHING,
    GRAINS,
    SIMILARITIES,
    average,
    by_setting,
    errors_study,
    minus,
    needed,
    needed_rows,
)

SETTINGS = grid(b=BRANCHING, s=SIMILARITIES, reading=("bucketed",))
# All up to 20, as in print, and then in steps, up to the printed 300.
ONE_PLAYER_GRAINS = (*range(2, 20), *range(20, 40, 2), *range(40, 100, 5), *range(100, 301, 10))
PRINTED_S = "the granularity needed to avoid lookahead pathology decreases with local similarity"
PRINTED_B = "… and increases with the branching factor"


def heights(samples: Samples, row: str, column: str) -> list[list[Estimate]]:
    """The granularity needed, by two factors; intervals are widened for the longer of them (Bonferroni)."""
    errors = {tuple(dict(key)[name] for name in (row, column)): each for key, each in by_setting(samples).items()}
    rows, columns = (sorted({key[i] for key in errors}) for i in (0, 1))
    level = simultaneous(max(len(rows), len(columns)))
    return [[needed(errors[i, j], level) for j in columns] for i in rows]


def from_end_to_end(lines: Sequence[Sequence[Estimate]], falls: bool) -> Finding:
    """On every line, the last height lies below the first (or above it)."""
    changes = [minus(line[0], line[-1]) if falls else minus(line[-1], line[0]) for line in lines]
    shown = "; ".join(f"{line[0].mean:.0f} to {line[-1].mean:.0f}" for line in lines)
    return all_above(changes, 0.0, shown)


def half_by_half(lines: Sequence[Sequence[Estimate]], falls: bool) -> Finding:
    """The average line goes one way from its start to its middle, and on from there to its end."""
    means = [average(column) for column in zip(*lines)]
    points = means[0], means[len(means) // 2], means[-1]
    steps = [minus(earlier, later) if falls else minus(later, earlier) for earlier, later in pairwise(points)]
    shown = " ".join(f"{mean.mean:.1f}" for mean in means)
    return all_above(steps, 0.0, f"averages {shown}")


# What the text says of each of the three figures.
CLAIMS = (
    Claim(
        "at every branching factor, less granularity is needed at s = 1 than at s = 0",
        PRINTED_S,
        lambda s: from_end_to_end(heights(s, "b", "s"), falls=True),
    ),
    Claim(
        "averaged over branching factors, less is needed at the middle s than at 0, and less again at 1",
        PRINTED_S,
        lambda s: half_by_half(heights(s, "b", "s"), falls=True),
    ),
    Claim(
        "at every similarity below 1, more granularity is needed with the largest branching factor than with 2",
        PRINTED_B,
        lambda s: from_end_to_end(heights(s, "s", "b")[:-1], falls=False),
    ),
    Claim(
        "averaged over similarities, more is needed at the middle b than at 2, and more again at the largest",
        PRINTED_B,
        lambda s: half_by_half(heights(s, "s", "b"), falls=False),
    ),
)
LABELS = {"x": "local similarity s", "y": "branching factor b", "z": "granularity needed"}


def surface_study(
    number: int, model: type[GranularModel], kind: str, caption: str, grains: Sequence[int] = GRAINS
) -> Study:
    """One of the three figures, which differ in the model. p(root, 5, 1), 10,000 trees."""
    return errors_study(
        name=f"nau/fig{number}",
        title=f"granularity needed to avoid pathology, {kind} model",
        source=f"[Nau2010] Figure {number}",
        settings=SETTINGS,
        model=lambda setting: model(b=setting["b"], s=setting["s"], reading=setting["reading"]),
        draw=lambda samples, rows: surface(rows, "s", "b", LABELS, grains[-1]),
        solid=Solid("s", "b", LABELS, grains[-1]),
        caption=f"Below the surface, a search to depth 5 decides worse than one to depth 1. {caption}",
        claims=CLAIMS,
        summary=needed_rows,
        scales={"quick": 50, "paper": 10_000},
        grains=grains,
    )


FIG7 = surface_study(
    7,
    TopDown,
    "two-player top-down",
    "Reading: utilities are put in buckets first, and noise is added to the middles of buckets.",
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
