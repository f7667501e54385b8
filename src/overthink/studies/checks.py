"""The statements that papers make, as checks with an interval: holds, fails, or inconclusive.

A check holds when the whole interval says so, fails when the whole interval denies it, and is inconclusive between.
Where a claim covers several points at once, each interval is widened for their number (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from overthink.core.estimate import LEVEL, Estimate, Sample
from overthink.measure.paired import difference, ratio
from overthink.studies.study import Finding

FLAT = 0.02  # a change of two points in a hundred is no change that a figure would show


def above(estimate: Estimate, limit: float, seen: str = "") -> Finding:
    """The estimated number is above the limit."""
    verdict = "holds" if estimate.low > limit else "fails" if estimate.high <= limit else "inconclusive"
    return Finding(verdict, estimate, seen or f"{estimate.mean:.3f}, wanted above {limit:g}")


def near(estimate: Estimate, target: float, tolerance: float, seen: str = "") -> Finding:
    """The estimated number is within the tolerance of the printed one."""
    inside = target - tolerance <= estimate.low and estimate.high <= target + tolerance
    outside = estimate.high < target - tolerance or estimate.low > target + tolerance
    verdict = "holds" if inside else "fails" if outside else "inconclusive"
    return Finding(verdict, estimate, seen or f"{estimate.mean:.3f}, wanted {target:g} ± {tolerance:g}")


def better(a: Sample, b: Sample, by: float = 0.0, seen: str = "") -> Finding:
    """a exceeds b by more than so much, on average over pairs."""
    found = difference(a, b)
    return above(found, by, seen or f"{a.mean():.3f} against {b.mean():.3f}, difference {found.mean:+.3f}")


def times(a: Sample, b: Sample, factor: float) -> Finding:
    """The mean of a is more than so many times that of b."""
    found = ratio(a, b)
    return above(found, factor, f"{a.mean():.3f} against {b.mean():.3f}, ratio {found.mean:.3f}")


def comparable(a: Sample, b: Sample, tolerance: float = FLAT) -> Finding:
    """a and b differ by no more than the tolerance."""
    found = difference(a, b)
    return near(found, 0.0, tolerance, f"{a.mean():.3f} against {b.mean():.3f}, difference {found.mean:+.3f}")


def never_falls(curve: Sequence[Sample], tolerance: float = FLAT) -> Finding:
    """No step of the curve falls by more than the tolerance. The estimate is that of the worst step."""
    level = 1.0 - (1.0 - LEVEL) / max(1, len(curve) - 1)
    steps = [difference(later, earlier, level) for earlier, later in pairwise(curve)]
    worst = min(steps, key=lambda step: step.mean)
    if all(step.low > -tolerance for step in steps):
        verdict = "holds"
    else:
        verdict = "fails" if any(step.high < -tolerance for step in steps) else "inconclusive"
    shown = " ".join(f"{sample.mean():.3f}" for sample in curve)
    return Finding(verdict, worst, f"{shown}; worst step {worst.mean:+.3f}")


def falls(curve: Sequence[Sample], by: float = 0.0) -> Finding:
    """The last point lies below the first by more than so much."""
    found = difference(curve[0], curve[-1])
    shown = " ".join(f"{sample.mean():.3f}" for sample in curve)
    return above(found, by, f"{shown}; falls by {found.mean:.3f}")


def always_better(pairs: Sequence[Sequence[Sample]], by: float = 0.0) -> Finding:
    """In every pair of curves' points the first is above the second. The estimate is that of the closest pair."""
    level = 1.0 - (1.0 - LEVEL) / len(pairs)
    gaps = [difference(a, b, level) for a, b in pairs]
    shown = " ".join(f"{gap.mean:+.3f}" for gap in gaps)
    return all_above(gaps, by, f"differences {shown}")


def all_above(estimates: Sequence[Estimate], limit: float, seen: str) -> Finding:
    """Every estimated number is above the limit, their intervals being widened already for how many they are. The
    estimate is the lowest."""
    lowest = min(estimates, key=lambda estimate: estimate.mean)
    if all(estimate.low > limit for estimate in estimates):
        verdict = "holds"
    else:
        verdict = "fails" if any(estimate.high <= limit for estimate in estimates) else "inconclusive"
    return Finding(verdict, lowest, seen)


def exactly(samples: Sequence[Sample], wanted: float) -> Finding:
    """Every observation is what it has to be."""
    means = [float(sample.mean()) for sample in samples]
    verdict = "holds" if all((sample == wanted).all() for sample in samples) else "fails"
    farthest = max(means, key=lambda mean: abs(mean - wanted))
    return Finding(verdict, Estimate.exactly(farthest, len(samples[0])), f"{farthest:g}, wanted {wanted:g}")
