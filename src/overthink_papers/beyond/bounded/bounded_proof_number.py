"""Proof-number search with room for ε, beside bounded alpha-beta: another search under Theorem 1, which [Atzmon2018]
leaves to future work. Random trees without chance, b = 4, the same for both.

Proof-number search asks a question with two answers. Here it is *is the root worth more than t?*, with t in the middle
of what is still possible. The answer moves L or U of the root past t, so the interval at least halves, and the search
asks again until U - L ≤ ε. One tree serves all questions: each node keeps L and U by C1 and C2, with the whole range
for a node that was not looked into. Where α = L and β = U at the root are no further apart than ε, C5 keeps them so at
every node below, and Theorem 1 holds for whatever was seen.

Nodes are internal nodes, those whose children were asked for: some of them by alpha-beta, all at once by proof-number
search. They are mean numbers, not ratios, since searches differ at ε = 0 already.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.estimate import Sample
from overthink.core.kinds import State
from overthink.games.random_tree import RandomTree
from overthink.search.look import check_value
from overthink.search.subject import chance_subject
from overthink.search.subjects.subject import Subject
from overthink.studies.checks import Quantity, Times, at, for_each
from overthink.studies.claim import own_claim
from overthink.studies.samples import Setting, grid, means
from overthink.studies.study import one_figure
from overthink_papers.beyond.bounded.bounded_scout import EPSILONS, B, draw
from overthink_papers.experiments.bounded import Within, searches
from overthink_papers.experiments.scaffold import one_by_one, own_all


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
            self.proof = 0.0
            self.disproof = math.inf
        elif self.high <= limit:
            self.proof = math.inf
            self.disproof = 0.0
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
            check_value(value, self.position, low, high)
            low = high = value
            self.leaves += 1
        node = ProofNode(state, int(words["mover"](game, state)), remaining, parent, low, high)
        self.nodes.append(node)
        return node

    def expand(self, node: ProofNode) -> None:
        """Give a node its children."""
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


DEPTHS = (3, 5, 7)
HIGH = 100.0
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


def _of(search: str, epsilon: int, depth: int = 7, count: str = "internal") -> Quantity:
    return at(search=search, count=count, depth=depth, epsilon=epsilon)


STUDY = one_figure(
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
            for_each(COUNTS, lambda n: Times(_of(ALPHA_BETA, 0, count=n), _of(PROOF_NUMBER, 0, count=n), 1.0)),
            "depth 7, ε = 0: proof-number search expands fewer nodes, and sees fewer leaves",
        ),
        own_all(
            "depth 7, ε = 32: proof-number search expands more nodes; at every depth, ε = 64 saves it some",
            Times(_of(PROOF_NUMBER, 32), _of(ALPHA_BETA, 32), 1.0),
            *(Times(_of(PROOF_NUMBER, 0, depth), _of(PROOF_NUMBER, 64, depth), 1.0) for depth in DEPTHS),
        ),
    ),
    rows=lambda samples: [row for row in means(samples) if row["count"] in COUNTS],
    across="epsilon",
    block=5,
)  # fmt: skip
