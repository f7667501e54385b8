"""Every couple of branching factor and depth: are the trends of Figure 4 the same for all of them, as the text says?

Without chance b = 2 to 5 and depths 3, 5, 7 and 9; with chance, p = .8, shared successors, b = 2 to 5 and depths 2, 3
and 4. An expansion is an internal node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.games.random_tree import RandomTree
from overthink.measure.paired import linearised, ratio
from overthink.report.curves import curves
from overthink.studies.checks import all_above, always_better
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, means
from overthink.studies.study import Figure, Picture, Study
from overthink_papers.bab.bins import BINS, MIDDLES, POINTS, binned
from overthink_papers.bab.common import EPSILONS, READINGS, claims_in_readings, measured
from overthink_papers.experiments.bounded import searches

BRANCHING, DEPTHS, CHANCE_DEPTHS, P = (2, 3, 4, 5), (3, 5, 7, 9), (2, 3, 4), 0.8
SETTINGS: tuple[Setting, ...] = tuple(
    {"b": b, "p": p, "depth": depth, **reading}
    for p, depths in ((None, DEPTHS), (P, CHANCE_DEPTHS))
    for b in BRANCHING
    for depth in depths
    for reading in READINGS.values()
)
INTERNAL: Point = {"count": "internal"}
BETWEEN = EPSILONS[1:-1]
ALL_COUPLES = "Same trend was observed in all couples of branching factor and depth that we tested"
BOTH = (
    "we experimented with different branching factor and tree depth in both deterministic and stochastic cases and "
    "observed these trends in both setting"
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """ER of internal nodes and AMB by ε, and both by bin."""
    size, options = (
        {name: setting[name] for name in names} for names in (("b", "depth", "p"), ("window", "last_child"))
    )
    instances = [searches(RandomTree(**size, number=n, seed=seed), EPSILONS, **options) for n in range(start, stop)]
    points, numbers = measured(instances, EPSILONS, ("internal",))
    er, amb = (np.array([getattr(each, name) for each in instances]).T for name in ("internal", "amb"))
    return [*points, *POINTS], np.concatenate([numbers, binned(er / er[0], amb)])


def couples(p: float | None) -> list[Point]:
    return [{"b": b, "p": p, "depth": depth} for b in BRANCHING for depth in (DEPTHS if p is None else CHANCE_DEPTHS)]


def named(couple: Point) -> str:
    return f"b = {couple['b']}, depth {couple['depth']}" + ("" if couple["p"] is None else ", chance")


def steps(samples: Samples, pairs: Sequence[tuple[Point, Point]]) -> Evidence:
    """In every pair the first point has more than the second. The pair that decides is named."""
    gaps = [(float(samples(**a).mean() - samples(**b).mean()), a, b) for a, b in pairs]
    least, a, b = min(gaps, key=lambda gap: gap[0])
    finding = always_better([(samples(**a), samples(**b)) for a, b in pairs])
    where = ", ".join(f"{'ε' if key == 'epsilon' else key} {a[key]} to {b[key]}" for key in a if a[key] != b[key])
    right, place = sum(gap[0] > 0 for gap in gaps), f"{named(a)}, ε = {a['epsilon']}, {where}"
    return Evidence(finding.verdict, finding.estimate, f"{right} of {len(gaps)} steps; the least {least:+.3f}: {place}")


def along(couple: Point, where: Point, count: bool) -> list[tuple[Point, Point]]:
    """Neighbouring ε of one couple: ER from the smaller to the larger, AMB from the larger to the smaller."""
    line = [{**couple, **where, "epsilon": e, "count": "internal" if count else None} for e in EPSILONS]
    return list(pairwise(line if count else line[::-1]))


def by_epsilon(samples: Samples, where: Point, p: float | None) -> Evidence:
    """A larger ε, a smaller ER and a larger AMB, for every couple."""
    return steps(samples, [pair for c in couples(p) for count in (True, False) for pair in along(c, where, count)])


def by_size(samples: Samples, where: Point, p: float | None, column: str) -> Evidence:
    """A larger tree, a smaller ER, at every ε between the ends."""
    values: Sequence[int] = BRANCHING if column == "b" else DEPTHS if p is None else CHANCE_DEPTHS
    others = [c for c in couples(p) if c[column] == values[0]]
    pairs = [
        ({**c, **at, column: small}, {**c, **at, column: large})
        for c in others
        for at in ({**where, **INTERNAL, "epsilon": e} for e in BETWEEN)
        for small, large in pairwise(values)
    ]
    return steps(samples, pairs)


def bin_means(samples: Samples, **where: object) -> dict[str, tuple[Sample, Sample]]:
    pairs = {n: (samples(er=n, measure="amb", **where), samples(er=n, measure="searches", **where)) for n in BINS}
    return {name: pair for name, pair in pairs.items() if pair[1].any()}


def by_bin(samples: Samples, where: Point) -> Evidence:
    """Each bin's mean AMB is above the next one's, for every couple without chance."""
    lines = {named(c): [linearised(*pair) for pair in bin_means(samples, **c, **where).values()] for c in couples(None)}
    steps = {name: list(pairwise(line)) for name, line in lines.items()}
    level = simultaneous(sum(len(pairs) for pairs in steps.values()))
    gaps = {name: [Estimate.of_mean(a - b, level) for a, b in pairs] for name, pairs in steps.items()}
    worst = min(gaps, key=lambda name: min(gap.low for gap in gaps[name]))
    shown = " ".join(f"{sample.mean():.1f}" for sample in lines[worst])
    return all_above([gap for each in gaps.values() for gap in each], 0.0, f"the least clear: {worst}: {shown}")


def bin_rows(samples: Samples) -> list[Row]:
    return [
        {**c, "er": name, **asdict(ratio(*pair))}
        for c in couples(None)
        for name, pair in bin_means(samples, **c, **READINGS["as written"]).items()
    ]


def draw_bins(samples: Samples, rows: list[Row]) -> Picture:
    placed = [{**row, "middle": MIDDLES[row["er"]], "line": f"depth {row['depth']}"} for row in rows]
    labels = {"x": "expanded ratio, middle of bin", "y": "actual minimax bound U - L"}
    return curves(placed, "middle", "line", "b", labels, "b = ")


def rows(samples: Samples) -> list[Row]:
    """p is 1 where there is no chance."""
    kept = [(point, sample) for point, sample in samples.entries if "count" in point]
    return [{**row, "p": row["p"] or 1.0} for row in means(Samples(kept))]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [{**row, "line": f"depth {row['depth']}"} for row in rows if row["p"] == 1.0 and row["window"] == "full"]
    return curves(kept, "epsilon", "line", "b", {"x": "ε", "y": "expanded ratio (internal nodes)"}, "b = ")


def trends(p: float | None) -> tuple[Claim, ...]:
    kind = "without chance" if p is None else "with chance"
    return (
        *claims_in_readings(
            f"{{}}, {kind}: for every couple, every larger ε, a smaller ER and a larger AMB",
            BOTH,
            lambda s, where: by_epsilon(s, where, p),
        ),
        *claims_in_readings(
            f"{{}}, {kind}: at every ε and b, the deeper the tree, the smaller ER",
            BOTH,
            lambda s, where: by_size(s, where, p, "depth"),
        ),
        *claims_in_readings(
            f"{{}}, {kind}: at every ε and depth, the larger b, the smaller ER",
            BOTH,
            lambda s, where: by_size(s, where, p, "b"),
        ),
    )


COUPLES = Figure(
    name="bab/couples",
    title="random trees: nodes saved, for every branching factor and depth",
    source="[Atzmon2018] Games with Chance",
    draw=draw,
    caption="Random trees without chance, Algorithm 1 as written: the share of the nodes of alpha-beta that bounded "
    "alpha-beta expands.",
    claims=(*trends(None), *trends(P)),
    rows=rows,
    across="epsilon",
)
COUPLES_BINNED = Figure(
    name="bab/couples-binned",
    title="random trees: nodes saved against width, for every branching factor and depth",
    source="[Atzmon2018] Results for Deterministic Games",
    draw=draw_bins,
    caption="Random trees without chance, Algorithm 1 as written, searches with every ε together: the mean width of "
    "the proven interval, by the share of nodes expanded.",
    claims=claims_in_readings("{}: for every couple, the smaller ER, the larger AMB, bin by bin", ALL_COUPLES, by_bin),
    rows=bin_rows,
    across="er",
)

STUDY = Study(
    name="bab/couples",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 500},
    figures=(COUPLES, COUPLES_BINNED),
    block=50,
)
