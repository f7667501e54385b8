"""Without local similarity the degree of pathology is known exactly: simulation against it, and what follows.

The exact errors are part of the data set: settings with the law "exact" hold them at every granularity up to 120, for
trees of height 5. Those with the law "simulated" hold the errors on drawn trees, at some granularities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cache, partial
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Estimate
from overthink.models import TopDown
from overthink.models.exact import exact_errors
from overthink.models.granular import BRANCHING
from overthink.report.curves import curves
from overthink.studies.checks import settled
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence, Reading, ReadingKind, Verdict
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.granularity import ERRORS, by_setting, degrees, errors_run, with_trees
from overthink_papers.nau.model_readings import BUCKETED, LONG, REAL
from overthink_papers.nau.surface import PRINTED_B, SECTION, SIDES, TREES

DRAWN = (2, 3, 5, 8)  # branching factors of drawn trees
GRAINS = (2, 3, 4, 5, 6, 8, 10, 13, 17, 23, 30, 40, 60)  # granularities of drawn trees
HIGHEST = 120  # granularity of exact errors
MIDDLE = "the utility is put in its bucket, noise is added to the true middle of it, and the sum is put in a bucket"
READINGS = {
    REAL: Reading(ReadingKind.OPEN, f"{LONG[REAL]}; {LONG[ERRORS]}"),
    BUCKETED: Reading(ReadingKind.CLOSEST, f"{LONG[BUCKETED]}; {LONG[ERRORS]}"),
    "bucket-middle": Reading(ReadingKind.OPEN, f"{MIDDLE}; {LONG[ERRORS]}"),
}
EXACT = grid(law=("exact",), b=BRANCHING, reading=tuple(READINGS))
SIMULATED = grid(law=("simulated",), b=DRAWN, reading=(BUCKETED, "bucket-middle"))
DISTANCES: dict[str, Callable[[int], tuple[int, int]]] = {
    "two below and one above": lambda g: (g - 2, g + 1),
    "a fifth of it below and above": lambda g: (round(0.8 * g), round(1.2 * g)),
}
CLOSE = "As b increases, the difference between x’s degree of pathology and y’s degree of pathology also increases."


@cache
def exact(b: int, reading: str) -> list[tuple[float, float]]:
    """P_err of a search to depth 5 and of one to depth 1, at each granularity from 2 on."""
    return [exact_errors(TopDown(b=b, g=g, reading=reading)) for g in range(2, HIGHEST + 1)]


draw_trees = errors_run(
    "nau/exact",
    lambda setting: TopDown(b=setting["b"], reading=setting["reading"]),
    GRAINS,
    batches=with_trees(TREES),
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Exact errors, the same in every observation, or those on drawn trees."""
    if setting["law"] == "simulated":
        return draw_trees(setting, start, stop, seed)
    errors = np.array(exact(setting["b"], setting["reading"])).T
    points = [{"search": search, "g": g + 2} for search in ("deep", "shallow") for g in range(errors.shape[1])]
    return points, np.repeat(errors.reshape(-1, 1), stop - start, 1)


def exact_p(samples: Samples, reading: str) -> dict[int, dict[int, float]]:
    """The exact degree of pathology, by branching factor and granularity."""
    groups = by_setting(Samples(samples.select(law="exact", reading=reading)))
    return {
        dict(key)["b"]: {g: float(e["deep", g][0] / e["shallow", g][0]) for g in sorted({g for _, g in e})}
        for key, e in groups.items()
    }


def border(p: dict[int, float]) -> int:
    """The smallest granularity plus all that are pathological."""
    return 2 + sum(degree > 1.0 for degree in p.values())


def borders(samples: Samples, reading: str) -> list[int]:
    return [border(p) for p in exact_p(samples, reading).values()]


def alike(samples: Samples) -> Evidence:
    """Two readings need the same granularity at every branching factor."""
    both = list(zip(*(borders(samples, reading) for reading in (BUCKETED, "bucket-middle"))))
    most = max(abs(one - other) for one, other in both)
    return settled(most == 0, most, f"b = 2 to 10: {', '.join(f'{one} and {other}' for one, other in both)}")


def rises(samples: Samples, reading: str) -> Evidence:
    heights = borders(samples, reading)
    least = min(later - earlier for earlier, later in pairwise(heights))
    shown = ", ".join(f"b = {b}: {g}" for b, g in zip(BRANCHING, heights))
    return settled(least > 0, least, f"granularity needed: {shown}")


def binary(samples: Samples, reading: str) -> Evidence:
    degrees = [p[2] for p in exact_p(samples, reading).values()]
    shown = " ".join(f"{degree:.2f}" for degree in degrees)
    return settled(min(degrees) > 1.0, min(degrees), f"p {shown} for b = 2 to 10")


def parted(samples: Samples, reading: str) -> Evidence:
    """At every branching factor, all pathological granularities lie below all others, of those in print."""
    ends = {}
    for b, p in exact_p(samples, reading).items():
        worse = {g: degree > 1.0 for g, degree in p.items() if g <= GRAINS[-1]}
        last = max((g for g in worse if worse[g]), default=min(worse) - 1)
        ends[b] = last, min((g for g in worse if not worse[g]), default=max(worse) + 1)
    least = min(first - last for last, first in ends.values())
    shown = ", ".join(f"{last} and {first}" for last, first in ends.values())
    return settled(least > 0, least, f"the last that is and the first that is not, b = 2 to 10: {shown}")


