"""Choosing moves by the bounds that a search leaves: by the highest L, as the text says, or by the highest U.

Max follows one search from the root in all of the tree, and Min plays the best response. Measured is how much less Max
is sure of than the true value, in units of ε. Where the search did not look, Max plays the first move. By the highest U
a move that was not looked at is left out, or ("unseen" moves) has the U that C1 gives it, the highest value there is.
"""

from functools import partial

import numpy as np

from overthink.core.estimate import Estimate
from overthink.games.random_tree import RandomTree
from overthink.studies.checks import SELDOM_SHARE, Computed, some_above
from overthink.studies.claim import Evidence, quote
from overthink.studies.samples import Row, Samples, Setting, grid, shares
from overthink.studies.study import one_figure
from overthink_papers.experiments.bounded import Bounds, Spot, Within, find_bounds, value, write_out
from overthink_papers.experiments.scaffold import one_by_one, plot

EPSILONS = (4, 8, 16, 32, 64)
HIGH = 100.0
POLICIES = ("highest L", "highest U", "highest U, unseen too")
LABELS = {"x": "ε", "y": "share of trees on which more than ε is lost"}
KINDS: tuple[Setting, ...] = (
    *({"b": b, "depth": depth, "p": None} for b, depth in ((3, 3), (3, 4), (4, 4), (2, 6))),
    *({"b": 2, "depth": depth, "p": 0.75} for depth in (2, 3)),
)


def _follow(place: Spot, bounds: Bounds, policy: str) -> Spot:
    children = [child for child in place.children if child in bounds or policy == POLICIES[2]] or place.children
    end = 0 if policy == POLICIES[0] else 1
    scores = [bounds.get(child, (0.0, HIGH))[end] for child in children]
    return children[scores.index(max(scores))]


def loss(root: Spot, epsilon: float) -> list[float]:
    """What Max gives away with each policy, in units of ε."""
    bounds = find_bounds(root, epsilon, HIGH)
    best = value(root, {1: None, -1: None})
    kept = [value(root, {1: partial(_follow, bounds=bounds, policy=policy), -1: None}) for policy in POLICIES]
    return [(best - worth) / epsilon for worth in kept]


@one_by_one(grid(epsilon=EPSILONS, policy=POLICIES))
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """What each policy loses on one tree, for each ε."""
    game = RandomTree(**setting, shared=False, whole=True, number=number, seed=seed)
    root = Spot(write_out(game, game.initial()))
    return [lost for epsilon in EPSILONS for lost in loss(root, epsilon)]


def rows(samples: Samples) -> list[Row]:
    """The share of trees on which more than ε is lost. p is 1 where there is no chance."""
    far = [({**point, "p": point["p"] or 1.0}, (sample > 1.0).astype(float)) for point, sample in samples.entries]
    return shares(Samples(far))


def _kind_of(row: Row) -> str:
    return f"b = {row['b']}, depth {row['depth']}" + (", chance" if row["p"] < 1.0 else "")


def _too_much(samples: Samples) -> Evidence:
    kinds = [samples.curve("epsilon", EPSILONS, policy=POLICIES[1], **setting) for setting in KINDS]
    share = Estimate.share(np.concatenate([np.max(curve, axis=0) > 1.0 for curve in kinds]))
    most = max(float(np.max(curve)) for curve in kinds)
    return some_above(
        [share], f"on {100 * share.mean:.1f}% of trees, for some ε; the most is {most:.3g} ε", SELDOM_SHARE
    )


STUDY = one_figure(
    name="bab/choosing",
    title="choosing a move by the highest L or by the highest U",
    source="[Atzmon2018] Choosing a Bounded-Suboptimal Action",
    settings=KINDS,
    run=run,
    scales={"quick": 50, "paper": 400},
    draw=plot("epsilon", _kind_of, "policy", LABELS, keep=lambda row: row["policy"] != POLICIES[0]),
    caption="Random trees: how often Max, who follows the highest U of one search, is sure of less than the true value "
    "minus ε. By the highest L this never happens.",
    claims=(
        quote(
            "This policy is guaranteed (on expectation) to provide at least a bounded-suboptimal minimax value",
            Within(tuple(({**kind, "epsilon": e, "policy": POLICIES[0]}, 1.0) for kind in KINDS for e in EPSILONS)),
            says="by the highest L Max never loses more than ε, on any tree",
        ),
        quote(
            "choosing the action that leads to the highest U values may end up with a strategy whose expected value is "
            "smaller than the minimax value by more than ϵ",
            Computed(_too_much, "more than ε is lost on some trees", lambda point: 2.0, lambda point: 1.0),
            says="by the highest U of the moves that were looked at, more than ε is lost on some trees",
        ),
    ),
    rows=rows,
    across="epsilon",
    block=50,
)
