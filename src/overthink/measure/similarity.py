"""How alike neighbours are: branching factor and clustering factor. [Nau2010] section 3.3"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.tree import Column, Tree


@kernel
def spread_of_children(first: Any, child: Any, values: Any, among: Any) -> tuple[float, int]:
    """The sum of squares of siblings' values about the mean of each family, over families of two or more, and how many
    siblings they have. Parents are the nodes `among` says; what has no value is neither a parent nor a sibling."""
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
    """The mean number of moves where there are any."""
    widths = np.diff(tree.first)
    return float(widths[widths > 0].mean())


def clustering_factor(tree: Tree, parents: Column | None = None) -> float:
    """f: the standard deviation of siblings' true values about their own mean, over that of all true values. Low where
    siblings are alike. The numbers in print are one minus this ratio. Nodes whose true value is not known are left out.
    `parents`, true or false for each node, says whose children are looked at, and whose values are all values."""
    values, among = tree.truth, np.ones(len(tree), np.bool_) if parents is None else parents
    known = values[among & ~np.isnan(values)]
    if not len(known) or not np.std(known):
        raise OverthinkError("A clustering factor needs true values that are known and not all equal.")
    total, siblings = spread_of_children(tree.first, tree.child, values, among)
    return math.sqrt(total / siblings) / float(np.std(known))
