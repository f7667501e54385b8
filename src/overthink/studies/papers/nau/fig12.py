"""Figure 12: regularised kalah, degree of pathology p(x, 5, 1) against granularity, at several branching factors.

An observation is one random board. Every printed claim is judged in two readings: with the usual capture, as the text
has it, and without, on fewer seeds, which comes nearest to the figure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.paired import linearised, ratio
from overthink.report.curves import curves
from overthink.studies.checks import FEWEST, all_above, always_better, comparable
from overthink.studies.engine.study import (
    Cell,
    Claim,
    Finding,
    Picture,
    Row,
    Samples,
    Setting,
    Verdict,
    grid,
    one_figure,
)
from overthink.studies.papers.nau.kalah import DEEP, SHALLOW, board_errors, errors_of, graph_of, points

GRANULARITIES = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50)
PITS = (4, 5, 6)
SETTINGS = grid(capture=("usual", "none"), seeds=(4, 8, 24), pits=PITS)
READINGS: tuple[Setting, ...] = ({"capture": "usual", "seeds": 24}, {"capture": "none", "seeds": 8})
OCCURS = "lookahead pathology occurs at most granularities when b = 6, at small granularities when b = 5, and at "
OCCURS += "granularity 3 (the smallest we tried) when b = 4"
GENERAL = "when the granularity g is small, increases in g cause sharp decreases in p(x, 5, 1), but when g is large, "
GENERAL += "increases in g have little effect"
Check = Callable[[Samples, Setting], Finding]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Decision errors of boards start … stop - 1, at every granularity."""
    found = [
        board_errors(graph_of(setting, n, seed), setting["seeds"], GRANULARITIES, ("nau/fig12", seed, n))
        for n in range(start, stop)
    ]
    return points(GRANULARITIES), np.array(found).T


def rows(samples: Samples) -> list[Row]:
    """p at every setting, interval and granularity at which the shallow search errs at all. eq. 6"""
    found = []
    for point, deep in samples.select(depth=DEEP):
        where = {name: value for name, value in point.items() if name != "depth"}
        shallow = samples(depth=SHALLOW, **where)
        if shallow.any():
            found.append({**where, **asdict(ratio(deep, shallow, resamples=400))})
    return found


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [
        {**row, "panel": f"{row['seeds']} seeds, capture: {row['capture']}", "b": f"b = {row['pits']}"}
        for row in rows
        if row["interval"] == "board"
    ]
    labels = {"x": "granularity g", "y": "degree of pathology p(x, 5, 1)"}
    return curves(shown, "g", "b", "panel", labels, level=1.0)


def p(samples: Samples, where: Setting, b: int, g: int) -> Sample:
    """The degree of pathology as one number a board."""
    return linearised(*errors_of(samples, **where, interval="board", pits=b, g=g))


def degrees(samples: Samples, where: Setting, b: int, granularities: tuple[int, ...]) -> list[Estimate]:
    """The degree of pathology at each granularity, intervals widened for their number (Bonferroni)."""
    level = simultaneous(len(granularities))
    return [Estimate.of_mean(p(samples, where, b, g), level) for g in granularities]


def most_granularities(samples: Samples, where: Setting) -> Finding:
    """b = 6: p is above 1 at more than half of the granularities."""
    found = degrees(samples, where, 6, GRANULARITIES)
    middle = sorted(found, key=lambda estimate: estimate.mean)[(len(found) - 1) // 2]
    sure, denied = (sum(test) for test in ([e.low > 1 for e in found], [e.high <= 1 for e in found]))
    seen = f"above 1 at {sum(e.mean > 1 for e in found)} of {len(found)}, surely at {sure}, surely not at {denied}"
    enough = middle.n >= FEWEST
    return Finding(Verdict.of(enough and 2 * sure > len(found), enough and 2 * denied >= len(found)), middle, seen)


def pathology(samples: Samples, where: Setting, b: int, granularities: tuple[int, ...]) -> Finding:
    """p is above 1 at all of these granularities."""
    found = degrees(samples, where, b, granularities)
    return all_above(found, 1.0, f"p {' '.join(f'{e.mean:.3f}' for e in found)}, wanted above 1")


def no_pathology(samples: Samples, where: Setting, b: int, granularities: tuple[int, ...]) -> Finding:
    """The deep search errs less than the shallow one at all of these granularities."""
    return always_better([errors_of(samples, **where, interval="board", pits=b, g=g)[::-1] for g in granularities])


def sharply(samples: Samples, where: Setting) -> Finding:
    """p falls by more from g = 3 to 15 than from g = 15 to 50, at every b."""
    curve = {b: [p(samples, where, b, g) for g in (3, 15, 50)] for b in PITS}
    return always_better([(small - middle, middle - large) for small, middle, large in curve.values()])


def flat(samples: Samples, where: Setting) -> Finding:
    """From g = 30 to 50 p changes by less than a tenth, at b = 6."""
    return comparable(p(samples, where, 6, 30), p(samples, where, 6, 50), 0.1)


def ordered(samples: Samples, where: Setting) -> Finding:
    """p is larger at b = 6 than at b = 4 at every granularity."""
    return always_better([(p(samples, where, 6, g), p(samples, where, 4, g)) for g in GRANULARITIES])


SMALL = (3, 4, 5)
CHECKS: tuple[tuple[str, str, Check], ...] = (
    ("b = 6: pathology at most granularities", OCCURS, most_granularities),
    ("b = 5: pathology at small granularities, 3 to 5", OCCURS, lambda s, w: pathology(s, w, 5, SMALL)),
    ("b = 5: none at large ones, from 30 on", OCCURS, lambda s, w: no_pathology(s, w, 5, (30, 40, 50))),
    ("b = 4: pathology at g = 3", OCCURS, lambda s, w: pathology(s, w, 4, (3,))),
    ("b = 4: none from g = 4 on", OCCURS, lambda s, w: no_pathology(s, w, 4, GRANULARITIES[1:])),
    ("p falls more from g = 3 to 15 than from 15 to 50", GENERAL, sharply),
    ("b = 6: p is all but the same at g = 30 and 50", GENERAL, flat),
    ("p is larger at b = 6 than at b = 4, at every g", "increased when the branching factor was large", ordered),
)


def claim(where: Setting, says: str, printed: str, check: Check) -> Claim:
    reading = f"capture {where['capture']}, {where['seeds']} seeds"
    return Claim(f"{reading}: {says}", printed, lambda s: check(s, where))


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
    claims=tuple(claim(where, *check) for where in READINGS for check in CHECKS),
    rows=rows,
    block=20,
    across="pits",
)
