"""Laws of a node's utility and heuristic value, carried from the leaves to the root instead of drawing trees.

A law is an array over all utilities and all heuristic values, both from low to high: law[u, h] is the probability of
both. Siblings are independent and alike. Where a model knows kinds of nodes, they come first: law[kind, u, h].
"""

from __future__ import annotations

import numpy as np

from overthink.core.kinds import Column

Law = Column
BOTH = (-2, -1)  # the axes of utilities and of heuristic values


def lift(law: Law, b: int, for_max: bool, axes: tuple[int, ...] = BOTH) -> Law:
    """The law of parents with b children of this law: that of the largest of b for Max, of the smallest for Min."""
    at_most = law if for_max else np.flip(law, axes)
    for axis in axes:
        at_most = at_most.cumsum(axis=axis)
    above: Law = at_most**b
    for axis in axes:
        above = np.diff(above, axis=axis, prepend=0.0)
    return above if for_max else np.flip(above, axes)


def root_error(law: Law, b: int) -> float:
    """P_err where Max chooses among b moves with this joint law, at random among those of the best heuristic value.

    A given move of values (k, h) is right and among m best ones if all others have no larger a utility, m - 1 of them
    the same heuristic value and the rest a lower one. Of such moves 1/m is chosen; the sum over m is a power of a sum.
    """
    equal = law.cumsum(axis=0)  # utility at most k, heuristic value h
    at_most = equal.cumsum(axis=1)
    lower = at_most - equal
    chosen = np.divide(at_most**b - lower**b, equal, out=np.zeros_like(equal), where=equal > 0.0)
    return float(1.0 - (law * chosen).sum())


def blindness(law: Law, b: int) -> float:
    """The probability that b moves with this joint law all get the same heuristic value, if they are not all worth the
    same."""
    by_utility, by_value = law.sum(axis=1), law.sum(axis=0)
    return float(((by_value**b).sum() - (law**b).sum()) / (1.0 - (by_utility**b).sum()))
