"""The two-player top-down model: utilities grow along the branches. [Nau2010] section 5.1

s = 0: the leaves' utilities are independent, uniform in [0, 1]. s = 1: every node's auxiliary value is its parent's
plus a normal number (drawn again beyond three standard deviations), and the leaves' are normalised to [0, 1]. Between:
each leaf is from the one or from the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import mix, uniform
from overthink.core.bind import kernel
from overthink.core.kinds import Column, Key, Number
from overthink.models.granular import TwoPlayerModel
from overthink.models.granular_search import INFINITY, MINUS_INFINITY, better
from overthink.models.noise import fill_gauss

LEAF, SIDE, EDGE = np.uint64(3), np.uint64(4), np.uint64(5)
MOST_DEVIATIONS = 3.0  # standard deviations


@kernel
def stretched(value: Number, low: Number, high: Number) -> Number:
    """Scale a number in [low, high] to [0, 1]."""
    return (value - low) / (high - low)


@kernel
def auxiliary_values(key: Key, b: int, height: int, by_tree: bool, values: Column) -> None:
    """The leaves of the maximally similar tree: auxiliary values from the root down, then normalised."""
    steps = np.empty(len(values), np.float32)
    width = 1
    number = 1
    values[0] = np.float32(0.0)
    low, high = values[0], values[0]
    for _ in range(height):
        fill_gauss(mix(key, EDGE), number, 1.0, MOST_DEVIATIONS, steps[: width * b])
        low, high = INFINITY, MINUS_INFINITY
        for i in range(width - 1, -1, -1):  # from the right, so that a parent is read before it is overwritten
            above = values[i]
            least = INFINITY
            most = MINUS_INFINITY
            for c in range(i * b + b - 1, i * b - 1, -1):
                value = above + steps[c]
                least, most = better(value, least, False), better(value, most, True)
                values[c] = value
            low, high = better(least, low, False), better(most, high, True)
        number, width = number + width * b, width * b
    if not by_tree:
        low, high = np.float32(-MOST_DEVIATIONS * height), np.float32(MOST_DEVIATIONS * height)
    for i in range(width):
        values[i] = stretched(values[i], low, high)


@kernel
def weigh(side: Key, i: Number, value: Number) -> float:
    """What tells whether leaf i keeps its value in the maximally similar tree, the same for every similarity."""
    return uniform(mix(side, i))


@kernel
def chosen(weight: float, similar: float, option: int) -> bool:
    """Whether a leaf keeps its value from the maximally similar tree."""
    return weight < similar


@kernel
def top_down_leaves(key: Key, b: int, height: int, similar: float, option: int, leaves: Column) -> None:
    """Fill the utilities of the b ** height leaves of the tree with this key, float32 from 0 to 1."""
    if similar > 0.0:
        auxiliary_values(key, b, height, option == 0, leaves)
    fresh, side = mix(key, LEAF), mix(key, SIDE)
    for i in range(len(leaves)):
        own = np.float32(uniform(mix(fresh, i)))
        leaves[i] = leaves[i] if chosen(weigh(side, i, leaves[i]), similar, option) else own


@check_arguments
@dataclass(frozen=True)
class TopDown(TwoPlayerModel):
    """The top-down model of two players: similarity starts at the root.

    `normalise`: "tree" (the default) stretches each maximally similar tree from its own least to its own largest leaf,
    which gives the published trend; "fixed" divides by the most that the sums can reach.
    `s` is the share of the maximally similar tree, as the paper's end points and figures demand. Its text takes a leaf
    "with probability s" from the independent tree, so that s = 1 would be independence.
    `boundary`: where the bucket boundary nearest to it is shifted. "parity" (the default) takes 1 - c_b if Max moves
    last and c_b if Min does, where utilities do gather, and for s > 0 what pilot trees show; "printed" takes c_b
    always; "none" shifts nothing.

    >>> trees = ot.TopDown(b=4, g=6, s=0.2).draw(0, 500)
    >>> print(ot.pathology(trees, "minimax", deep=5, shallow=1))
    1.4756 [1.2467, 1.7657] (n = 500)
    """

    normalise: str = "tree"

    word = "top down"
    leaves = top_down_leaves
    choice = ("normalise", ("tree", "fixed"))
