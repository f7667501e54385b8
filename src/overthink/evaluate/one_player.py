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
    """The size of Gaussian noise taken off: `optimistic(truth, 2.0)` promises less than the true cost, or just it."""
    return _one_sided(inner, sigma, -1.0)


def pessimistic(inner: Evaluator, sigma: float) -> Spoiled:
    """The size of Gaussian noise added: `pessimistic(truth, 2.0)` threatens more than the true cost, or just it."""
    return _one_sided(inner, sigma, 1.0)


@dataclass(frozen=True)
class Mirrored:
    """An estimate seen in the mirror of the truth: 2 · truth - estimate. Errors keep their size and change their side,
    so that Manhattan distance, which is optimistic, becomes as pessimistic."""

    inner: Evaluator

    def __call__(self, tree: Tree, seed: int = 0) -> Tree:
        estimate = self.inner(tree, seed)
        return tree.opinion(2.0 * truth(tree).static - estimate.static, estimate.error)


def _one_sided(inner: Evaluator, sigma: float, side: float) -> Spoiled:
    if not sigma >= 0:
        raise OverthinkError(f"A standard deviation of {sigma} is negative.")

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        return values + side * np.abs(sigma * normals(keys)), errors

    return Spoiled(inner, "one-sided", spoil)  # one name: for a seed, both err by as much
