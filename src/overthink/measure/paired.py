"""Compare two rules, or two depths, on the same positions, pair by pair."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import LEVEL, Estimate, Sample, half_widths
from overthink.core.plain import Result


def difference(a: Sample, b: Sample, level: float = LEVEL) -> Estimate:
    """The mean of a - b over pairs. If all pairs differ by the same amount, the interval still has a width: 3 pairs
    in n might differ by one (the rule of three).

    >>> print(ot.difference([1, 1, 0, 1, 1, 1], [0, 1, 0, 0, 1, 1]))
    0.3333 [-0.0799, 0.7465] (n = 6)
    """
    a, b = _paired(a, b)
    gaps, n = a - b, len(a)
    if n > 1 and gaps[0] == gaps[-1] and (gaps == gaps[0]).all():
        mean = float(np.add.reduce(gaps)) / n
        return Estimate(mean, mean - 3.0 / n, mean + 3.0 / n, n)
    return Estimate.of_mean(gaps, level)


def differences(a: Sample, b: Sample, level: float = LEVEL) -> tuple[Sample, Sample, Sample]:
    """As `difference`, of many pairs of samples at once, a row each: the means, and both ends of their intervals."""
    gaps, n = a - b, a.shape[1]
    means = np.add.reduce(gaps, axis=1) / n
    if n == 1:
        return means, means - math.inf, means + math.inf
    halves = half_widths(gaps - means[:, None], level)
    halves[(gaps == gaps[:, :1]).all(axis=1)] = 3.0 / n
    return means, means - halves, means + halves


def ratio(a: Sample, b: Sample, level: float = LEVEL, resamples: int = 2000) -> Estimate:
    """mean(a) / mean(b), with a bootstrap interval over pairs. [Nau2010] eq. 6 as a ratio of means.

    The seed of the resamples is fixed, so that the same data give the same interval.

    >>> print(ot.ratio([1, 2, 2, 1], [1, 1, 1, 1]))
    1.5000 [1.0000, 2.0000] (n = 4)
    """
    a, b = _paired(a, b)
    n = len(a)
    if n == 0 or not b.mean():
        raise OverthinkError("The ratio has no value: there are no pairs, or the mean of the second is 0.")
    above, below = _resamples(a, b, resamples)
    ratios = np.divide(above, below, out=np.full(resamples, np.inf), where=below > 0)
    ratios = np.sort(ratios[(above != 0) | (below != 0)])  # a resample of only zeros has no ratio
    last = len(ratios) - 1
    low, high = ratios[math.floor(last * (0.5 - level / 2))], ratios[math.ceil(last * (0.5 + level / 2))]
    return Estimate(float(a.mean() / b.mean()), float(low), float(high), n)


def _resamples(a: Sample, b: Sample, resamples: int) -> tuple[Sample, Sample]:
    """The sums of a and of b in each resample. A pair comes back a Poisson number of times (mean 1), independently of
    the others: a ratio does not depend on how many pairs a resample has (Hanley and MacGibbon 2006). Equal pairs are
    drawn together. The numbers come from a table, because NumPy's own draws of this kind differ between processors.
    """
    generator = np.random.default_rng(20180)
    kinds, counts = np.unique(a + 1j * b, return_counts=True)
    above, below = np.zeros(resamples), np.zeros(resamples)
    for count in np.unique(counts):
        first, cumulative = _poisson(int(count))
        members = kinds[counts == count]
        for block in np.array_split(members, math.ceil(len(members) / 1000)):
            weights = first + np.searchsorted(cumulative, generator.random((resamples, len(block))))
            above += weights @ block.real
            below += weights @ block.imag
    return above, below


def _poisson(mean: int) -> tuple[int, Sample]:
    """The numbers of which a Poisson variable of this mean is one, but for a chance below 10⁻¹⁶: the first of them,
    and the probability of each number or fewer."""
    reach = math.ceil(12.0 * math.sqrt(mean)) + 20
    first = max(0, mean - reach)
    numbers = np.arange(first + 1, mean + reach + 1)
    logarithms = np.concatenate([[0.0], np.cumsum(np.log(mean / numbers))])
    weights = np.exp(logarithms - logarithms.max())
    return first, np.cumsum(weights) / weights.sum()


def linearised(a: Sample, b: Sample) -> Sample:
    """One number for each pair, with mean(a) / mean(b) as their mean and nearly its variance (the delta method). So
    many ratios can be estimated at once and compared like means. NaN if the mean of b is 0."""
    if not b.any():
        return np.full(len(b), np.nan)
    p = float(a.mean() / b.mean())
    numbers: Sample = p + (a - p * b) / b.mean()
    return numbers


@dataclass(frozen=True)
class McNemar(Result):
    """How often only the first, and only the second, was right; and the exact two-sided p-value."""

    only_first: int
    only_second: int
    p_value: float


def mcnemar(first: Sample, second: Sample) -> McNemar:
    """Test whether two players with 0/1 results differ: the exact binomial test on the pairs that disagree.

    >>> print(f"{ot.mcnemar([1, 1, 1, 1, 0], [0, 0, 0, 1, 0]).p_value:.2f}")  # they disagree 3 times
    0.25
    """
    first, second = _paired(first, second)
    if not (np.isin(first, (0, 1)).all() and np.isin(second, (0, 1)).all()):
        raise OverthinkError("McNemar's test needs results that are 0 or 1.")
    b, c = int(((first == 1) & (second == 0)).sum()), int(((first == 0) & (second == 1)).sum())
    return McNemar(b, c, min(1.0, 2.0 * _tail(b + c, min(b, c))))


def sign_test(a: Sample, b: Sample) -> float:
    """The probability that, by chance alone, a is below b in so many of the pairs that differ: a one-sided, exact
    test."""
    a, b = _paired(a, b)
    below, above = int((a < b).sum()), int((a > b).sum())
    return _tail(below + above, above)


def _tail(n: int, k: int) -> float:
    """The probability of at most k heads in n tosses of a coin."""
    log_half = n * math.log(0.5)
    return math.fsum(
        math.exp(math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + log_half) for i in range(k + 1)
    )


def _paired(a: Sample, b: Sample) -> tuple[Sample, Sample]:
    a, b = np.asarray(a, float), np.asarray(b, float)
    if len(a) != len(b):
        raise OverthinkError(f"{len(a)} results cannot be paired with {len(b)}. Give one of each for every position.")
    return a, b
