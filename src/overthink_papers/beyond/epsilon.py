"""Room for ε: how to divide it among the outcomes of chance, what two players get who rely on it, and what else saves
nodes in games with chance. [Atzmon2018]

`beyond/epsilon-spend`: eq. 26 allows what Algorithm 1 does not use. Any ε(c) with Σ π(c) ε(c) ≤ ε keeps the guarantee.
"uniform" is the algorithm: ε for every outcome. "carry": and what earlier outcomes left over. "equal": equal parts of
the sum, so that unlikely outcomes get a large ε(c), mostly one that needs no search at all. Numbers between 0 and 1 go
from equal (0) to carry (1). One observation is one random tree with shared successors, the same for every way and ε;
what is shown are nodes, as a share of those at ε = 0.

`beyond/epsilon-equilibrium`: do two players who trust bounded alpha-beta make an ε-equilibrium? The paper conjectures
so. Each plays safely: Max the move with the highest L, Min the one with the lowest U, the first of equals. What this
means in the middle of a game is left open, so there are two policies. "once": all moves come from the bounds that one
search from the root leaves at its nodes; where it has not been, the first move. "again": every position is searched
again, with the same ε, when it is reached. A player's gain is what he wins by the best response to the other's policy,
over what he has when both keep to it. Besides random trees, the smallest tree found on which the second policy is not
an ε-equilibrium. Every move has outcomes of its own, utilities are whole and probabilities ¾ and ¼, so that all is
exact.

`beyond/bounded-search`: ε, a table of positions, an order of outcomes, or another search? Random trees with chance,
p = .8, b = 4, four moves deep. With shared successors the b moves of a node lead to the same b positions, so that a
table meets each position again and again; with independent ones never. At ε = 0 Ballard's Star1 and Star2, which are
exact, are the rivals. "likeliest first": chance's outcomes by their probability. ε = 10⁻⁹ stands for 0: else rounding
would make a table doubt what it knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np

from overthink.core.bind import kernel
from overthink.core.checked import DEEPEST
from overthink.core.estimate import Estimate, Sample
from overthink.core.game import Game
from overthink.core.grow import Max, Min
from overthink.core.kinds import Number, State
from overthink.core.plain import Fields
from overthink.core.vocabulary import count, edge
from overthink.games.random_tree import HIGH, RandomTree
from overthink.measure.paired import linearised
from overthink.search.chance import from_array, star
from overthink.search.subject import chance_subject, ready
from overthink.studies.checks import (
    SELDOM,
    AllOf,
    Computed,
    Exactly,
    Quantity,
    Times,
    at,
    exactly,
    for_each,
    some_above,
)
from overthink.studies.claim import Evidence, own_claim, quote
from overthink.studies.samples import Cell, Row, Samples, Setting, grid, means, shares
from overthink.studies.study import Picture, one_figure
from overthink_papers.experiments.bounded import ROUNDING, Spot, Within, find_bounds, safe, searches, value, write_out
from overthink_papers.experiments.scaffold import one_by_one, own_all, plot

# How to divide ε

SPENDS: tuple[str | float, ...] = ("uniform", "carry", 0.75, 0.5, 0.25, "equal")
SPENT = (4, 8, 16, 32, 64)
SPEND_LABELS = {"x": "ε", "y": "nodes, as a share of those at ε = 0"}
SPEND_LABELS |= {str(spend): f"θ = {spend}" for spend in SPENDS if not isinstance(spend, str)}
BASE: Setting = {"b": 4, "p": 0.8, "depth": 4}
TREES: tuple[Setting, ...] = (
    *({**BASE, "depth": depth} for depth in (2, 3, 4)),
    *({**BASE, "p": p} for p in (0.25, 0.4, 0.6, 0.95)),
    *({"b": b, "p": p, "depth": 4} for b in (2, 3) for p in (1 / b, 0.8)),
    *({"b": 2, "p": 0.8, "depth": depth} for depth in (6, 8)),
)


@one_by_one([{"spend": "none", "epsilon": 0}, *grid(spend=tuple(map(str, SPENDS)), epsilon=SPENT)])
def run_spends(setting: Setting, number: int, seed: int) -> Sample:
    tree = RandomTree(**setting, number=number, seed=seed)
    return np.concatenate([searches(tree, [0.0]).nodes, *(searches(tree, SPENT, spend=way).nodes for way in SPENDS)])


def rows_of_spends(samples: Samples) -> list[Row]:
    table = []
    for point, nodes in samples.entries:
        if point["epsilon"]:
            where = {key: point[key] for key in BASE}
            estimate = Estimate.of_mean(linearised(nodes, samples(epsilon=0, **where)))
            table.append({**point, **asdict(estimate)})
    return table


def draw_spends(samples: Samples, rows: list[Row]) -> Picture:
    kept = [row for row in rows if row["b"] == BASE["b"] and row["depth"] == BASE["depth"]]
    draw = plot("epsilon", "spend", "p = {p:.3g}", SPEND_LABELS, "b = 4, depth 4, ")
    return draw(samples, sorted(kept, key=lambda row: float(row["p"])))


def more_nodes(spend: str, than: str, epsilon: int = 8, factor: float = 1.0, p: float = 0.8) -> Times:
    place = {**BASE, "p": p, "epsilon": epsilon}
    return Times(at(spend=spend, **place), at(spend=than, **place), factor)


SPEND = one_figure(
    name="beyond/epsilon-spend",
    title="how to divide ε among the outcomes of chance",
    source="[Atzmon2018] eq. 26",
    settings=TREES,
    run=run_spends,
    scales={"quick": 30, "paper": 200},
    draw=draw_spends,
    caption="Random trees with chance, four moves deep, b = 4, by the probability p of the chosen move: nodes that "
    "bounded alpha-beta needs for the same guarantee, by how ε is divided.",
    claims=(
        own_claim(
            Computed(
                more_nodes("uniform", "equal", factor=3.0).judge,
                "b = 4, p = .8, ε = 8: uniform needs at least 3 times the nodes of equal parts",
                begin=lambda point: 5.0 if point["spend"] == "uniform" else 1.0,
            )
        ),
        own_claim(
            AllOf((more_nodes("uniform", "equal"), more_nodes("uniform", "carry"))),
            "b = 4, p = .8, ε = 8: equal parts need fewer nodes than uniform, and so does carrying over what is left",
        ),
        own_claim(
            more_nodes("equal", "uniform", p=0.25),
            "b = 4, p = .25, all outcomes alike, ε = 8: equal parts need more nodes than uniform",
        ),
        own_all(
            "b = 4, p = .8, ε = 64: θ = .5, between equal parts and carrying over, needs fewer nodes than both",
            more_nodes("equal", "0.5", 64),
            more_nodes("carry", "0.5", 64),
        ),
    ),
    rows=rows_of_spends,
    across="epsilon",
    block=10,
)

# An ε-equilibrium

EPSILONS = (4, 8, 16, 32, 64)
POLICIES = ("once", "again")
GAIN_LABELS = {"x": "ε", "y": "share of trees with a gain above ε"}
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
    if setting["tree"] == "smallest":
        gains = [[gain(Spot(SMALLEST), 1.0, 10.0, policy == "again")] for policy in POLICIES]
        return [{"policy": policy, "epsilon": 1} for policy in POLICIES], np.tile(gains, stop - start)
    points, columns = list(grid(policy=POLICIES, epsilon=EPSILONS)), []
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


def kind_of(row: Row) -> str:
    return f"b = {row['b']}, depth {row['depth']}" + (f", chance p = {row['p']}" if row["p"] < 1.0 else "")


def sometimes(policy: str, limit: float, kinds: Sequence[Setting]) -> Computed:
    def judge(samples: Samples) -> Evidence:
        curves = [samples.curve("epsilon", EPSILONS, policy=policy, **kind) for kind in kinds]
        share = Estimate.share(np.concatenate([np.max(curve, axis=0) > limit for curve in curves]))
        most = max(float(np.max(curve)) for curve in curves)
        words = f"on {100 * share.mean:.2f}% of trees, for some ε; the largest gain is {most:.3g} ε"
        return some_above([share], words, SELDOM)

    says = f"searched {policy}: somebody gains more than {limit:g} ε on some random trees"
    return Computed(judge, says, lambda point: limit + 1.0, lambda point: limit)


EQUILIBRIUM = one_figure(
    name="beyond/epsilon-equilibrium",
    title="bounded alpha-beta against bounded alpha-beta: is it an ε-equilibrium?",
    source="[Atzmon2018] Conclusion",
    settings=SETTINGS,
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=plot("epsilon", kind_of, "policy", GAIN_LABELS, "searched ", keep=lambda row: row["measure"] == "above"),
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
            sometimes("again", 1.0, [kind for kind in RANDOM if kind["p"] is None]),
            "a search before every move: somebody gains more than ε on some random trees",
        ),
        quote(
            "obtained by BAB in not necessarily a Nash equilibruim",
            sometimes("once", 0.0, RANDOM),
            says="the policy of one search: somebody gains something on some random trees",
        ),
    ),
    rows=rows,
    across="epsilon",
    block=50,
)

# What saves nodes in games with chance

B, DEPTH, P = 4, 4, 0.8
KINDS = ("shared", "independent")
SEARCH_EPSILONS = (0, 4, 8, 16, 32, 64)


@kernel
def likeliest(game: Game[State], state: State, me: int) -> Number:
    """The likeliest outcomes of chance first; moves of players as given."""
    promise = np.zeros(count(game, state))
    for i in range(len(promise)):
        if me == 0:
            promise[i] = -edge(game, state, i)
    return np.argsort(promise, kind="mergesort")


FIRST = {"arranged": likeliest, "kth": from_array}
OPTIONS: dict[str, Fields] = {
    "as written": {},
    "likeliest first": FIRST,
    "equal parts": {"spend": "equal"},
    "table": {"table": True},
    "table, equal parts": {"table": True, "spend": "equal"},
    "table, equal parts, likeliest first": {"table": True, "spend": "equal", **FIRST},
}
RIVALS = {"star1": False, "star2": True}
SEARCH_LABELS = {"x": "ε", "y": "nodes", "star1": "Star1", "star2": "Star2"}


def exact(tree: RandomTree, probes: bool) -> float:
    """Nodes seen by Star1, or by Star2 where it probes."""
    position = chance_subject(tree, None, None)
    find = ready(star, position, (1, 0.0, 0.0, 0.0, 0.0), PROBES=probes)
    *_, internal, leaves = find(position.context, position.state, DEEPEST, 0.0, HIGH, 0.0, HIGH)
    return float(internal + leaves)


@one_by_one([*grid(search=OPTIONS, epsilon=SEARCH_EPSILONS), *grid(search=RIVALS, epsilon=(0,))])
def run_searches(setting: Setting, number: int, seed: int) -> Sample:
    tree = RandomTree(B, DEPTH, P, shared=setting["successors"] == "shared", number=number, seed=seed)
    epsilons = [max(e, ROUNDING) for e in SEARCH_EPSILONS]
    bounded = [searches(tree, epsilons, **options).nodes for options in OPTIONS.values()]
    return np.concatenate([*bounded, [exact(tree, probes) for probes in RIVALS.values()]])


def nodes(search: str, epsilon: int = 0, successors: str = "shared") -> Quantity:
    return at(successors=successors, search=search, epsilon=epsilon)


def same_nodes(samples: Samples) -> Evidence:
    pairs = [[samples(successors=kind, search=name, epsilon=0) for name in ("as written", "star1")] for kind in KINDS]
    return exactly([a - b for a, b in pairs], 0.0)


SEARCHES = one_figure(
    name="beyond/bounded-search",
    title="what saves nodes in games with chance",
    source="[Atzmon2018] Related Work",
    settings=grid(successors=KINDS),
    run=run_searches,
    scales={"quick": 30, "paper": 200},
    draw=plot("epsilon", "search", "successors", SEARCH_LABELS, "successors ", log=True),
    caption="Random trees with chance, p = .8, b = 4, four moves deep: nodes seen by bounded alpha-beta with several "
    "options, and by Star1 and Star2, which know no ε.",
    claims=(
        own_all(
            "shared successors: a table alone, at ε = 0, saves more than ε = 32 without one; with a table, ε = 32 "
            "still saves a third of the nodes, and equal parts need more than uniform",
            Times(nodes("as written", 32), nodes("table"), 1.0),
            Times(nodes("table"), nodes("table", 32), 1.5),
            Times(nodes("table, equal parts", 32), nodes("table", 32), 1.0),
        ),
        own_claim(
            Times(nodes("as written"), nodes("likeliest first"), 1.5),
            "shared successors: at ε = 0, likeliest first saves a third",
        ),
        own_claim(
            Computed(
                same_nodes,
                "at ε = 0, bounded alpha-beta sees exactly the nodes of Star1",
                lambda point: 1.0,
                lambda point: float(point["search"] == "star1"),
            ),
        ),
        own_claim(
            for_each(KINDS, lambda kind: Times(nodes("as written", 0, kind), nodes("star2", 0, kind), 1.0)),
            "at ε = 0, Star2 needs fewer nodes than bounded alpha-beta, with shared and with independent successors",
        ),
    ),
    rows=means,
    across="epsilon",
    block=10,
)
