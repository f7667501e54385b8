"""Scores of the same questions at several settings, in order of effort: do they rise, fall, or rise and then fall?

One test for each direction, at 5% false alarms over all pairs of settings together. Each question is one observation,
however often it was answered. The statistic of a pair is the sum of its differences over the root of the sum of their
squares. Its distribution without an effect comes from the same differences with the signs of whole questions drawn at
random, and the largest over all pairs is compared with the largest there. A pair that clearly goes the other way cannot
be a false alarm, so it is left out of that comparison, which finds more (Andrews and Soares 2010 choose moments so).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample
from overthink.measure.judgement import POWER, Value

LEVEL = 0.05  # false alarms in each direction
DRAWS = 4000
EXACT = 11  # questions for which all signs are tried
MANY = 2000  # questions from which on sums of signs are drawn as normal numbers
CLEAR = 2.0  # standard errors in the other direction; more with many questions
SEED = 2010
SAME = 1e-9  # statistics that differ by less tie


class Shape(StrEnum):
    """What the scores do as effort grows."""

    RISES = "rises"
    FALLS = "falls"
    PEAK = "rises, then falls"
    DIP = "falls, then rises"
    MIXED = "goes up and down"
    FLAT = "flat"
    UNDECIDED = "undecided"

    @property
    def claims(self) -> bool:
        """Whether something is claimed to rise or fall."""
        return self not in (Shape.FLAT, Shape.UNDECIDED)


@dataclass(frozen=True)
class Step:
    """The gain from less to more effort. Its interval holds for all steps together, with 5% on each side."""

    low: Value
    high: Value
    gain: Estimate
    p_value: float  # for its own direction, over all pairs together
    more: int  # questions that would show a change as large as it looks, beside those that there are

    @property
    def found(self) -> bool:
        return self.p_value <= LEVEL

    @property
    def word(self) -> str:
        """Whether it rises or falls; empty if that is not significant."""
        return ("rises" if self.gain.mean > 0 else "falls") if self.found else ""


@dataclass(frozen=True)
class Ordered:
    """The answer, and the pairs of settings that it rests on."""

    shape: Shape
    steps: tuple[Step, ...]
    best: Value  # with the highest mean
    rise: Step | None  # the largest that was found
    fall: Step | None
    open_fall: Step | None  # from the best to the worst setting after it, if that was not found
    within: float  # no two settings differ by more
    more: int  # questions that would show a difference of the margin, beside those that there are

    def step(self, one: Value, other: Value) -> Step:
        """The step between two settings."""
        return next(step for step in self.steps if {step.low, step.high} == {one, other})


@dataclass(frozen=True)
class Scoring:
    """How a difference is told: in points of a hundred, or in units of the scores, which were divided by their span."""

    span: float | None

    def amount(self, difference: float) -> str:
        """A difference for people: 5.3 points."""
        return f"{100 * difference:.1f} points" if self.span is None else f"{difference * self.span:.3g}"


def judge_order(scores: Mapping[Value, Sample], margin: float = 0.02) -> Ordered:
    """Judge scores between 0 and 1 of the same questions, by setting, from less to more effort."""
    values, matrix = list(scores), np.column_stack(list(scores.values()))
    if len(values) < 2 or len(matrix) < 2:
        raise OverthinkError("An ordered test needs two settings or more, and two questions or more.")
    n = len(matrix)
    first, second = np.triu_indices(len(values), 1)
    gaps = matrix[:, second] - matrix[:, first]
    size = np.sqrt(np.square(gaps).sum(axis=0))
    size[size == 0.0] = 1.0
    sums = _signed_sums(matrix)
    drawn = (sums[:, second] - sums[:, first]) / size
    seen, means = gaps.sum(axis=0) / size, gaps.mean(axis=0)
    spread = gaps.std(axis=0, ddof=1)
    error = np.where(spread > SAME, spread / math.sqrt(n), 0.0)
    (rise, rises), (fall, falls) = _largest(seen, drawn, n), _largest(-seen, -drawn, n)
    z, steps = NormalDist().inv_cdf(POWER), list[Step]()
    for pair, mean in enumerate(means):
        alike = 3.0 / n * (abs(mean) if abs(mean) > SAME else 1.0)  # all change alike: 3 in n might not
        down, up = (c[pair] * error[pair] if error[pair] else alike for c in (rise, fall))
        gain = Estimate(float(mean), max(-1.0, float(mean - down)), min(1.0, float(mean + up)), n)
        side, p = (rise, rises) if mean > 0 else (fall, falls)
        more = _more(spread[pair], side[pair] + z, abs(mean), n) if mean else 0
        steps.append(Step(values[first[pair]], values[second[pair]], gain, float(p[pair]) if mean else 1.0, more))
    order = {value: place for place, value in enumerate(values)}
    best = max(values, key=lambda value: float(scores[value].mean()))
    found = [[s for s in steps if s.found and (s.gain.mean > 0) == up] for up in (True, False)]
    after = [s for s in steps if s.low == best and s.gain.mean < 0]
    lowest = min(after, key=lambda step: step.gain.mean, default=None)
    within = max(max(-step.gain.low, step.gain.high) for step in steps)
    widest = math.sqrt(max(float(spread.max()) ** 2, 3.0 / n))  # if no question differs, 3 in n might
    return Ordered(
        _shape(found[0], found[1], order, best, within <= margin), tuple(steps), best,
        max(found[0], key=lambda s: s.gain.mean, default=None), min(found[1], key=lambda s: s.gain.mean, default=None),
        None if lowest is None or lowest.found else lowest,
        within, _more(widest, max(rise.max(), fall.max()) + z, margin, n),
    )  # fmt: skip


def _signed_sums(matrix: Sample) -> Sample:
    """Sums over questions with random signs, a row each; the first row has no sign changed."""
    n, settings = matrix.shape
    matrix = matrix - matrix.mean(axis=1, keepdims=True)  # differences stay, and numbers are smaller
    if n > MANY:
        generator = np.random.default_rng(SEED)
        values, vectors = np.linalg.eigh(matrix.T @ matrix)
        normal = generator.standard_normal((DRAWS - 1, settings))
        sums = normal @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
        return np.vstack([matrix.sum(axis=0), sums])
    return np.asarray(_signs(n) @ matrix)


@lru_cache(maxsize=1)
def _signs(n: int) -> Sample:
    """All signs of n questions, or some; the first row has no minus."""
    if n <= EXACT:
        return 1.0 - 2.0 * ((np.arange(1 << n)[:, None] >> np.arange(n)) & 1)
    signs = 1.0 - 2.0 * np.random.default_rng(SEED).integers(0, 2, (DRAWS, n))
    signs[0] = 1.0
    return signs


def _largest(seen: Sample, drawn: Sample, n: int) -> tuple[Sample, Sample]:
    """How many standard errors a rise of each pair must have, and its adjusted p-value."""
    rows = len(drawn)
    kept = seen >= -max(CLEAR, math.sqrt(math.log(n)))
    every, largest = (np.sort(drawn[:, pairs].max(axis=1, initial=0.0)) for pairs in (np.ones_like(kept), kept))
    needed = np.where(kept, *(some[rows - int(LEVEL * rows) - 1] for some in (largest, every)))
    with np.errstate(divide="ignore"):  # few questions can never be enough
        errors = needed * np.sqrt((n - 1) / np.maximum(n - needed**2, 0.0))
    return errors, (rows - np.searchsorted(largest, seen - SAME)) / rows


def _more(spread: float, errors: float, change: float, n: int) -> int:
    """How many more questions show a change of this size with probability 0.8."""
    need = (spread * errors / change) ** 2 if spread else 0.0
    return max(0, math.ceil(need) - n) if math.isfinite(need) else 0


def _shape(rises: list[Step], falls: list[Step], order: dict[Value, int], best: Value, flat: bool) -> Shape:
    if not falls:
        return Shape.RISES if rises else Shape.FLAT if flat else Shape.UNDECIDED
    if not rises:
        return Shape.FALLS
    up_down = any(order[rise.high] <= order[fall.low] for rise in rises for fall in falls)
    down_up = any(order[fall.high] <= order[rise.low] for rise in rises for fall in falls)
    if up_down and down_up:
        return Shape.MIXED
    if up_down or down_up:
        return Shape.PEAK if up_down else Shape.DIP
    return Shape.PEAK if 0 < order[best] < len(order) - 1 else Shape.MIXED
