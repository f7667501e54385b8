"""Figure 2: why it is not enough to cut alpha-beta where β ≤ α + ε.

The tree of the figure, max[X, min[X + ε, 0], min[X + 2ε, 0], …], is worth X; the naive rule says X + mε, bounded
alpha-beta stays within ε. Distances are from the true value to what is said, or to the farther end of the interval, in
units of ε. On random trees, b = 4, on which nobody laid a trap, also the nodes that the naive rule sees, as a share of
those of alpha-beta.
"""

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.grow import Max, Min, nested
from overthink.core.tree import TreeOrGame
from overthink.games.random_tree import RandomTree
from overthink.search.naive_epsilon import naive_epsilon
from overthink.studies.checks import SELDOM_SHARE, Above, AllOf, Computed, Exactly, at, some_above
from overthink.studies.claim import Evidence, own_claim, quote
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, grid, means, shares
from overthink.studies.study import one_figure
from overthink_papers.experiments.bounded import ROUNDING, Within, searches
from overthink_papers.experiments.scaffold import plot

ONE_IS_ENOUGH = "one tree is enough; denied where significantly fewer than one in a thousand do it"
RANDOM_DEPTHS = (3, 5, 7)

X = 1.0
EPSILON = 1.0
LENGTHS = (1, 2, 3, 5, 10, 20, 30)
NAIVE_EPSILONS = (4, 8, 16, 32)
RULES = ("naive", "bounded")
LABELS = {"x": "m", "y": "distance from the true value, in ε", "naive": "naive rule", "bounded": "BAB"}
NODES = "nodes of the naive rule"
DRAWN: list[Point] = [{"tree": "figure", "m": m} for m in LENGTHS]
TRAPLESS = grid(tree=("random",), depth=RANDOM_DEPTHS, epsilon=NAIVE_EPSILONS)


def distances(game: TreeOrGame, epsilon: float, high: float) -> dict[str, float]:
    """How far each rule is from the true value, in units of ε."""
    exact, bounded = (searches(game, [e], high=high) for e in (0.0, epsilon))
    value = exact.L[0]
    farther = max(bounded.U[0] - value, value - bounded.L[0])
    return {"naive": abs(naive_epsilon(game, epsilon=epsilon).value - value) / epsilon, "bounded": farther / epsilon}


def _share_seen(game: TreeOrGame, epsilon: float) -> float:
    naive, plain = (naive_epsilon(game, epsilon=e) for e in (epsilon, 0.0))
    return (naive.expanded + naive.leaves) / (plain.expanded + plain.leaves)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
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
        by_epsilon = {e: {**distances(tree, e, 100.0), NODES: _share_seen(tree, e)} for e in NAIVE_EPSILONS}
        columns.append([by_epsilon[point["epsilon"]][point["rule"]] for point in points])
    return points, np.array(columns).T


def rows(samples: Samples) -> list[Row]:
    """Mean distances and shares of nodes; and of the random trees, where m is 0, the share on which a rule is farther
    away than ε."""
    entries = samples.select(tree="random")
    far = [(point, (sample > 1 + ROUNDING).astype(float)) for point, sample in entries if point["rule"] in RULES]
    common = {"depth": 2, "epsilon": EPSILON, "m": 0}
    return [
        *({**common, **row, "measure": "distance" if row["rule"] in RULES else "nodes"} for row in means(samples)),
        *({**common, **row, "measure": "too-far"} for row in shares(Samples(far))),
    ]


def _too_far(samples: Samples) -> Evidence:
    errors = samples.curve("depth", RANDOM_DEPTHS, tree="random", epsilon=8, rule="naive")
    far = min((Estimate.share(error > 1 + ROUNDING) for error in errors), key=lambda share: share.mean)
    return some_above([far], f"at every depth on at least {100 * far.mean:.1f}% of trees", SELDOM_SHARE)


STUDY = one_figure(
    name="bab/fig2",
    title="the naive rule drifts",
    source="[Atzmon2018] Figure 2",
    settings=({"tree": "figure"}, *({"tree": "random", "depth": depth} for depth in RANDOM_DEPTHS)),
    run=run,
    scales={"quick": 100, "paper": 2000},
    draw=plot("m", "rule", None, LABELS, keep=lambda row: row["tree"] == "figure", level=1.0),
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
            Computed(_too_far, "farther than ε on some trees", lambda point: 2.0, lambda point: 1.0),
            tolerance=ONE_IS_ENOUGH,
            says="random trees, any depth, ε = 8: the naive rule is wrong by more than ε on some",
        ),
        quote(
            "this simple Alpha-Beta adaption may prune larger parts of the game tree compared to regular Alpha-Beta",
            Above(tuple(-1.0 * at(**point, rule=NODES) for point in TRAPLESS), -1.0),
            says="random trees: the naive rule sees fewer nodes than alpha-beta, at every depth and ε",
        ),
    ),
    rows=rows,
    across="rule",
    block=100,
    edition=2,
)
