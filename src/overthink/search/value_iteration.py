"""Games in which positions can repeat by chance: two bounds on every value, swept until they meet.

One bound begins with the worst end of the game for Max, the other with the best. Each sweep folds every position from
the bounds of its moves. If both meet, there is only one solution, and how much a play without an end is worth does not
matter. If they do not, the players can go round in circles without chance, and the game is not solved.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from overthink.core.tree import Column, Tree

SWEEPS = 10_000
CLOSE = 1e-12  # of the span of the values: bounds so close have met

Sweep = Callable[[Column], None]


def repeated_values(tree: Tree, known: Column) -> Column | None:
    """The value to Max of every position. `known` has the values that need no sweep, and NaN for the others; None if
    the bounds do not meet."""
    waiting = np.isnan(known)
    low, high = min(0.0, float(np.nanmin(known))), max(0.0, float(np.nanmax(known)))
    bounds = [np.where(waiting, end, known) for end in (low, high)]
    sweeps = [_sweep(tree, np.flatnonzero(waiting & (tree.mover == mover)), mover) for mover in (1, -1, 0)]
    for _ in range(SWEEPS):
        for bound in bounds:
            for sweep in sweeps:
                sweep(bound)
        if np.max(bounds[1] - bounds[0]) <= CLOSE * (high - low):
            return 0.5 * (bounds[0] + bounds[1])
    return None


def _sweep(tree: Tree, nodes: npt.NDArray[np.intp], mover: int) -> Sweep:
    """A function that folds these positions, all of one mover, from the values of their moves."""
    widths = tree.first[nodes + 1] - tree.first[nodes]
    starts = np.cumsum(widths) - widths
    edges = np.repeat(tree.first[nodes] - starts, widths) + np.arange(int(widths.sum()))
    child, chance = tree.child[edges], tree.edge[edges]

    def sweep(value: Column) -> None:
        if mover == 0:
            value[nodes] = np.add.reduceat(chance * value[child], starts)
        else:
            value[nodes] = (np.maximum if mover > 0 else np.minimum).reduceat(value[child], starts)

    return sweep if len(nodes) else lambda value: None
