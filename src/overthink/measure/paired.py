"""Two rules, or two depths, on the same positions: always compared pair by pair."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import LEVEL, Estimate, Sample


def difference(a: Sample, b: Sample, level: float = LEVEL) -> Estimate:
    """The mean of a - b, pair by pair. Pairs that all differ by the same do not make it certain: a pair in 3/n might
    still differ by one (the rule of three)."""
    a, b = _paired(a, b)
    found = Estimate.of_mean(a - b, level)
    if len(a) > 1 and not np.ptp(a - b):
        return Estimate(found.mean, found.mean - 3.0 / found.n, found.mean + 3.0 / found.n, found.n)
    return found


def ratio(a: Sample, b: Sample, level: float = LEVEL, resamples: int = 2000) -> Estimate:
    """mean(a) / mean(b), with a bootstrap interval over pairs. [Nau2010] eq. 6 as a ratio of means.

    The resamples are drawn from a generator of fixed seed, so that the same data give the same interval.
    """
    a, b = _paired(a, b)
    n = len(a)
    if n == 0 or not b.mean():
        raise OverthinkError("A ratio to a mean of 0, or of nothing, has no value.")
    generator = np.random.default_rng(20180)
    # Many pairs are equal, so it is their kinds that are drawn: the same law, and far fewer of them.
    kinds, counts = np.unique(np.stack([a, b], axis=1), axis=0, return_counts=True)
    weights = generator.multinomial(n, counts / n, size=resamples)
    above, below = weights @ kinds[:, 0], weights @ kinds[:, 1]
    ratios = np.divide(above, below, out=np.full(resamples, np.inf), where=below > 0)
    ratios = np.sort(ratios[(above != 0) | (below != 0)])  # a resample of nothing but zeros has no ratio
    last = len(ratios) - 1
    low, high = ratios[math.floor(last * (0.5 - level / 2))], ratios[math.ceil(last * (0.5 + level / 2))]
    return Estimate(float(a.mean() / b.mean()), float(low), float(high), n)


def linearised(a: Sample, b: Sample) -> Sample:
    """Numbers, one for each pair, that have mean(a) / mean(b) as their mean and nearly its variance (the delta method):
    so that many ratios are estimated at once, and compared like any other means. Not numbers where the mean of b is
    0."""
    if not b.any():
        return np.full(len(b), np.nan)
    p = float(a.mean() / b.mean())
    each: Sample = p + (a - p * b) / b.mean()
    return each


@dataclass(frozen=True)
class McNemar:
    """Right by one and wrong by the other, both ways, and the exact two-sided probability of so uneven a split."""

    only_first: int
    only_second: int
    p_value: float


def mcnemar(first: Sample, second: Sample) -> McNemar:
    """Whether two players of 0/1 results differ. Exact binomial test on the pairs that disagree."""
    first, second = _paired(first, second)
    if not (np.isin(first, (0, 1)).all() and np.isin(second, (0, 1)).all()):
        raise OverthinkError("McNemar's test compares results that are right or wrong: 0 or 1 each.")
    b, c = int(((first == 1) & (second == 0)).sum()), int(((first == 0) & (second == 1)).sum())
    n, k = b + c, min(b, c)
    log_half = n * math.log(0.5)
    tail = math.fsum(
        math.exp(math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + log_half) for i in range(k + 1)
    )
    return McNemar(b, c, min(1.0, 2.0 * tail))


def _paired(a: Sample, b: Sample) -> tuple[Sample, Sample]:
    a, b = np.asarray(a, float), np.asarray(b, float)
    if len(a) != len(b):
        raise OverthinkError(f"{len(a)} results cannot be paired with {len(b)}.")
    return a, b
