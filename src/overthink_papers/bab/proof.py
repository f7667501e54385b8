"""Does what a search saw prove a value within ε? The conditions C1 to C6 and Theorem 1 of [Atzmon2018], for any search.

A(G) is the part of a tree G that a search saw: a root, and below it nodes whose parents it saw too. Each has bounds L
and U. α and β are what still matters of a node. Print gives C5 and C6 only to nodes "that are not the root", and so no
window to the root's children, without which Theorem 1 would be false; here C5 and C6 hold for the root as well.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from overthink.core.checked import DEEPEST
from overthink.core.errors import OverthinkError, Unchecked
from overthink.core.kinds import Context
from overthink.core.tree import Tree
from overthink.search import chance as algorithm
from overthink.search.bounds import BoundedSearch, parse_epsilon, parse_range
from overthink.search.look import ENDLESS_NODES
from overthink.search.subjects.subject import bind_words

Interval = tuple[float, float]
Part = Mapping[int, Interval]  # L and U, or α and β, of nodes
ROUNDING = 1e-9  # of the range of values


class Breach(NamedTuple):
    """A condition that a node does not keep."""

    node: int
    condition: str  # "C1", "C2", "C3"; "leaf" and "partial": the two conditions of Theorem 1
    words: str

    def __str__(self) -> str:
        return f"{self.condition}, node {self.node}: {self.words}"


@dataclass(frozen=True)
class Proof:
    """What Theorem 1 says of a part of a tree: where no condition is broken, the root's value lies in [L, L + ε]."""

    low: float  # L of the root
    high: float  # U of the root
    value: float  # V of the root
    epsilon: float
    windows: Part  # α and β of every node seen
    breaches: tuple[Breach, ...]

    @property
    def complete(self) -> bool:
        """Whether all conditions are kept."""
        return not self.breaches

    @property
    def true(self) -> bool:
        """Whether the conclusion holds, kept conditions or not: V in [L, L + ε], but for rounding."""
        slack = ROUNDING * max(1.0, abs(self.low), abs(self.high))
        return self.low - slack <= self.value <= self.low + self.epsilon + slack

    def __str__(self) -> str:
        head = f"[{self.low:g}, {self.high:g}] with ε = {self.epsilon:g}: "
        return head + ("proven" if self.complete else "not proven\n" + "\n".join(map(str, self.breaches)))


def examine_proof(tree: Tree, bounds: Part, *, epsilon: float, low: float, high: float) -> Proof:
    """Check C1 to C3 and the conditions of Theorem 1 on the part of a tree that a search saw. [Atzmon2018]

    `bounds` gives L and U of every node that the search saw, by the node's number in the tree; α and β follow from C4
    to C6. All utilities lie in [`low`, `high`].
    """
    low, high = parse_range(low, high)
    part = _SeenPart(tree, bounds, low, high)
    return part.judge(parse_epsilon(epsilon))


def seen_by_bounded(
    tree: Tree, *, epsilon: float, low: float, high: float, **options: Unchecked
) -> dict[int, Interval]:
    """L and U of every node that bounded alpha-beta sees of a tree; options as of `ot.bounded`."""
    search = BoundedSearch(tree, None, low=low, high=high, depth=None, evaluate=None, **options)
    bounds: dict[int, Interval] = {}

    def note(game: Context, node: int, *rest: object) -> Any:
        answer = run(game, node, *rest)
        bounds[int(node)] = float(answer[0]), float(answer[1])
        return answer

    position = search.position
    run: Any = bind_words(algorithm.bounded, position.names, search.words).replacing(bounded=note)
    low, high = search.low, search.high
    note(position.context, position.state, DEEPEST, parse_epsilon(epsilon), low, high, low, high, ENDLESS_NODES)
    return bounds


def bounds_of_leaves(tree: Tree, leaves: Part, *, low: float, high: float) -> dict[int, Interval]:
    """L and U of the leaves that a search saw and of every node above them, by C1 to C3: what the search has proven."""
    low, high = parse_range(low, high)
    bounds = dict(leaves)
    part = _SeenPart(tree, {0: (low, high)}, low, high)
    part.bounds = bounds
    for node in reversed(range(len(tree))):  # children come after their parents
        if node not in leaves and part.seen_children(node):
            bounds[node] = part.wanted_bounds(node)
    return bounds


