"""The statements that papers make, as checks with an interval: holds, fails, or inconclusive.

A check holds when the whole interval says so, fails when the whole interval denies it, and is inconclusive between.
Where a claim covers several points at once, each interval is widened for their number (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from overthink.core.estimate import LEVEL, Estimate, Sample, simultaneous
from overthink.measure.paired import difference, ratio
from overthink.studies.claim import AS_WRITTEN, Claim, Evidence, Reading, Verdict
from overthink.studies.samples import Samples

FLAT = 0.02  # a change of two points in a hundred is no change that a figure would show
FEWEST = 30  # observations below which nothing is judged
SELDOM = 0.001  # what surely happens less often than once in a thousand is denied, if it was not seen


def above(estimate: Estimate, limit: float, words: str = "") -> Evidence:
    """The estimated number is above the limit."""
    return all_above([estimate], limit, words or f"{estimate.mean:.3f}, wanted above {limit:g}")


def all_above(estimates: Sequence[Estimate], limit: float, words: str) -> Evidence:
    """Every estimated number is above the limit, their intervals being widened already for how many they are. The
    estimate shown is the one that decides."""
    lowest, clearest = min(estimates, key=lambda e: e.low), min(estimates, key=lambda e: e.high)
    if lowest.n < FEWEST:
        return Evidence(Verdict.INCONCLUSIVE, lowest, f"{words}; too few observations to judge")
    if clearest.high <= limit:
        return Evidence(Verdict.FAILS, clearest, words)
    return Evidence(Verdict.of(lowest.low > limit, False), lowest, words)


def near(estimate: Estimate, target: float, tolerance: float, words: str = "") -> Evidence:
    """The estimated number is within the tolerance of the printed one."""
    inside = target - tolerance <= estimate.low and estimate.high <= target + tolerance
    outside = estimate.high < target - tolerance or estimate.low > target + tolerance
    words = f"{words or f'{estimate.mean:.3f}'}, wanted {target:g} ± {tolerance:g}"
    enough = estimate.n >= FEWEST
    return Evidence(Verdict.of(inside and enough, outside and enough), estimate, words)


def better(a: Sample, b: Sample, by: float = 0.0, words: str = "", level: float = LEVEL) -> Evidence:
    """a exceeds b by more than so much, on average over pairs. A level of .99 is "P < .01" in print."""
    gap = difference(a, b, level)
    return above(gap, by, words or f"{a.mean():.3f} against {b.mean():.3f}, difference {gap.mean:+.3f}")


def times(a: Sample, b: Sample, factor: float) -> Evidence:
    """The mean of a is more than so many times that of b."""
    quotient = ratio(a, b)
    return above(quotient, factor, f"{a.mean():.3f} against {b.mean():.3f}, ratio {quotient.mean:.3f}")


def comparable(a: Sample, b: Sample, tolerance: float = FLAT) -> Evidence:
    """a and b differ by no more than the tolerance."""
    gap = difference(a, b)
    return near(gap, 0.0, tolerance, f"{a.mean():.3f} against {b.mean():.3f}, difference {gap.mean:+.3f}")


def never_falls(curve: Sequence[Sample], tolerance: float = FLAT) -> Evidence:
    """No later point of the curve lies below an earlier one by more than the tolerance."""
    rises = [difference(later, earlier, simultaneous(_pairs(curve))) for earlier, later in combinations(curve, 2)]
    largest = min(rises, key=lambda rise: rise.mean)
    words = f"{_shown(curve)}; largest change down {min(0.0, largest.mean):+.3f}, allowed {-tolerance:g}"
    return all_above(rises, -tolerance, words + _together(len(rises)))


def never_rises(curve: Sequence[Sample], tolerance: float = FLAT) -> Evidence:
    """No later point of the curve lies above an earlier one by more than the tolerance."""
    drops = [difference(earlier, later, simultaneous(_pairs(curve))) for earlier, later in combinations(curve, 2)]
    largest = min(drops, key=lambda drop: drop.mean)
    words = f"{_shown(curve)}; largest change up {max(0.0, -largest.mean):+.3f}, allowed {tolerance:g}"
    return all_above(drops, -tolerance, words + _together(len(drops)))


def falls(curve: Sequence[Sample], by: float = FLAT) -> Evidence:
    """Some later point of the curve lies below an earlier one by more than so much: what `never_falls` denies. Where
    any fall counts (`by` 0), it is denied if none exceeds FLAT: two equal curves could never be told apart else."""
    drops = [difference(earlier, later, simultaneous(_pairs(curve))) for earlier, later in combinations(curve, 2)]
    clearest = max(drops, key=lambda drop: drop.low)
    words = f"{_shown(curve)}; clearest fall {clearest.mean:.3f}, wanted above {by:g}{_together(len(drops))}"
    if clearest.n < FEWEST:
        return Evidence(Verdict.INCONCLUSIVE, clearest, f"{words}; too few observations to judge")
    return Evidence(Verdict.of(clearest.low > by, all(drop.high <= (by or FLAT) for drop in drops)), clearest, words)


def some_above(estimates: Sequence[Estimate], words: str, tolerance: float = 0.0) -> Evidence:
    """One of the estimated numbers at least is above 0, their intervals being widened already for how many they are.
    Denied where none can exceed the tolerance. The estimate shown is the clearest."""
    clearest = max(estimates, key=lambda estimate: estimate.low)
    if clearest.n < FEWEST:
        return Evidence(Verdict.INCONCLUSIVE, clearest, f"{words}; too few observations to judge")
    denied = all(estimate.high <= tolerance for estimate in estimates)
    return Evidence(Verdict.of(clearest.low > 0.0, denied), clearest, words)


def mostly_above(estimates: Sequence[Estimate], limit: float, words: str) -> Evidence:
    """More than half of the estimated numbers are above the limit, their intervals being widened already for how many
    they are. The estimate shown is that share."""
    mean, low, high = (
        sum(getattr(estimate, end) > limit for estimate in estimates) / len(estimates)
        for end in ("mean", "low", "high")
    )
    n = min(estimate.n for estimate in estimates)
    return above(Estimate(mean, low, high, n), 0.5, f"{words} {mean:.0%} of {len(estimates)}, surely {low:.0%}")


def always_better(pairs: Sequence[Sequence[Sample]], by: float = 0.0, level: float = LEVEL) -> Evidence:
    """In every pair of curves' points the first is above the second by more than so much."""
    gaps = [difference(a, b, simultaneous(len(pairs), level)) for a, b in pairs]
    wanted = f", wanted above {by:g}" if by else ""
    shown = " ".join(f"{gap.mean:+.3f}" for gap in gaps)
    return all_above(gaps, by, f"differences {shown}{wanted}{_together(len(gaps), level)}")


