"""Figure 2: why it is not enough to cut alpha-beta where β ≤ α + ε.

The tree of the figure, max[X, min[X + ε, 0], min[X + 2ε, 0], …], is worth X; the naive rule says X + mε, bounded
alpha-beta stays within ε. And random trees, on which nobody laid a trap. Distances are from the true value to what is
said, or to the farther end of the interval, in units of ε. On random trees, also the nodes that the naive rule sees, as
a share of those of alpha-beta.
"""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.nested import Max, Min, nested
from overthink.core.tree import TreeOrGame
from overthink.games.random_tree import RandomTree
from overthink.report.curves import curves
from overthink.search.naive_epsilon import naive_epsilon
from overthink.studies.checks import SELDOM, all_above, settled, some_above
from overthink.studies.claim import Claim, Evidence
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, means, shares
from overthink.studies.study import Picture, one_figure
from overthink_papers.bab.common import within
from overthink_papers.experiments.bounded import searches

X, EPSILON, LENGTHS = 1.0, 1.0, (1, 2, 3, 5, 10, 20, 30)
DEPTHS, EPSILONS = (3, 5, 7), (4, 8, 16, 32)
RULES = ("naive", "bounded")
NODES = "nodes of the naive rule"
SETTINGS: tuple[Setting, ...] = ({"tree": "figure"}, *({"tree": "random", "depth": depth} for depth in DEPTHS))


def distances(game: TreeOrGame, epsilon: float, high: float) -> dict[str, float]:
    """How far each rule is from the true value, in units of ε."""
    exact, bounded = (searches(game, [e], high=high) for e in (0.0, epsilon))
    value = exact.L[0]
    farther = max(bounded.U[0] - value, value - bounded.L[0])
    return {"naive": abs(naive_epsilon(game, epsilon=epsilon).value - value) / epsilon, "bounded": farther / epsilon}


def share_seen(game: TreeOrGame, epsilon: float) -> float:
    """The nodes that the naive rule sees, over those of alpha-beta."""
    naive, plain = (naive_epsilon(game, epsilon=e) for e in (epsilon, 0.0))
    return (naive.expanded + naive.leaves) / (plain.expanded + plain.leaves)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The figure's tree is the same in every observation."""
    if setting["tree"] == "figure":
        chains = [Max(X, *(Min(X + k * EPSILON, 0.0) for k in range(1, m + 1))) for m in LENGTHS]
        errors = [distances(nested(chain), EPSILON, 2 * X + max(LENGTHS) * EPSILON) for chain in chains]
        chained: list[Point] = [{"m": m, "rule": rule} for m in LENGTHS for rule in RULES]
        return chained, np.tile([[each[rule]] for each in errors for rule in RULES], stop - start)
    points: list[Point] = [{"epsilon": epsilon, "rule": rule} for epsilon in EPSILONS for rule in (*RULES, NODES)]
    columns = []
    for number in range(start, stop):
        tree = RandomTree(4, setting["depth"], number=number, seed=seed)
        by_epsilon = {e: {**distances(tree, e, 100.0), NODES: share_seen(tree, e)} for e in EPSILONS}
        columns.append([by_epsilon[point["epsilon"]][point["rule"]] for point in points])
    return points, np.array(columns).T


def rows(samples: Samples) -> list[Row]:
    """Mean distances and shares of nodes; and of the random trees, where m is 0, the share on which a rule is farther
    away than ε."""
    entries = samples.select(tree="random")
    far = [(point, (sample > 1 + 1e-9).astype(float)) for point, sample in entries if point["rule"] in RULES]
    common = {"depth": 2, "epsilon": EPSILON, "m": 0}
    return [
        *({**common, **row, "measure": "distance" if row["rule"] in RULES else "nodes"} for row in means(samples)),
        *({**common, **row, "measure": "too-far"} for row in shares(Samples(far))),
    ]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [row for row in rows if row["tree"] == "figure"]
    labels = {"x": "m", "y": "distance from the true value, in ε", "naive": "naive rule", "bounded": "BAB"}
    return curves(kept, "m", "rule", None, labels, level=1.0)


def drifts(samples: Samples) -> Evidence:
    errors = [float(sample[0]) for sample in samples.curve("m", LENGTHS, tree="figure", rule="naive")]
    right = all(abs(distance - m) < 1e-9 for distance, m in zip(errors, LENGTHS))
    n = len(samples(tree="figure", rule="naive", m=1))
    shown = " ".join(f"{distance:g}" for distance in errors)
    return settled(right, errors[-1], f"{shown} ε at m = {LENGTHS}", n)


def too_often(depth: int, epsilon: float) -> Claim:
    def check(samples: Samples) -> Evidence:
        far = Estimate.share(samples(depth=depth, epsilon=epsilon, rule="naive") > 1 + 1e-9)
        return some_above([far], f"on {100 * far.mean:.1f}% of trees", SELDOM)

    return Claim(
        f"random trees, depth {depth}, ε = {epsilon}: the naive rule is wrong by more than ε on some",
        "the resulting suboptimality, however, is not bounded by ϵ",
        check,
        tolerance="one tree is enough; denied where surely fewer than one in a thousand do it",
    )


def sees_less(samples: Samples) -> Evidence:
    """On average the naive rule sees fewer nodes than alpha-beta, at every depth and ε."""
    every = [samples(depth=depth, epsilon=epsilon, rule=NODES) for depth in DEPTHS for epsilon in EPSILONS]
    shown = " ".join(f"{sample.mean():.2f}" for sample in every)
    return all_above(
        [Estimate.of_mean(1.0 - s, simultaneous(len(every))) for s in every], 0.0, f"shares of nodes {shown}"
    )


STUDY = one_figure(
    name="bab/fig2",
    title="the naive rule drifts",
    source="[Atzmon2018] Figure 2",
    settings=SETTINGS,
    run=run,
    scales={"quick": 100, "paper": 2000},
    draw=draw,
    caption="The tree of Figure 2 with m traps: the naive rule's error grows with m, bounded alpha-beta's interval "
    "stays within ε of the true value (dotted).",
    claims=(
        Claim("the naive rule says X + mε where X is right", "the value of the root is X + mϵ", drifts),
        Claim(
            "bounded alpha-beta stays within ε, there and on random trees",
            "guaranteed to preserves the desired suboptimality bound",
            lambda s: within([(sample, 1.0) for _, sample in s.select(rule="bounded")]),
        ),
        *(too_often(depth, 8) for depth in DEPTHS),
        Claim(
            "random trees: the naive rule sees fewer nodes than alpha-beta, at every depth and ε",
            "this simple Alpha-Beta adaption may prune larger parts of the game tree compared to regular Alpha-Beta",
            sees_less,
        ),
    ),
    rows=rows,
    across="rule",
    block=100,
    edition=2,
)
