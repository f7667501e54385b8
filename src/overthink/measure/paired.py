"""Compare two rules, depths or groups: in pairs on the same positions, or apart; and the degree of pathology."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from overthink.core.errors import check_whole, parse_number, require
from overthink.core.estimate import LEVEL, Estimate, Sample, half_widths, parse_sample
from overthink.core.plain import Result


def difference(a: Sample, b: Sample, level: float = LEVEL) -> Estimate:
    """The mean of a - b over pairs. If all pairs differ by the same amount, the interval still has a width: 3 pairs in
    n might differ by one (the rule of three). `a` and `b`: numbers, pair by pair. `level`: of the interval.

    >>> print(ot.difference([1, 1, 0, 1, 1, 1], [0, 1, 0, 0, 1, 1]))
    0.3333 [-0.0799, 0.7465] (n = 6)
    """
    a, b = _parse_pair(a, b)
    gaps = a - b
    n = len(a)
    if n > 1 and gaps[0] == gaps[-1] and (gaps == gaps[0]).all():
        mean = float(np.add.reduce(gaps)) / n
        return Estimate(mean, mean - 3.0 / n, mean + 3.0 / n, n)
    return Estimate.of_mean(gaps, level)


def differences(a: Sample, b: Sample, level: float = LEVEL) -> tuple[Sample, Sample, Sample]:
    """As `difference`, of many pairs of samples at once, a row each: the means, and both ends of their intervals."""
    gaps = a - b
    n = a.shape[1]
    means = np.add.reduce(gaps, axis=1) / n
    if n == 1:
        return means, means - math.inf, means + math.inf
    halves = half_widths(gaps - means[:, None], level)
    halves[(gaps == gaps[:, :1]).all(axis=1)] = 3.0 / n
    return means, means - halves, means + halves


FEWEST_RESAMPLES, MOST_RESAMPLES = 100, 1_000_000


def ratio(a: Sample, b: Sample, level: float = LEVEL, resamples: int = 2000) -> Estimate:
    """mean(a) / mean(b), with a bootstrap interval over pairs. [Nau2010] eq. 6 as a ratio of means.

    The seed of the resamples is fixed, so that the same data give the same interval.

    Args:
        a, b: Numbers, pair by pair.
        level: Of the interval.
        resamples: How many.

    >>> print(ot.ratio([1, 2, 2, 1], [1, 1, 1, 1]))
    1.5000 [1.0000, 2.0000] (n = 4)
    """
    a, b = _parse_pair(a, b)
    n = len(a)
    require(b.mean(), "The ratio has no value: the mean of the second is 0.")
    check_whole("The number of resamples", resamples, FEWEST_RESAMPLES, MOST_RESAMPLES)
    level = parse_number("level", level, 0, 1)
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


def linearise(a: Sample, b: Sample) -> Sample:
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

    only_first: int  # positions that only the first decides right
    only_second: int  # positions that only the second decides right
    p_value: float  # of an exact two-sided test

    @property
    def one_sided(self) -> float:
        """The p-value for the direction that was seen."""
        return _tail(self.only_first + self.only_second, min(self.only_first, self.only_second))


def mcnemar(first: Sample, second: Sample) -> McNemar:
    """Test whether two players with 0/1 results differ: the exact binomial test on the pairs that disagree. `first` and
    `second`: the results, pair by pair.

    >>> print(f"{ot.mcnemar([1, 1, 1, 1, 0], [0, 0, 0, 1, 0]).p_value:.2f}")  # they disagree 3 times
    0.25
    """
    first, second = _parse_pair(first, second, kind=np.dtype(bool))
    b, c = int(((first == 1) & (second == 0)).sum()), int(((first == 0) & (second == 1)).sum())
    return McNemar(b, c, min(1.0, 2.0 * _tail(b + c, min(b, c))))


def sign_test(a: Sample, b: Sample) -> float:
    """The probability that, by chance alone, a is below b in this many of the pairs that differ: a one-sided, exact
    test."""
    a, b = _parse_pair(a, b)
    below, above = int((a < b).sum()), int((a > b).sum())
    return _tail(below + above, above)


def _tail(n: int, k: int) -> float:
    """The probability of at most k heads in n tosses of a coin."""
    log_half = n * math.log(0.5)
    return math.fsum(
        math.exp(math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + log_half) for i in range(k + 1)
    )


def _parse_pair(a: Sample, b: Sample, **needs: Any) -> tuple[Sample, Sample]:
    """Two samples of a user, with one result of each for every position."""
    a, b = parse_sample(a, **needs), parse_sample(b, **needs)
    require(len(a) == len(b), f"{len(a)} results cannot be paired with {len(b)}. Give one of each for every position.")
    return a, b


def apart(a: Sample, b: Sample, level: float = LEVEL) -> Estimate:
    """mean(a) - mean(b), by the central limit theorem, with separate variances. `n` is that of the smaller group."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    require(min(len(a), len(b)) >= 2, "Each group needs at least two observations.")
    standard_error = math.sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b))
    mean = float(a.mean() - b.mean())
    half = NormalDist().inv_cdf(0.5 + level / 2) * standard_error
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
    require(n >= 2, "A comparison needs at least two clusters.")
    standard_error = math.sqrt(n / (n - 1) * np.square(clusters).sum())
    mean = float(a.mean() - b.mean())
    half = NormalDist().inv_cdf(0.5 + level / 2) * standard_error
    return Estimate(mean, mean - half, mean + half, n)


