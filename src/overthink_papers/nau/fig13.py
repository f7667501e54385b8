"""Figure 13: regularised kalah, degree of pathology p(x, 5, 1) against clustering factor, at several branching factors.

An observation is one random board, with the clustering factor f of all the positions that can come of it, each counted
once: the standard deviation of siblings' utilities over that of all utilities. Boards are put together by their f.
The text does not say at which granularity; claims are judged at g = 3, 10 and 30 together.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from itertools import pairwise, product

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.tree import Tree
from overthink.measure.paired import linearised, ratio
from overthink.measure.similarity import clustering_factor
from overthink.report.curves import curves
from overthink.studies.checks import FEWEST, always_better
from overthink.studies.claim import Claim, Evidence, ReadingKind, Verdict
from overthink.studies.samples import Cell, Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.granularity import ERRORS, RATIOS
from overthink_papers.nau.kalah import KalahReading, board_errors, errors_of, graph_of, points

GRANULARITIES = (3, 10, 30)
DRAWN = 10  # the granularity of the figure
PITS = (4, 5, 6)
KINDS = {"usual": (ReadingKind.AS_WRITTEN, ReadingKind.OPEN), "none": (ReadingKind.CLOSEST,) * 2}
BOARDS = grid(capture=tuple(KINDS), seeds=(8, 12))
SETTINGS = tuple({**board, "pits": pits} for board in BOARDS for pits in PITS)
READINGS = tuple(
    KalahReading(**board, average=average, kind=kind)
    for board in BOARDS
    for average, kind in zip((RATIOS, ERRORS), KINDS[board["capture"]])
)
EDGES = (0.30, 0.33, 0.36, 0.39, 0.42, 0.45)  # of the ranges of f; the first and the last are open
MIDDLES = (0.285, 0.315, 0.345, 0.375, 0.405, 0.435, 0.465)
SIMILAR = "p(x, 5, 1) decreases with increasing local similarity"
BRANCHING = "lookahead pathology is stronger when b is large, as expected"
HIGH = "the degree of pathology … decreased when the local similarity was high"


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The clustering factor of boards start … stop - 1, and their decision errors."""
    boards = []
    for n in range(start, stop):
        graph = graph_of(setting, n, seed)
        errors = board_errors(graph, setting["seeds"], GRANULARITIES, ("nau/fig13", seed, n))
        boards.append(np.concatenate([[similarity(graph.tree)], errors]))
    return [{"measured": "f"}, *points(GRANULARITIES)], np.array(boards).T


def similarity(tree: Tree) -> float:
    """f, and 0 where all utilities are equal: such a board has no wrong move and adds to no error."""
    return clustering_factor(tree) if np.ptp(tree.truth) else 0.0


def errors_at(samples: Samples, where: Setting, g: int, average: str = ERRORS) -> tuple[Sample, Sample]:
    return errors_of(samples, average, **where, interval="board", g=g)


