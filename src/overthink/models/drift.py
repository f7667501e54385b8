"""Trees in which a number drifts with every move, without drawing them; the number so far is the kind of a node.

`EdgeSums`: normal numbers on the edges, rounded to whole ones, and a leaf's utility is their sum (Luštrek).
`Material`: a move changes the heuristic value by a little, in favour of the player who makes it, and the further the
value is from 0, the less often it takes a won position for lost (Scheucher and Kaindl). [Nau2010] sections 3.3 and 4.3
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.models.exact_tree import ExactTree, positive
from overthink.models.laws import Law, lift, root_error

STEP = 2  # edges are normal numbers rounded to at most this
FAR = 4.0  # noise is at most so many standard deviations


def rounded_normal(sigma: float, most: int) -> Law:
    """The law of a normal number rounded to -most … most."""
    edges = [NormalDist(0.0, sigma).cdf(step - 0.5) for step in range(-most + 1, most + 1)]
    law: Law = np.diff([0.0, *edges, 1.0])
    return law


class Drift(ExactTree):
    """Kinds are the sums -reach … reach."""

    reach: int

    @abstractmethod
    def steps(self, for_max: bool) -> dict[int, float]:
        """The law of what a move of this player adds."""

    @property
    def root(self) -> int:  # type: ignore[override]
        """The sum 0 stands in the middle of the kinds."""
        return self.reach

    def child(self, law: Law, for_max: bool) -> Law:
        kinds = np.arange(len(law))
        mixed: Law = np.zeros_like(law)
        for step, chance in self.steps(for_max).items():  # sums beyond the outermost are not reached from 0
            mixed += chance * law[np.clip(kinds + step, 0, len(law) - 1)]
        return mixed


@dataclass(frozen=True)
class EdgeSums(Drift):
    """Utilities are sums of whole numbers on the edges. The evaluator adds normal noise, rounded too. Not `similar`:
    leaves have the same law, and are independent."""

    b: int = 2
    height: int = 6
    similar: bool = True
    sigma: float = 1.0

    @property
    def reach(self) -> int:  # type: ignore[override]
        return STEP * self.height

    def steps(self, for_max: bool) -> dict[int, float]:
        law = rounded_normal(1.0, STEP)
        return dict(zip(range(-STEP, STEP + 1), law.tolist())) if self.similar else {0: 1.0}

    @cached_property
    def utilities(self) -> list[Law]:
        """The law of a node's utility by its kind, at each depth."""
        laws = [np.eye(2 * self.reach + 1) if self.similar else self._independent()]
        for depth in range(self.height - 1, 0, -1):
            law = lift(self.child(laws[0], depth % 2 == 0), self.b, depth % 2 == 0, axes=(-1,))
            laws.insert(0, positive(law))
        return [np.empty(0), *laws]

    def frontier(self, depth: int) -> Law:
        far = round(FAR * self.sigma) + 1
        noise = rounded_normal(self.sigma, far)
        width = 2 * self.reach + 1
        opinions = np.zeros((width, width + 2 * far))
        for utility in range(width):
            opinions[utility, utility : utility + len(noise)] = noise
        return self.utilities[depth][:, :, None] * opinions

    def _independent(self) -> Law:
        """The law of a sum of edges, whatever the kind."""
        law = np.ones(1)
        for _ in range(self.height):
            law = np.convolve(law, rounded_normal(1.0, STEP))
        return np.tile(law, (2 * self.reach + 1, 1))


@dataclass(frozen=True)
class Material(Drift):
    """Max's moves add 0 … `step` to the heuristic value, Min's subtract as much, all equally likely. Where a search
    stops, a value above 0 says won: wrongly with probability `error` · `decay` ** (distance from 0 - 1); 0 is a coin.
    With a `decay` of 1, extreme values are no surer than others."""

    b: int = 2
    depth: int = 8  # of the deepest search
    step: int = 2
    error: float = 0.25
    decay: float = 0.5

    def __post_init__(self) -> None:
        if not (0.0 < self.error < 0.5 and 0.0 < self.decay <= 1.0):
            raise OverthinkError(
                f"An error of {self.error} or a decay of {self.decay} is out of range. Use (0, .5) and (0, 1]."
            )

    @property
    def reach(self) -> int:  # type: ignore[override]
        return self.step * ((self.depth + 1) // 2)

    def steps(self, for_max: bool) -> dict[int, float]:
        side = 1 if for_max else -1
        return {side * step: 1.0 / (self.step + 1) for step in range(self.step + 1)}

    @property
    def wrong(self) -> Law:
        """The probability that each value is wrong."""
        far = np.abs(np.arange(-self.reach, self.reach + 1))
        return np.where(far == 0, 0.5, self.error * self.decay ** (far - 1.0))

    def frontier(self, depth: int) -> Law:
        values = np.arange(-self.reach, self.reach + 1)
        won = np.where(values > 0, 1.0 - self.wrong, self.wrong)
        law = np.zeros((len(values), 2, len(values)))
        law[:, 0], law[:, 1] = np.diag(1.0 - won), np.diag(won)
        return law

    def mistakes(self, depth: int) -> float:
        """The probability that the evaluator takes a node at this depth for won or lost wrongly."""
        return float(self.spread(depth) @ self.wrong)

    def spread(self, depth: int) -> Law:
        """The law of the heuristic value of a node at this depth."""
        law = np.eye(2 * self.reach + 1)
        for level in range(depth - 1, -1, -1):
            law = self.child(law, level % 2 == 0)
        at_root: Law = law[self.root]
        return at_root

    def two_values(self, depth: int) -> float:
        """P_err where the search sees only won, lost or even."""
        signs = np.zeros((2 * self.reach + 1, 3))
        signs[: self.reach, 0] = signs[self.reach, 1] = signs[self.reach + 1 :, 2] = 1.0
        return root_error(self.moves(depth) @ signs, self.b)
