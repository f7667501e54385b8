"""Do two players who trust bounded alpha-beta make an ε-equilibrium? The paper conjectures so. [Atzmon2018]

Each plays safely: Max the move with the highest L, Min the one with the lowest U, the first of equals. What this means
in the middle of a game is left open, so there are two policies.

"once": all moves come from the bounds that one search from the root leaves at its nodes; where it has not been,
the first move. "again": every position is searched anew, with the same ε, when it is reached.

A player's gain is what he wins by the best response to the other's policy, over what he has when both keep to it.
Besides random trees, the smallest tree found on which the second policy is no ε-equilibrium. Every move has outcomes of
its own, utilities are whole and probabilities ¾ and ¼, so that all is exact.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.grow import Max, Min
from overthink.games.random_tree import RandomTree
from overthink.report.curves import curves
from overthink.studies.checks import SELDOM, exactly, never, some_above
from overthink.studies.claim import NOT_IN_PRINT, Claim, Evidence
from overthink.studies.samples import Cell, Point, Row, Samples, Setting, means, shares
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.policies import Spot, safe, searched, value, written

EPSILONS = (4, 8, 16, 32, 64)
POLICIES = ("once", "again")
SMALLEST = Max(2, Min(4, Max(Min(3, 4), 0)))  # values in [0, 10], ε = 1
SETTINGS: tuple[Setting, ...] = (
    {"tree": "smallest"},
    *({"tree": "random", "b": b, "depth": depth, "p": None} for b, depth in ((3, 3), (3, 4), (4, 4), (2, 6))),
    *({"tree": "random", "b": 2, "depth": depth, "p": 0.75} for depth in (2, 3)),
)

RANDOM = SETTINGS[1:]


def gain(root: Spot, epsilon: float, high: float, again: bool) -> float:
    """What the player gains who gains more by leaving his policy, in units of ε."""
    bounds = searched(root, epsilon, high)
    choices: dict[Spot, Spot] = {}

    def policy(place: Spot) -> Spot:
        if place not in choices:
            choices[place] = safe(place, searched(place, epsilon, high) if again else bounds, high)
        return choices[place]

    kept = value(root, {1: policy, -1: policy})
    up = value(root, {1: None, -1: policy}) - kept
    down = kept - value(root, {1: policy, -1: None})
    return max(up, down) / epsilon


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The larger gain in every tree, for each policy and ε."""
    if setting["tree"] == "smallest":
        gains = [[gain(Spot(SMALLEST), 1.0, 10.0, policy == "again")] for policy in POLICIES]
        return [{"policy": policy, "epsilon": 1} for policy in POLICIES], np.tile(gains, stop - start)
    points: list[Point] = [{"policy": policy, "epsilon": epsilon} for policy in POLICIES for epsilon in EPSILONS]
    columns, size = [], {name: setting[name] for name in ("b", "depth", "p")}
    for number in range(start, stop):
        game = RandomTree(**size, shared=False, whole=True, number=number, seed=seed)
        root = Spot(written(game, game.initial()))
        columns.append([gain(root, p["epsilon"], 100.0, p["policy"] == "again") for p in points])
    return points, np.array(columns).T


def too_much(samples: Samples) -> Samples:
    """1 where somebody gains more than ε, else 0."""
    return Samples([(point, (sample > 1.0).astype(float)) for point, sample in samples.entries])


def rows(samples: Samples) -> list[Row]:
    """Of random trees; the smallest tree is in the claims. p is 1 where there is no chance."""
    random = Samples([({**point, "p": point["p"] or 1.0}, sample) for point, sample in samples.select(tree="random")])
    return [
        *({**row, "measure": "gain"} for row in means(random)),
        *({**row, "measure": "above"} for row in shares(too_much(random))),
    ]


def draw(samples: Samples, rows: list[Row]) -> Picture:
    kept = [
        {
            **row,
            "kind": f"b = {row['b']}, depth {row['depth']}" + (f", chance p = {row['p']}" if row["p"] < 1.0 else ""),
        }
        for row in rows
        if row["measure"] == "above"
    ]
    return curves(kept, "epsilon", "kind", "policy", {"x": "ε", "y": "share of trees with a gain above ε"}, "searched ")


def in_equilibrium(samples: Samples) -> Evidence:
    curves = [samples.curve("epsilon", EPSILONS, policy="once", **kind) for kind in RANDOM]
    gains = [samples(tree="smallest", policy="once", epsilon=1), *(sample for curve in curves for sample in curve)]
    most = max(float(sample.max()) for sample in gains)
    return never([sample > 1.0 for sample in gains], f"the largest gain is {most:g} ε")


def sometimes(samples: Samples, policy: str, limit: float, kinds: Sequence[Setting]) -> Evidence:
    """Trees of some kinds on which somebody gains more than so many ε, for one of the ε."""
    curves = [samples.curve("epsilon", EPSILONS, policy=policy, **kind) for kind in kinds]
    share = Estimate.share(np.concatenate([np.max(curve, axis=0) > limit for curve in curves]))
    most = max(float(np.max(curve)) for curve in curves)
    words = f"on {100 * share.mean:.2f}% of trees, for some ε; the largest gain is {most:.3g} ε"
    return some_above([share], words, SELDOM)


STUDY = one_figure(
    name="beyond/epsilon-equilibrium",
    title="bounded alpha-beta against bounded alpha-beta: is it an ε-equilibrium?",
    source="[Atzmon2018] Conclusion",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=draw,
    caption="How often a player gains more than ε by leaving the safe policy. With the policy of one search nobody "
    "ever does; with a new search before every move the losses of several moves add up.",
    claims=(
        Claim(
            "the policy of one search: nobody gains more than ε, on any tree",
            "we conjucture that this policy reaches an ϵ-equilibrium",
            in_equilibrium,
        ),
        Claim(
            "a search before every move: on max[2, min[4, max[min[3, 4], 0]]], ε = 1, Max gains 2 ε",
            NOT_IN_PRINT,
            lambda s: exactly([s(tree="smallest", policy="again", epsilon=1)], 2.0),
        ),
        Claim(
            "a search before every move: somebody gains more than ε on some random trees",
            NOT_IN_PRINT,
            lambda s: sometimes(s, "again", 1.0, [kind for kind in RANDOM if kind["p"] is None]),
        ),
        Claim(
            "the policy of one search: somebody gains something on some random trees",
            "obtained by BAB in not necessarily a Nash equilibruim",
            lambda s: sometimes(s, "once", 0.0, RANDOM),
        ),
    ),
    rows=rows,
    across="epsilon",
    block=50,
)
