"""Figure 12: regularised kalah, degree of pathology p(x, 5, 1) against granularity, at several branching factors.

An observation is one random board. Every printed claim is judged with the usual capture, as the text has it, and
without, on fewer seeds, which comes nearest to the figure; and with p averaged over boards, as the text has it, and as
the ratio of both mean errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import difference, linearised, ratio
from overthink.report.curves import curves
from overthink.studies.checks import FEWEST, all_above, always_better, mostly_above
from overthink.studies.claim import Claim, Evidence, ReadingKind, Verdict
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.granularity import ERRORS, RATIOS
from overthink_papers.nau.fig11 import ALL, MOSTLY, somewhere
from overthink_papers.nau.kalah import DEEP, SHALLOW, KalahReading, board_errors, errors_of, graph_of, points

GRANULARITIES = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50)
PITS = (4, 5, 6)
SETTINGS = grid(capture=("usual", "none"), seeds=(4, 8, 24), pits=PITS)
READINGS = (
    KalahReading("usual", 24, RATIOS, ReadingKind.AS_WRITTEN),
    KalahReading("usual", 24, ERRORS, ReadingKind.OPEN),
    KalahReading("none", 8, RATIOS, ReadingKind.CLOSEST),
    KalahReading("none", 8, ERRORS, ReadingKind.CLOSEST),
)
MOST = "lookahead pathology … occurs at most granularities when the branching factor b = 6"
SOME = "lookahead pathology … occurs … at small granularities when b = 5"
ONE = "lookahead pathology … occurs … at granularity 3 (the smallest we tried) when b = 4"
ALMOST = "when the branching factor was sufficiently high, lookahead pathology occurred … at almost every granularity"
GENERAL = "when the granularity g is small, increases in g cause sharp decreases in p(x, 5, 1), but when g is large, "
GENERAL += "increases in g have little effect"
ABOVE = "the degree of pathology … increased when the branching factor was large"
SHARE = 0.9  # of granularities: "almost every"
LITTLE = 0.1  # a change of p that is "little"
Check = Callable[[Samples, KalahReading], Evidence]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Decision errors of boards start … stop - 1, at every granularity."""
    boards = [
        board_errors(graph_of(setting, n, seed), setting["seeds"], GRANULARITIES, ("nau/fig12", seed, n))
        for n in range(start, stop)
    ]
    return points(GRANULARITIES), np.array(boards).T


def rows(samples: Samples) -> list[Row]:
    """p at every setting, interval and granularity at which the shallow search errs at all. eq. 6"""
    table = []
    for point, deep in samples.select(depth=DEEP):
        where = {name: value for name, value in point.items() if name != "depth"}
        shallow = samples(depth=SHALLOW, **where)
        if shallow.any():
            table.append({**where, **asdict(ratio(deep, shallow, resamples=400))})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [
        {**row, "panel": f"{row['seeds']} seeds, capture: {row['capture']}", "b": f"b = {row['pits']}"}
        for row in rows
        if row["interval"] == "board"
    ]
    labels = {"x": "granularity g", "y": "degree of pathology p(x, 5, 1)"}
    return curves(shown, "g", "b", "panel", labels, level=1.0)


def pair(samples: Samples, way: KalahReading, b: int, g: int) -> tuple[Sample, Sample]:
    """Two numbers a board, whose means have p as their ratio."""
    return errors_of(samples, way.average, **way.where, interval="board", pits=b, g=g)


def p(samples: Samples, way: KalahReading, b: int, g: int) -> Sample:
    """The degree of pathology as one number a board."""
    return linearised(*pair(samples, way, b, g))


def degrees(samples: Samples, way: KalahReading, b: int, granularities: tuple[int, ...]) -> list[Estimate]:
    """The degree of pathology at each granularity, intervals widened for their number (Bonferroni)."""
    level = simultaneous(len(granularities))
    return [Estimate.of_mean(p(samples, way, b, g), level) for g in granularities]


def at_share(samples: Samples, way: KalahReading, share: float) -> Evidence:
    """b = 6: p is above 1 at more than this share of the granularities."""
    ratios = degrees(samples, way, 6, GRANULARITIES)
    wanted = math.floor(share * len(ratios)) + 1
    deciding = sorted(ratios, key=lambda estimate: -estimate.mean)[wanted - 1]
    sure, may_be = sum(e.low > 1 for e in ratios), sum(e.high > 1 for e in ratios)
    words = f"above 1 at {sum(e.mean > 1 for e in ratios)} of {len(ratios)}, surely at {sure}, wanted {wanted}"
    enough = deciding.n >= FEWEST
    return Evidence(Verdict.of(enough and sure >= wanted, enough and may_be < wanted), deciding, words)


