"""Alpha-beta of a game that is not compiled: plain recursion, with every position kept by its state.

A user's functions take most of the time, so each is asked once for a position, however often and however deep it is
searched. The values are those of full width. Bounds are kept with the plies that they were proven with, and the moves
that did best are tried first the next time.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from overthink.core.errors import on_the_stack, require
from overthink.core.kinds import State
from overthink.search.subject import NO_OPINION, Subject

DEEPEST = 255
MOST_KEPT = 1_000_000  # positions


class Look(NamedTuple):
    """What one search found: the value of each move to the player who makes it, None if the nodes were not enough; the
    nodes it took; and how many of them rest on an opinion."""

    values: list[float] | None
    nodes: int
    opinions: int
    too_long: bool = False


class Node:
    """A position, and what is known of it."""

    __slots__ = ("below", "depth", "here", "high", "low", "mover", "opinion", "order", "worth")

    def __init__(self, here: State, mover: int, moves: int, worth: float):
        self.here, self.mover, self.worth = here, mover, worth  # what a finished game is worth to Max
        self.below: list[Node | None] = [None] * moves
        self.order = list(range(moves))
        self.opinion: float | None = None
        self.depth, self.low, self.high = 0.0, -math.inf, math.inf


class StopError(Exception):
    """The nodes are spent, or the game is too long."""


class PlainSearch:
    """One position, searched to one depth after another."""

    def __init__(self, position: Subject):
        self.context = position.context
        words = ("count", "child", "mover", "utility", "static")
        self.count, self.child, self.mover, self.utility, self.static = map(position.answers, words)
        self.opinions = position.opinions
        self.known: dict[Any, Node] = {}
        self.root = self._node(position.state)
        self.left, self.asked = 0.0, 0

    def look(self, depth: float, nodes: float, low: float = -math.inf, high: float = math.inf) -> Look:
        """Search every move, `depth` plies from the root, or to the end of the game if it is infinite. All values, to
        the player to move, are from `low` to `high`."""
        root, self.left, self.asked = self.root, nodes, 0
        values, too_long = list[float](), False
        try:
            with on_the_stack(f"A search to depth {depth:g}"):
                for i in range(len(root.below)):
                    values.append(self._value(root, i, depth, low, high, 1))
        except StopError as stop:
            too_long = bool(stop.args)
        finished = len(values) == len(root.below)
        return Look(values if finished else None, int(nodes - self.left), self.asked, too_long)

    def _value(self, node: Node, i: int, depth: float, low: float, high: float, ply: int) -> float:
        """What a move is worth to the player who makes it."""
        after = node.below[i]
        if after is None:
            after = node.below[i] = self._node(self.child(self.context, node.here, i))
        me = node.mover
        if after.below and depth > 1:
            if after.mover == me:
                return self._search(after, depth - 1, low, high, ply)
            return -self._search(after, depth - 1, -high, -low, ply)
        if self.left <= 0:
            raise StopError
        self.left -= 1
        if not after.below:
            return me * after.worth
        if after.opinion is None:
            require(self.opinions, NO_OPINION)
            after.opinion = float(self.static(self.context, after.here))
        self.asked += 1
        return me * after.opinion

    def _search(self, node: Node, depth: float, low: float, high: float, ply: int) -> float:
        """A value to the player to move: exact between `low` and `high`, otherwise a bound."""
        if self.left <= 0:
            raise StopError
        if ply > DEEPEST:
            raise StopError("too long")
        self.left -= 1
        L, U = (node.low, node.high) if node.depth == depth else (-math.inf, math.inf)
        if high <= L or L == U:
            return L
        if low >= U:
            return U
        best, tried = -math.inf, list[tuple[float, int, int]]()
        for i in node.order:
            value = self._value(node, i, depth, max(low, best), high, ply + 1)
            tried.append((-value, len(tried), i))
            if value > best:
                best = value
                if best >= high:
                    break
        tried.sort()
        node.order[: len(tried)] = [i for _, _, i in tried]
        node.depth = depth
        node.low, node.high = max(L, best) if best > low else L, min(U, best) if best < high else U
        return best

    def _node(self, here: State) -> Node:
        state = getattr(here, "state", here)
        try:
            node = self.known.get(state)
        except TypeError:  # it has no hash, so it is never found again
            node, state = None, object()
        if node is None:
            moves = int(self.count(self.context, here))
            worth = math.nan if moves else float(self.utility(self.context, here))
            node = Node(here, int(self.mover(self.context, here)), moves, worth)
            if len(self.known) < MOST_KEPT:
                self.known[state] = node
        return node
