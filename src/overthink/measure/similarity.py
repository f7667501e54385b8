"""How alike neighbours are: branching factor and clustering factor. [Nau2010] section 3.3"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.tree import Tree


@kernel
def spread_of_children(first: Any, child: Any, values: Any) -> tuple[float, int]:
    """The sum of the variances of siblings' values over nodes with two children or more, and the number of nodes.
    What has no value counts neither as a node nor as a sibling."""
    total, nodes = 0.0, 0
    for n in range(len(first) - 1):
        siblings, mean = 0, 0.0
        for e in range(first[n], first[n + 1]):
            if not math.isnan(values[child[e]]):
                siblings += 1
                mean += values[child[e]]
        if siblings < 2 or math.isnan(values[n]):
            continue
        mean /= siblings
        variance = 0.0
        for e in range(first[n], first[n + 1]):
            if not math.isnan(values[child[e]]):
                variance += (values[child[e]] - mean) ** 2
        total += variance / siblings
        nodes += 1
    return total, nodes


def branching_factor(tree: Tree) -> float:
    """The mean number of moves where there are any."""
    widths = np.diff(tree.first)
    return float(widths[widths > 0].mean())


def clustering_factor(tree: Tree) -> float:
    """f: the standard deviation of the true values of siblings (from the mean of their variances), over that of all
    true values. Low where siblings are alike. The numbers in print are near one minus this ratio. Nodes whose true
    value is not known are left out."""
    known = tree.truth[~np.isnan(tree.truth)]
    if not len(known) or not np.std(known):
        raise OverthinkError("A clustering factor needs true values that are known and not all equal.")
    total, nodes = spread_of_children(tree.first, tree.child, tree.truth)
    return math.sqrt(total / nodes) / float(np.std(known))
