"""Judge accuracies at several depths, or at several values of another knob: is deeper better or worse?

All depths decide the same positions, so every comparison is paired. Odd and even depths may differ because of who moves
last. So the verdict compares depths of the same parity, if there are any; other knobs have no parity. Every interval is
widened for the number of comparisons (Bonferroni), so that a false "deeper is worse" occurs in at most 5 of 100
examinations.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, pairwise
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.measure.knob import DEPTH, Knob, Value
from overthink.measure.paired import difference

POINTS = 0.02  # two points in a hundred: the smallest difference that matters
POWER = 0.8  # the probability of finding a difference of that size


class Kind(StrEnum):
    """The kind of a verdict."""

    BETTER = "better"
    WORSE = "worse"
    UNCLEAR = "unclear"
    SUSPECT = "suspect"  # something else may explain it: only the doctor uses this


@dataclass(frozen=True)
class Pair:
    """The gain in accuracy of the deeper search. For other knobs, `deep` is the value with more effort."""

    shallow: Value
    deep: Value
    gain: Estimate


@dataclass(frozen=True)
class Judgement:
    """The verdict on accuracies."""

    kind: Kind
    sentence: str
    accuracy: dict[Value, Estimate]
    pairs: tuple[Pair, ...]  # the pairs that the verdict rests on
    neighbours: tuple[Pair, ...]  # each depth and the next
    needed: int  # more positions that would settle a two-point difference
    pair: Pair | None = None  # the pair that the sentence names

    @property
    def all_pairs(self) -> tuple[Pair, ...]:
        """The pairs that the verdict rests on, then the other neighbours."""
        compared = {(pair.shallow, pair.deep) for pair in self.pairs}
        return *self.pairs, *(pair for pair in self.neighbours if (pair.shallow, pair.deep) not in compared)

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Scoring:
    """What is scored, and how a difference is told: in points of a hundred, or in units of the scores, which were
    divided by their `span` to lie between 0 and 1."""

    tasks: str = "positions"
    verb: str = "decide"
    span: float | None = None

    def amount(self, difference: float) -> str:
        """A difference for people: 5.3 points."""
        return f"{100 * difference:.1f} points" if self.span is None else f"{difference * self.span:.3g}"

    @property
    def small(self) -> str:
        """The smallest difference that matters, for people."""
        if self.span is None:
            return f"a {100 * POINTS:.0f}-point difference"
        return f"a difference of {POINTS * self.span:.2g} ({100 * POINTS:.0f}% of the range of the scores)"


DECISIONS = Scoring()


def judge(accuracy: Mapping[Value, Sample], knob: Knob | None = None, scoring: Scoring = DECISIONS) -> Judgement:
    """Judge P_opt, or other scores, of the same positions at several depths or at other values of a knob."""
    depths = list(knob.values) if knob else sorted(accuracy)
    knob = knob or Knob(DEPTH, tuple(depths))
    if len(depths) < 2:
        raise OverthinkError(f"A verdict needs at least two {'depths' if knob.plies else f'values of {knob.name}'}.")
    compared = comparisons(depths) if knob.plies else list(combinations(depths, 2))
    pairs = _compare(accuracy, compared, len(compared))
    steps = list(pairwise(depths))
    neighbours = _compare(accuracy, steps, len(steps) if knob.plies else len(compared))
    needed = more_positions(accuracy, compared)
    clear = [p for p in pairs if _enough(accuracy[p.deep] != accuracy[p.shallow], len(pairs))]
    worse, better = [p for p in clear if p.gain.high < 0.0], [p for p in clear if p.gain.low > 0.0]
    shares = {depth: Estimate.share(accuracy[depth]) for depth in depths}
    pair = None
    if worse:
        pair = min(worse, key=lambda pair: pair.gain.mean)
        kind, sentence = Kind.WORSE, _worse(worse, better, pair, knob, scoring)
    elif better:
        pair = max(better, key=lambda pair: pair.gain.mean)
        kind, step = Kind.BETTER, knob.step(pair.shallow, pair.deep)
        sentence = f"{knob.more(scoring.verb, 'better')}: {scoring.amount(pair.gain.mean)} {step}"
    elif all(np.array_equal(accuracy[p.deep], accuracy[p.shallow]) for p in pairs):
        n, change = len(accuracy[depths[0]]), "change" if knob.plural else "changes"
        kind, sentence = Kind.UNCLEAR, f"no difference: on all {n:,} {scoring.tasks} {knob.name} {change} nothing"
        sentence += f"; {needed:,} more would settle {scoring.small}" if needed else ""
    else:
        kind = Kind.UNCLEAR
        sentence = "no evidence either way" + (
            f": {needed:,} more {scoring.tasks} would settle {scoring.small}"
            if needed
            else f": the {scoring.tasks} would have shown {scoring.small}"
        )
    return Judgement(kind, sentence, shares, pairs, neighbours, needed, pair)


def comparisons(depths: Sequence[Value]) -> list[tuple[Value, Value]]:
    """All pairs of depths of the same parity; all pairs, if there are none."""
    every = list(combinations(depths, 2))
    return [pair for pair in every if (pair[1] - pair[0]) % 2 == 0] or every


def more_positions(accuracy: Mapping[Value, Sample], compared: Sequence[tuple[Value, Value]]) -> int:
    """How many more positions would show a two-point difference in any comparison, with probability 0.8."""
    z = NormalDist().inv_cdf(simultaneous(2 * len(compared))) + NormalDist().inv_cdf(POWER)
    n = len(next(iter(accuracy.values())))
    spread = max(float(np.var(accuracy[deep] - accuracy[shallow])) for shallow, deep in compared)
    spread = max(spread, 3.0 / n)  # if no position differs, 3 in n might (the rule of three)
    return max(0, math.ceil(spread * (z / POINTS) ** 2) - n)


def _compare(accuracy: Mapping[Value, Sample], compared: Sequence[tuple[Value, Value]], count: int) -> tuple[Pair, ...]:
    level = simultaneous(count)
    return tuple(Pair(i, j, _widened(difference(accuracy[j], accuracy[i], level), level)) for i, j in compared)


def _widened(gain: Estimate, level: float) -> Estimate:
    """The interval for few positions: wider, by Student's t over the normal distribution (Cornish and Fisher)."""
    z, freedom = NormalDist().inv_cdf(0.5 + level / 2), max(1, gain.n - 1)
    t = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = gain.mean - t / z * (gain.mean - gain.low), gain.mean + t / z * (gain.high - gain.mean)
    return replace(gain, low=max(low, -1.0), high=min(high, 1.0))  # scores lie between 0 and 1


def _enough(differ: Sample, count: int) -> bool:
    """Whether enough positions differ: if all differ in one direction, that is not chance."""
    return bool(2.0 * 0.5 ** int(np.count_nonzero(differ)) <= 1.0 - simultaneous(count))


def _worse(worse: Sequence[Pair], better: Sequence[Pair], clearest: Pair, knob: Knob, scoring: Scoring) -> str:
    """The sentence: from which depth it is worse, and to which, if it gets better again."""
    order = {value: number for number, value in enumerate(knob.values)}
    begins = min((pair.deep for pair in worse), key=order.__getitem__)
    points = f"{scoring.amount(-clearest.gain.mean)} {knob.step(clearest.shallow, clearest.deep)}"
    recovers = [order[p.deep] for p in better if order[p.deep] > order[begins] and order[p.shallow] >= order[begins]]
    until = f" to {knob.text(knob.values[min(recovers) - 1])}" if recovers else ""
    return f"{knob.more(scoring.verb, 'worse')} {knob.since(begins)}{until}: {points}"
