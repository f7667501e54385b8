"""Exact decision errors without drawing trees: with independent leaves, the distribution of a node's values is known.

A node's utility and its heuristic value are one of g buckets each. Siblings are independent and alike, so the joint
distribution of both goes up a level as a power: that of "no larger than" for Max, of "no smaller than" for Min. At the
root, ties are settled in closed form. [Nau2010] section 5 with s = 0; eqs. 4 and 5

In the reading "real", noise meets the utility before the bucket is found. Utilities are then put in many narrow cells,
none of which crosses a boundary between buckets, and the noise of a cell is that of its middle. This is not exact, but
the decision errors change by less than a millionth if the cells are half as wide.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import require
from overthink.core.kinds import Column
from overthink.models.granular import GranularModel

Law = Column
BOTH = (-2, -1)  # the axes of utilities and of heuristic values


def lift(law: Law, b: int, for_max: bool, axes: tuple[int, ...] = BOTH) -> Law:
    """The distribution of parents with b such children: of the largest of b for Max, of the smallest for Min."""
    at_most = law if for_max else np.flip(law, axes)
    for axis in axes:
        at_most = at_most.cumsum(axis=axis)
    above: Law = at_most**b
    for axis in axes:
        above = np.diff(above, axis=axis, prepend=0.0)
    return above if for_max else np.flip(above, axes)


def root_error(law: Law, b: int) -> float:
    """P_err where Max chooses among b moves with this joint distribution, at random among those with the best value.

    A given move of values (k, h) is right and among m best ones if all others have no larger a utility, m - 1 of them
    the same heuristic value and the rest a lower one. Of such moves 1/m is chosen; the sum over m is a power of a sum.
    """
    equal = law.cumsum(axis=0)  # utility at most k, heuristic value h
    at_most = equal.cumsum(axis=1)
    lower = at_most - equal
    chosen = np.divide(at_most**b - lower**b, equal, out=np.zeros_like(equal), where=equal > 0.0)
    return float(1.0 - (law * chosen).sum())


def blindness(law: Law, b: int) -> float:
    """The probability that b moves with this joint distribution all get the same heuristic value, if they are not all
    worth the same."""
    by_utility, by_value = law.sum(axis=1), law.sum(axis=0)
    return float(((by_value**b).sum() - (law**b).sum()) / (1.0 - (by_utility**b).sum()))


MOST_DEVIATIONS = 9.0  # standard deviations; what lies farther is counted there
UTILITY_CELLS = 2000  # of real utilities, at least
ROOT = math.sqrt(2.0)


@kernel
def fill_at_most(ends: Column) -> None:
    """Replace each number by the probability that normal noise of standard deviation 1 does not exceed it."""
    for i in range(ends.shape[0]):
        for j in range(ends.shape[1]):
            ends[i, j] = 0.5 * math.erfc(-ends[i, j] / ROOT)


def exact_errors(model: GranularModel, shallow: int = 1) -> tuple[float, float]:
    """P_err at the root of a search to the leaves and of a shallow one, averaged over all trees of a model without
    local similarity.

    `model`: such as an `ot.TopDown`. `shallow`: the depth of the shallow search.
    """
    require(model.similar == 0.0, "Exact decision errors need independent leaves. Use s = 0.")
    require(model.noise == "normal", "Exact decision errors need normal noise.")
    model.check_shallow(shallow)
    is_real = model.reading == "real"
    utilities = np.diff(cells(model)) if is_real else leaf_law(model)
    heuristics = cell_law(model) if is_real else heuristic_law(model)
    below = utilities
    for level in range(model.height, shallow, -1):
        below = law_of_parents(below, model, level)
    deep, near = utilities[:, None] * heuristics, below[:, None] * heuristics
    if is_real:
        deep, near = in_buckets(deep, model), in_buckets(near, model)
    for level in range(model.height, 1, -1):
        deep = law_of_parents(deep, model, level)
    for level in range(shallow, 1, -1):
        near = law_of_parents(near, model, level)
    return root_error(deep, model.b), root_error(near, model.b)


def boundaries(model: GranularModel) -> Column:
    """Where the buckets meet, in [0, 1]."""
    inner: Column = np.clip((np.arange(1, model.g) + float(model.shift(model.g))) / model.g, 0.0, 1.0)
    return inner


def leaf_law(model: GranularModel) -> Law:
    """The probability of each bucket at a leaf: its width."""
    widths: Law = np.diff(np.concatenate([[0.0], boundaries(model), [1.0]]))
    return widths


def cells(model: GranularModel) -> Column:
    """The ends of narrow cells of real utilities; every boundary between buckets is one of them."""
    ends: Column = np.union1d(np.linspace(0.0, 1.0, UTILITY_CELLS + 1), boundaries(model))
    return ends


def in_buckets(law: Law, model: GranularModel) -> Law:
    """The distribution of buckets from that of cells, which lie in them one after the other."""
    starts = np.searchsorted(cells(model), boundaries(model))
    summed: Law = np.add.reduceat(law, np.concatenate([[0], starts]), axis=0)
    return summed


def cell_law(model: GranularModel) -> Law:
    """law[cell, heuristic bucket]: the probability of the second, given the first, with noise on the cell's middle."""
    middles = (cells(model)[1:] + cells(model)[:-1]) / 2.0
    reach = _reach(model)
    edges = np.arange(1 - reach, model.g + reach) + float(model.shift(model.g))
    law = _between((edges / model.g - middles[:, None]) / (model.sigma or 1e-9))
    return _brought_back(law, model)


def heuristic_law(model: GranularModel) -> Law:
    """law[bucket, heuristic bucket]: the probability of the second, given the first."""
    g = model.g
    reach = _reach(model)
    edges = np.arange(1 - reach, g + reach)
    middles = np.arange(g) + 0.5
    return _brought_back(_between((edges - middles[:, None]) / (model.sigma * g or 1e-9)), model)


def _reach(model: GranularModel) -> int:
    """Buckets beyond the outermost that noise leads to."""
    return math.ceil(MOST_DEVIATIONS * model.sigma * model.g) + 1


def _between(ends: Column) -> Law:
    """The probability of noise below the first end, between each two, and above the last, row by row."""
    fill_at_most(ends)
    law: Law = np.diff(ends, axis=1, prepend=0.0, append=1.0)
    return law


def _brought_back(law: Law, model: GranularModel) -> Law:
    """The distribution with heuristic values outside the buckets in the outermost ones, where the model has it so."""
    if not model.clipped:
        return law
    reach = _reach(model)
    kept = law[:, reach : reach + model.g].copy()
    kept[:, 0] += law[:, :reach].sum(axis=1)
    kept[:, -1] += law[:, reach + model.g :].sum(axis=1)
    return kept


def law_of_parents(law: Law, model: GranularModel, level: int) -> Law:
    """The distribution of the parents of nodes at a level, from that of the nodes; over one value or two at once."""
    return lift(law, model.b, not model.turns or level % 2 == 1, tuple(range(law.ndim)))
