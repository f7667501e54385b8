"""Without local similarity the degree of pathology is known exactly: simulation against it, and what follows."""

from __future__ import annotations

from functools import cache, partial
from itertools import pairwise, product

import numpy as np

from overthink.core.estimate import Estimate
from overthink.models import TopDown
from overthink.models.exact import exact_errors
from overthink.report.curves import curves
from overthink.studies.checks import settled
from overthink.studies.engine.study import Claim, Finding, Picture, Row, Samples, Verdict, grid
from overthink.studies.experiments.granularity import by_setting, degrees, errors_study

BRANCHING = (2, 3, 5, 8)
GRAINS = (2, 3, 4, 5, 6, 8, 10, 13, 17, 23, 30, 40, 60)
HIGHEST = 120
READINGS = ("bucketed", "bucket-middle")


@cache
def exact(b: int, g: int, reading: str = "bucketed", deep: int = 5) -> tuple[float, float]:
    """P_err of the deep search and of one to depth 1."""
    return exact_errors(TopDown(b=b, g=g, height=deep, reading=reading))


@cache
def border(b: int, reading: str = "bucketed", deep: int = 5) -> int:
    """The smallest granularity without pathology."""
    pairs = ((g, exact(b, g, reading, deep)) for g in range(2, HIGHEST))
    return next((g for g, (far, near) in pairs if far <= near), HIGHEST)


def alike(samples: Samples) -> Finding:
    """The two readings need the same granularity at every branching factor."""
    needed = {b: [border(b, reading) for reading in READINGS] for b in range(2, 11)}
    most = max(abs(one - other) for one, other in needed.values())
    shown = ", ".join(f"{one} and {other}" for one, other in needed.values())
    return settled(most == 0, most, f"b = 2 to 10: {shown}")


def rises(samples: Samples) -> Finding:
    borders = [border(b) for b in BRANCHING]
    least = min(later - earlier for earlier, later in pairwise(borders))
    shown = ", ".join(f"b = {b}: {g}" for b, g in zip(BRANCHING, borders))
    return settled(least > 0, least, f"granularity needed: {shown}")


def binary(samples: Samples) -> Finding:
    least = min(deep / shallow for r in READINGS for deep, shallow in (exact(b, 2, r) for b in range(2, 11)))
    return settled(least > 1, least, f"p is {least:.2f} or more, b = 2 to 10")


def simulated_rightly(reading: str, samples: Samples) -> Finding:
    """The mean errors lie as far from the exact ones as chance puts them. One granularity of each setting is looked at,
    since those of one tree go together; a small one where the outermost buckets matter."""
    scores = []
    for key, errors in by_setting(samples).items():
        b = dict(key)["b"]
        if dict(key)["reading"] != reading:
            continue
        place = BRANCHING.index(b)
        g = GRAINS[place] if reading == "bucket-middle" else GRAINS[-1 - place]
        for search, expected in zip(("deep", "shallow"), exact(b, g, reading)):
            found = errors[search, g]
            scores.append((found.mean() - expected) / max(found.std(ddof=1) / np.sqrt(len(found)), 1e-12))
    off, n = float(np.sqrt(np.mean(np.square(scores)))), len(next(iter(samples.entries))[1])
    spread = 2.0 / np.sqrt(2 * len(scores))  # of the root mean square of so many normal numbers, twice
    verdict = Verdict.of(bool(off < 1.0 + spread), bool(off > 1.0 + 2 * spread))
    return Finding(verdict, Estimate(off, off - spread, off + spread, n), f"{off:.2f} standard errors, wanted about 1")


def rows(samples: Samples) -> list[Row]:
    """Simulated and exact degrees."""
    found = [{**row, "law": "simulated"} for row in degrees(samples)]
    for reading, b, g in product(READINGS, BRANCHING, GRAINS):
        deep, shallow = exact(b, g, reading)
        p = deep / shallow
        found.append({"b": b, "reading": reading, "g": g, "mean": p, "low": p, "high": p, "n": 0, "law": "exact"})
    return found


def draw(samples: Samples, rows: list[Row]) -> Picture:
    labels = {"x": "granularity g", "y": "degree of pathology p(root, 5, 1)"}
    named = [{**row, "law": f"{row['law']}, {row['reading']}"} for row in rows]
    return curves(named, "g", "law", "b", labels, "b = ", level=1.0, log=True)


STUDY = errors_study(
    name="nau/exact",
    title="the degree of pathology without local similarity, simulated and exact",
    source="[Nau2010] section 5.4",
    settings=grid(b=BRANCHING, reading=READINGS),
    model=lambda setting: TopDown(b=setting["b"], reading=setting["reading"]),
    draw=draw,
    caption="Independent leaves, two players: the law of utilities and heuristic values is carried up the tree instead "
    "of drawing trees. Above the dotted line, depth 5 decides worse than depth 1. The readings differ in the middle "
    "of the two outermost buckets.",
    claims=(
        Claim(
            "with two values there is pathology at every branching factor, exactly",
            "lookahead pathology occurs when s = 0 and g = 2",
            binary,
        ),
        Claim(
            "the granularity needed rises with the branching factor, exactly",
            "… increases with the branching factor",
            rises,
        ),
        Claim(
            "simulated decision errors are the exact ones but for chance",
            "not in print",
            partial(simulated_rightly, "bucketed"),
            source="our own check",
        ),
        Claim(
            "so they are with noise on the outermost buckets' own middle",
            "not in print",
            partial(simulated_rightly, "bucket-middle"),
            source="our own check",
        ),
        Claim(
            "both readings of a bucket's middle need the same granularity, exactly",
            "not in print",
            alike,
            source="our own check",
        ),
    ),
    rows=rows,
    across="g",
    scales={"quick": 500, "paper": 10_000},
    grains=GRAINS,
)
