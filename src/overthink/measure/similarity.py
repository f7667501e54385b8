"""The similarity of neighbours: branching factor and clustering factor. [Nau2010] section 3.3"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.tree import Column, Tree


@kernel
def spread_of_children(first: Column, child: Column, values: Column, among: Any) -> tuple[float, int]:
    """The sum of squared differences between siblings' values and the mean of their family, over families of two or
    more, and the number of these siblings. Parents are the nodes in `among`; nodes without a value are left out."""
    total, count = 0.0, 0
    for n in range(len(first) - 1):
        siblings, mean = 0, 0.0
        for e in range(first[n], first[n + 1]):
            if not math.isnan(values[child[e]]):
                siblings += 1
                mean += values[child[e]]
        if siblings < 2 or math.isnan(values[n]) or not among[n]:
            continue
        mean /= siblings
        for e in range(first[n], first[n + 1]):
            if not math.isnan(values[child[e]]):
                total += (values[child[e]] - mean) ** 2
        count += siblings
    return total, count


def branching_factor(tree: Tree) -> float:
    """The mean number of moves in positions with moves.

    >>> ot.branching_factor(ot.nested(ot.Max(ot.Min(3, 9, 4), 5)))
    2.5
    """
    widths = np.diff(tree.first)
    return float(widths[widths > 0].mean())


def clustering_factor(tree: Tree, parents: Column | None = None) -> float:
    """f: the standard deviation of siblings' true values about their mean, over that of all true values. It is low if
    siblings are similar. Nodes without a true value are left out.
    `parents`, true or false for each node, chooses whose children and whose values count.

    >>> tree = ot.BoardSplittingModel(height=7).draw(0, 20)
    >>> print(f"{ot.clustering_factor(tree):.2f}")
    0.68
    """
    values, among = tree.truth, np.ones(len(tree), np.bool_) if parents is None else parents
    known = values[among & ~np.isnan(values)]
    if not len(known) or not np.std(known):
        raise OverthinkError("A clustering factor needs true values that are not all equal. Solve the tree first.")
    total, siblings = spread_of_children(tree.first, tree.child, values, among)
    return math.sqrt(total / siblings) / float(np.std(known))
