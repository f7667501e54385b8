"""SCOUT with room for ε, beside bounded alpha-beta: another search under Theorem 1, which [Atzmon2018] leaves to future
work. Random trees without chance, b = 4, the same for both.

SCOUT evaluates the first child of a node and only *tests* the others: is this one better? A test is cheap, since it
needs one leaf of each opposing choice; what passes is evaluated. With ε the question is whether a child is better by
more than ε. If not, it moves the far bound by ε at most, so that U - L ≤ ε at every node: it holds at leaves, at a Max
node U never exceeds the largest L by more than ε, and at a Min node likewise. ε = 0 is SCOUT. No range of values is
needed.

Nodes are internal nodes, those of which alpha-beta asked for some children. They are mean numbers, not ratios, since
searches differ at ε = 0 already.
"""

from itertools import pairwise

from overthink.core.bind import kernel, types_of
from overthink.core.kinds import Context, Foreign, State
from overthink.core.vocabulary import child, count, mover, over, static, utility
from overthink.games.random_tree import RandomTree
from overthink.search.subjects.bind import chance_subject
from overthink.search.subjects.subject import Subject
from overthink.studies.checks import AlwaysBetter, Times, at, curve, for_each
from overthink.studies.claim import own_claim
from overthink.studies.samples import Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.experiments.bounded import Within, searches
from overthink_papers.experiments.scaffold import one_by_one, own_all, plot

Numbers = tuple[float, float, int, int]


@kernel
def beyond(game: Context, state: State, depth: int, limit: float, side: int) -> tuple[bool, int, int]:
    """Whether a state is worth more than the limit (side 1), or less (side -1); internal nodes and leaves seen."""
    children = count(game, state)
    if children == 0 or depth == 0:
        value = utility(game, state) if over(game, state) else static(game, state)
        return side * value > side * limit, 0, 1
    enough = mover(game, state) == side  # one child is enough for the player of this side
    internal, leaves = 1, 0
    for i in range(children):
        below, inner, ends = beyond(game, child(game, state, i), depth - 1, limit, side)
        internal, leaves = internal + inner, leaves + ends
        if below == enough:
            return below, internal, leaves
    return not enough, internal, leaves


@kernel
def scout(game: Context, state: State, depth: int, epsilon: float) -> Numbers:
    """L and U of a state, no further apart than ε; internal nodes and leaves seen."""
    children = count(game, state)
    if children == 0 or depth == 0:
        value = utility(game, state) if over(game, state) else static(game, state)
        return float(value), float(value), 0, 1
    me = mover(game, state)
    L, U, internal, leaves = scout(game, child(game, state, 0), depth - 1, epsilon)
    internal += 1
    for i in range(1, children):
        limit = L + epsilon if me > 0 else U - epsilon
        better, inner, ends = beyond(game, child(game, state, i), depth - 1, limit, me)
        internal, leaves = internal + inner, leaves + ends
        L_c, U_c = limit, limit
        if better:
            L_c, U_c, inner, ends = scout(game, child(game, state, i), depth - 1, epsilon)
            internal, leaves = internal + inner, leaves + ends
        if me > 0:
            L, U = max(L, L_c) if better else L, max(U, U_c)
        else:
            L, U = min(L, L_c), min(U, U_c) if better else U
    return L, U, internal, leaves


def scout_of(position: Subject) -> Foreign:
    """`scout` for this position, compiled where the game is."""
    if not position.compiled:
        return scout.bind(**position.names).interpreted
    types = types_of(position.context, position.state)
    test = beyond.bind((*types, *types_of(1, 0.0, 1)), **position.names)
    return scout.bind((*types, *types_of(1, 0.0)), **position.names, beyond=test).compiled


B = 4
DEPTHS = (3, 5, 7, 9)
EPSILONS = (0, 8, 16, 24, 32, 48, 64)
EAGER = "alpha-beta, last child too"  # cuts after a last child as well, which Algorithm 1 does not
SEARCHES = ("alpha-beta", EAGER, "scout")
LABELS = {"x": "ε", "y": "internal nodes", "alpha-beta": "bounded alpha-beta", "scout": "bounded SCOUT"}


@one_by_one(grid(search=(*SEARCHES, "width"), epsilon=EPSILONS))
def run(setting: Setting, number: int, seed: int) -> list[float]:
    """Internal nodes of both searches, and the width of SCOUT's interval."""
    tree = RandomTree(B, setting["depth"], number=number, seed=seed)
    position = chance_subject(tree, None, None)
    search = scout_of(position)
    results = [search(position.context, position.state, setting["depth"], float(e)) for e in EPSILONS]
    written, eager = (searches(tree, EPSILONS, last_child=clause).internal for clause in (True, False))
    return [*written, *eager, *(internal for _, _, internal, _ in results), *(U - L for L, U, *_ in results)]


def _needs_more(more: str, fewer: str, epsilon: int) -> Times:
    return Times(at(search=more, depth=9, epsilon=epsilon), at(search=fewer, depth=9, epsilon=epsilon), 1.0)


STUDY = one_figure(
    name="beyond/bounded-scout",
    title="SCOUT with room for ε, beside bounded alpha-beta",
    source="[Atzmon2018] Different game tree search strategies",
    settings=grid(depth=DEPTHS),
    run=run,
    scales={"quick": 50, "paper": 500},
    draw=plot("epsilon", "search", "depth", LABELS, "depth ", log=True),
    caption="Random trees, b = 4: internal nodes that bounded alpha-beta, as written, and bounded SCOUT expand for the "
    "same guarantee, on a logarithmic scale.",
    claims=(
        own_claim(
            Within(tuple(({"search": "width", "depth": d, "epsilon": e}, e) for d in DEPTHS for e in EPSILONS)),
            "SCOUT's interval is never wider than ε",
        ),
        own_claim(
            for_each(
                DEPTHS,
                lambda d: AlwaysBetter(tuple(pairwise(curve("epsilon", EPSILONS, search="scout", depth=d)))),
            ),
            "at every depth, every larger ε needs fewer nodes with SCOUT",
        ),
        own_all(
            "depth 9: SCOUT needs fewer nodes than alpha-beta with ε = 16 and 32, with 16 also than one that cuts "
            "after a last child; it needs more with ε = 0 and 64",
            _needs_more("alpha-beta", "scout", 16),
            _needs_more("alpha-beta", "scout", 32),
            _needs_more(EAGER, "scout", 16),
            _needs_more("scout", "alpha-beta", 0),
            _needs_more("scout", "alpha-beta", 64),
        ),
    ),
    rows=lambda samples: [row for row in means(samples) if row["search"] != "width"],
    across="epsilon",
    block=50,
)
