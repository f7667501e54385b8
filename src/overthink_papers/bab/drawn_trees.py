"""Figures 2 and 3: the trees that the paper draws, and random trees, b = 4, on which nobody laid a trap.

Figure 2: why it is not enough to cut alpha-beta where β ≤ α + ε. The tree of the figure, max[X, min[X + ε, 0],
min[X + 2ε, 0], …], is worth X; the naive rule says X + mε, bounded alpha-beta stays within ε. Distances are from the
true value to what is said, or to the farther end of the interval, in units of ε. On random trees, also the nodes that
the naive rule sees, as a share of those of alpha-beta.

Figure 3: a larger ε can cost more nodes. One observation is one tree, searched with every ε.

Studies: `bab/fig2`, `bab/fig3`.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.grow import Max, Min, nested
from overthink.core.tree import TreeOrGame
from overthink.games.random_tree import RandomTree
from overthink.search.naive_epsilon import naive_epsilon
from overthink.studies.checks import SELDOM, Above, AllOf, Computed, Exactly, at, average, some_above
from overthink.studies.claim import Evidence, Reading, own_claim, quote
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means, shares
from overthink.studies.study import one_figure
from overthink_papers.experiments.bounded import ROUNDING, Within, searches
from overthink_papers.experiments.scaffold import plot

ONE_IS_ENOUGH = "one tree is enough; denied where significantly fewer than one in a thousand do it"
RANDOM_DEPTHS = (3, 5, 7)

# Figure 2

X = 1.0
EPSILON = 1.0
LENGTHS = (1, 2, 3, 5, 10, 20, 30)
NAIVE_EPSILONS = (4, 8, 16, 32)
RULES = ("naive", "bounded")
FIG2_LABELS = {"x": "m", "y": "distance from the true value, in ε", "naive": "naive rule", "bounded": "BAB"}
NODES = "nodes of the naive rule"
DRAWN: list[Point] = [{"tree": "figure", "m": m} for m in LENGTHS]
TRAPLESS = grid(tree=("random",), depth=RANDOM_DEPTHS, epsilon=NAIVE_EPSILONS)


def distances(game: TreeOrGame, epsilon: float, high: float) -> dict[str, float]:
    """How far each rule is from the true value, in units of ε."""
    exact, bounded = (searches(game, [e], high=high) for e in (0.0, epsilon))
    value = exact.L[0]
    farther = max(bounded.U[0] - value, value - bounded.L[0])
    return {"naive": abs(naive_epsilon(game, epsilon=epsilon).value - value) / epsilon, "bounded": farther / epsilon}


def share_seen(game: TreeOrGame, epsilon: float) -> float:
    naive, plain = (naive_epsilon(game, epsilon=e) for e in (epsilon, 0.0))
    return (naive.expanded + naive.leaves) / (plain.expanded + plain.leaves)


def run_fig2(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The figure's tree is the same in every observation."""
    if setting["tree"] == "figure":
        chains = [Max(X, *(Min(X + k * EPSILON, 0.0) for k in range(1, m + 1))) for m in LENGTHS]
        errors = [distances(nested(chain), EPSILON, 2 * X + max(LENGTHS) * EPSILON) for chain in chains]
        chained: list[Point] = [{"m": m, "rule": rule} for m in LENGTHS for rule in RULES]
        return chained, np.tile([[each[rule]] for each in errors for rule in RULES], stop - start)
    points: list[Point] = [{"epsilon": epsilon, "rule": rule} for epsilon in NAIVE_EPSILONS for rule in (*RULES, NODES)]
    columns = []
    for number in range(start, stop):
        tree = RandomTree(4, setting["depth"], number=number, seed=seed)
        by_epsilon = {e: {**distances(tree, e, 100.0), NODES: share_seen(tree, e)} for e in NAIVE_EPSILONS}
        columns.append([by_epsilon[point["epsilon"]][point["rule"]] for point in points])
    return points, np.array(columns).T


def rows_of_fig2(samples: Samples) -> list[Row]:
    """Mean distances and shares of nodes; and of the random trees, where m is 0, the share on which a rule is farther
    away than ε."""
    entries = samples.select(tree="random")
    far = [(point, (sample > 1 + ROUNDING).astype(float)) for point, sample in entries if point["rule"] in RULES]
    common = {"depth": 2, "epsilon": EPSILON, "m": 0}
    return [
        *({**common, **row, "measure": "distance" if row["rule"] in RULES else "nodes"} for row in means(samples)),
        *({**common, **row, "measure": "too-far"} for row in shares(Samples(far))),
    ]


