"""Pearl's game with the evaluator that counts squares, and Nau's variant with edges of +1 and -1, without drawing
boards. [Nau2010] sections 3.1 and 3.3

A square is a win for Max or for Min. In Pearl's game squares are independent. In Nau's, every edge of the game tree is
+1 or -1, and a square is Max's if the sum of the edges above it exceeds 1; then the sum so far is the kind of a node.
The heuristic value of a node is the number of Max's squares below it, so its law goes up as that of a sum, and below
the search as that of the largest or the smallest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.models.board_splitting import fixed_point
from overthink.models.exact_tree import ExactTree
from overthink.models.laws import Law

MOST = 1 << 15  # squares below one move: laws of sums take so long to add up
EXCEEDS = 1


@dataclass(frozen=True)
class ExactBoards(ExactTree):
    """Pearl's game, or with `incremental` Nau's. `error` takes the place of counting: won or lost, wrong with this
    probability, independently at every node."""

    b: int = 2
    height: int = 10
    incremental: bool = False
    error: float | None = None

    def __post_init__(self) -> None:
        if self.b < 2 or self.height < 2 or self.b ** (self.height - 1) > MOST:
            raise OverthinkError(
                f"Exact boards need b and height of 2 or more and at most {MOST:,} squares below a move, not "
                f"b = {self.b} and height = {self.height}."
            )

    @property
    def root(self) -> int:  # type: ignore[override]
        """The sum 0 stands in the middle of the kinds."""
        return self.height if self.incremental else 0

    @cached_property
    def counts(self) -> list[Law]:
        """The joint law of truth and number of Max's squares, of nodes at each depth; None are counted at the root."""
        laws = [self._squares()]
        for depth in range(self.height - 1, 0, -1):
            laws.insert(0, self._added(self.child(laws[0], depth % 2 == 0), depth % 2 == 0))
        return [np.empty(0), *laws]

    def frontier(self, depth: int) -> Law:
        law = self.counts[depth]
        if self.error is None:
            return law
        opinions = np.array([[1.0 - self.error, self.error], [self.error, 1.0 - self.error]])
        joint: Law = law.sum(axis=2, keepdims=True) * opinions
        return joint

    def child(self, law: Law, for_max: bool) -> Law:
        if not self.incremental:
            return law
        mixed = law.copy()  # the outermost sums are not reached from 0
        mixed[1:-1] = 0.5 * (law[2:] + law[:-2])
        return mixed

    def _squares(self) -> Law:
        """Of single squares."""
        if not self.incremental:
            lost = 1.0 - fixed_point(self.b) if self.height % 2 else fixed_point(self.b)
            return np.array([[[lost, 0.0], [0.0, 1.0 - lost]]])
        won = np.arange(-self.height, self.height + 1) > EXCEEDS
        law = np.zeros((len(won), 2, 2))
        law[~won, 0, 0] = law[won, 1, 1] = 1.0
        return law

    def _added(self, law: Law, for_max: bool) -> Law:
        """The law of parents: their squares are all their children's."""
        every = _power(law.sum(axis=1), self.b)
        alone = _power(law[:, 0] if for_max else law[:, 1], self.b)  # all children are lost for the player to move
        other = np.maximum(every - alone, 0.0)
        return np.stack([alone, other] if for_max else [other, alone], axis=1)


def _power(laws: Law, b: int) -> Law:
    """The law of the sum of b numbers of each law."""
    rows = []
    for law in laws:
        total = law
        for _ in range(b - 1):
            total = np.convolve(total, law)
        rows.append(total)
    return np.stack(rows)