def gaps(samples: Samples, far: str) -> dict[int, float]:
    """p of a point close to the boundary less p of one on its other side, at each b with both."""
    differences = {}
    for b, p in exact_p(samples, BUCKETED).items():
        below, above = DISTANCES[far](border(p))
        if below in p and above in p:
            differences[b] = p[below] - p[above]
    return differences


def parts_more(samples: Samples, far: str) -> Evidence:
    """At every step of b, the two points are farther apart."""
    apart = gaps(samples, far)
    least = min((later - earlier for earlier, later in pairwise(apart.values())), default=0.0)
    shown = " ".join(f"{gap:.3f}" for gap in apart.values())
    return settled(least > 0.0, least, f"b = {min(apart)} to {max(apart)}: {shown}" if apart else "no boundary")


def simulated_rightly(reading: str, samples: Samples) -> Evidence:
    """The mean errors lie as far from the exact ones as chance puts them. One granularity of each setting is looked at,
    since those of one tree go together; a small one where the outermost buckets matter."""
    scores = []
    grains = GRAINS if reading == "bucket-middle" else GRAINS[::-1]
    for b, g in zip(DRAWN, grains):
        for search in ("deep", "shallow"):
            at = {"b": b, "reading": reading, "search": search, "g": g}
            drawn, known = samples(law="simulated", **at), float(samples(law="exact", **at)[0])
            scores.append((drawn.mean() - known) / max(drawn.std(ddof=1) / np.sqrt(len(drawn)), 1e-12))
    off = float(np.sqrt(np.mean(np.square(scores))))
    spread = 2.0 / np.sqrt(2 * len(scores))  # of the root mean square of so many normal numbers, twice
    verdict = Verdict.of(bool(off < 1.0 + spread), bool(off > 1.0 + 2 * spread))
    estimate = Estimate(off, off - spread, off + spread, len(drawn))
    return Evidence(verdict, estimate, f"{off:.2f} standard errors, wanted about 1")


def rows(samples: Samples) -> list[Row]:
    """Simulated degrees, and the exact ones at the same granularities."""
    exactly = [
        {"law": "exact", "b": b, "reading": reading, "g": g, **asdict(Estimate.exactly(p[g]))}
        for reading in READINGS
        for b, p in exact_p(samples, reading).items()
        for g in GRAINS
        if g in p
    ]
    return [*degrees(Samples(samples.select(law="simulated"))), *exactly]


def draw(samples: Samples, rows: Sequence[Row]) -> Picture:
    labels = {"x": "granularity g", "y": "degree of pathology p(root, 5, 1)"}
    named = [{**row, "law": f"{row['law']}, {row['reading']}"} for row in rows if row["b"] in DRAWN]
    return curves(named, "g", "law", "b", labels, "b = ", level=1.0, log=True)


def in_readings(says: str, printed: str, check: Callable[[Samples, str], Evidence]) -> tuple[Claim, ...]:
    def claim(reading: str) -> Claim:
        return Claim(f"{reading}: {says}", printed, lambda s: check(s, reading), reading=READINGS[reading])

    return tuple(map(claim, READINGS))


def close_points(far: str) -> Claim:
    reading = Reading(ReadingKind.CLOSEST, f"{READINGS[BUCKETED].words}; points {far}")
    says = f"points {far} of the boundary: every step of b takes them farther apart, exactly"
    return Claim(says, CLOSE, lambda s: parts_more(s, far), reading=reading)


STUDY = one_figure(
    name="nau/exact",
    title="the degree of pathology without local similarity, simulated and exact",
    source=SECTION,
    settings=(*SIMULATED, *EXACT),
    run=run,
    draw=draw,
    caption="Independent leaves, two players: the law of utilities and heuristic values is carried up the tree instead "
    "of drawing trees. Above the dotted line, depth 5 decides worse than depth 1. The readings differ in where noise "
    "is added: to the real utility, or to the middle of its bucket, which is taken in two ways for the outermost two.",
    claims=(
        *in_readings(
            "with two values there is pathology at every branching factor, exactly",
            "lookahead pathology occurs when s = 0 and g = 2",
            binary,
        ),
        *in_readings("the granularity needed rises at every step of b, exactly", PRINTED_B, rises),
        *in_readings("all pathological granularities are below all others, up to 60, exactly", SIDES, parted),
        *map(close_points, DISTANCES),
        Claim(
            "simulated decision errors are the exact ones but for chance",
            NOT_IN_PRINT,
            partial(simulated_rightly, BUCKETED),
            source="our own check",
        ),
        Claim(
            "so they are with noise on the outermost buckets' own middle",
            NOT_IN_PRINT,
            partial(simulated_rightly, "bucket-middle"),
            source="our own check",
        ),
        Claim(
            "both readings of a bucket's middle need the same granularity, exactly",
            NOT_IN_PRINT,
            alike,
            source="our own check",
        ),
    ),
    rows=rows,
    across="g",
    scales={"quick": 50, "paper": 1000},
    block=50,
    edition=3,
)
