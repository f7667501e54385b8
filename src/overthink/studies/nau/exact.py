"""Without local similarity the degree of pathology is known exactly: simulation against it, and what follows."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from overthink.core.estimate import Estimate
from overthink.models import TopDown
from overthink.models.exact import exact_errors
from overthink.report.curves import curves
from overthink.studies.granularity import by_setting, degrees, errors_study
from overthink.studies.study import Claim, Finding, Row, Samples, grid

SOURCE = "[Nau2010] section 5.4"
BRANCHING = (2, 3, 5, 8)
GRAINS = (2, 3, 4, 5, 6, 8, 10, 13, 17, 23, 30, 40, 60)
HIGHEST = 80


@cache
def exact(b: int, g: int, deep: int = 5, shallow: int = 1) -> tuple[float, float]:
    """P_err of the deep and of the shallow search."""
    return exact_errors(TopDown(b=b, g=g, height=deep), shallow)


def border(b: int, deep: int = 5, shallow: int = 1) -> int:
    """The smallest granularity without pathology."""
    pairs = ((g, exact(b, g, deep, shallow)) for g in range(2, HIGHEST))
    return next((g for g, (far, near) in pairs if far <= near), HIGHEST)


def rises(samples: Samples) -> Finding:
    borders = [border(b) for b in BRANCHING]
    least = min(later - earlier for earlier, later in pairwise(borders))
    shown = ", ".join(f"b = {b}: {g}" for b, g in zip(BRANCHING, borders))
    return Finding("holds" if least > 0 else "fails", Estimate.exactly(float(least)), f"granularity needed: {shown}")


def binary(samples: Samples) -> Finding:
    least = min(deep / shallow for deep, shallow in (exact(b, 2) for b in range(2, 11)))
    return Finding("holds" if least > 1 else "fails", Estimate.exactly(least), f"p is {least:.2f} or more, b = 2 to 10")


def simulated_rightly(samples: Samples) -> Finding:
    """The mean errors lie as far from the exact ones as chance puts them. One granularity of each setting is looked at,
    since those of one tree go together."""
    scores = []
    for key, errors in by_setting(samples).items():
        b = dict(key)["b"]
        g = GRAINS[-1 - BRANCHING.index(b)]
        for search, expected in zip(("deep", "shallow"), exact(b, g)):
            found = errors[search, g]
            scores.append((found.mean() - expected) / max(found.std(ddof=1) / np.sqrt(len(found)), 1e-12))
    off, n = float(np.sqrt(np.mean(np.square(scores)))), len(next(iter(samples.entries))[1])
    spread = 2.0 / np.sqrt(2 * len(scores))  # of the root mean square of so many normal numbers, twice
    verdict = "holds" if off < 1.0 + spread else "fails" if off > 1.0 + 2 * spread else "inconclusive"
    return Finding(verdict, Estimate(off, off - spread, off + spread, n), f"{off:.2f} standard errors, wanted about 1")


def rows(samples: Samples) -> list[Row]:
    """Simulated and exact degrees."""
    found = [{**row, "law": "simulated"} for row in degrees(samples)]
    for b in BRANCHING:
        for g in GRAINS:
            deep, shallow = exact(b, g)
            p = deep / shallow
            found.append({"b": b, "g": g, "mean": p, "low": p, "high": p, "n": 0, "law": "exact"})
    return found


def draw(samples: Samples, rows: list[Row]) -> Any:
    labels = {"x": "granularity g", "y": "degree of pathology p(root, 5, 1)"}
    return curves(rows, "g", "law", "b", labels, "b = ", level=1.0, log=True)


STUDY = errors_study(
    name="nau/exact",
    title="the degree of pathology without local similarity, simulated and exact",
    source=SOURCE,
    settings=grid(b=BRANCHING),
    model=lambda setting: TopDown(b=setting["b"]),
    draw=draw,
    caption="Independent leaves, two players: the law of utilities and heuristic values is carried up the tree instead "
    "of drawing trees. Above the dotted line, depth 5 decides worse than depth 1.",
    claims=(
        Claim(
            "with two values there is pathology at every branching factor, exactly",
            SOURCE,
            "lookahead pathology occurs when s = 0 and g = 2",
            binary,
        ),
        Claim(
            "the granularity needed rises with the branching factor, exactly",
            SOURCE,
            "… increases with the branching factor",
            rises,
        ),
        Claim(
            "simulated decision errors are the exact ones but for chance",
            "our own check",
            "not in print",
            simulated_rightly,
        ),
    ),
    rows=rows,
    across="g",
    scales={"quick": 500, "paper": 10_000},
    grains=GRAINS,
)
