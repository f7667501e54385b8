"""The bottom-up models: similarity is put in at the leaves; two players, or one. [Nau2010] sections 5.2 and 5.3

s = 0: the leaves' utilities are independent, uniform in [0, 1]. s = 1: as many uniform numbers, sorted, the lowest at
the leftmost leaf. Between: each leaf is from the one or from the other, low and high utilities of the sorted tree being
taken more often than those in the middle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import mix, uniform
from overthink.core.bind import kernel
from overthink.core.errors import require
from overthink.core.kinds import Column, Key
from overthink.models.granular import GranularModel, TwoPlayerModel

LEAF, SIDE, GAP = np.uint64(3), np.uint64(4), np.uint64(5)
MIXINGS = ("mixing", ("extremes", "even"))
TINY = 1e-30
CLOSE = 1e-9
LEAVE, TAKE, UNSURE = np.uint8(0), np.uint8(1), np.uint8(2)


@kernel
def gap(gaps: Key, i: int) -> float:
    """An exponential number: the gap between two neighbours before division by the sum of all gaps."""
    return -math.log(1.0 - uniform(mix(gaps, i)))


@kernel
def stretched(value: float, low: float, high: float) -> np.float32:
    """Scale a number in [0, high] to [0, 1]. A running sum begins at 0, so `low` is not used."""
    return np.float32(float(value) / high)


@kernel
def sorted_uniforms(key: Key, values: Column) -> None:
    """Uniform numbers in rising order: between neighbours, and at both ends, lie exponential gaps, divided by their
    sum."""
    gaps = mix(key, GAP)
    total = 0.0
    for i in range(len(values)):
        total += gap(gaps, i)
        values[i] = np.float32(total)
    total += gap(gaps, len(values))
    for i in range(len(values)):
        values[i] = stretched(values[i], 0.0, total)


@kernel
def taken(chance: float, extreme: float, log_chance: float, log_extreme: float, similar: float) -> bool:
    """Whether chance < extreme ** ((1 - s) / s), by a power with a near whole exponent if possible."""
    if 3.0 * similar <= 1.0:
        if chance >= extreme * extreme:
            return False
    elif 2.0 * similar <= 1.0:
        if chance >= extreme:
            return False
    elif chance < extreme or (3.0 * similar >= 2.0 and chance * chance < extreme):
        return True
    return similar * log_chance < (1.0 - similar) * log_extreme


@kernel
def weigh(side: Key, i: int, value: float) -> tuple[float, float, float, float]:
    """What tells whether leaf i keeps its value in the sorted tree, at any similarity: a chance, how extreme the value
    is, and the logarithms of both."""
    chance = 1.0 - uniform(mix(side, i))
    extreme = abs(2.0 * float(value) - 1.0)
    return chance, extreme, math.log(chance), math.log(max(extreme, TINY))


@kernel
def chosen(weight: tuple[float, float, float, float], similar: float, option: int) -> bool:
    """Whether a leaf keeps its value from the sorted tree."""
    chance, extreme, log_chance, log_extreme = weight
    if similar == 0.0 or similar == 1.0:
        return similar == 1.0
    return chance <= similar if option else taken(chance, extreme, log_chance, log_extreme, similar)


@kernel
def power(x: float, exponent: int) -> float:
    """x to a whole exponent from 0 to 15, without a branch."""
    squared = x * x
    fourth = squared * squared
    low = (x if exponent & 1 else 1.0) * (squared if exponent & 2 else 1.0)
    return low * ((fourth if exponent & 4 else 1.0) * (fourth * fourth if exponent & 8 else 1.0))


@kernel
def decide_leaves(side: Key, similar: float, leaves: Column, take: Column) -> None:
    """For each leaf TAKE, LEAVE or UNSURE: what the powers with whole exponents on either side of (1 - s) / s, or of
    its inverse, say about `taken`. There is no branch, so that many leaves are computed at once: 6 times as fast. A
    difference below CLOSE, which is more than the rounding of a power, stays unsure."""
    inward = 2.0 * similar <= 1.0
    exponent = (1.0 - similar) / similar if inward else similar / (1.0 - similar)
    below, above = min(int(exponent + CLOSE), 15), min(math.ceil(exponent - CLOSE), 15)
    least = 1.0 - CLOSE if exponent < 15.0 else 0.0
    most = 1.0 + CLOSE
    for i in range(len(leaves)):
        chance = 1.0 - uniform(mix(side, i))
        extreme = max(abs(2.0 * float(leaves[i]) - 1.0), TINY)
        x, y = (extreme, chance) if inward else (chance, extreme)
        under, over = y < least * power(x, above), y >= most * power(x, below)
        yes, no = (under, over) if inward else (over, under)
        take[i] = TAKE if yes else (LEAVE if no else UNSURE)


@kernel
def choose(side: Key, similar: float, option: int, leaves: Column, take: Column) -> None:
    """Decide which leaves keep their value from the sorted tree: TAKE, or else LEAVE."""
    if option:
        for i in range(len(leaves)):
            take[i] = TAKE if 1.0 - uniform(mix(side, i)) <= similar else LEAVE
        return
    decide_leaves(side, similar, leaves, take)
    for i in range(len(leaves)):
        if take[i] == UNSURE:
            take[i] = TAKE if chosen(weigh(side, i, leaves[i]), similar, option) else LEAVE


@kernel
def bottom_up_leaves(key: Key, b: int, height: int, similar: float, option: int, leaves: Column) -> None:
    """Fill the utilities of the b ** height leaves of the tree with this key, float32 from 0 to 1."""
    if similar > 0.0:
        sorted_uniforms(key, leaves)
    if similar == 1.0:
        return
    fresh = mix(key, LEAF)
    take = np.zeros(len(leaves), np.uint8)
    if similar > 0.0:
        choose(mix(key, SIDE), similar, option, leaves, take)
    for i in range(len(leaves)):
        own = np.float32(uniform(mix(fresh, i)))
        leaves[i] = leaves[i] if take[i] else own


@check_arguments
@dataclass(frozen=True)
class BottomUp(TwoPlayerModel):
    """The bottom-up model of two players: similarity starts at the leaves.

    `mixing`: the text makes low and high utilities of the sorted tree more likely to be taken and gives no formula.
    "extremes" (the default) takes a leaf of utility u from it with probability
    `|2u - 1|^((1 - s) / s)`, whose mean is s; "even" takes each with probability s, as the paper tried first.
    `boundary`: as for `TopDown`.

    >>> trees = ot.BottomUp(b=4, g=6, s=0.2).draw(0, 500)
    >>> print(ot.pathology(trees, "minimax", deep=5, shallow=1))
    0.8933 [0.7346, 1.0811] (n = 500)
    """

    mixing: str = "extremes"

    word = "bottom up"
    leaves = bottom_up_leaves
    choice = MIXINGS


@check_arguments
@dataclass(frozen=True)
class OnePlayer(GranularModel):
    """One player, who wants the largest utility: search it with maximax.

    `cap`: the most that the probability may be that a decision at the root leads to the largest utility, without
    similarity: the lower boundary of the topmost bucket is raised until it is no more, and all others by as much. The
    paper's is one half; 1 shifts nothing.
    `clip`: by default the buckets of heuristic values go on outside [0, 1]. True keeps heuristic values in the g
    buckets of the utilities, as in the two-player models; then most lie in the topmost, and the model is pathological
    where the paper says that it is not.
    `mixing`: as for `BottomUp`.

    >>> trees = ot.OnePlayer(b=2, g=6, height=3).draw(0, 100)
    >>> print(ot.accuracy(trees, "maximax", depths=(1, 3))[3])
    0.9500 [0.8882, 0.9785] (n = 100)
    """

    mixing: str = "extremes"
    cap: float = 0.5
    clip: bool = False

    word = "one player"
    leaves = bottom_up_leaves
    choice = MIXINGS
    turns = False

    def __post_init__(self) -> None:
        super().__post_init__()
        require(0.0 < self.cap <= 1.0, "The cap must be above 0 and at most 1, not {}.", self.cap)

    @property
    def clipped(self) -> bool:
        """Whether heuristic values are clipped to [0, 1]."""
        return self.clip

    def anchor(self, g: int) -> tuple[float, int]:
        lowest = (1.0 - self.cap) ** (1.0 / self.b ** (self.height - 1))
        return max(lowest, (g - 1) / g), g - 1
