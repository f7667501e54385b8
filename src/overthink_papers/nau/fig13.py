"""Figure 13: p in kalah against the clustering factor f of a board.

f is taken over all the positions that can come of the board, each counted once: it is the standard deviation of
siblings' utilities over that of all utilities. Boards are put together by their f. The text does not say at which
granularity; claims are judged at g = 3, 10 and 30 together.
"""

import math
from dataclasses import asdict, replace
from functools import partial
from itertools import pairwise, product

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.tree import Tree
from overthink.measure.accuracy import clustering_factor
from overthink.measure.paired import linearise, ratio
from overthink.studies.checks import FEWEST_OBSERVATIONS, AllOf, AlwaysBetter, Computed, Measured, always_better
from overthink.studies.claim import Claim, Evidence, Verdict
from overthink.studies.samples import Row, Samples, Setting, grid
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.granularity import ERRORS
from overthink_papers.experiments.scaffold import one_by_one, plot
from overthink_papers.nau.kalah import (
    BOARDS_SHOWN,
    CLOSEST,
    CONCLUSIONS,
    DEEP,
    PITS,
    SECTION,
    SHALLOW,
    WRITTEN,
    KalahReading,
    board_errors,
    errors_of,
    graph_of,
    points,
)

SEEDS = (8, 12)
GRAINS = (3, 10, 30)
DRAWN = 10  # the granularity of the figure
BOARDS = grid(capture=("usual", "none"), seeds=SEEDS)
EDGES = (0.30, 0.33, 0.36, 0.39, 0.42, 0.45)  # of the ranges of f; the first and the last are open
MIDDLES = (0.285, 0.315, 0.345, 0.375, 0.405, 0.435, 0.465)


@one_by_one([{"measured": "f"}, *points(GRAINS)])
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """The clustering factor of one board, and its errors at every granularity."""
    graph = graph_of(setting, number, seed)
    return [similarity(graph.tree), *board_errors(graph, setting["seeds"], GRAINS, ("nau/fig13", seed, number))]


def similarity(tree: Tree) -> float:
    """f, and 0 where all utilities are equal: such a board has no wrong move and adds to no error."""
    return clustering_factor(tree) if np.ptp(tree.truth) else 0.0


