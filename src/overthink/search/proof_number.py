"""Bounded proof-number search: best first, with room for ε; an answer to a question that [Atzmon2018] leaves to future
work.

Proof-number search asks a question with two answers. Here it is *is the root worth more than t?*, with t in the middle
of what is still possible. The answer moves L or U of the root past t, so the interval at least halves, and the search
asks again until U - L ≤ ε. One tree serves all questions: each node keeps L and U by C1 and C2, with the whole range
for a node that was not looked into. Where α = L and β = U at the root are no further apart than ε, C5 keeps them so at
every node below, and Theorem 1 holds for whatever was seen. Games without chance only.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from overthink.core.checked import DEEPEST, checked_depth
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate
from overthink.core.kinds import State
from overthink.core.tree import Tree
from overthink.search.bounds import Bounds, MoveBounds, checked_epsilon, checked_range, safe
from overthink.search.subject import Subject, chance_subject, check_range, has_chance


class ProofNode:
    """A position that the search has reached."""

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
            low = high = check_range(value, self.position, low, high)
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
        """Look into nodes until the root is surely worth more than the limit, or surely not."""
        for node in reversed(self.nodes):
            node.answer(limit)
        while self.root.proof > 0.0 and self.root.disproof > 0.0:
            node = self.root
            while node.children:
                numbers = [child.proof if node.me > 0 else child.disproof for child in node.children]
                node = node.children[numbers.index(min(numbers))]
            self.expand(node)
            for child in node.children:
                child.answer(limit)
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


def bounded_proof_number(
    subject: Tree | Any,
    state: State = None,
    *,
    epsilon: float,
    low: float,
    high: float,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
) -> Bounds:
    """An interval no wider than `epsilon` that holds the true value of a position, to Max, by proof-number search: as
    `ot.bounded`, for games without chance. It keeps every node that it reaches in memory.

    >>> bounds = ot.bounded_proof_number(ot.nested(ot.Max(ot.Min(3, 9), ot.Min(5, 6))), epsilon=0, low=0, high=10)
    >>> bounds.low, bounds.high
    (5.0, 5.0)
    """
    width, plies = checked_epsilon(epsilon), DEEPEST if depth is None else checked_depth(depth)
    low, high = checked_range(low, high)
    if has_chance(subject):
        raise OverthinkError("Proof-number search is for games without chance. Use ot.bounded.")
    position = chance_subject(subject, state, evaluate)
    search = ProofNumberSearch(position, plies, low, high)
    search.run(width)
    root = search.root
    reached = root.children or [ProofNode(None, 0, 0, root, low, high) for _ in position.moves]
    options = tuple(MoveBounds(move, child.low, child.high) for move, child in zip(position.moves, reached))
    moves = safe(root.me, list(options), 0.0)
    return Bounds(root.low, root.high, moves, search.expanded, search.leaves, options)
