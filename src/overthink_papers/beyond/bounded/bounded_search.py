"""What saves nodes in games with chance: ε, a table of positions, an order of outcomes, or another search? [Atzmon2018]

Random trees with chance, p = .8, b = 4, four moves deep. With shared successors the b moves of a node lead to the same
b positions, so that a table meets each position again and again; with independent ones never. At ε = 0 Ballard's Star1
and Star2, which are exact, are the rivals. "likeliest first": chance's outcomes by their probability. ε = 10⁻⁹ stands
for 0: else rounding would make a table doubt what it knows.
"""

import numpy as np

from overthink.core.bind import kernel
from overthink.core.checked import DEEPEST
from overthink.core.estimate import Sample
from overthink.core.game import Game
from overthink.core.kinds import Number, State
from overthink.core.plain import Fields
from overthink.core.vocabulary import count, edge
from overthink.games.random_tree import HIGH, RandomTree
from overthink.search.chance import from_array, star
from overthink.search.subjects.bind import chance_subject
from overthink.search.subjects.subject import ready
from overthink.studies.checks import Computed, Quantity, Times, at, exactly, for_each
from overthink.studies.claim import Evidence, own_claim
from overthink.studies.samples import Samples, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.bounded import ROUNDING, searches
from overthink_papers.experiments.scaffold import one_by_one, own_all, plot

B, DEPTH, P = 4, 4, 0.8
KINDS = ("shared", "independent")
EPSILONS = (0, 4, 8, 16, 32, 64)


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
LABELS = {"x": "ε", "y": "nodes", "star1": "Star1", "star2": "Star2"}


def exact(tree: RandomTree, probes: bool) -> float:
    """Nodes seen by Star1, or by Star2 where it probes."""
    position = chance_subject(tree, None, None)
    find = ready(star, position, (1, 0.0, 0.0, 0.0, 0.0), PROBES=probes)
    *_, internal, leaves = find(position.context, position.state, DEEPEST, 0.0, HIGH, 0.0, HIGH)
    return float(internal + leaves)


@one_by_one([*grid(search=OPTIONS, epsilon=EPSILONS), *grid(search=RIVALS, epsilon=(0,))])
def run(setting: Setting, number: int, seed: int) -> Sample:
    """Nodes of each search of one tree."""
    tree = RandomTree(B, DEPTH, P, shared=setting["successors"] == "shared", number=number, seed=seed)
    epsilons = [max(e, ROUNDING) for e in EPSILONS]
    bounded = [searches(tree, epsilons, **options).nodes for options in OPTIONS.values()]
    return np.concatenate([*bounded, [exact(tree, probes) for probes in RIVALS.values()]])


def _nodes(search: str, epsilon: int = 0, successors: str = "shared") -> Quantity:
    return at(successors=successors, search=search, epsilon=epsilon)


def _same_nodes(samples: Samples) -> Evidence:
    pairs = [[samples(successors=kind, search=name, epsilon=0) for name in ("as written", "star1")] for kind in KINDS]
    return exactly([a - b for a, b in pairs], 0.0)


STUDY = one_figure(
    name="beyond/bounded-search",
    title="what saves nodes in games with chance",
    source="[Atzmon2018] Related Work",
    settings=grid(successors=KINDS),
    run=run,
    scales={"quick": 30, "paper": 200},
    draw=plot("epsilon", "search", "successors", LABELS, "successors ", log=True),
    caption="Random trees with chance, p = .8, b = 4, four moves deep: nodes seen by bounded alpha-beta with several "
    "options, and by Star1 and Star2, which know no ε.",
    claims=(
        own_all(
            "shared successors: a table alone, at ε = 0, saves more than ε = 32 without one; with a table, ε = 32 "
            "still saves a third of the nodes, and equal parts need more than uniform",
            Times(_nodes("as written", 32), _nodes("table"), 1.0),
            Times(_nodes("table"), _nodes("table", 32), 1.5),
            Times(_nodes("table, equal parts", 32), _nodes("table", 32), 1.0),
        ),
        own_claim(
            Times(_nodes("as written"), _nodes("likeliest first"), 1.5),
            "shared successors: at ε = 0, likeliest first saves a third",
        ),
        own_claim(
            Computed(
                _same_nodes,
                "at ε = 0, bounded alpha-beta sees exactly the nodes of Star1",
                lambda point: 1.0,
                lambda point: float(point["search"] == "star1"),
            ),
        ),
        own_claim(
            for_each(KINDS, lambda kind: Times(_nodes("as written", 0, kind), _nodes("star2", 0, kind), 1.0)),
            "at ε = 0, Star2 needs fewer nodes than bounded alpha-beta, with shared and with independent successors",
        ),
    ),
    rows=means,
    across="epsilon",
    block=10,
)
