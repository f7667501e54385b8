"""SCOUT and proof-number search with room for ε, beside bounded alpha-beta: other searches under Theorem 1, which
[Atzmon2018] leaves to future work. Random trees without chance, b = 4, the same for all.

SCOUT evaluates the first child of a node and only *tests* the others: is this one better? A test is cheap, since it
needs one leaf of each opposing choice; what passes is evaluated. With ε the question is whether a child is better by
more than ε. If not, it moves the far bound by ε at most, so that U - L ≤ ε at every node: it holds at leaves, at a Max
node U never exceeds the largest L by more than ε, and at a Min node likewise. ε = 0 is SCOUT. No range of values is
needed.

Proof-number search asks a question with two answers. Here it is *is the root worth more than t?*, with t in the middle
of what is still possible. The answer moves L or U of the root past t, so the interval at least halves, and the search
asks again until U - L ≤ ε. One tree serves all questions: each node keeps L and U by C1 and C2, with the whole range
for a node that was not looked into. Where α = L and β = U at the root are no further apart than ε, C5 keeps them so at
every node below, and Theorem 1 holds for whatever was seen.

Nodes are internal nodes, those whose children were asked for: some of them by alpha-beta, all at once by proof-number
search. They are mean numbers, not ratios, since searches differ at ε = 0 already.

Studies: `beyond/bounded-scout`, `beyond/bounded-proof-number`.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from overthink.core.bind import kernel, types_of
from overthink.core.estimate import Sample
from overthink.core.kinds import Context, Foreign, State
from overthink.core.vocabulary import child, count, mover, over, static, utility
from overthink.games.random_tree import RandomTree
from overthink.search.subject import Subject, chance_subject, checked_value
from overthink.studies.checks import AlwaysBetter, Quantity, Times, at, curve, for_each
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
    if not position.compiled:
        return scout.bind(**position.names).interpreted
    types = types_of(position.context, position.state)
    test = beyond.bind((*types, *types_of(1, 0.0, 1)), **position.names)
    return scout.bind((*types, *types_of(1, 0.0)), **position.names, beyond=test).compiled


class ProofNode:
    __slots__ = ("children", "disproof", "high", "low", "me", "parent", "proof", "remaining", "state")

    def __init__(self, state: State, me: int, remaining: int, parent: ProofNode | None, low: float, high: float):
        self.state, self.me, self.remaining, self.parent = state, me, remaining, parent
        self.low, self.high = low, high
        self.children: list[ProofNode] = []
        self.proof = self.disproof = 1.0  # nodes to look into, at least, for a yes and for a no

    def answer(self, limit: float) -> None:
        """Both numbers for the question whether this position is worth more than the limit."""
        if self.low > limit:
            self.proof, self.disproof = 0.0, math.inf
        elif self.high <= limit:
            self.proof, self.disproof = math.inf, 0.0
        elif not self.children:
            self.proof = self.disproof = 1.0
        elif self.me > 0:
            self.proof = min(child.proof for child in self.children)
            self.disproof = sum(child.disproof for child in self.children)
        else:
            self.proof = sum(child.proof for child in self.children)
            self.disproof = min(child.disproof for child in self.children)

    def narrow(self) -> None:
        """L and U from the children's, all of which are there. C1, C2"""
        best = max if self.me > 0 else min
        self.low, self.high = best(c.low for c in self.children), best(c.high for c in self.children)


