"""Figure 3: a larger ε can cost more nodes. The figure's own tree, and how often it happens on random trees, b = 4.

One observation is one tree, searched with every ε.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.nested import Max, Min, nested
from overthink.games.random_tree import RandomTree
from overthink.report.curves import curves
from overthink.studies.checks import SELDOM, above, claims_for, settled, some_above
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, shares
from overthink.studies.study import Picture, one_figure
from overthink_papers.bab.common import below
from overthink_papers.experiments.bounded import searches

# C and B have a right child each, D and E. The text says that both ε see as many nodes: so D and E are single nodes, 5
# and 6 here. With more nodes in E the larger ε sees more, with more in D it sees fewer.
SHAPES = {
    "as drawn": nested(Max(7, Min(Max(8, 5), 6))),
    "a large E": nested(Max(7, Min(Max(8, 5), Max(3, 4, 6)))),
    "a large D": nested(Max(7, Min(Max(8, Min(10, 10, 5)), 6))),
}
NODES = {"as drawn": (6, 6), "a large E": (6, 9), "a large D": (9, 6)}  # with ε = 1 and ε = 2
DEPTHS, EPSILONS = (3, 5, 7), (0, 2, 4, 8, 16, 32, 64)
PAIRS = tuple(combinations(EPSILONS, 2))
SETTINGS: tuple[Setting, ...] = (
    {"tree": "figure"},
    *({"tree": "random", "p": p, "depth": depth} for p, depths in ((None, DEPTHS), (0.8, (2, 3))) for depth in depths),
)
RETURNED = {1: (7, 8), 2: (7, 7)}  # L and U
MEASURES = ("L", "U", "nodes")
EXPECTED = "We verify experimentally later in this paper that this occurs in practice in most cases"


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The figure's trees are the same in every observation. Of random trees: whether the larger ε sees more nodes, and
    whether it sees fewer."""
    if setting["tree"] == "figure":
        results = {shape: searches(tree, (1, 2), high=10.0) for shape, tree in SHAPES.items()}
        drawn: list[Point] = [
            {"shape": s, "epsilon": e, "measure": m} for s in SHAPES for e in (1, 2) for m in MEASURES
        ]
        values = [[float(getattr(results[p["shape"]], p["measure"])[p["epsilon"] - 1])] for p in drawn]
        return drawn, np.tile(values, stop - start)
    points: list[Point] = [{"smaller": a, "larger": b, "sees": sees} for a, b in PAIRS for sees in ("more", "fewer")]
    columns = []
    for number in range(start, stop):
        tree = RandomTree(4, setting["depth"], setting["p"], number=number, seed=seed)
        nodes = dict(zip(EPSILONS, searches(tree, EPSILONS).nodes))
        gaps = [nodes[larger] - nodes[smaller] for smaller, larger in PAIRS]
        columns.append([float(side) for gap in gaps for side in (gap > 0, gap < 0)])
    return points, np.array(columns).T


def rows(samples: Samples) -> list[Row]:
    """Shares of random trees; the figure's own trees are in the claims. p is 1 where there is no chance."""
    return [{**row, "p": row["p"] or 1.0} for row in shares(Samples(samples.select(tree="random")))]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    """Neighbouring ε."""
    kept = [
        {**row, "trees": f"depth {row['depth']}" + (f", chance p = {row['p']}" if row["p"] < 1.0 else "")}
        for row in rows
        if (row["smaller"], row["larger"]) in pairwise(EPSILONS) and row["sees"] == "more"
    ]
    labels = {"x": "the larger ε", "y": "share of trees on which it costs more nodes"}
    return curves(kept, "larger", "trees", None, labels)


def random_trees(sees: str) -> list[Point]:
    """Every kind of tree and pair of ε."""
    return [
        {**setting, "smaller": a, "larger": b, "sees": sees}
        for setting in SETTINGS
        if setting["tree"] == "random"
        for a, b in PAIRS
    ]


def happens(samples: Samples) -> Evidence:
    more = Estimate.share(samples(tree="random", p=None, depth=5, smaller=16, larger=32, sees="more"))
    return some_above([more], f"on {100 * more.mean:.1f}% of trees", SELDOM)


def mostly_fewer(samples: Samples) -> Evidence:
    """Over all kinds of trees and pairs of ε together, the larger ε sees fewer nodes more often than not."""
    together = np.mean([samples(**point) for point in random_trees("fewer")], axis=0)
    share = Estimate.of_mean(together)
    return above(share, 0.5, f"{100 * share.mean:.1f}% of trees and pairs of ε")


def seldom_more(samples: Samples) -> Evidence:
    """Of every pair of ε and kind of tree."""
    points = random_trees("more")
    shares = [Estimate.share(samples(**point), simultaneous(len(points))) for point in points]
    worst = max(shares, key=lambda estimate: estimate.mean)
    return below(shares, 0.5, f"at most {100 * worst.mean:.1f}% of trees, for any of {len(shares)} pairs and kinds")


def returned(samples: Samples, epsilon: int) -> Evidence:
    """The interval of the root of the tree as drawn."""
    bounds = [samples(tree="figure", shape="as drawn", epsilon=epsilon, measure=measure) for measure in ("L", "U")]
    right = all((sample == wanted).all() for sample, wanted in zip(bounds, RETURNED[epsilon]))
    return settled(right, float(bounds[1][0]), f"[{bounds[0][0]:g}, {bounds[1][0]:g}]", len(bounds[0]))


def nodes_seen(samples: Samples, shape: str) -> Evidence:
    """Nodes with ε = 1 and with ε = 2."""
    counts = [samples(tree="figure", shape=shape, epsilon=epsilon, measure="nodes") for epsilon in (1, 2)]
    right = all((sample == wanted).all() for sample, wanted in zip(counts, NODES[shape]))
    return settled(right, float(counts[1][0]), f"{counts[0][0]:g} and {counts[1][0]:g}", len(counts[0]))


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
        *claims_for(
            (1, 2),
            "the tree as drawn, ε = {}: the interval that the text leads to",
            "Example of BAB pruning with different suboptimality values",
            returned,
        ),
        Claim(
            "the tree as drawn: 6 nodes with ε = 1, and 6 with ε = 2",
            "these two examples explored the same amount of nodes",
            lambda s: nodes_seen(s, "as drawn"),
        ),
        *(
            Claim(
                f"with {shape}: {NODES[shape][0]} nodes with ε = 1, and {NODES[shape][1]} with ε = 2",
                "Depending on the relative size of the subtrees rooted in D and E, ϵ=2 may lead to more or less "
                "pruning than ϵ=1",
                partial(nodes_seen, shape=shape),
            )
            for shape in ("a large D", "a large E")
        ),
        Claim(
            "random trees: it happens; on trees of depth 5, ε = 32 against 16",
            "in some special cases, BAB with ϵ_2 actually prunes fewer nodes than BAB with ϵ_1",
            happens,
            tolerance="one tree is enough; denied where surely fewer than one in a thousand do it",
        ),
        Claim(
            "random trees: in most cases a larger ε sees fewer nodes, over all pairs of ε",
            EXPECTED,
            mostly_fewer,
            reading=Reading(words="prunes more: fewer nodes"),
        ),
        Claim(
            "random trees: in most cases a larger ε sees no more nodes, for every pair of ε",
            EXPECTED,
            seldom_more,
            reading=Reading(ReadingKind.OPEN, "prunes at least as much: no more nodes"),
        ),
    ),
    rows=rows,
    across="larger",
    block=100,
    edition=2,
)
