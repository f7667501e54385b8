"""Scores of the same questions at several settings, in order of effort: do they rise, fall, or rise and then fall?

One test for each direction, at 5% false alarms over all pairs of settings together. Each question is one observation,
however often it was answered. The statistic of a pair is the sum of its differences over the root of the sum of their
squares. Its distribution without an effect comes from the same differences with the signs of whole questions drawn at
random, and the largest over all pairs is compared with the largest there. A pair that clearly goes the other way cannot
be a false alarm, so it is left out of that comparison, which finds more (Andrews and Soares 2010 choose moments so).

Random signs suppose that a question is as likely to gain as to lose the same. If a few questions lose much and the
others gain a little, a mean of zero looks like a rise. So a statistic is drawn towards zero by the skewness of the
changes (Hall 1992), and of scores from 0 to 1, no change is found that 3 in n unseen questions could undo.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample
from overthink.measure.judgement import POWER, Value

LEVEL = 0.05  # false alarms in each direction, and of the brackets of all pairs on each side
UNSEEN = 3.0  # in n: how many questions may be of a kind of which none was seen
DRAWS = 4000
MOST_EXACT_QUESTIONS = 11  # questions for which all signs are tried
MANY_QUESTIONS = 2000  # questions from which on sums of signs are drawn as normal numbers
CLEAR_STANDARD_ERRORS = 2.0  # standard errors in the other direction; more with many questions
SEED = 2010
TIE_TOLERANCE = 1e-9  # statistics that differ by less tie


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
    """The gain from less to more effort. Its bracket holds for all steps together, with 5% on each side. It ends at
    zero if the change is significant only without the pairs that clearly go the other way."""

    low: Value
    high: Value
    gain: Estimate
    p_value: float  # for its own direction, over all pairs together
    more: int  # questions that would show a change as large as it looks, beside those that there are

    @property
    def found(self) -> bool:
        """Whether the change is significant."""
        return self.p_value <= LEVEL

    @property
    def back(self) -> Estimate:
        """The gain from more to less effort."""
        return Estimate(-self.gain.mean, -self.gain.high, -self.gain.low, self.gain.n)

    @property
    def worse(self) -> Value:
        """The setting with the lower mean."""
        return self.low if self.gain.mean > 0 else self.high

    @property
    def word(self) -> str:
        """Whether it rises or falls; empty if that is not significant."""
        return ("rises" if self.gain.mean > 0 else "falls") if self.found else ""


@dataclass(frozen=True)
class Ordered:
    """The answer, and the pairs of settings that it rests on."""

    shape: Shape  # rises, falls, flat and so on
    steps: tuple[Step, ...]  # every pair of settings with its change
    best: Value  # with the highest mean
    may_be_best: tuple[Value, ...]  # those that no other setting is found to be better than
    rise: Step | None  # the largest that was found
    fall: Step | None  # the largest that was found
    open_fall: Step | None  # from the best to the worst setting after it, if that was not found
    within: float  # no two settings differ by more
    more: int  # questions that would show a difference of the margin, beside those that there are
    units: int  # questions, or clusters of them, that keep or reverse their changes

    def step(self, one: Value, other: Value) -> Step:
        """The step between two settings."""
        return next(step for step in self.steps if {step.low, step.high} == {one, other})


@dataclass(frozen=True)
class Scoring:
    """How a difference is told: in points of a hundred, or in units of the scores, which were divided by their span."""

    span: float | None  # the largest score less the smallest; None for scores from 0 to 1
    less: bool = False  # a smaller score is better, so a gain is a smaller score

    def signed(self, gain: float) -> str:
        """A gain as the change of the score, with its sign and its unit: -5.3 points."""
        change = -gain if self.less else gain
        return f"{100 * change:+.1f} points" if self.span is None else f"{change * self.span:+.3g}"

    def interval(self, gain: Estimate) -> str:
        """The interval of a gain as changes of the score, without their unit: [-8.1, -2.5]."""
        ends = [self.signed(end).removesuffix(" points") for end in (gain.low, gain.high)]
        return f"[{', '.join(reversed(ends) if self.less else ends)}]"

    def amount(self, difference: float) -> str:
        """A difference for people: 5.3 points."""
        return f"{100 * difference:.1f} points" if self.span is None else f"{difference * self.span:.3g}"


def judge_order(
    scores: Mapping[Value, Sample], margin: float = 0.02, clusters: Sample | None = None, bounded: bool = True
) -> Ordered:
    """Judge scores between 0 and 1 of the same questions, by setting, from less to more effort. `clusters` numbers the
    cluster of each question, such as its passage: questions of one cluster may move together, so it keeps or reverses
    its changes as a whole. `bounded`: 0 and 1 are the least and the largest score that there can be."""
    return judge_cells([scores], margin, [clusters], bounded)[0]


def judge_cells(
    cells: Sequence[Mapping[Value, Sample]],
    margin: float = 0.02,
    clusters: Sequence[Sample | None] | None = None,
    bounded: bool = True,
) -> list[Ordered]:
    """Judge several tables at once, such as one a category: 5% false alarms in each direction over all of them."""
    every = [_pairs_of(scores, by, place, len(cells) > 1)
             for place, (scores, by) in enumerate(zip(cells, clusters or [None] * len(cells)))]  # fmt: skip
    up, down = _largest(every, 1.0), _largest(every, -1.0)
    return [_judge(pairs, scores, margin, up, down, bounded) for pairs, scores in zip(every, cells)]


@dataclass(frozen=True)
class _Pairs:
    """All pairs of settings of one table: their statistics, and those with random signs."""

    n: int  # questions
    units: int  # questions, or clusters of them
    first: Sample
    second: Sample
    means: Sample
    seen: Sample
    drawn: Sample  # a row for each draw of signs
    error: Sample  # the standard error of each mean
    skew: Sample  # the skewness of the changes over the root of their number

    def kept(self, sign: float) -> Sample:
        """The pairs that do not clearly go the other way."""
        return np.asarray(sign * self.seen >= -max(CLEAR_STANDARD_ERRORS, math.sqrt(math.log(self.units))))


def _pairs_of(scores: Mapping[Value, Sample], clusters: Sample | None, place: int, several: bool) -> _Pairs:
    matrix = np.column_stack(list(scores.values()))
    if len(scores) < 2 or len(matrix) < 2:
        raise OverthinkError("An ordered test needs two settings or more, and two questions or more.")
    n = len(matrix)
    first, second = np.triu_indices(len(scores), 1)
    matrix = matrix - matrix.mean(axis=1, keepdims=True)  # differences stay, and numbers are smaller
    if clusters is not None:
        _, number = np.unique(clusters, return_inverse=True)
        matrix = np.column_stack([np.bincount(number, column) for column in matrix.T])
    units = len(matrix)
    if units < 2:
        raise OverthinkError("All questions are in one cluster. Two clusters or more are needed, better thirty.")
    gaps = matrix[:, second] - matrix[:, first]
    root = np.sqrt(np.square(gaps).sum(axis=0))
    size = np.where(root == 0.0, 1.0, root)
    sums = _signed_sums(matrix, place, several)
    drawn, seen = (sums[:, second] - sums[:, first]) / size, gaps.sum(axis=0) / size
    error = root / n * np.sqrt(np.maximum(units - seen**2, 0.0) / (units - 1))
    error[error * math.sqrt(n) <= TIE_TOLERANCE] = 0.0
    off = gaps - gaps.mean(axis=0)
    spread = np.sqrt(np.square(off).sum(axis=0))
    skew = (off**3).sum(axis=0) / np.where(spread > TIE_TOLERANCE, spread, np.inf) ** 3
    return _Pairs(n, units, first, second, gaps.sum(axis=0) / n, seen, drawn, error, skew)


def _judge(
    pairs: _Pairs, scores: Mapping[Value, Sample], margin: float, up: _Largest, down: _Largest, bounded: bool
) -> Ordered:
    values = list(scores)
    n = pairs.n
    reach = [side.errors(side.every, pairs, sign) for side, sign in ((up, 1.0), (down, -1.0))]
    p_values = [side.p_values(pairs, sign) for side, sign in ((up, 1.0), (down, -1.0))]
    least = [side.errors(side.kept, pairs, sign) for side, sign in ((up, 1.0), (down, -1.0))]
    z = NormalDist().inv_cdf(POWER)
    steps = list[Step]()
    spread = pairs.error * math.sqrt(n)
    for pair, mean in enumerate(pairs.means):
        change = abs(mean) if abs(mean) > TIE_TOLERANCE else 1.0
        unseen = UNSEEN / pairs.units * (1.0 if bounded else 0.0 if pairs.error[pair] else change)
        below, above = (max(unseen, far[pair] * pairs.error[pair]) if pairs.error[pair] else unseen for far in reach)
        down_side = int(mean <= 0)
        p = float(p_values[down_side][pair]) if abs(mean) > unseen else 1.0
        ends = [max(-1.0, float(mean - below)), min(1.0, float(mean + above))]
        if p <= LEVEL:
            ends[down_side] = min(0.0, ends[1]) if down_side else max(0.0, ends[0])
        gain = Estimate(float(mean), ends[0], ends[1], n)
        more = _more(spread[pair], least[down_side][pair] + z, abs(mean), n) if mean else 0
        low, high = values[pairs.first[pair]], values[pairs.second[pair]]
        steps.append(Step(low, high, gain, p if mean else 1.0, more))
    order = {value: place for place, value in enumerate(values)}
    best = max(values, key=lambda value: float(scores[value].mean()))
    found = [[s for s in steps if s.found and (s.gain.mean > 0) == up] for up in (True, False)]
    after = [s for s in steps if s.low == best and s.gain.mean < 0]
    lowest = min(after, key=lambda step: step.gain.mean, default=None)
    within = max(max(-step.gain.low, step.gain.high) for step in steps)
    widest = math.sqrt(max(float(spread.max()) ** 2, UNSEEN / pairs.units))  # if no question differs, some might
    return Ordered(
        _shape(found[0], found[1], order, best, within <= margin), tuple(steps), best,
        tuple(v for v in values if not any(step.worse == v for step in (*found[0], *found[1]))),
        max(found[0], key=lambda s: s.gain.mean, default=None), min(found[1], key=lambda s: s.gain.mean, default=None),
        None if lowest is None or lowest.found else lowest,
        within, _more(widest, max(map(np.max, least)) + z, margin, n), pairs.units,
    )  # fmt: skip


def _signed_sums(matrix: Sample, place: int, several: bool) -> Sample:
    """Sums over questions or clusters with random signs, a row each; the first row has no sign changed. Of several
    tables, each has as many rows."""
    n, settings = matrix.shape
    if n > MANY_QUESTIONS:
        generator = np.random.default_rng([SEED, place] if place else SEED)
        values, vectors = np.linalg.eigh(matrix.T @ matrix)
        normal = generator.standard_normal((DRAWS - 1, settings))
        sums = normal @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
        return np.vstack([matrix.sum(axis=0), sums])
    sums = np.asarray(_signs(n) @ matrix)
    if several and n <= MOST_EXACT_QUESTIONS:
        rows = np.random.default_rng([SEED, place]).integers(0, len(sums), DRAWS)
        rows[0] = 0
        sums = sums[rows]
    return sums


@lru_cache(maxsize=1)
def _signs(n: int) -> Sample:
    """All signs of n questions, or some; the first row has no minus."""
    if n <= MOST_EXACT_QUESTIONS:
        return 1.0 - 2.0 * ((np.arange(1 << n)[:, None] >> np.arange(n)) & 1)
    signs = 1.0 - 2.0 * np.random.default_rng(SEED).integers(0, 2, (DRAWS, n))
    signs[0] = 1.0
    return signs


@dataclass(frozen=True)
class _Largest:
    """The largest statistics over all pairs of all tables with random signs, sorted: of all pairs, and of those that
    do not clearly go the other way."""

    every: Sample
    kept: Sample

    def errors(self, pool: Sample, pairs: _Pairs, sign: float) -> Sample:
        """How many standard errors a change of each pair must have to be larger than those of a pool."""
        needed, n = pool[len(pool) - int(LEVEL * len(pool)) - 1], pairs.units
        with np.errstate(divide="ignore"):  # few questions can never be enough
            errors = needed * np.sqrt((n - 1) / np.maximum(n - needed**2, 0.0))
        return _stretched(np.full(len(pairs.seen), errors), sign * pairs.skew)

    def p_values(self, pairs: _Pairs, sign: float) -> Sample:
        """The adjusted p-value of each pair."""
        n, seen = pairs.units, sign * pairs.seen
        differs = (pairs.error > 0.0) & (seen > 0.0)
        t = seen * np.sqrt((n - 1) / np.where(differs, n - seen**2, 1.0))
        less = _drawn_in(np.where(differs, t, 0.0), sign * pairs.skew)
        seen = np.where(differs, less * np.sqrt(n / (n - 1 + less**2)), seen)
        p: Sample = (len(self.kept) - np.searchsorted(self.kept, seen - TIE_TOLERANCE)) / len(self.kept)
        return p


def _drawn_in(t: Sample, skew: Sample) -> Sample:
    """A statistic above zero for changes of this skewness over the root of n (Hall 1992), if that is less."""
    drawn_in: Sample = np.minimum(t, t + skew * t**2 / 3 + skew**2 * t**3 / 27 + skew / 6)
    return drawn_in


def _stretched(errors: Sample, skew: Sample) -> Sample:
    """The statistic that `_drawn_in` makes as large as this."""
    slight = np.where(skew < -TIE_TOLERANCE, skew, -1.0)
    with np.errstate(invalid="ignore"):
        more = 3.0 / slight * (np.cbrt(1.0 + slight * (errors - slight / 6)) - 1.0)
    stretched: Sample = np.where((skew < -TIE_TOLERANCE) & np.isfinite(errors), np.maximum(errors, more), errors)
    return stretched


def _largest(every: Sequence[_Pairs], sign: float) -> _Largest:
    def pool(kept: bool) -> Sample:
        tops = [(sign * p.drawn[:, p.kept(sign)] if kept else sign * p.drawn).max(axis=1, initial=0.0) for p in every]
        return np.sort(np.max(tops, axis=0))

    return _Largest(pool(False), pool(True))


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
