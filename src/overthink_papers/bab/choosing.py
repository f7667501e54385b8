"""Choosing a move by the bounds that a search leaves: by the highest L, as the text says, or by the highest U.

Max follows one search from the root in all of the tree, and Min plays the best response. Measured is how much less Max
is sure of than the true value, in units of ε. Where the search did not look, Max plays the first move. By the highest U
a move that was not looked at is left out, or ("unseen" moves) has the U that C1 gives it, the highest value there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from overthink.core.estimate import Estimate
from overthink.games.random_tree import RandomTree
from overthink.report.curves import curves
from overthink.studies.checks import SELDOM, some_above
from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, shares
from overthink.studies.study import Picture, one_figure
from overthink_papers.bab.common import within
from overthink_papers.experiments.policies import Bounds, Spot, searched, value, written

EPSILONS = (4, 8, 16, 32, 64)
HIGH = 100.0
POLICIES = ("highest L", "highest U", "highest U, unseen too")
SETTINGS: tuple[Setting, ...] = (
    *({"b": b, "depth": depth, "p": None} for b, depth in ((3, 3), (3, 4), (4, 4), (2, 6))),
    *({"b": 2, "depth": depth, "p": 0.75} for depth in (2, 3)),
)
MAY = (
    "choosing the action that leads to the highest U values may end up with a strategy whose expected value is smaller "
    "than the minimax value by more than ϵ"
)


def chosen(place: Spot, bounds: Bounds, policy: str) -> Spot:
    """The first of the children with the highest bound."""
    children = [child for child in place.children if child in bounds or policy == POLICIES[2]] or place.children
    end = 0 if policy == POLICIES[0] else 1
    scores = [bounds.get(child, (0.0, HIGH))[end] for child in children]
    return children[scores.index(max(scores))]


def loss(root: Spot, epsilon: float, policies: Sequence[str] = POLICIES) -> list[float]:
    """What Max gives away with each policy, in units of ε."""
    bounds = searched(root, epsilon, HIGH)
    best = value(root, {1: None, -1: None})
    kept = [value(root, {1: partial(chosen, bounds=bounds, policy=policy), -1: None}) for policy in policies]
    return [(best - worth) / epsilon for worth in kept]


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    points: list[Point] = [{"epsilon": epsilon, "policy": policy} for epsilon in EPSILONS for policy in POLICIES]
    columns = []
    for number in range(start, stop):
        game = RandomTree(**setting, shared=False, whole=True, number=number, seed=seed)
        root = Spot(written(game, game.initial()))
        columns.append([lost for epsilon in EPSILONS for lost in loss(root, epsilon)])
    return points, np.array(columns).T


def rows(samples: Samples) -> list[Row]:
    """The share of trees on which more than ε is lost. p is 1 where there is no chance."""
    far = [({**point, "p": point["p"] or 1.0}, (sample > 1.0).astype(float)) for point, sample in samples.entries]
    return shares(Samples(far))


def draw(samples: Samples, rows: list[Row]) -> Picture:
    named = [
        {**row, "kind": f"b = {row['b']}, depth {row['depth']}" + (", chance" if row["p"] < 1.0 else "")}
        for row in rows
        if row["policy"] != POLICIES[0]
    ]
    return curves(named, "epsilon", "kind", "policy", {"x": "ε", "y": "share of trees on which more than ε is lost"})


def too_much(samples: Samples, policy: str) -> Evidence:
    """On some trees, for one of the ε, more than ε is lost."""
    kinds = [samples.curve("epsilon", EPSILONS, policy=policy, **setting) for setting in SETTINGS]
    share = Estimate.share(np.concatenate([np.max(curve, axis=0) > 1.0 for curve in kinds]))
    most = max(float(np.max(curve)) for curve in kinds)
    return some_above([share], f"on {100 * share.mean:.1f}% of trees, for some ε; the most is {most:.3g} ε", SELDOM)


def safe(samples: Samples) -> Evidence:
    losses = [samples(epsilon=e, policy=POLICIES[0], **setting) for setting in SETTINGS for e in EPSILONS]
    return within([(sample, 1.0) for sample in losses])


STUDY = one_figure(
    name="bab/choosing",
    title="choosing a move by the highest L or by the highest U",
    source="[Atzmon2018] Choosing a Bounded-Suboptimal Action",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 400},
    draw=draw,
    caption="Random trees: how often Max, who follows the highest U of one search, is sure of less than the true value "
    "minus ε. By the highest L this never happens.",
    claims=(
        Claim(
            "by the highest L Max never loses more than ε, on any tree",
            "This policy is guaranteed (on expectation) to provide at least a bounded-suboptimal minimax value",
            safe,
        ),
        Claim(
            "by the highest U of the moves that were looked at, more than ε is lost on some trees",
            MAY,
            lambda s: too_much(s, POLICIES[1]),
        ),
        Claim(
            "by the highest U, moves that were not looked at included, more than ε is lost on some trees",
            MAY,
            lambda s: too_much(s, POLICIES[2]),
            reading=Reading(ReadingKind.OPEN, "a move that was not looked at has U = v_max"),
        ),
    ),
    rows=rows,
    across="epsilon",
    block=50,
)
