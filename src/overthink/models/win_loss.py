"""Games that are won or lost, and evaluators whose error is the same at every depth: the models that early proofs of
pathology are about, without drawing trees. [Nau2010] sections 3.1 to 3.3 and 4.2

A move is lost for the player who faces it with the probability k at which this stays so at every depth: a node is lost
if all its moves are won for the opponent, so k = (1 - k)^b. With `alike`, that share of nodes have successors that all
have the same value (Beal). With `ends`, that share of nodes are the end of a game, or the root of a subtree whose nodes
all have the same value; the evaluator knows these.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.models.exact_tree import ExactTree, positive
from overthink.models.laws import Law, lift, root_error

REACH = 2.0  # the outermost of many values begin so far from 0, in units of what a won position is worth


def graded(error: float, g: int = 2) -> Law:
    """An evaluator with g values: opinions[truth, value], lost first. A position is worth -1 or 1. Normal noise is
    added that exceeds 1 with probability `error`, and the sum is put in one of g buckets of equal width. With an even
    g, the upper half of the values says won, wrongly with probability `error`."""
    if g < 2:
        raise OverthinkError(f"A granularity of {g} cannot tell positions apart. Use 2 or more.")
    if not 0.0 < error < 0.5:
        raise OverthinkError(f"An error rate of {error} is outside (0, .5). Use a number between.")
    noise = NormalDist(1.0, -1.0 / NormalDist().inv_cdf(error))
    inner = np.linspace(-REACH, REACH, g + 1)[1:-1]
    won = np.diff([0.0, *(noise.cdf(float(edge)) for edge in inner), 1.0])
    return np.stack([won[::-1], won])


def reliable(opinions: Law, share: float, known: bool) -> Law:
    """The same evaluator, which judges a share of the nodes without error. If it is known which, it gives them two
    values of their own, below and above all others."""
    sure = np.zeros((2, opinions.shape[1] + (2 if known else 0)))
    sure[0, 0] = sure[1, -1] = share
    columns = slice(1, -1) if known else slice(None)
    sure[:, columns] += (1.0 - share) * opinions
    return sure


@dataclass(frozen=True, eq=False)
class WinLoss(ExactTree):
    """Won or lost positions, seen by an evaluator: opinions[truth, value], the same at every depth."""

    b: int
    opinions: Law
    alike: float = 0.0
    ends: float = 0.0

    def __post_init__(self) -> None:
        if self.b < 2:
            raise OverthinkError(f"A branching factor of {self.b} leaves no choice. Use 2 or more.")
        for name in ("alike", "ends"):
            if not 0.0 <= getattr(self, name) < 1.0:
                raise OverthinkError(f"{name} = {getattr(self, name)} is outside [0, 1). Use a share below 1.")

    @cached_property
    def lost(self) -> float:
        """k: the probability that a node is lost for the player to move."""
        low, high = 0.0, 1.0
        for _ in range(60):
            k = 0.5 * (low + high)
            again = (1.0 - self.alike) * (1.0 - k) ** self.b + self.alike * (1.0 - k)
            low, high = (k, high) if k < again else (low, k)
        return low

    def truths(self, depth: int) -> Law:
        """The probability that a node so many plies below the root is lost, and won, to Max."""
        return np.array([self.lost, 1.0 - self.lost] if depth % 2 == 0 else [1.0 - self.lost, self.lost])

    def frontier(self, depth: int) -> Law:
        law = self.truths(depth)[:, None] * self.opinions
        return self._with_ends(law, depth)[None]

    def above(self, law: Law, depth: int) -> Law:
        mixed = (1.0 - self.alike) * lift(law[0], self.b, depth % 2 == 0)
        if self.alike:
            mixed += self.alike * self._same(law[0], depth % 2 == 0)
        mixed = positive(mixed)
        # The law of truths is known, and rounding would grow from ply to ply.
        mixed *= (self.truths(depth) / mixed.sum(axis=1))[:, None]
        return self._with_ends(mixed, depth)[None]

    def decision_error(self, depth: int) -> float:
        """P_err at the root, which is not the end of the game: where all moves are alike, none is wrong."""
        return (1.0 - self.alike) * root_error(self.moves(depth), self.b)

    def equal_siblings(self) -> float:
        """The probability that two siblings have the same utility, in the tree in which an early end is the root of a
        subtree whose nodes all have its value."""
        share = self.lost**2 + (1.0 - self.lost) ** 2
        return self.ends + (1.0 - self.ends) * (self.alike + (1.0 - self.alike) * share)

    def _same(self, law: Law, for_max: bool) -> Law:
        """The law of parents whose children all have the same truth."""
        chances = law.sum(axis=1, keepdims=True)
        same: Law = chances * lift(law / chances, self.b, for_max, axes=(-1,))
        return same

    def _with_ends(self, law: Law, depth: int) -> Law:
        """Of the nodes, a share are the end of the game and known."""
        over = np.zeros_like(law)
        over[0, 0], over[1, -1] = self.truths(depth)
        mixed: Law = (1.0 - self.ends) * law + self.ends * over
        return mixed