def win_rate(first: Sample, second: Sample) -> Estimate:
    """A player's share of points (win 1, draw ½, loss 0) over pairs of games with sides swapped. A pair is one
    observation.

    `first`: its points where it moved first. `second`: its points where it moved second.

    >>> print(ot.win_rate([1, 1, 0.5, 1], [1, 0, 0.5, 0]))
    0.6250 [0.2194, 0.9081] (n = 4)
    """
    first, second = _parse_pair(first, second)
    return Estimate.share(0.5 * (first + second))


def degree_of_pathology(deep: Sample, shallow: Sample) -> Estimate:
    """p(i, j): the mean decision error of a deeper search over that of a shallower search of the same positions.
    Above 1, looking further ahead makes decisions worse. eq. 6

    `deep` and `shallow`: P_opt of each position at the two depths.

    >>> ot.degree_of_pathology(deep=[1, 0, 0, 1], shallow=[1, 1, 0, 1]).mean
    2.0
    """
    deep, shallow = _parse_pair(deep, shallow, ends=(0.0, 1.0))
    return ratio(1.0 - deep, 1.0 - shallow)


@dataclass(frozen=True)
class Comparison(Result):
    """A deeper and a shallower search of the same positions.

    Attributes:
        ratio_of_means: p(i, j) of the mean decision errors.
        mean_of_ratios: The mean of p(x, i, j) over single positions. That ratio has no value if the shallower search is
            always right; the mean leaves these positions out, which favours depth.
        both_right: Of these, how many the deeper search also decides right.
        only_deep_errs: How many it does not, so that the ratio would be infinite.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> survey = ot.survey(puzzle.state_space(), ot.manhattan(puzzle), depths=(1, 5), rule="minimin")
    >>> comparison = survey.compare(5, 1)
    >>> print(f"better {comparison.better:.3f}, worse {comparison.worse:.3f}, p {comparison.ratio_of_means:.3f}")
    better 0.245, worse 0.153, p 0.882
    """

    better: float  #: shares of positions in which the deeper search has the smaller decision error
    worse: float  #: shares in which it has the larger one
    equal: float  #: shares in which both are the same
    ratio_of_means: float
    mean_of_ratios: float
    both_right: int
    only_deep_errs: int
    positions: int  #: that have moves


def compare(deep: Sample, shallow: Sample) -> Comparison:
    """Compare two searches, from P_err of each position; NaN in positions without moves."""
    decided = ~np.isnan(deep)
    n = int(decided.sum())
    errs = shallow > 0
    means = [float(np.mean(errors, dtype=float, where=decided)) if n else math.nan for errors in (deep, shallow)]
    ratios = np.divide(deep, shallow, where=errs, out=np.zeros(len(deep)), dtype=float)
    return Comparison(
        better=_share(deep < shallow, n),
        worse=_share(deep > shallow, n),
        equal=_share(deep == shallow, n),
        ratio_of_means=means[0] / means[1] if means[1] else math.nan,
        mean_of_ratios=_share(ratios, int(errs.sum())),
        both_right=int(((shallow == 0) & (deep == 0)).sum()),
        only_deep_errs=int(((shallow == 0) & (deep > 0)).sum()),
        positions=n,
    )


def _share(of: Sample, n: int) -> float:
    return float(of.sum()) / n if n else math.nan
