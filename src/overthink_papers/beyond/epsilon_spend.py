"""How to divide ε among the outcomes of chance? The paper's eq. 26 allows what its Algorithm 1 does not use.

Any ε(c) with Σ π(c) ε(c) ≤ ε keeps the guarantee. "uniform" is the algorithm: ε for every outcome. "carry": and what
earlier outcomes left over. "equal": equal parts of the sum, so that unlikely outcomes get a large ε(c), mostly one that
needs no search at all. Numbers between 0 and 1 go from equal (0) to carry (1). One observation is one random tree with
shared successors, the same for every way and ε; what is shown are nodes, as a share of those at ε = 0.
"""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.games.random_tree import RandomTree
from overthink.measure.paired import linearised
from overthink.report.curves import curves
from overthink.studies.checks import times
from overthink.studies.claim import NOT_IN_PRINT, Claim
from overthink.studies.samples import Cell, Point, Row, Samples, Setting
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.bounded import searches

SPENDS: tuple[str | float, ...] = ("uniform", "carry", 0.75, 0.5, 0.25, "equal")
EPSILONS = (4, 8, 16, 32, 64)
BASE: Setting = {"b": 4, "p": 0.8, "depth": 4}
SETTINGS: tuple[Setting, ...] = (
    *({**BASE, "depth": depth} for depth in (2, 3, 4)),
    *({**BASE, "p": p} for p in (0.25, 0.4, 0.6, 0.95)),
    *({"b": b, "p": p, "depth": 4} for b in (2, 3) for p in (1 / b, 0.8)),
    *({"b": 2, "p": 0.8, "depth": depth} for depth in (6, 8)),
)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Nodes of every search; those at ε = 0 are the same for every way to spend nothing."""
    points: list[Point] = [{"spend": str(spend), "epsilon": e} for spend in SPENDS for e in EPSILONS]
    columns = []
    for number in range(start, stop):
        tree = RandomTree(**setting, number=number, seed=seed)
        exact = searches(tree, [0.0]).nodes
        columns.append(np.concatenate([exact, *(searches(tree, EPSILONS, spend=spend).nodes for spend in SPENDS)]))
    return [{"spend": "none", "epsilon": 0}, *points], np.array(columns).T


def rows(samples: Samples) -> list[Row]:
    """Nodes at ε over nodes at 0: a ratio of means."""
    table = []
    for point, nodes in samples.entries:
        if point["epsilon"]:
            where = {key: point[key] for key in BASE}
            estimate = Estimate.of_mean(linearised(nodes, samples(epsilon=0, **where)))
            table.append({**point, **asdict(estimate)})
    return table


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [
        {**row, "tree": f"p = {row['p']:.3g}"}
        for row in rows
        if row["b"] == BASE["b"] and row["depth"] == BASE["depth"]
    ]
    kept.sort(key=lambda row: float(row["p"]))
    names = {str(spend): f"θ = {spend}" for spend in SPENDS if not isinstance(spend, str)}
    labels = {"x": "ε", "y": "nodes, as a share of those at ε = 0", **names}
    return curves(kept, "epsilon", "spend", "tree", labels, "b = 4, depth 4, ")


def nodes(samples: Samples, spend: str, epsilon: int = 8, **where: object) -> Sample:
    return samples(spend=spend, epsilon=epsilon, **{**BASE, **where})


STUDY = one_figure(
    name="beyond/epsilon-spend",
    title="how to divide ε among the outcomes of chance",
    source="[Atzmon2018] eq. 26",
    settings=SETTINGS,
    run=run,
    scales={"quick": 30, "paper": 200},
    draw=draw,
    caption="Random trees with chance, four moves deep, b = 4, by the probability p of the chosen move: nodes that "
    "bounded alpha-beta needs for the same guarantee, by how ε is divided.",
    claims=(
        Claim(
            "b = 4, p = .8, ε = 8: uniform needs at least 3 times the nodes of equal parts",
            NOT_IN_PRINT,
            lambda s: times(nodes(s, "uniform"), nodes(s, "equal"), 3.0),
        ),
        Claim(
            "b = 4, p = .8, ε = 8: equal parts need fewer nodes than uniform",
            "to allow further pruning and faster search",
            lambda s: times(nodes(s, "uniform"), nodes(s, "equal"), 1.0),
        ),
        Claim(
            "b = 4, p = .8, ε = 8: carrying over what is left needs fewer nodes than uniform",
            "to allow further pruning and faster search",
            lambda s: times(nodes(s, "uniform"), nodes(s, "carry"), 1.0),
        ),
        Claim(
            "b = 4, p = .25, all outcomes alike, ε = 8: equal parts need more nodes than uniform",
            NOT_IN_PRINT,
            lambda s: times(nodes(s, "equal", p=0.25), nodes(s, "uniform", p=0.25), 1.0),
        ),
        Claim(
            "b = 4, p = .8, ε = 64: θ = .5, between equal parts and carrying over, needs fewer nodes than both",
            NOT_IN_PRINT,
            lambda s: min(
                (times(nodes(s, spend, 64), nodes(s, "0.5", 64), 1.0) for spend in ("equal", "carry")),
                key=lambda finding: finding.estimate.low,
            ),
        ),
    ),
    rows=rows,
    across="epsilon",
    block=10,
)
