"""What saves nodes in games with chance: ε, a table of positions, an order of outcomes, or another search?

Random trees with chance, p = .8, b = 4, four moves deep. With shared successors the b moves of a node lead to the same
b positions, so that a table meets each position again and again; with independent ones never. At ε = 0 Ballard's Star1
and Star2, which are exact, are the rivals. "likeliest first": chance's outcomes by their probability. ε = 10⁻⁹ stands
for 0: else rounding would make a table doubt what it knows.
"""

from __future__ import annotations

import numpy as np

from overthink.core.bind import kernel
from overthink.core.checked import DEEPEST
from overthink.core.game import Game, count, edge
from overthink.core.kinds import Number, State
from overthink.core.plain import Fields
from overthink.games.random_tree import HIGH, RandomTree
from overthink.report.curves import curves
from overthink.search.chance import from_array, star
from overthink.search.subject import chance_subject, typed
from overthink.studies.checks import exactly, times
from overthink.studies.claim import NOT_IN_PRINT, Claim
from overthink.studies.samples import Cell, Point, Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.bounded import searches

B, DEPTH, P = 4, 4, 0.8
KINDS = ("shared", "independent")
EPSILONS, ROUNDING = (0, 4, 8, 16, 32, 64), 1e-9


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
    find = typed(star, position, (1, 0.0, 0.0, 0.0, 0.0), PROBES=probes)
    *_, internal, leaves = find(position.context, position.state, DEEPEST, 0.0, HIGH, 0.0, HIGH)
    return float(internal + leaves)


def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
    """Nodes of every search of every tree."""
    points: list[Point] = [{"search": name, "epsilon": epsilon} for name in OPTIONS for epsilon in EPSILONS]
    columns = []
    for number in range(start, stop):
        tree = RandomTree(B, DEPTH, P, shared=setting["successors"] == "shared", number=number, seed=seed)
        bounded = [
            searches(tree, [max(e, ROUNDING) for e in EPSILONS], **options).nodes for options in OPTIONS.values()
        ]
        columns.append(np.concatenate([*bounded, [exact(tree, probes) for probes in RIVALS.values()]]))
    return [*points, *({"search": name, "epsilon": 0} for name in RIVALS)], np.array(columns).T


def claim(says: str, more: Point, fewer: Point, factor: float, successors: str = "shared") -> Claim:
    """One search needs more than so many times the nodes of another."""
    return Claim(
        f"{successors} successors: {says}",
        NOT_IN_PRINT,
        lambda s: times(s(successors=successors, **more), s(successors=successors, **fewer), factor),
    )


WRITTEN: Point = {"search": "as written", "epsilon": 0}
TABLE: Point = {"search": "table", "epsilon": 0}
STAR1: Point = {"search": "star1", "epsilon": 0}
STAR2: Point = {"search": "star2", "epsilon": 0}

STUDY = one_figure(
    name="beyond/bounded-search",
    title="what saves nodes in games with chance",
    source="[Atzmon2018] Related Work",
    settings=grid(successors=KINDS),
    run=run,
    scales={"quick": 30, "paper": 200},
    draw=lambda samples, rows: curves(rows, "epsilon", "search", "successors", LABELS, "successors ", log=True),
    caption="Random trees with chance, p = .8, b = 4, four moves deep: nodes seen by bounded alpha-beta with several "
    "options, and by Star1 and Star2, which know no ε.",
    claims=(
        claim("a table alone, at ε = 0, saves more than ε = 32 without one", {**WRITTEN, "epsilon": 32}, TABLE, 1.0),
        claim("with a table, ε = 32 still saves a third of the nodes", TABLE, {**TABLE, "epsilon": 32}, 1.5),
        claim(
            "with a table, equal parts need more nodes than uniform at ε = 32",
            {"search": "table, equal parts", "epsilon": 32},
            {**TABLE, "epsilon": 32},
            1.0,
        ),
        claim("at ε = 0, likeliest first saves a third", WRITTEN, {**WRITTEN, "search": "likeliest first"}, 1.5),
        Claim(
            "at ε = 0, bounded alpha-beta sees exactly the nodes of Star1",
            "the corresponding safe pruning method (i.e., BAB with ϵ=0)",
            lambda s: exactly([s(successors=k, **WRITTEN) - s(successors=k, **STAR1) for k in KINDS], 0.0),
            source="[Atzmon2018] Experimental Results",
        ),
        *(
            claim("at ε = 0, Star2 needs fewer nodes than bounded alpha-beta", WRITTEN, STAR2, 1.0, kind)
            for kind in KINDS
        ),
    ),
    rows=means,
    across="epsilon",
    block=10,
)
