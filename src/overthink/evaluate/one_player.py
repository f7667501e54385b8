"""Estimates of a cost that err to one side only: optimistic ones never exceed the true cost, pessimistic ones are never
below it. [Nau2010] section 4.4

Each belongs to the position, however it is reached. An optimistic estimate may fall below 0 near the goal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.randomness import normals
from overthink.core.tree import Column, Tree
from overthink.evaluate.evaluator import Evaluator, Spoiled
from overthink.evaluate.spoil import truth


def optimistic(inner: Evaluator, sigma: float) -> Spoiled:
    """Subtract the size of Gaussian noise: `optimistic(truth, 2.0)` is at most the true cost.

    >>> ot.optimistic(lambda state: 10.0, 2.0)("a") <= 10
    True
    """
    return _one_sided(inner, sigma, -1.0)


def pessimistic(inner: Evaluator, sigma: float) -> Spoiled:
    """Add the size of Gaussian noise: `pessimistic(truth, 2.0)` is at least the true cost.

    >>> ot.pessimistic(lambda state: 10.0, 2.0)("a") >= 10
    True
    """
    return _one_sided(inner, sigma, 1.0)


@dataclass(frozen=True)
class Mirrored:
    """An estimate mirrored at the truth: 2 · truth - estimate. Errors keep their size and change their sign, so that
    Manhattan distance, which is optimistic, becomes pessimistic.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> space = puzzle.state_space()
    >>> survey = ot.survey(space, ot.Mirrored(ot.manhattan(puzzle)), depths=(1, 5), rule="minimin")
    >>> print(f"{survey.mean_errors[1]:.3f} {survey.mean_errors[5]:.3f}")
    0.000 0.011
    """

    inner: Evaluator

    def __call__(self, tree: Tree, seed: int = 0) -> Tree:
        estimate = self.inner(tree, seed)
        return tree.opinion(2.0 * truth(tree).static - estimate.static, estimate.error)


def _one_sided(inner: Evaluator, sigma: float, side: float) -> Spoiled:
    if not sigma >= 0:
        raise OverthinkError(f"A standard deviation of {sigma} is negative. Use 0 or more.")

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        return values + side * np.abs(sigma * normals(keys)), errors

    return Spoiled(inner, "one-sided", spoil)  # one name, so that both have the same errors for a seed
