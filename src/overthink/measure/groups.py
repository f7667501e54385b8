"""Two groups of different positions: what cannot be paired is compared group against group."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import LEVEL, Estimate, Sample


def apart(a: Sample, b: Sample, level: float = LEVEL) -> Estimate:
    """mean(a) - mean(b), by the central limit theorem, each group with a variance of its own. `n` is the smaller."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    if min(len(a), len(b)) < 2:
        raise OverthinkError("Two groups are compared from two observations each.")
    error = math.sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b))
    mean, half = float(a.mean() - b.mean()), NormalDist().inv_cdf(0.5 + level / 2) * error
    return Estimate(mean, mean - half, mean + half, min(len(a), len(b)))
