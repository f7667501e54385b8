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


def apart_in_clusters(a: Sample, b: Sample, of_a: Sample, of_b: Sample, level: float = LEVEL) -> Estimate:
    """mean(a) - mean(b) where observations of one cluster are alike, such as moves of one position: only clusters are
    drawn independently. `of_a` and `of_b` number each observation's cluster, which may lie in both groups; `n` is how
    many clusters there are."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    _, cluster = np.unique(np.concatenate([of_a, of_b]), return_inverse=True)
    pull = np.concatenate([(a - a.mean()) / len(a), (b.mean() - b) / len(b)])  # of each on the difference
    clusters = np.bincount(cluster, pull)
    n = len(clusters)
    if n < 2:
        raise OverthinkError("A comparison needs at least two clusters.")
    standard_error = math.sqrt(n / (n - 1) * np.square(clusters).sum())
    mean, half = float(a.mean() - b.mean()), NormalDist().inv_cdf(0.5 + level / 2) * standard_error
    return Estimate(mean, mean - half, mean + half, n)
