"""Real-valued utilities that a threshold turns into wins and losses, without drawing trees: the further down, the
further apart utilities are, and the less often noise carries one over the threshold (Luštrek). [Nau2010] section 4.3
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.models.board_splitting import fixed_point
from overthink.models.exact_tree import ExactTree
from overthink.models.laws import Law

PARTS = 4000  # of the interval of utilities


@dataclass(frozen=True)
class Threshold(ExactTree):
    """Leaves' utilities are uniform in [0, 1] and independent. Heuristic values are utilities with normal noise. Both
    are won above the threshold, at which as many nodes are won at every depth as in board splitting."""

    b: int = 2
    height: int = 10
    sigma: float = 0.1

    def __post_init__(self) -> None:
        if self.b < 2 or self.height < 1 or not self.sigma > 0.0:
            raise OverthinkError(
                f"b = {self.b}, height = {self.height} and sigma = {self.sigma} make no tree with noise. Use b of 2 or "
                "more, a height of 1 or more and a sigma above 0."
            )

    @property
    def border(self) -> float:
        """The threshold."""
        return 1.0 - fixed_point(self.b) if self.height % 2 else fixed_point(self.b)

    @cached_property
    def edges(self) -> Law:
        """The edges of small parts of [0, 1]; the threshold is one of them."""
        below = round(PARTS * self.border)
        low, high = np.linspace(0.0, self.border, below + 1), np.linspace(self.border, 1.0, PARTS - below + 1)
        return np.concatenate([low, high[1:]])

    @property
    def middles(self) -> Law:
        return 0.5 * (self.edges[1:] + self.edges[:-1])

    @cached_property
    def says_won(self) -> Law:
        """The probability that noise puts a utility in each part above the threshold."""
        noise = NormalDist(0.0, self.sigma)
        return np.array([noise.cdf(float(middle) - self.border) for middle in self.middles])

    def at_most(self, depth: int) -> Law:
        """The probability that a node's utility is at most each of the edges."""
        law = self.edges
        for level in range(self.height - 1, depth - 1, -1):
            law = law**self.b if level % 2 == 0 else 1.0 - (1.0 - law) ** self.b
        return law

    def frontier(self, depth: int) -> Law:
        chances, won = np.diff(self.at_most(depth)), self.middles > self.border
        law = [[(chances * side * says).sum() for says in (1.0 - self.says_won, self.says_won)] for side in (~won, won)]
        return np.array([law])

    def mistakes(self, depth: int) -> float:
        """The probability that a node's utility and its heuristic value lie on different sides of the threshold."""
        law = self.frontier(depth)[0]
        return float(law[0, 1] + law[1, 0])

    def spread(self, depth: int) -> float:
        """The standard deviation of utilities at this depth."""
        chances, middles = np.diff(self.at_most(depth)), self.middles
        mean = float((chances * middles).sum())
        return float(np.sqrt((chances * (middles - mean) ** 2).sum()))

    def distance(self, depth: int) -> float:
        """The mean distance of utilities from the threshold at this depth."""
        return float((np.diff(self.at_most(depth)) * np.abs(self.middles - self.border)).sum())
