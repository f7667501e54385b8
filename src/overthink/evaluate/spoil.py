"""Flaws, each a wrapper round any evaluator: `granular(noisy(truth, sigma=0.1), levels=8)`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.randomness import normals, uniforms
from overthink.core.tree import Column, Tree, checked_error
from overthink.evaluate.evaluator import Evaluator, Spoiled


def truth(tree: Tree, seed: int = 0) -> Tree:
    """The true value of every position, which the tree must know."""
    if np.isnan(tree.truth).any():
        raise OverthinkError("The tree does not know its true values; grow it to the end of the game and solve it.")
    return tree.opinion(tree.truth, 0.0)


def flipped(inner: Evaluator, error: float) -> Spoiled:
    """The opposite opinion with probability `error`, at each position on its own."""
    checked_error(error)

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        wrong = uniforms(keys) < error
        return np.where(wrong, -values, values), errors * (1 - error) + (1 - errors) * error

    return Spoiled(inner, "flipped", spoil)


def noisy(inner: Evaluator, sigma: float) -> Spoiled:
    """Gaussian noise added, the same for a position however it is reached; the error that goes with the opinion stays
    as it was, so give one to rules that read it. [Nau2010] section 5"""
    if not sigma >= 0:
        raise OverthinkError(f"A standard deviation of {sigma} is negative.")

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        return values + sigma * normals(keys), errors

    return Spoiled(inner, "noisy", spoil)


def granular(inner: Evaluator, levels: int, low: float = -1.0, high: float = 1.0) -> Spoiled:
    """Only `levels` different values: the middles of as many equal buckets over [low, high]. [Nau2010] section 3.2"""
    if levels < 2:
        raise OverthinkError(f"A granularity of {levels} tells no two positions apart; give 2 or more.")
    if not low < high:
        raise OverthinkError(f"The interval from {low} to {high} is empty.")

    def spoil(values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        width = (high - low) / levels
        bucket = np.clip(np.floor((values - low) / width), 0, levels - 1)
        return low + (bucket + 0.5) * width, errors

    return Spoiled(inner, "granular", spoil)


@dataclass(frozen=True)
class Sign:
    """The sign of an opinion, and what one that favours neither side counts as."""

    tie: float

    def __call__(self, values: Column, errors: Column, keys: Column) -> tuple[Column, Column]:
        return np.where(values == 0.0, float(self.tie), np.sign(values)), errors


def binary(inner: Evaluator, tie: float = 0.0) -> Spoiled:
    """Win or loss only: the sign of the opinion. `tie` is what one that favours neither side counts as, to Max: 0 keeps
    it a third value, +1 or -1 gives it to one side."""
    if tie not in (0, 1, -1):
        raise OverthinkError(f"A tie counts as 0, as +1 or as -1, not as {tie}.")
    return Spoiled(inner, "binary", Sign(tie))
