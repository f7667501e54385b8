"""Graded evaluations for rules that need a win or a loss and its error: EMM, product, bayes.

An opinion above the threshold is read as a win, one below as a loss; how often a reading of this value is wrong is
counted on positions whose truth is known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.randomness import seed_key
from overthink.core.tree import Column, Tree
from overthink.models.granular import GranularModel


@dataclass(frozen=True, eq=False)
class Calibrated:
    """Evaluations minus the threshold, each with the probability that the truth lies on the other side."""

    threshold: float
    values: Column  # the counted values, in rising order
    wrong: Column  # how often the truth lay on the other side of the threshold, for each; at most one half

    def __call__(self, tree: Tree, seed: int = 0) -> Tree:
        """The tree with all values minus the threshold. A value that was not counted has its neighbour's error."""
        if np.isnan(tree.static).any():
            raise OverthinkError("The tree has no evaluations to calibrate. Evaluate it first.")
        nearest = np.searchsorted(0.5 * (self.values[1:] + self.values[:-1]), tree.static)
        moved = replace(tree, utility=tree.utility - self.threshold, truth=tree.truth - self.threshold)
        return moved.opinion(tree.static - self.threshold, self.wrong[nearest])


def calibrate(tree: Tree, threshold: float) -> Calibrated:
    """Count, on a tree with true values, how often each evaluation is wrong.

    >>> model = ot.TopDown(b=2, g=8, s=0.5, height=3)
    >>> read = ot.calibrate(model.draw(0, 200, seed=1), threshold=0.625)
    >>> print(ot.accuracy(read(model.draw(0, 200)), "emm", depths=(3,))[3])
    0.9450 [0.9042, 0.9690] (n = 200)
    """
    if np.isnan(tree.truth).any() or np.isnan(tree.static).any():
        raise OverthinkError("Calibration needs a tree with true values and evaluations. Solve it and evaluate it.")
    values, which = np.unique(tree.static, return_inverse=True)
    missed = (tree.truth > threshold) != (tree.static > threshold)
    counts = np.bincount(which)
    wrong = (np.bincount(which, weights=missed) + 0.5) / (counts + 1.0)  # never exactly 0
    return Calibrated(float(threshold), values, np.minimum(wrong, 0.5))


@cache
def reading(model: GranularModel, pilot: int) -> Calibrated:
    """Calibrate the heuristic values of a model for rules on wins and losses, on some of its trees. The threshold is
    the bucket boundary that splits the moves most evenly."""
    tree = model.draw(0, pilot, int(seed_key("beyond/cure", "pilot")) >> 1)
    moves = tree.truth[tree.levels[1] : tree.levels[2]]
    boundaries = np.arange(1, model.g) / model.g
    shares = (moves[:, None] > boundaries).mean(axis=0)
    return calibrate(tree, float(boundaries[np.argmin(np.abs(shares - 0.5))]))
