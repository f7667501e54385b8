"""Retrograde analysis: the true value of every position of a state space, from the ends of the game backwards.

Positions may repeat. A play that never ends is a draw, worth 0. One player who pays for moves never gains by going
round in circles: for him a play without an end is worse than any other. Where positions repeat by chance, values are
approached from both sides.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from overthink.core.checked import expected
from overthink.core.errors import OverthinkError
from overthink.core.game import Game
from overthink.core.kinds import State
from overthink.core.space import StateSpace
from overthink.core.tree import Column, Tree
from overthink.search.reach import MOST, SECONDS, Tell, UnsolvableError, keyed, reachable
from overthink.search.value_iteration import repeated_values

LOST = math.inf  # the loss of one player from whose position no end can be reached


def state_space(
    game: Game[State],
    starts: Iterable[State] | None = None,
    *,
    most: int = MOST,
    seconds: float = SECONDS,
    tell: Tell | None = None,
) -> StateSpace:
    """Every position of a small game with its true value: `ot.survey` searches them all.

    The positions are those that can be reached from `starts`, by default from `initial()`. They may repeat: a play that
    never ends is a draw, worth 0. If one player makes all moves and the game has `cost(state, move)`, the truth is the
    least cost to come (for Min) or the largest gain (for Max); positions from which no end can be reached are then one
    point worse than all others. Refused if there are more than `most` positions or if it takes longer than `seconds`.

    >>> space = ot.state_space(ot.Kalah(pits=2, seeds=1))
    >>> len(space.states), float(space.tree.truth[0])
    (9, 2.0)
    """
    space = keyed(reachable(game, starts, most=most, seconds=seconds, tell=tell))
    goal = one_player(space)
    tree = space.tree if goal else replace(space.tree, edge=_chances(space.tree))
    truth = retrograde(tree, goal)
    if np.isinf(truth).any():
        finite = goal * truth[np.isfinite(truth)]
        truth = np.where(np.isinf(truth), goal * ((finite.min() if len(finite) else 0.0) - 1.0), truth)
    return replace(space, tree=replace(tree, truth=truth))


def one_player(space: StateSpace) -> int:
    """The player who makes all moves and pays for them: +1, -1, or 0 if there is no such player."""
    inner = np.diff(space.tree.first) > 0
    movers = np.unique(space.tree.mover[inner])
    return int(movers[0]) if len(movers) == 1 and hasattr(space.game, "cost") else 0


def retrograde(tree: Tree, goal: int = 0) -> Column:
    """The true value to Max of every position. With a `goal` (+1 or -1), one player pays the edges; his value is
    infinite where no end can be reached."""
    graph = _Graph(tree, goal)
    graph.follow_ends()
    if graph.open.any():
        if (graph.open & (tree.mover == 0)).any():
            values = None if goal else repeated_values(tree, graph.value)
            if values is None:
                raise UnsolvableError(
                    "Positions of this game can repeat, by chance and by moves, so that it cannot be solved to its "
                    "end. Use a deeper search as the truth."
                )
            return values
        graph.pay_least() if goal else graph.force()
    return graph.value


def _chances(tree: Tree) -> Column:
    """The edges without the costs of moves, which two players do not count."""
    return np.where(np.repeat(tree.mover, np.diff(tree.first)) == 0, tree.edge, 0.0)


class _Graph:
    """The positions with their predecessors, and the values that are known so far."""

    def __init__(self, tree: Tree, goal: int):
        self.goal, self.mover = goal, tree.mover.tolist()
        self.first, self.child, self.edge = tree.first.tolist(), tree.child.tolist(), tree.edge.tolist()
        widths = np.diff(tree.first)
        order = np.argsort(tree.child, kind="stable")
        self.parent = np.repeat(np.arange(len(tree)), widths)[order].tolist()
        self.price = tree.edge[order].tolist()
        self.above = np.concatenate([[0], np.cumsum(np.bincount(tree.child, minlength=len(tree)))]).tolist()
        self.waiting = widths.tolist()  # moves whose value is not known yet
        self.value = np.where(widths == 0, tree.utility, np.nan)
        self.open = widths > 0
        if np.isnan(self.value[~self.open]).any():
            raise OverthinkError("The state space stops before the game is over, so its true values are not known.")

    def follow_ends(self) -> None:
        """Value every position all of whose moves have a value: all, if no position can repeat."""
        ready = np.flatnonzero(~self.open).tolist()
        while ready:
            node = ready.pop()
            for k in range(self.above[node], self.above[node + 1]):
                parent = self.parent[k]
                self.waiting[parent] -= 1
                if self.waiting[parent] == 0:
                    self.value[parent], self.open[parent] = self._folded(parent), False
                    ready.append(parent)

    def _folded(self, node: int) -> float:
        moves = range(self.first[node], self.first[node + 1])
        values, me = [float(self.value[self.child[e]]) for e in moves], self.mover[node]
        if me == 0:
            return expected((self.edge[e] for e in moves), values)
        if self.goal:
            return self.goal * max(self.goal * value - float(self.edge[e]) for e, value in zip(moves, values))
        return max(values) if me > 0 else min(values)

    def force(self) -> None:
        """Two players: what the one, then the other can force, the best first. Nothing can be forced in the rest."""
        for side in (1, -1):
            waiting = [stop - start for start, stop in pairwise(self.first)]
            queue = [(-side * float(v), n) for n, v in enumerate(self.value) if not self.open[n] and side * v > 0.0]
            heapq.heapify(queue)
            while queue:
                loss, node = heapq.heappop(queue)
                for k in range(self.above[node], self.above[node + 1]):
                    parent = self.parent[k]
                    if not self.open[parent]:
                        continue
                    waiting[parent] -= 1
                    if self.mover[parent] == side or waiting[parent] == 0:
                        self.value[parent], self.open[parent] = -side * loss, False
                        heapq.heappush(queue, (loss, parent))
        self.value[self.open] = 0.0
        self.open[:] = False

    def pay_least(self) -> None:
        """One player: the least that he loses on the way to an end (Dijkstra 1959)."""
        if min((self.edge[e] for n in np.flatnonzero(self.open) for e in self._moves(int(n))), default=0.0) < 0.0:
            raise UnsolvableError(
                "Positions of this game can repeat, and some moves cost less than 0, so that going round in circles "
                "would gain for ever. Give costs of 0 or more."
            )
        queue = [(-self.goal * float(v), n) for n, v in enumerate(self.value) if not self.open[n]]
        heapq.heapify(queue)
        passed = np.zeros(len(self.open), bool)
        while queue:
            loss, node = heapq.heappop(queue)
            if passed[node]:
                continue  # another way to the same position, not a shorter one
            passed[node] = True
            if self.open[node]:
                self.value[node], self.open[node] = -self.goal * loss, False
            for k in range(self.above[node], self.above[node + 1]):
                if self.open[self.parent[k]]:
                    heapq.heappush(queue, (loss + self.price[k], self.parent[k]))
        self.value[self.open] = -self.goal * LOST
        self.open[:] = False

    def _moves(self, node: int) -> range:
        return range(self.first[node], self.first[node + 1])
