"""Games in pairs: each start is played twice with sides swapped, so that neither start nor side favours a player."""

from __future__ import annotations

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample


def win_rate(first: Sample, second: Sample) -> Estimate:
    """A player's share of points (win 1, draw ½, loss 0) over pairs of games with sides swapped: `first` if it moved
    first, `second` if it moved second. A pair is one observation.

    >>> print(ot.win_rate([1, 1, 0.5, 1], [1, 0, 0.5, 0]))
    0.6250 [0.2194, 0.9081] (n = 4)
    """
    first, second = np.asarray(first, float), np.asarray(second, float)
    if len(first) != len(second):
        raise OverthinkError(
            f"{len(first)} games cannot be paired with {len(second)}. Give two results for every start."
        )
    return Estimate.share(0.5 * (first + second))