class ProofNumberSearch:
    """The tree so far, and what it cost."""

    @np.errstate(over="ignore")  # hashes wrap
    def __init__(self, position: Subject, depth: int, low: float, high: float):
        self.position, self.low, self.high = position, low, high
        self.words = {word: position.answers(word) for word in ("count", "child", "mover", "over", "utility", "static")}
        self.expanded = self.leaves = 0
        self.nodes: list[ProofNode] = []  # parents before their children
        self.root = self.reach(position.state, depth, None)

    def reach(self, state: State, remaining: int, parent: ProofNode | None) -> ProofNode:
        """A node of its own for a position: with its value, where the search ends, and the whole range elsewhere."""
        words, game, low, high = self.words, self.position.context, self.low, self.high
        stuck = int(words["count"](game, state)) == 0
        if stuck or remaining == 0:
            over = words["over"](game, state) if "over" in self.position.names else stuck
            value = float(words["utility" if over else "static"](game, state))
            low = high = checked_value(value, self.position, low, high)
            self.leaves += 1
        node = ProofNode(state, int(words["mover"](game, state)), remaining, parent, low, high)
        self.nodes.append(node)
        return node

    def expand(self, node: ProofNode) -> None:
        words, game, state = self.words, self.position.context, node.state
        children = range(int(words["count"](game, state)))
        node.children = [self.reach(words["child"](game, state, i), node.remaining - 1, node) for i in children]
        self.expanded += 1

    @np.errstate(over="ignore")
    def settle(self, limit: float) -> None:
        """Look into nodes until the root is proven to be worth more than the limit, or not."""
        for node in reversed(self.nodes):
            node.answer(limit)
        while self.root.proof > 0.0 and self.root.disproof > 0.0:
            node = self.root
            while node.children:
                numbers = [child.proof if node.me > 0 else child.disproof for child in node.children]
                node = node.children[numbers.index(min(numbers))]
            self.expand(node)
            for below in node.children:
                below.answer(limit)
            above: ProofNode | None = node
            while above is not None:
                above.narrow()
                above.answer(limit)
                above = above.parent

    def run(self, epsilon: float) -> None:
        """Halve what is possible until it is no wider than ε."""
        root = self.root
        while root.high - root.low > epsilon:
            middle = root.low + (root.high - root.low) / 2
            self.settle(middle if middle < root.high else root.low)


B, SCOUT_DEPTHS, EPSILONS = 4, (3, 5, 7, 9), (0, 8, 16, 24, 32, 48, 64)
EAGER = "alpha-beta, last child too"  # cuts after a last child as well, which Algorithm 1 does not
SEARCHES = ("alpha-beta", EAGER, "scout")
LABELS = {
    "x": "ε", "y": "internal nodes", "alpha-beta": "bounded alpha-beta", "scout": "bounded SCOUT",
    "proof-number": "proof-number search",
}  # fmt: skip


@one_by_one(grid(search=(*SEARCHES, "width"), epsilon=EPSILONS))
def run_scout(setting: Setting, number: int, seed: int) -> list[float]:
    """Internal nodes of both searches, and the width of SCOUT's interval."""
    tree = RandomTree(B, setting["depth"], number=number, seed=seed)
    position = chance_subject(tree, None, None)
    search = scout_of(position)
    results = [search(position.context, position.state, setting["depth"], float(e)) for e in EPSILONS]
    written, eager = (searches(tree, EPSILONS, last_child=clause).internal for clause in (True, False))
    return [*written, *eager, *(internal for _, _, internal, _ in results), *(U - L for L, U, *_ in results)]


draw = plot(
    "epsilon", "search", "depth", LABELS, "depth ", lambda row: row.get("count", "internal") == "internal", log=True
)


def needs_more(more: str, fewer: str, epsilon: int) -> Times:
    return Times(at(search=more, depth=9, epsilon=epsilon), at(search=fewer, depth=9, epsilon=epsilon), 1.0)


