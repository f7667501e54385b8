"""Wrappers that add errors to any evaluator: `granular(noisy(truth, sigma=0.1), levels=8)`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overthink.core.arithmetic import normals, uniforms
from overthink.core.errors import check_number, check_whole, parse_number, parse_seed, require
from overthink.core.kinds import Column, Seed
from overthink.core.tree import Tree, check_error, check_tree
from overthink.evaluate.evaluator import Evaluator, Spoiled, evaluate_tree


def truth(tree: Tree, seed: Seed = 0) -> Tree:
    """The true value of each position, which the tree must have. `tree`: with true values. `seed`: not used; evaluators
    of trees have one.

    >>> tree = ot.truth(ot.solved(ot.nested(ot.Max(ot.Min(3, 9), ot.Min(5, 6)))))
    >>> tree.static.tolist()
    [5.0, 3.0, 5.0, 3.0, 9.0, 5.0, 6.0]
    """
    parse_seed(seed)  # refuses what is not a seed
    check_tree(tree)
    known = not np.isnan(tree.truth).any()
    require(known, "The tree does not have true values. Grow it to the end of the game and solve it.")
    return tree.opinion(tree.truth, 0.0)


def flipped(inner: Evaluator, error: float) -> Spoiled:
    """The opposite evaluation with some probability, independently at each position.

    `inner`: the evaluator that is changed. `error`: the probability.

    >>> judge = ot.flipped(lambda state: 1, 0.2)
    >>> [judge(state) for state in range(4)]  # values, each with its error
    [(-1.0, 0.2), (1.0, 0.2), (1.0, 0.2), (-1.0, 0.2)]
    """
    check_error(error)

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        wrong = uniforms(keys) < error
        return np.where(wrong, -values, values), errors * (1 - error) + (1 - errors) * error

    return Spoiled(inner, "flipped", spoil)


def noisy(inner: Evaluator, sigma: float) -> Spoiled:
    """Add Gaussian noise, always the same for a position. The stated error of the evaluation does not change, so give
    one to rules that use it. [Nau2010] section 5

    `inner`: the evaluator that is changed. `sigma`: the standard deviation of the noise.

    >>> judge = ot.noisy(lambda state: state, sigma=0.1)
    >>> judge(0.5) == judge(0.5), judge(0.5) != 0.5
    (True, True)
    """
    check_number("A standard deviation", sigma, 0)

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        return values + sigma * normals(keys), errors

    return Spoiled(inner, "noisy", spoil)


def granular(inner: Evaluator, levels: int, low: float = -1.0, high: float = 1.0) -> Spoiled:
    """Only some different values: the middles of equal buckets over [low, high]. [Nau2010] section 3.2

    Args:
        inner: The evaluator that is changed.
        levels: How many buckets.
        low, high: The range of its values.

    >>> coarse = ot.granular(lambda state: state, levels=4)
    >>> [coarse(value) for value in (-0.9, 0.1, 0.6, 0.9)]
    [-0.75, 0.25, 0.75, 0.75]
    """
    check_whole("A granularity", levels, 2)
    wide = parse_number("low", low) < parse_number("high", high)
    require(wide, f"The interval from {low} to {high} is empty. Use low < high.")

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        width = (high - low) / levels
        bucket = np.clip(np.floor((values - low) / width), 0, levels - 1)
        return low + (bucket + 0.5) * width, errors

    return Spoiled(inner, "granular", spoil)


@dataclass(frozen=True)
class Sign:
    """The sign of an evaluation, and the value of one that favours neither side."""

    tie: float

    def __call__(self, values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        return np.where(values == 0.0, float(self.tie), np.sign(values)), errors


def binary(inner: Evaluator, tie: float = 0.0) -> Spoiled:
    """Only win or loss: the sign of the evaluation. `tie` is the value to Max of an evaluation that favours neither
    side: 0 keeps it as a third value, +1 or -1 gives it to one side. `inner`: the evaluator that is changed.

    >>> ot.binary(lambda state: state - 10)(12)
    1.0
    """
    require(tie in (0, 1, -1), "tie must be 0, +1 or -1, not {}.", tie)
    return Spoiled(inner, "binary", Sign(tie))


def optimistic(inner: Evaluator, sigma: float) -> Spoiled:
    """Subtract the size of Gaussian noise: `optimistic(truth, 2.0)` is at most the true cost. `inner`: the evaluator
    that is changed. `sigma`: the standard deviation of the noise.

    >>> ot.optimistic(lambda state: 10.0, 2.0)("a") <= 10
    True
    """
    return _one_sided(inner, sigma, -1.0)


def pessimistic(inner: Evaluator, sigma: float) -> Spoiled:
    """Add the size of Gaussian noise: `pessimistic(truth, 2.0)` is at least the true cost. `inner`: the evaluator that
    is changed. `sigma`: the standard deviation of the noise.

    >>> ot.pessimistic(lambda state: 10.0, 2.0)("a") >= 10
    True
    """
    return _one_sided(inner, sigma, 1.0)


@dataclass(frozen=True)
class Mirrored:
    """An estimate mirrored at the truth: 2 · truth - estimate. Errors keep their size and change their sign, so that
    Manhattan distance, which is optimistic, becomes pessimistic. `inner`: the evaluator that is changed.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> space = puzzle.state_space()
    >>> survey = ot.survey(space, ot.Mirrored(ot.manhattan(puzzle)), depths=(1, 5), rule="minimin")
    >>> print(f"{survey.mean_errors[1]:.3f} {survey.mean_errors[5]:.3f}")
    0.000 0.011
    """

    inner: Evaluator

    def __call__(self, tree: Tree, seed: Seed = 0) -> Tree:
        estimate = evaluate_tree(tree, self.inner, parse_seed(seed))
        return tree.opinion(2.0 * truth(tree).static - estimate.static, estimate.error)


def _one_sided(inner: Evaluator, sigma: float, side: float) -> Spoiled:
    check_number("A standard deviation", sigma, 0)

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        return values + side * np.abs(sigma * normals(keys)), errors

    return Spoiled(inner, "one-sided", spoil)  # one name, so that both have the same errors for a seed
