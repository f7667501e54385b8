"""Models whose decision errors are known exactly at every depth: laws are lifted from where the search stops. Max moves
at the root, and players take turns. [Nau2010] sections 3 and 4"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from overthink.models.laws import Law, blindness, lift, root_error


class ExactTree(ABC):
    """A distribution over trees with an evaluator. Laws have the axes kind of node, utility, heuristic value."""

    b: int  # branching factor
    root: int = 0  # the kind of the root

    @abstractmethod
    def frontier(self, depth: int) -> Law:
        """The law of nodes so many plies below the root, where the search stops: their heuristic value is that of the
        evaluator."""

    def child(self, law: Law, for_max: bool) -> Law:
        """The law of a child by the kind of its parent, from that by its own kind."""
        return law

    def above(self, law: Law, depth: int) -> Law:
        """The law of nodes so many plies below the root, from that of the nodes one ply deeper."""
        return positive(lift(self.child(law, depth % 2 == 0), self.b, depth % 2 == 0))

    def moves(self, depth: int) -> Law:
        """The joint law of a move at the root: what it is worth, and what a search to this depth says."""
        move: Law = self.child(self._lifted(depth), True)[self.root]
        return move

    def decision_error(self, depth: int) -> float:
        """P_err at the root, averaged over all trees. [Nau2010] eq. 5"""
        return root_error(self.moves(depth), self.b)

    def value_error(self, depth: int) -> float:
        """The probability that a search takes a won root for lost or a lost one for won: two utilities, and the upper
        half of heuristic values says won. A middle value is a coin."""
        at_root = self.frontier(0) if depth == 0 else self.above(self._lifted(depth), 0)
        lost, won = at_root[self.root]
        half, middle = len(won) // 2, len(won) % 2
        wrong = float(lost[half + middle :].sum() + won[:half].sum())
        return wrong + 0.5 * float(lost[half] + won[half]) if middle else wrong

    def blindness(self, depth: int) -> float:
        """The probability that a search gives all moves at the root the same value, if they are not worth the same."""
        return blindness(self.moves(depth), self.b)

    def _lifted(self, depth: int) -> Law:
        """The law of the nodes one ply below the root after a search to this depth."""
        law = self.frontier(depth)
        for level in range(depth - 1, 0, -1):
            law = self.above(law, level)
        return law


def positive(law: Law) -> Law:
    """The law without the negative numbers that rounding leaves."""
    return np.maximum(law, 0.0)
