"""The true value of every position of a state space, from the ends of the game backwards.

First, every position all of whose moves have a value gets one. What is left can repeat. If no chance is in it, what a
player can force is found best first, and the rest is a draw; one player who pays takes the shortest way (Dijkstra
1959). If chance is in it, two bounds on every value are swept until they meet: one begins with the worst end of the
game for Max, the other with the best. If both meet, there is only one solution, and how much a play without an end is
worth does not matter. If they do not, the players can go round in circles without chance, and the game is not solved.

Kernels do the work: on lists, as Python, where a game is small or has chance in it, and compiled where it is large.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from overthink.core import checked
from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.search.solving.listing import UnsolvableError

MOST_INTERPRETED = 300_000  # positions and moves that are not sooner solved than kernels are compiled
MOST_SWEEPS = 10_000  # after which two bounds count as never meeting
CLOSE_SHARE = 1e-12  # of the span of the values: bounds so close have met


@kernel
def link_back(first: Column, child: Column, edge: Column, above: Column, parent: Column, price: Column) -> None:
    """Fill in the moves that lead to each position, those to n from above[n] to above[n + 1]: from where they lead, and
    what they cost if `price` has room. `above` is empty, and has two numbers more than there are positions."""
    for e in range(len(child)):
        above[child[e] + 2] += 1
    for n in range(2, len(above)):
        above[n] += above[n - 1]
    for n in range(len(first) - 1):
        for e in range(first[n], first[n + 1]):
            place = above[child[e] + 1]
            above[child[e] + 1] = place + 1
            parent[place] = n
            if len(price):
                price[place] = edge[e]


@kernel
def mean_below(first: Column, child: Column, edge: Column, value: Column, node: int) -> float:
    """What chance makes of a position: asked only as Python, which rounds the sum once."""
    return math.nan


def mean_rounded_once(first: Column, child: Column, edge: Column, value: Column, node: int) -> float:
    """The mean of a node's children by their probabilities, exact but for one rounding."""
    moves = range(first[node], first[node + 1])
    return checked.expected((edge[e] for e in moves), (value[child[e]] for e in moves))


@kernel
def best_below(first: Column, child: Column, edge: Column, mover: Column, value: Column, node: int, goal: int) -> float:
    """The value of a position all of whose moves have one. With a goal, one player pays for moves."""
    if mover[node] == 0:
        return mean_below(first, child, edge, value, node)
    me = goal if goal else mover[node]
    best = -math.inf
    for e in range(first[node], first[node + 1]):
        worth = me * value[child[e]] - (edge[e] if goal else 0.0)
        if worth > best:
            best = worth
    return me * best


@kernel
def follow_ends(
    first: Column,
    child: Column,
    edge: Column,
    mover: Column,
    above: Column,
    parent: Column,
    waiting: Column,
    value: Column,
    ready: Column,
    size: int,
    goal: int,
) -> None:
    """Value every position all of whose moves have a value: all, if no position can repeat. `waiting` counts the moves
    of each that have none; the first `size` numbers of `ready` are the positions that have."""
    while size:
        size -= 1
        node = ready[size]
        for k in range(above[node], above[node + 1]):
            back = parent[k]
            waiting[back] -= 1
            if waiting[back] == 0:
                value[back] = best_below(first, child, edge, mover, value, back, goal)
                ready[size] = back
                size += 1


@kernel
def force(
    mover: Column,
    above: Column,
    parent: Column,
    waiting: Column,
    value: Column,
    order: Column,
    ready: Column,
    side: int,
) -> None:
    """What one player can force, the best first. `order` are the positions whose value is good for him, from the best
    on, and `waiting` counts all moves of each position. What has no value yet is not a number."""
    for n in range(len(order)):
        ready[0] = order[n]
        size = 1
        worth = value[order[n]]
        while size:
            size -= 1
            node = ready[size]
            for k in range(above[node], above[node + 1]):
                back = parent[k]
                if not math.isnan(value[back]):
                    continue
                waiting[back] -= 1
                if mover[back] == side or waiting[back] == 0:
                    value[back] = worth
                    ready[size] = back
                    size += 1


@kernel
def pay_least(above: Column, parent: Column, price: Column, value: Column, goal: int) -> None:
    """One player: the least that he loses on the way to an end, where no value is known; not a number without one."""
    queue = [(-goal * value[n], n) for n in range(len(value)) if not math.isnan(value[n])]
    heapq.heapify(queue)
    passed = np.zeros(len(value), np.bool_)
    while len(queue):
        loss, node = heapq.heappop(queue)
        if passed[node]:
            continue  # another way to the same position, not a shorter one
        passed[node] = True
        if math.isnan(value[node]):
            value[node] = -goal * loss
        for k in range(above[node], above[node + 1]):
            if math.isnan(value[parent[k]]):
                heapq.heappush(queue, (loss + price[k], parent[k]))


