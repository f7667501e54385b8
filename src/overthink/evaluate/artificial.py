"""The artificial evaluator: the true value, or with probability e its opposite. [Zuckerman2018] section 5.1

Errors may be independent, as the paper has them, or run in families: with probability `copied` a node is judged
rightly or wrongly just as its parent is, and else afresh, so that every node is wrong with probability e all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Column, Key
from overthink.core.numbers import checked_probability
from overthink.core.randomness import mix, seed_key, uniform
from overthink.core.tree import Tree, checked_error
from overthink.evaluate.spoil import truth

FRESH, COPY = np.uint64(0), np.uint64(1)


@kernel
def misjudge(
    first: Column, child: Column, keys: Column, roots: int, seed: Key, error: float, copied: float, wrong: Any
) -> None:
    """Mark the nodes that are evaluated wrongly; parents come before children."""
    for n in range(roots):
        wrong[n] = uniform(mix(keys[n] ^ seed, FRESH)) < error
    for n in range(len(keys)):
        for e in range(first[n], first[n + 1]):
            key = keys[child[e]] ^ seed
            if copied > 0.0 and uniform(mix(key, COPY)) < copied:
                wrong[child[e]] = wrong[n]
            else:
                wrong[child[e]] = uniform(mix(key, FRESH)) < error


@dataclass(frozen=True)
class Artificial:
    """True values, wrong with probability `error`. A node copies its parent's error with probability `copied`."""

    error: float
    copied: float

    def __call__(self, tree: Tree, seed: int = 0) -> Tree:
        known = truth(tree)
        if not len(tree.levels):
            raise OverthinkError("A state space has no parents to copy errors from. Use flipped(truth, error).")
        wrong = np.empty(len(tree), np.bool_)
        key = seed_key("artificial", seed)
        misjudge(tree.first, tree.child, tree.key, len(tree.roots), key, self.error, self.copied, wrong)
        return tree.opinion(np.where(wrong, -known.static, known.static), self.error)


def artificial(error: float, copied: float = 0.0) -> Artificial:
    """True values, wrong with probability `error`. A node copies its parent's error with probability `copied`.

    >>> games = ot.BoardSplittingModel(height=5).draw(0, 100)
    >>> evaluated = ot.artificial(0.2)(games)
    >>> print(f"{(evaluated.static != games.truth).mean():.2f}")
    0.20
    """
    checked_error(error)
    checked_probability("copied", copied)
    return Artificial(error, copied)
