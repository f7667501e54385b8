"""Figure 3: a larger ε can cost more nodes. The figure's own tree, and how often it happens on random trees, b = 4.

One observation is one tree, searched with every ε: whether the larger of two saw more nodes than the smaller.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.nested import Max, Min, nested
from overthink.games.random_tree import RandomTree
from overthink.report.curves import curves
from overthink.studies.checks import above, exactly
from overthink.studies.engine.study import (
    Cell,
    Claim,
    Finding,
    Picture,
    Row,
    Samples,
    Setting,
    Verdict,
    one_figure,
    shares,
)
from overthink.studies.experiments.bounded import searches
from overthink.studies.papers.bab.common import below

FIGURE = nested(Max(7, Min(Max(8, 5), Max(3, 4, 6))))
DEPTHS, EPSILONS = (3, 5, 7), (0, 2, 4, 8, 16, 32, 64)
PAIRS = tuple(combinations(EPSILONS, 2))
SETTINGS: tuple[Setting, ...] = (
    {"tree": "figure"},
    *({"tree": "random", "p": p, "depth": depth} for p, depths in ((None, DEPTHS), (0.8, (2, 3))) for depth in depths),
)
KNOWN = {(1, "L"): 7, (1, "U"): 8, (1, "leaves"): 3, (2, "L"): 7, (2, "U"): 7, (2, "leaves"): 5}


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The figure's tree is the same in every observation."""
    if setting["tree"] == "figure":
        found = searches(FIGURE, (1, 2), high=10.0)
        values = [[float(getattr(found, measure)[epsilon - 1])] for epsilon, measure in KNOWN]
        return [{"epsilon": epsilon, "measure": measure} for epsilon, measure in KNOWN], np.tile(values, stop - start)
    points = [{"smaller": smaller, "larger": larger} for smaller, larger in PAIRS]
    columns = []
    for number in range(start, stop):
        tree = RandomTree(4, setting["depth"], setting["p"], number=number, seed=seed)
        nodes = dict(zip(EPSILONS, searches(tree, EPSILONS).nodes))
        columns.append([float(nodes[larger] > nodes[smaller]) for smaller, larger in PAIRS])
    return points, np.array(columns).T


def rows(samples: Samples) -> list[Row]:
    """Shares of random trees; the figure's own tree is in the claims. p is 1 where there is no chance."""
    return [{**row, "p": row["p"] or 1.0} for row in shares(Samples(samples.select(tree="random")))]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """Neighbouring ε."""
    kept = [
        {**row, "trees": f"depth {row['depth']}" + (f", chance p = {row['p']}" if row["p"] < 1.0 else "")}
        for row in rows
        if (row["smaller"], row["larger"]) in pairwise(EPSILONS)
    ]
    labels = {"x": "the larger ε", "y": "share of trees on which it costs more nodes"}
    return curves(kept, "larger", "trees", None, labels)


def shares_of(samples: Samples, level: float) -> list[Estimate]:
    return [Estimate.share(sample, level) for _, sample in samples.select(tree="random")]


def in_most(samples: Samples) -> Finding:
    """Every pair of ε, every kind of tree."""
    found = shares_of(samples, simultaneous(len(samples.select(tree="random"))))
    worst = max(found, key=lambda estimate: estimate.mean)
    return below(found, 0.5, f"at most {100 * worst.mean:.1f}% of trees, for any of {len(found)} pairs and kinds")


def example(epsilon: int) -> Claim:
    wanted = {measure: value for (e, measure), value in KNOWN.items() if e == epsilon}

    def check(samples: Samples) -> Finding:
        found = [exactly([samples(epsilon=epsilon, measure=m)], value) for m, value in wanted.items()]
        shown = ", ".join(f"{m} = {samples(epsilon=epsilon, measure=m)[0]:g}" for m in wanted)
        return Finding(Verdict.of(all(f.verdict == Verdict.HOLDS for f in found)), found[-1].estimate, shown)

    return Claim(
        f"the figure's tree, ε = {epsilon}: [{wanted['L']}, {wanted['U']}] after {wanted['leaves']} leaves",
        "Example of BAB pruning with different suboptimality values",
        check,
    )


STUDY = one_figure(
    name="bab/fig3",
    title="a larger ε can cost more nodes",
    source="[Atzmon2018] Figure 3",
    settings=SETTINGS,
    run=run,
    scales={"quick": 100, "paper": 2000},
    draw=draw,
    caption="Random trees, b = 4: how often an ε costs more nodes than the next smaller one.",
    claims=(
        example(1),
        example(2),
        Claim(
            "random trees: it happens; on trees of depth 5, ε = 32 against 16",
            "in some special cases, BAB with ϵ2 actually prunes fewer nodes than BAB with ϵ1",
            lambda s: above(Estimate.share(s(tree="random", p=None, depth=5, smaller=16, larger=32)), 0.0),
        ),
        Claim(
            "random trees: in most cases a larger ε costs no more nodes, for every pair of ε",
            "We verify experimentally later in this paper that this occurs in practice in most cases",
            in_most,
        ),
    ),
    rows=rows,
    across="larger",
    block=100,
)
