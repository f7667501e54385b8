"""Games in pairs: the same start twice, sides swapped, so that neither start nor side favours anyone."""

from __future__ import annotations

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample


def win_rate(first: Sample, second: Sample) -> Estimate:
    """The share of points (win 1, draw ½, loss 0) of a player over pairs of games with sides swapped: `first` when it
    began, `second` when it did not. A pair is one observation."""
    first, second = np.asarray(first, float), np.asarray(second, float)
    if len(first) != len(second):
        raise OverthinkError(f"{len(first)} games cannot be paired with {len(second)}.")
    return Estimate.share(0.5 * (first + second))
