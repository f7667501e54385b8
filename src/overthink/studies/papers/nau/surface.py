"""What Figures 7 to 9 share: a surface over branching factor and local similarity, and what the text says of all three.

"In each case the results are qualitatively similar: the granularity needed to avoid lookahead pathology decreases with
local similarity and increases with the branching factor." Section 5.4
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from overthink.core.estimate import Estimate, simultaneous
from overthink.report.solid import Solid
from overthink.report.surfaces import surface
from overthink.studies.checks import all_above
from overthink.studies.engine.study import Claim, Finding, Row, Samples, grid
from overthink.studies.experiments.granularity import BRANCHING, SIMILARITIES, average, by_setting, minus, needed

SETTINGS = grid(b=BRANCHING, s=SIMILARITIES, reading=("bucketed",))
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


def claims(source: str) -> tuple[Claim, ...]:
    """What the text says of each of the three figures."""
    return (
        Claim(
            "at every branching factor, less granularity is needed at s = 1 than at s = 0",
            source,
            PRINTED_S,
            lambda s: from_end_to_end(heights(s, "b", "s"), falls=True),
        ),
        Claim(
            "averaged over branching factors, less is needed at the middle s than at 0, and less again at 1",
            source,
            PRINTED_S,
            lambda s: half_by_half(heights(s, "b", "s"), falls=True),
        ),
        Claim(
            "at every similarity below 1, more granularity is needed with the largest branching factor than with 2",
            source,
            PRINTED_B,
            lambda s: from_end_to_end(heights(s, "s", "b")[:-1], falls=False),
        ),
        Claim(
            "averaged over similarities, more is needed at the middle b than at 2, and more again at the largest",
            source,
            PRINTED_B,
            lambda s: half_by_half(heights(s, "s", "b"), falls=False),
        ),
    )


LABELS = {"x": "local similarity s", "y": "branching factor b", "z": "granularity needed"}


def solid(most: int) -> Solid:
    """The surface, to turn."""
    return Solid("s", "b", LABELS, most)


def draw(most: int) -> Any:
    """The surface, as printed and as numbers."""

    def drawn(samples: Samples, rows: list[Row]) -> Any:
        return surface(rows, "s", "b", LABELS, most)

    return drawn