def retrograde(tree: Tree, goal: int = 0) -> Column:
    """The true value to Max of every position. With a `goal` (+1 or -1), one player pays the edges; his value is
    infinite where no end can be reached."""
    widths = np.diff(tree.first).astype(np.int32)
    ends = np.flatnonzero(widths == 0).astype(np.int32)
    known = np.where(widths == 0, tree.utility, np.nan)
    if np.isnan(known[ends]).any():
        raise OverthinkError("The state space stops before the game is over, so its true values are not known.")
    graph = _Graph(tree, goal)
    value = graph.follow(known, widths, ends)
    repeated = np.isnan(value)
    if not repeated.any():
        return value
    if (repeated & (tree.mover == 0)).any():
        values = None if goal else repeated_values(tree, value)
        if values is None:
            raise UnsolvableError(
                "Positions of this game can repeat, by chance and by moves, so that it cannot be solved to its end. "
                "Use a deeper search as the truth."
            )
        return values
    if goal and tree.edge[np.repeat(repeated, widths)].min() < 0.0:
        raise UnsolvableError(
            "Positions of this game can repeat, and some moves cost less than 0, so that going round in circles would "
            "gain for ever. Give costs of 0 or more."
        )
    value = graph.pay(value) if goal else graph.play(graph.play(value, widths, 1), widths, -1)
    return np.where(np.isnan(value), -goal * math.inf if goal else 0.0, value)


class _Graph:
    """The columns of a state space as kernels read them: lists where they run as Python."""

    def __init__(self, tree: Tree, goal: int):
        self.goal = goal
        self.chance = bool((tree.mover == 0).any())
        self.small = self.chance or len(tree) + len(tree.child) <= MOST_INTERPRETED
        columns = (tree.first, tree.child, tree.edge, tree.mover)
        self.first, self.child, self.edge, self.mover = map(self._hand_over, columns)
        self.above = self._hand_over(np.zeros(len(tree) + 2, np.int64))
        self.parent = self._hand_over(np.zeros(len(tree.child), np.int64 if goal else np.int32))
        self.price = self._hand_over(np.zeros(len(tree.child) if goal else 0))
        self._run(link_back, self.first, self.child, self.edge, self.above, self.parent, self.price)

    def follow(self, known: Column, widths: Column, ends: Column) -> Column:
        """The values that `follow_ends` finds."""
        word = follow_ends.bind(mean_below=mean_rounded_once) if self.chance else follow_ends
        ready = np.resize(ends, len(known))
        value, waiting, stack = self._hand_over(known), self._hand_over(widths.copy()), self._hand_over(ready)
        columns = self.first, self.child, self.edge, self.mover, self.above, self.parent
        self._run(word, *columns, waiting, value, stack, len(ends), self.goal)
        return np.asarray(value)

    def play(self, known: Column, widths: Column, side: int) -> Column:
        """The values with those that one player can force."""
        order = np.flatnonzero(side * known > 0.0)
        order = order[np.argsort(-side * known[order], kind="stable")].astype(np.int32)
        value, waiting, stack = (
            self._hand_over(known),
            self._hand_over(widths.copy()),
            self._hand_over(np.zeros_like(widths)),
        )
        self._run(force, self.mover, self.above, self.parent, waiting, value, self._hand_over(order), stack, side)
        return np.asarray(value)

    def pay(self, known: Column) -> Column:
        """The values with those that one player pays least for."""
        value = self._hand_over(known)
        self._run(pay_least, self.above, self.parent, self.price, value, self.goal)
        return np.asarray(value)

    def _hand_over(self, column: Column) -> Column:
        return column.tolist() if self.small else column

    def _run(self, word: AnyKernel, *given: object) -> None:
        (word.interpreted if self.small else word.compiled)(*given)


Sweep = Callable[[Column], None]


def repeated_values(tree: Tree, known: Column) -> Column | None:
    """The value to Max of every position. `known` has the values that need no sweep, and NaN for the others; None if
    the bounds do not meet."""
    waiting = np.isnan(known)
    low = min(0.0, float(np.nanmin(known)))
    high = max(0.0, float(np.nanmax(known)))
    bounds = [np.where(waiting, end, known) for end in (low, high)]
    sweeps = [_sweep(tree, np.flatnonzero(waiting & (tree.mover == mover)), mover) for mover in (1, -1, 0)]
    for _ in range(MOST_SWEEPS):
        for bound in bounds:
            for sweep in sweeps:
                sweep(bound)
        if np.max(bounds[1] - bounds[0]) <= CLOSE_SHARE * (high - low):
            return 0.5 * (bounds[0] + bounds[1])
    return None


def _sweep(tree: Tree, nodes: npt.NDArray[np.intp], mover: int) -> Sweep:
    """A function that folds these positions, all of one mover, from the values of their moves."""
    widths = tree.first[nodes + 1] - tree.first[nodes]
    starts = np.cumsum(widths) - widths
    edges = np.repeat(tree.first[nodes] - starts, widths) + np.arange(int(widths.sum()))
    child, chance = tree.child[edges], tree.edge[edges]

    def sweep(value: Column) -> None:
        if mover == 0:
            value[nodes] = np.add.reduceat(chance * value[child], starts)
        else:
            value[nodes] = (np.maximum if mover > 0 else np.minimum).reduceat(value[child], starts)

    return sweep if len(nodes) else lambda value: None
