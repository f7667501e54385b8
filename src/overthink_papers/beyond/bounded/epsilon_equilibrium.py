"""Do two players who trust bounded alpha-beta make an ε-equilibrium? The paper conjectures so. [Atzmon2018]

Each plays safely: Max the move with the highest L, Min the one with the lowest U, the first of equals. What this means
in the middle of a game is left open, so there are two policies. "once": all moves come from the bounds that one search
from the root leaves at its nodes; where it has not been, the first move. "again": every position is searched again,
with the same ε, when it is reached. A player's gain is what he wins by the best response to the other's policy, over
what he has when both keep to it. Besides random trees, the smallest tree found on which the second policy is not an
ε-equilibrium. Every move has outcomes of its own, utilities are whole and probabilities ¾ and ¼, so that all is exact.
"""

from collections.abc import Sequence

import numpy as np

from overthink.core.estimate import Estimate
from overthink.core.grow import Max, Min
from overthink.games.random_tree import RandomTree
from overthink.studies.checks import SELDOM_SHARE, Computed, Exactly, some_above
from overthink.studies.claim import Evidence, own_claim, quote
from overthink.studies.samples import Cell, Row, Samples, Setting, grid, means, shares
from overthink.studies.study import one_figure
from overthink_papers.experiments.bounded import Spot, Within, find_bounds, safe, value, write_out
from overthink_papers.experiments.scaffold import plot

EPSILONS = (4, 8, 16, 32, 64)
POLICIES = ("once", "again")
LABELS = {"x": "ε", "y": "share of trees with a gain above ε"}
SMALLEST = Max(2, Min(4, Max(Min(3, 4), 0)))  # values in [0, 10], ε = 1
SETTINGS: tuple[Setting, ...] = (
    {"tree": "smallest"},
    *({"tree": "random", "b": b, "depth": depth, "p": None} for b, depth in ((3, 3), (3, 4), (4, 4), (2, 6))),
    *({"tree": "random", "b": 2, "depth": depth, "p": 0.75} for depth in (2, 3)),
)

RANDOM = SETTINGS[1:]


def gain(root: Spot, epsilon: float, high: float, again: bool) -> float:
    """What the player gains who gains more by leaving his policy, in units of ε."""
    bounds = find_bounds(root, epsilon, high)
    choices: dict[Spot, Spot] = {}

    def policy(place: Spot) -> Spot:
        if place not in choices:
            choices[place] = safe(place, find_bounds(place, epsilon, high) if again else bounds, high)
        return choices[place]

    kept = value(root, {1: policy, -1: policy})
    up = value(root, {1: None, -1: policy}) - kept
    down = kept - value(root, {1: policy, -1: None})
    return max(up, down) / epsilon


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """The gain of the player who gains more, for each policy and ε: float[points, observations]."""
    if setting["tree"] == "smallest":
        gains = [[gain(Spot(SMALLEST), 1.0, 10.0, policy == "again")] for policy in POLICIES]
        return [{"policy": policy, "epsilon": 1} for policy in POLICIES], np.tile(gains, stop - start)
    points = list(grid(policy=POLICIES, epsilon=EPSILONS))
    columns = []
    size = {name: setting[name] for name in ("b", "depth", "p")}
    for number in range(start, stop):
        game = RandomTree(**size, shared=False, whole=True, number=number, seed=seed)
        root = Spot(write_out(game, game.initial()))
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


def _kind_of(row: Row) -> str:
    return f"b = {row['b']}, depth {row['depth']}" + (f", chance p = {row['p']}" if row["p"] < 1.0 else "")


def _sometimes(policy: str, limit: float, kinds: Sequence[Setting]) -> Computed:
    def judge(samples: Samples) -> Evidence:
        curves = [samples.curve("epsilon", EPSILONS, policy=policy, **kind) for kind in kinds]
        share = Estimate.share(np.concatenate([np.max(curve, axis=0) > limit for curve in curves]))
        most = max(float(np.max(curve)) for curve in curves)
        words = f"on {100 * share.mean:.2f}% of trees, for some ε; the largest gain is {most:.3g} ε"
        return some_above([share], words, SELDOM_SHARE)

    says = f"searched {policy}: somebody gains more than {limit:g} ε on some random trees"
    return Computed(judge, says, lambda point: limit + 1.0, lambda point: limit)


STUDY = one_figure(
    name="beyond/epsilon-equilibrium",
    title="bounded alpha-beta against bounded alpha-beta: is it an ε-equilibrium?",
    source="[Atzmon2018] Conclusion",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=plot("epsilon", _kind_of, "policy", LABELS, "searched ", keep=lambda row: row["measure"] == "above"),
    caption="How often a player gains more than ε by leaving the safe policy. With the policy of one search nobody "
    "ever does; with a new search before every move the losses of several moves add up.",
    claims=(
        quote(
            "we conjucture that this policy reaches an ϵ-equilibrium",
            Within(
                (
                    ({"tree": "smallest", "policy": "once", "epsilon": 1}, 1.0),
                    *(({**kind, "policy": "once", "epsilon": e}, 1.0) for kind in RANDOM for e in EPSILONS),
                )
            ),
            says="the policy of one search: nobody gains more than ε, on any tree",
        ),
        own_claim(
            Exactly(({"tree": "smallest", "policy": "again", "epsilon": 1},), 2.0),
            "a search before every move: on max[2, min[4, max[min[3, 4], 0]]], ε = 1, Max gains 2 ε",
        ),
        own_claim(
            _sometimes("again", 1.0, [kind for kind in RANDOM if kind["p"] is None]),
            "a search before every move: somebody gains more than ε on some random trees",
        ),
        quote(
            "obtained by BAB in not necessarily a Nash equilibruim",
            _sometimes("once", 0.0, RANDOM),
            says="the policy of one search: somebody gains something on some random trees",
        ),
    ),
    rows=rows,
    across="epsilon",
    block=50,
)
