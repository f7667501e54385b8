"""The degree of pathology: over all positions, and position by position. [Nau2010] eq. 6"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from overthink.core.estimate import Estimate, Sample
from overthink.core.plain import Result
from overthink.measure.paired import ratio


def degree_of_pathology(deep: Sample, shallow: Sample) -> Estimate:
    """p(i, j): the mean decision error of a deeper search over that of a shallower search of the same positions, from
    P_opt of each. Above 1, looking further ahead makes decisions worse. eq. 6

    >>> ot.degree_of_pathology(deep=[1, 0, 0, 1], shallow=[1, 1, 0, 1]).mean
    2.0
    """
    return ratio(1.0 - np.asarray(deep), 1.0 - np.asarray(shallow))


@dataclass(frozen=True)
class Comparison(Result):
    """A deeper and a shallower search of the same positions.

    `ratio_of_means` is p(i, j) of the mean decision errors. `mean_of_ratios` is the mean of p(x, i, j) over single
    positions. That ratio has no value if the shallower search is always right. In `both_right` of these positions the
    deeper search is always right too; in `only_deep_errs` it is not, so the ratio would be infinite. The mean leaves
    both out, which favours depth.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> survey = ot.survey(puzzle.state_space(), ot.manhattan(puzzle), depths=(1, 5), rule="minimin")
    >>> comparison = survey.compare(5, 1)
    >>> print(f"better {comparison.better:.3f}, worse {comparison.worse:.3f}, p {comparison.ratio_of_means:.3f}")
    better 0.245, worse 0.153, p 0.882
    """

    better: float  # shares of positions in which the deeper search has the smaller decision error
    worse: float
    equal: float
    ratio_of_means: float
    mean_of_ratios: float
    both_right: int
    only_deep_errs: int
    positions: int


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