def in_range(samples: Samples, where: Setting, g: int, k: int, average: str = ERRORS) -> tuple[Sample, Sample]:
    """The decision errors of the boards whose f lies in range number k; none, where they are too few to tell: fewer
    than 30, or than a tenth of all."""
    inside = np.digitize(samples(measured="f", **where), EDGES) == k
    deep, shallow = (errors[inside] for errors in errors_of(samples, average, **where, interval="board", g=g))
    enough = len(shallow) >= min(FEWEST_OBSERVATIONS, max(2, len(inside) // 10)) and shallow.any()
    return (deep, shallow) if enough else (deep[:0], shallow[:0])


def rows(samples: Samples) -> list[Row]:
    """p of the boards in each range of f."""
    table = []
    for here, g, (k, middle), b in product(BOARDS, GRAINS, enumerate(MIDDLES), PITS):
        deep, shallow = in_range(samples, {**here, "pits": b}, g, k)
        if len(deep):
            table.append({**here, "g": g, "f": middle, "pits": b, **asdict(ratio(deep, shallow, resamples=400))})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """p by f, with 1 - f on a second axis."""
    labels = {"x": "clustering factor f", "y": f"degree of pathology p(x, 5, 1), g = {DRAWN}"}
    kept = [row for row in rows if row["g"] == DRAWN]
    figure = plot("f", "b = {pits}", BOARDS_SHOWN, labels, level=1.0)(samples, kept)
    for axis in figure.axes:
        axis.set_xticks(EDGES, [f"{edge:g}" for edge in EDGES])
        above = axis.secondary_xaxis("top", functions=(lambda f: np.subtract(1, f), lambda f: np.subtract(1, f)))
        above.set_xticks([1 - edge for edge in EDGES])
        above.set_xlabel("1 - f")
    return figure


def thirds(way: KalahReading, b: int, g: int) -> tuple[Measured, Measured, Measured]:
    """p of the thirds of boards with the lowest, the middle and the highest f, as one number a board."""

    def part(which: int) -> Measured:
        def p(samples: Samples) -> Sample:
            factor = samples(measured="f", capture=way.capture, seeds=way.seeds[0], pits=b)
            order = np.argsort(factor, kind="stable")
            third = max(1, len(factor) // 3)
            group = np.sort((order[:third], order[third : 2 * third], order[-third:])[which])
            deep, shallow = (each(samples) for each in way.pair(b, g))
            return linearise(deep[group], shallow[group])

        return p

    return part(0), part(1), part(2)


def boards_with(sign: float) -> Samples:
    """Boards whose p grows with f, or falls."""
    factor = 0.28 + 0.0005 * np.arange(400)
    entries = []
    for setting in grid(capture=("usual", "none"), seeds=SEEDS, pits=PITS):
        entries.append(({**setting, "measured": "f"}, factor))
        for depth, errors in ((DEEP, 0.4 + 0.5 * sign * (factor - 0.38)), (SHALLOW, np.full(400, 0.4))):
            entries += [({**setting, "interval": "board", "depth": depth, "g": g}, errors) for g in GRAINS]
    return Samples(entries)


RISING, FALLING = boards_with(1.0), boards_with(-1.0)


def with_f(way: KalahReading, every_step: bool) -> Computed:
    """At every b and g, p is larger in the third of boards with the higher f: from each third to the next, or from the
    first to the last."""
    checks = []
    for one in way.each:
        lines = [thirds(one, b, g) for b, g in product(PITS, GRAINS)]
        steps = [pair for line in lines for pair in (pairwise(line) if every_step else [(line[0], line[2])])]
        checks.append(AlwaysBetter(tuple((higher, lower) for lower, higher in steps)))
    return Computed(AllOf(tuple(checks)).judge, "p rises with f", RISING, FALLING)


def with_b(way: KalahReading, samples: Samples) -> Evidence:
    """At equal f, p is larger at b = 6 than at b = 4, at every g: as many boards of one as of the other from every
    range of f that has enough of both. The boards have nothing to do with each other, so any two may be compared."""
    gaps = []
    for g in GRAINS:
        pairs = []
        for k in range(len(MIDDLES)):
            where = {"capture": way.capture, "seeds": way.seeds[0]}
            both = [in_range(samples, {**where, "pits": b}, g, k, way.average) for b in (6, 4)]
            n = min(len(deep) for deep, _ in both)
            if n:
                pairs.append([linearise(*errors)[:n] for errors in both])
        if not pairs:
            nothing = Estimate(0.0, -math.inf, math.inf, 0)
            return Evidence(Verdict.INCONCLUSIVE, nothing, "no range of f has enough boards of both")
        gaps.append([np.concatenate(parts) for parts in zip(*pairs)])
    return always_better(gaps)


def _claims_by_f(way: KalahReading) -> tuple[Claim, ...]:
    larger = "p is larger in the third of boards with the"
    stronger = tuple(Computed(partial(with_b, one), "at equal f, p is larger at b = 6") for one in way.each)
    return (
        way.claim(
            f"{larger} higher f, from the lowest to the highest, at every b",
            "p(x, 5, 1) decreases with increasing local similarity",
            with_f(way, every_step=True),
        ),
        way.claim(
            f"{larger} highest f than in that with the lowest, at every b",
            "the degree of pathology … decreased when the local similarity was high",
            with_f(way, every_step=False),
            CONCLUSIONS,
        ),
        way.claim(
            "at equal f, p is on the whole larger at b = 6 than at b = 4",
            "lookahead pathology is stronger when b is large, as expected",
            AllOf(stronger),
        ),
    )


STUDY = one_figure(
    name="nau/fig13",
    title="kalah: pathology against clustering factor",
    source=SECTION,
    settings=tuple({**board, "pits": pits} for board in BOARDS for pits in PITS),
    run=run,
    scales={"quick": 120, "paper": 30_000},  # 3,000 left open whether p falls with local similarity
    draw=draw,
    caption="Regularised kalah, random boards, grouped by how much siblings differ: f is high where they differ "
    "much (the scale above is one minus f). The less alike siblings are, the less a search to depth 5 gains over one "
    "to depth 1; above the dotted line it loses.",
    claims=(*_claims_by_f(replace(WRITTEN, seeds=SEEDS)), *_claims_by_f(replace(CLOSEST, seeds=SEEDS))),
    rows=rows,
    block=50,
    across="pits",
)
