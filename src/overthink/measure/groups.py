"""Compare two groups of different positions, which cannot be paired."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import LEVEL, Estimate, Sample


def apart(a: Sample, b: Sample, level: float = LEVEL) -> Estimate:
    """mean(a) - mean(b), by the central limit theorem, with separate variances. `n` is that of the smaller group."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    if min(len(a), len(b)) < 2:
        raise OverthinkError("Each group needs at least two observations.")
    standard_error = math.sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b))
    mean, half = float(a.mean() - b.mean()), NormalDist().inv_cdf(0.5 + level / 2) * standard_error
    return Estimate(mean, mean - half, mean + half, min(len(a), len(b)))