def too_far(samples: Samples) -> Evidence:
    errors = samples.curve("depth", RANDOM_DEPTHS, tree="random", epsilon=8, rule="naive")
    far = min((Estimate.share(error > 1 + ROUNDING) for error in errors), key=lambda share: share.mean)
    return some_above([far], f"at every depth on at least {100 * far.mean:.1f}% of trees", SELDOM)


FIG2 = one_figure(
    name="bab/fig2",
    title="the naive rule drifts",
    source="[Atzmon2018] Figure 2",
    settings=({"tree": "figure"}, *({"tree": "random", "depth": depth} for depth in RANDOM_DEPTHS)),
    run=run_fig2,
    scales={"quick": 100, "paper": 2000},
    draw=plot("m", "rule", None, FIG2_LABELS, keep=lambda row: row["tree"] == "figure", level=1.0),
    caption="The tree of Figure 2 with m traps: the naive rule's error grows with m, bounded alpha-beta's interval "
    "stays within ε of the true value (dotted).",
    claims=(
        own_claim(
            AllOf(tuple(Exactly(({**point, "rule": "naive"},), point["m"]) for point in DRAWN)),
            "the naive rule says X + mε where X is right",
        ),
        quote(
            "guaranteed to preserves the desired suboptimality bound",
            Within(tuple(({**point, "rule": "bounded"}, 1.0) for point in (*DRAWN, *TRAPLESS))),
            says="bounded alpha-beta stays within ε, there and on random trees",
        ),
        quote(
            "the resulting suboptimality, however, is not bounded by ϵ",
            Computed(too_far, "farther than ε on some trees", lambda point: 2.0, lambda point: 1.0),
            tolerance=ONE_IS_ENOUGH,
            says="random trees, any depth, ε = 8: the naive rule is wrong by more than ε on some",
        ),
        quote(
            "this simple Alpha-Beta adaption may prune larger parts of the game tree compared to regular Alpha-Beta",
            Above(tuple(-1.0 * at(**point, rule=NODES) for point in TRAPLESS), -1.0),
            says="random trees: the naive rule sees fewer nodes than alpha-beta, at every depth and ε",
        ),
    ),
    rows=rows_of_fig2,
    across="rule",
    block=100,
    edition=2,
)

# Figure 3

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
FIG3_LABELS = {"x": "the larger ε", "y": "share of trees on which it costs more nodes"}
MEASURES = ("L", "U", "nodes")


def run_fig3(setting: Setting, start: int, stop: int, seed: int) -> Cell:
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


def trees_of(row: Row) -> str:
    return f"depth {row['depth']}" + (f", chance p = {row['p']}" if row["p"] < 1.0 else "")


def is_drawn(row: Row) -> bool:
    return (row["smaller"], row["larger"]) in pairwise(EPSILONS) and row["sees"] == "more"


def drawn(shape: str, measure: str, *numbers: float) -> AllOf:
    """What is found with ε = 1, and with ε = 2."""
    point = {"tree": "figure", "shape": shape, "measure": measure}
    return AllOf(tuple(Exactly(({**point, "epsilon": e},), number) for e, number in enumerate(numbers, 1)))


def happens(samples: Samples) -> Evidence:
    more = Estimate.share(samples(tree="random", p=None, depth=5, smaller=16, larger=32, sees="more"))
    return some_above([more], f"on {100 * more.mean:.1f}% of trees", SELDOM)


FIG3 = one_figure(
    name="bab/fig3",
    title="a larger ε can cost more nodes",
    source="[Atzmon2018] Figure 3",
    settings=({"tree": "figure"}, *KINDS),
    run=run_fig3,
    scales={"quick": 100, "paper": 2000},
    draw=plot("larger", trees_of, None, FIG3_LABELS, keep=is_drawn),
    caption="Random trees, b = 4: how often an ε costs more nodes than the next smaller one.",
    claims=(
        own_claim(
            drawn("as drawn", "nodes", 6, 6),
            "the tree as drawn: 6 nodes with ε = 1, and 6 with ε = 2",
        ),
        quote(
            "Depending on the relative size of the subtrees rooted in D and E, ϵ=2 may lead to more or less pruning "
            "than ϵ=1",
            AllOf((drawn("a large D", "nodes", 9, 6), drawn("a large E", "nodes", 6, 9))),
            says="with a large D 9 nodes with ε = 1 and 6 with ε = 2; with a large E 6 and 9",
        ),
        quote(
            "in some special cases, BAB with ϵ_2 actually prunes fewer nodes than BAB with ϵ_1",
            Computed(happens, "depth 5, ε = 32 against 16", lambda point: 1.0, lambda point: 0.0),
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