class _SeenPart:
    """A(G): the nodes of a tree that a search saw, with their bounds."""

    def __init__(self, tree: Tree, bounds: Part, low: float, high: float):
        if not isinstance(tree, Tree) or not len(tree.levels) or len(tree.roots) != 1:
            raise OverthinkError("A proof is about a tree with one root. Create one with `ot.nested` or `ot.grow`.")
        self.tree, self.bounds, self.low, self.high = tree, bounds, low, high
        self.slack = ROUNDING * max(1.0, abs(low), abs(high))
        self.parents: dict[int, int] = {}
        for node in range(len(tree)):
            for child in self.children(node):
                if child in self.parents:
                    raise OverthinkError(f"Node {child} has two parents, and a proof is about a tree. Grow a tree.")
                self.parents[child] = node
        for node in bounds:
            if node != 0 and self.parents.get(node) not in bounds:
                raise OverthinkError(f"Node {node} is in the part that was seen, and its parent is not. Give both.")
        if 0 not in bounds:
            raise OverthinkError("The part of the tree that was seen must have its root, node 0.")
        self.values: dict[int, float] = {}
        for node in reversed(range(len(tree))):  # children come after their parents
            self.values[node] = self.value(node)

    def children(self, node: int) -> list[int]:
        """C(n): without outcomes that cannot happen."""
        first, stop = int(self.tree.first[node]), int(self.tree.first[node + 1])
        possible = (e for e in range(first, stop) if self.tree.mover[node] != 0 or self.tree.edge[e] > 0)
        return [int(self.tree.child[e]) for e in possible]

    def chances(self, node: int) -> dict[int, float]:
        """π of each outcome."""
        edges = range(int(self.tree.first[node]), int(self.tree.first[node + 1]))
        return {int(self.tree.child[e]): float(self.tree.edge[e]) for e in edges}

    def seen_children(self, node: int) -> list[int]:
        """C_A(n)."""
        return [child for child in self.children(node) if child in self.bounds]

    def value(self, node: int) -> float:
        """V(n), from the values of its children. eq. 1"""
        values = {child: self.values[child] for child in self.children(node)}
        if not values:
            utility = float(self.tree.utility[node])
            return float(self.tree.static[node]) if math.isnan(utility) else utility
        if self.tree.mover[node] == 0:
            chances = self.chances(node)
            return math.fsum(chances[child] * value for child, value in values.items())
        return (max if self.tree.mover[node] > 0 else min)(values.values())

    def judge(self, epsilon: float) -> Proof:
        windows = self.window_of_each()
        breaches = (*self.wrong_bounds(), *self.unproven(epsilon, windows))
        return Proof(*self.bounds[0], self.values[0], epsilon, windows, breaches)

    def wanted_bounds(self, node: int) -> Interval:
        """What C1, C2 and C3 say of a node some of whose children were seen."""
        children = self.seen_children(node)
        whole = len(children) == len(self.children(node))
        L, U = ([self.bounds[child][end] for child in children] for end in (0, 1))
        if self.tree.mover[node] > 0:
            return max(L), max(U) if whole else self.high
        if self.tree.mover[node] < 0:
            return min(L) if whole else self.low, min(U)
        chances = self.chances(node)
        pi = [chances[child] for child in children]
        rest = 0.0 if whole else 1.0 - math.fsum(pi)
        return (
            math.fsum(p * bound for p, bound in zip(pi, L)) + rest * self.low,
            math.fsum(p * bound for p, bound in zip(pi, U)) + rest * self.high,
        )

    def wrong_bounds(self) -> Iterator[Breach]:
        """C1, C2 and C3."""
        for node, (L, U) in self.bounds.items():
            if not self.seen_children(node):
                continue
            condition = {1: "C1", -1: "C2", 0: "C3"}[int(self.tree.mover[node])]
            for name, bound, wanted in zip("LU", (L, U), self.wanted_bounds(node)):
                if abs(bound - wanted) > self.slack:
                    yield Breach(node, condition, f"{name} is {bound:g}; what was seen below makes it {wanted:g}")

    def window(self, child: int, parent_window: Interval) -> Interval:
        """What C5 and C6 say of a child, given its parent's window."""
        L, U = self.bounds[child]
        alpha, beta = parent_window
        node = self.parents[child]
        if self.tree.mover[node] != 0:
            return max(alpha, L), min(beta, U)
        pi, (parent_L, parent_U) = self.chances(node)[child], self.bounds[node]
        return max(L, (alpha - parent_U) / pi + U), min(U, (beta - parent_L) / pi + L)

    def window_of_each(self) -> dict[int, Interval]:
        """C4 at the root, then C5 and C6 down the tree, whose nodes are in order of their plies."""
        windows = {0: self.bounds[0]}
        for node in sorted(self.bounds):
            if node:
                windows[node] = self.window(node, windows[self.parents[node]])
        return windows

    def unproven(self, epsilon: float, windows: Part) -> Iterator[Breach]:
        """The two conditions of Theorem 1."""
        for node, (L, U) in self.bounds.items():
            children = self.seen_children(node)
            value = self.values[node]
            if not children and not L - self.slack <= value <= U + self.slack:
                yield Breach(node, "leaf", f"its value {value:g} lies outside [{L:g}, {U:g}]")
            if not children and epsilon + self.slack < U - L:
                yield Breach(node, "leaf", f"U - L is {U - L:g}, more than ε = {epsilon:g}")
            alpha, beta = windows[node]
            if 0 < len(children) < len(self.children(node)) and beta > alpha + epsilon + self.slack:
                yield Breach(node, "partial", f"β - α is {beta - alpha:g}, more than ε = {epsilon:g}")