SCOUT = one_figure(
    name="beyond/bounded-scout",
    title="SCOUT with room for ε, beside bounded alpha-beta",
    source="[Atzmon2018] Different game tree search strategies",
    settings=grid(depth=SCOUT_DEPTHS),
    run=run_scout,
    scales={"quick": 50, "paper": 500},
    draw=draw,
    caption="Random trees, b = 4: internal nodes that bounded alpha-beta, as written, and bounded SCOUT expand for the "
    "same guarantee, on a logarithmic scale.",
    claims=(
        own_claim(
            Within(tuple(({"search": "width", "depth": d, "epsilon": e}, e) for d in SCOUT_DEPTHS for e in EPSILONS)),
            "SCOUT's interval is never wider than ε",
        ),
        own_claim(
            for_each(
                SCOUT_DEPTHS,
                lambda d: AlwaysBetter(tuple(pairwise(curve("epsilon", EPSILONS, search="scout", depth=d)))),
            ),
            "at every depth, every larger ε needs fewer nodes with SCOUT",
        ),
        own_all(
            "depth 9: SCOUT needs fewer nodes than alpha-beta with ε = 16 and 32, with 16 also than one that cuts "
            "after a last child; it needs more with ε = 0 and 64",
            needs_more("alpha-beta", "scout", 16),
            needs_more("alpha-beta", "scout", 32),
            needs_more(EAGER, "scout", 16),
            needs_more("scout", "alpha-beta", 0),
            needs_more("scout", "alpha-beta", 64),
        ),
    ),
    rows=lambda samples: [row for row in means(samples) if row["search"] != "width"],
    across="epsilon",
    block=50,
)


DEPTHS, HIGH = (3, 5, 7), 100.0
ALPHA_BETA, PROOF_NUMBER = "alpha-beta", "proof-number"
COUNTS = ("internal", "leaves")


@one_by_one(
    [
        *grid(search=(ALPHA_BETA,), count=COUNTS, epsilon=EPSILONS),
        *grid(search=(PROOF_NUMBER,), count=(*COUNTS, "width", "outside"), epsilon=EPSILONS),
    ]
)
def run(setting: Setting, number: int, seed: int) -> Sample:
    """Internal nodes and leaves of both searches; the width of the interval, and how far outside it the value lies."""
    tree = RandomTree(B, setting["depth"], number=number, seed=seed)
    written = searches(tree, EPSILONS)
    results = np.array([proof_number(tree, setting["depth"], e, float(written.L[0])) for e in EPSILONS])
    return np.concatenate([written.internal, written.leaves, *results.T])


def proof_number(tree: RandomTree, depth: int, epsilon: float, value: float) -> tuple[float, ...]:
    """Internal nodes, leaves, width, and by how much the value is outside."""
    search = ProofNumberSearch(chance_subject(tree, None, None), depth, 0.0, HIGH)
    search.run(float(epsilon))
    low, high = search.root.low, search.root.high
    return search.expanded, search.leaves, high - low, max(low - value, value - high, 0.0)


def of(search: str, epsilon: int, depth: int = 7, count: str = "internal") -> Quantity:
    return at(search=search, count=count, depth=depth, epsilon=epsilon)


PROOF = one_figure(
    name="beyond/bounded-proof-number",
    title="proof-number search with room for ε, beside bounded alpha-beta",
    source="[Atzmon2018] Different game tree search strategies",
    settings=grid(depth=DEPTHS),
    run=run,
    scales={"quick": 10, "paper": 200},
    draw=draw,
    caption="Random trees, b = 4: internal nodes that bounded alpha-beta, as written, and bounded proof-number search "
    "expand for the same guarantee, on a logarithmic scale.",
    claims=(
        own_claim(
            Within(
                tuple(
                    ({"search": PROOF_NUMBER, "count": count, "depth": d, "epsilon": e}, e if count == "width" else 0.0)
                    for count in ("width", "outside")
                    for d in DEPTHS
                    for e in EPSILONS
                )
            ),
            "the interval is never wider than ε, and never leaves the value out",
        ),
        own_claim(
            for_each(COUNTS, lambda n: Times(of(ALPHA_BETA, 0, count=n), of(PROOF_NUMBER, 0, count=n), 1.0)),
            "depth 7, ε = 0: proof-number search expands fewer nodes, and sees fewer leaves",
        ),
        own_all(
            "depth 7, ε = 32: proof-number search expands more nodes; at every depth, ε = 64 saves it some",
            Times(of(PROOF_NUMBER, 32), of(ALPHA_BETA, 32), 1.0),
            *(Times(of(PROOF_NUMBER, 0, depth), of(PROOF_NUMBER, 64, depth), 1.0) for depth in DEPTHS),
        ),
    ),
    rows=lambda samples: [row for row in means(samples) if row["count"] in COUNTS],
    across="epsilon",
    block=5,
)  # fmt: skip