def in_range(samples: Samples, where: Setting, g: int, k: int, average: str = ERRORS) -> tuple[Sample, Sample]:
    """The decision errors of the boards whose f lies in range number k; none, where they are too few to tell: fewer
    than 30, or than a tenth of all."""
    inside = np.digitize(samples(measured="f", **where), EDGES) == k
    deep, shallow = (errors[inside] for errors in errors_at(samples, where, g, average))
    enough = len(shallow) >= min(FEWEST, max(2, len(inside) // 10)) and shallow.any()
    return (deep, shallow) if enough else (deep[:0], shallow[:0])


def rows(samples: Samples) -> list[Row]:
    """p of the boards of each range of f that has enough of them, at its middle."""
    table = []
    for here, g, (k, middle), b in product(BOARDS, GRANULARITIES, enumerate(MIDDLES), PITS):
        deep, shallow = in_range(samples, {**here, "pits": b}, g, k)
        if len(deep):
            table.append({**here, "g": g, "f": middle, "pits": b, **asdict(ratio(deep, shallow, resamples=400))})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    shown = [
        {**row, "panel": f"{row['seeds']} seeds, capture: {row['capture']}", "b": f"b = {row['pits']}"}
        for row in rows
        if row["g"] == DRAWN
    ]
    labels = {"x": "clustering factor f", "y": f"degree of pathology p(x, 5, 1), g = {DRAWN}"}
    figure = curves(shown, "f", "b", "panel", labels, level=1.0)
    for axis in figure.axes:
        axis.set_xticks(EDGES)
        above = axis.secondary_xaxis("top", functions=(lambda f: np.subtract(1, f), lambda f: np.subtract(1, f)))
        above.set_xticks([1 - edge for edge in EDGES])
        above.set_xlabel("1 - f", fontsize=8)
        above.tick_params(labelsize=8)
    return figure


def thirds(samples: Samples, where: Setting, g: int, average: str) -> list[Sample]:
    """p of the thirds of boards with the lowest, the middle and the highest f, as one number a board."""
    factor = samples(measured="f", **where)
    order, third = np.argsort(factor, kind="stable"), max(1, len(factor) // 3)
    groups = order[:third], order[third : 2 * third], order[-third:]
    deep, shallow = errors_at(samples, where, g, average)
    return [linearised(deep[group], shallow[group]) for group in map(np.sort, groups)]


def rises_with_f(samples: Samples, way: KalahReading) -> Evidence:
    """At every b and g, p is larger in the third of boards with the higher f, from the lowest to the highest."""
    steps = [
        (higher, lower)
        for b, g in product(PITS, GRANULARITIES)
        for lower, higher in pairwise(thirds(samples, {**way.where, "pits": b}, g, way.average))
    ]
    return always_better(steps)


def higher_at_the_end(samples: Samples, way: KalahReading) -> Evidence:
    """At every b and g, p is larger in the third of boards with the highest f than in that with the lowest."""
    every = [thirds(samples, {**way.where, "pits": b}, g, way.average) for b, g in product(PITS, GRANULARITIES)]
    return always_better([(highest, lowest) for lowest, _, highest in every])


def rises_with_b(samples: Samples, way: KalahReading) -> Evidence:
    """At equal f, p is larger at b = 6 than at b = 4, at every g: as many boards of one as of the other from every
    range of f that has enough of both. The boards have nothing to do with each other, so any two may be compared."""
    gaps = []
    for g in GRANULARITIES:
        pairs = []
        for k in range(len(MIDDLES)):
            both = [in_range(samples, {**way.where, "pits": b}, g, k, way.average) for b in (6, 4)]
            n = min(len(deep) for deep, _ in both)
            if n:
                pairs.append([linearised(*errors)[:n] for errors in both])
        if not pairs:
            nothing = Estimate(0.0, -math.inf, math.inf, 0)
            return Evidence(Verdict.INCONCLUSIVE, nothing, "no range of f has enough boards of both")
        gaps.append([np.concatenate(parts) for parts in zip(*pairs)])
    return always_better(gaps)


def claims_of(way: KalahReading) -> tuple[Claim, ...]:
    return (
        Claim(
            f"{way}: p is larger in the third of boards with the higher f, from the lowest to the highest, at every b",
            SIMILAR,
            lambda s: rises_with_f(s, way),
            reading=way.reading,
        ),
        Claim(
            f"{way}: p is larger in the third of boards with the highest f than in that with the lowest, at every b",
            HIGH,
            lambda s: higher_at_the_end(s, way),
            "[Nau2010] section 7",
            way.reading,
        ),
        Claim(
            f"{way}: at equal f, p is on the whole larger at b = 6 than at b = 4",
            BRANCHING,
            lambda s: rises_with_b(s, way),
            reading=way.reading,
        ),
    )


STUDY = one_figure(
    name="nau/fig13",
    title="kalah: pathology against clustering factor",
    source="[Nau2010] section 6.2",
    settings=SETTINGS,
    run=run,
    scales={"quick": 120, "paper": 3000},
    draw=draw,
    caption="Regularised kalah, random boards, put together by how much siblings differ: f is high where they differ "
    "much (the scale above is one minus f). The less alike siblings are, the less a search to depth 5 gains over one "
    "to depth 1; above the dotted line it loses.",
    claims=tuple(claim for way in READINGS for claim in claims_of(way)),
    rows=rows,
    block=50,
    across="pits",
)