def pathology(samples: Samples, way: KalahReading, b: int, granularities: tuple[int, ...]) -> Evidence:
    """p is above 1 at all of these granularities."""
    ratios = degrees(samples, way, b, granularities)
    return all_above(ratios, 1.0, f"p {' '.join(f'{e.mean:.3f}' for e in ratios)}, wanted above 1")


def no_pathology(samples: Samples, way: KalahReading, b: int, granularities: tuple[int, ...]) -> Evidence:
    """The deep search errs less than the shallow one at all of these granularities."""
    return always_better([pair(samples, way, b, g)[::-1] for g in granularities])


def sharply(samples: Samples, way: KalahReading) -> Evidence:
    """p falls by more from g = 3 to 15 than from g = 15 to 50, at every b."""
    curve = {b: [p(samples, way, b, g) for g in (3, 15, 50)] for b in PITS}
    return always_better([(small - middle, middle - large) for small, middle, large in curve.values()])


def flat(samples: Samples, way: KalahReading) -> Evidence:
    """From g = 30 to 50 p changes by less than a tenth, at every b."""
    level = simultaneous(len(PITS))
    changes = [difference(p(samples, way, b, 30), p(samples, way, b, 50), level) for b in PITS]
    kept = [Estimate(LITTLE - abs(c.mean), LITTLE - max(c.high, -c.low), LITTLE - max(c.low, -c.high), c.n)
            for c in changes]  # fmt: skip
    return all_above(kept, 0.0, f"changes {' '.join(f'{change.mean:+.3f}' for change in changes)}, wanted ± {LITTLE}")


def ordered(samples: Samples, way: KalahReading) -> Evidence:
    """p is larger at b = 6 than at b = 4 at every granularity."""
    return always_better([(p(samples, way, 6, g), p(samples, way, 4, g)) for g in GRANULARITIES])


def anywhere(samples: Samples, way: KalahReading) -> Evidence:
    """Pathology at some b and granularity."""
    return somewhere({f"b = {b}, g = {g}": pair(samples, way, b, g) for b in PITS for g in GRANULARITIES})


def mostly_sound(samples: Samples, way: KalahReading) -> Evidence:
    """At more than half of all b and granularities, depth 5 decides better than depth 1."""
    pairs = [pair(samples, way, b, g) for b in PITS for g in GRANULARITIES]
    gaps = [difference(shallow, deep, simultaneous(len(pairs))) for deep, shallow in pairs]
    return mostly_above(gaps, 0.0, "no pathology in")


SMALL = (3, 4, 5)
CHECKS: tuple[tuple[str, str, Check, str], ...] = (
    ("b = 6: pathology at most granularities", MOST, lambda s, w: at_share(s, w, 0.5), "more than half of them"),
    ("b = 5: pathology at small granularities, 3 to 5", SOME, lambda s, w: pathology(s, w, 5, SMALL), ""),
    ("b = 5: none at large ones, from 30 on", SOME, lambda s, w: no_pathology(s, w, 5, (30, 40, 50)), ""),
    ("b = 4: pathology at g = 3", ONE, lambda s, w: pathology(s, w, 4, (3,)), ""),
    ("b = 4: none from g = 4 on", ONE, lambda s, w: no_pathology(s, w, 4, GRANULARITIES[1:]), ""),
    ("b = 6: pathology at almost every granularity", ALMOST, lambda s, w: at_share(s, w, SHARE),
     "more than nine in ten of them"),
    ("p falls more from g = 3 to 15 than from 15 to 50", GENERAL, sharply, ""),
    ("p is all but the same at g = 30 and 50, at every b", GENERAL, flat, "little: a tenth of p = 1"),
    ("p is larger at b = 6 than at b = 4, at every g", ABOVE, ordered, ""),
    ("pathology at some b and granularity", ALL, anywhere, ""),
    ("at most b and granularities there is none", MOSTLY, mostly_sound, "mostly: more than half"),
)  # fmt: skip


def claim(way: KalahReading, says: str, printed: str, check: Check, tolerance: str) -> Claim:
    places = {ALMOST: "section 7", ABOVE: "section 7", ALL: "abstract", MOSTLY: "section 1"}
    source = f"[Nau2010] {places.get(printed, 'section 6.2')}"
    return Claim(f"{way}: {says}", printed, lambda s: check(s, way), source, way.reading, tolerance)


STUDY = one_figure(
    name="nau/fig12",
    title="kalah: pathology against granularity",
    source="[Nau2010] Figure 12",
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 1000},
    draw=draw,
    caption="Regularised kalah, random boards, b pits a side. Above the dotted line a search to depth 5 decides worse "
    "than one to depth 1. With the usual capture both do about as badly when estimates are coarse. Without it, and "
    "with few seeds, coarse estimates make the deeper search the worse one, the longer the more pits there are. "
    "Finer estimates help at first, and little later on.",
    claims=tuple(claim(way, *check) for way in READINGS for check in CHECKS),
    rows=rows,
    block=20,
    across="pits",
)
