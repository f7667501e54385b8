"""Figure 3: a larger ε can cost more nodes; the trees that the paper draws, and random trees, b = 4.

One observation is one tree, searched with every ε.
"""

from itertools import combinations, pairwise

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.grow import Max, Min, nested
from overthink.games.random_tree import RandomTree
from overthink.studies.checks import SELDOM_SHARE, Above, AllOf, Computed, Exactly, at, average, some_above
from overthink.studies.claim import Evidence, Reading, own_claim, quote
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, shares
from overthink.studies.study import one_figure
from overthink_papers.bab.fig2 import ONE_IS_ENOUGH, RANDOM_DEPTHS
from overthink_papers.experiments.bounded import searches
from overthink_papers.experiments.scaffold import plot

# C and B have a right child each, D and E. The text says that both ε see as many nodes: so D and E are single nodes, 5
# and 6 here. With more nodes in E the larger ε sees more, with more in D it sees fewer.
SHAPES = {
    "as drawn": nested(Max(7, Min(Max(8, 5), 6))),
    "a large E": nested(Max(7, Min(Max(8, 5), Max(3, 4, 6)))),
    "a large D": nested(Max(7, Min(Max(8, Min(10, 10, 5)), 6))),
}
EPSILONS = (0, 2, 4, 8, 16, 32, 64)
PAIRS = tuple(combinations(EPSILONS, 2))
KINDS: tuple[Setting, ...] = tuple(
    {"tree": "random", "p": p, "depth": depth}
    for p, depths in ((None, RANDOM_DEPTHS), (0.8, (2, 3)))
    for depth in depths
)
LABELS = {"x": "the larger ε", "y": "share of trees on which it costs more nodes"}
MEASURES = ("L", "U", "nodes")


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The figure's trees are the same in every observation. Of random trees: whether the larger ε sees more nodes, and
    whether it sees fewer."""
    if setting["tree"] == "figure":
        results = {shape: searches(tree, (1, 2), high=10.0) for shape, tree in SHAPES.items()}
        drawn = list(grid(shape=SHAPES, epsilon=(1, 2), measure=MEASURES))
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


def _trees_of(row: Row) -> str:
    return f"depth {row['depth']}" + (f", chance p = {row['p']}" if row["p"] < 1.0 else "")


def _is_drawn(row: Row) -> bool:
    return (row["smaller"], row["larger"]) in pairwise(EPSILONS) and row["sees"] == "more"


def as_drawn(shape: str, measure: str, *numbers: float) -> AllOf:
    """What is found with ε = 1, and with ε = 2."""
    point = {"tree": "figure", "shape": shape, "measure": measure}
    return AllOf(tuple(Exactly(({**point, "epsilon": e},), number) for e, number in enumerate(numbers, 1)))


def _happens(samples: Samples) -> Evidence:
    more = Estimate.share(samples(tree="random", p=None, depth=5, smaller=16, larger=32, sees="more"))
    return some_above([more], f"on {100 * more.mean:.1f}% of trees", SELDOM_SHARE)


STUDY = one_figure(
    name="bab/fig3",
    title="a larger ε can cost more nodes",
    source="[Atzmon2018] Figure 3",
    settings=({"tree": "figure"}, *KINDS),
    run=run,
    scales={"quick": 100, "paper": 2000},
    draw=plot("larger", _trees_of, None, LABELS, keep=_is_drawn),
    caption="Random trees, b = 4: how often an ε costs more nodes than the next smaller one.",
    claims=(
        own_claim(
            as_drawn("as drawn", "nodes", 6, 6),
            "the tree as drawn: 6 nodes with ε = 1, and 6 with ε = 2",
        ),
        quote(
            "Depending on the relative size of the subtrees rooted in D and E, ϵ=2 may lead to more or less pruning "
            "than ϵ=1",
            AllOf((as_drawn("a large D", "nodes", 9, 6), as_drawn("a large E", "nodes", 6, 9))),
            says="with a large D 9 nodes with ε = 1 and 6 with ε = 2; with a large E 6 and 9",
        ),
        quote(
            "in some special cases, BAB with ϵ_2 actually prunes fewer nodes than BAB with ϵ_1",
            Computed(_happens, "depth 5, ε = 32 against 16", lambda point: 1.0, lambda point: 0.0),
            tolerance=ONE_IS_ENOUGH,
            says="random trees: it happens; on trees of depth 5, ε = 32 against 16",
        ),
        quote(
            "We verify experimentally later in this paper that this occurs in practice in most cases",
            Above((average([at(**kind, smaller=a, larger=b, sees="fewer") for kind in KINDS for a, b in PAIRS]),), 0.5),
            Reading(words="prunes more: fewer nodes"),
            says="random trees: in most cases a larger ε sees fewer nodes, over all pairs of ε",
        ),
    ),
    rows=lambda samples: [{**row, "p": row["p"] or 1.0} for row in shares(Samples(samples.select(tree="random")))],
    across="larger",
    block=100,
    edition=2,
)