def beats(
    samples: Samples,
    rules: tuple[str, str],
    column: str,
    values: Iterable[object],
    by: float = 0.0,
    level: float = LEVEL,
    **where: object,
) -> Evidence:
    """The first rule is above the second by more than so much, at every one of some values of a column."""
    return always_better([samples.curve("rule", rules, **{column: value}, **where) for value in values], by, level)


def _pairs(curve: Sequence[Sample]) -> int:
    return len(curve) * (len(curve) - 1) // 2


def _together(comparisons: int, level: float = LEVEL) -> str:
    return f" ({level:.0%} for all {comparisons} together)" if comparisons > 1 else ""


def _shown(curve: Sequence[Sample]) -> str:
    return " ".join(f"{sample.mean():.3f}" for sample in curve)


def claims_for(
    values: Iterable[object],
    says: str,
    printed: str,
    check: Callable[[Samples, Any], Evidence],
    source: str = "",
    reading: Reading = AS_WRITTEN,
    tolerance: str = "",
) -> tuple[Claim, ...]:
    """The same claim for each of some values, which stand in its words as {}."""

    def claim(value: object) -> Claim:
        return Claim(says.format(value), printed, lambda s: check(s, value), source, reading, tolerance)

    return tuple(claim(value) for value in values)


def settled(holds: bool, value: float, words: str, n: int = 0) -> Evidence:
    """What is known exactly: it holds or fails."""
    return Evidence(Verdict.of(holds), Estimate.exactly(float(value), n), words)


def never(happens: Sequence[Sample], words: str) -> Evidence:
    """Something does not happen in any observation of any of these samples. Once denies it, and few observations do not
    prove it. The interval of the share says how often it may happen unseen."""
    share = Estimate.share(np.any(happens, axis=0).astype(float))
    return Evidence(Verdict.of(share.mean == 0.0 and share.n >= FEWEST, share.mean > 0.0), share, words)


def exactly(samples: Sequence[Sample], wanted: float) -> Evidence:
    """Every observation is what it has to be; one that is not denies it, and few that are do not prove it."""
    farthest = max((float(sample.mean()) for sample in samples), key=lambda mean: abs(mean - wanted))
    right, n = all((sample == wanted).all() for sample in samples), len(samples[0])
    estimate = Estimate.exactly(farthest, n)
    return Evidence(Verdict.of(right and n >= FEWEST, not right), estimate, f"{farthest:g}, wanted {wanted:g}")
