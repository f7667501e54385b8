"""Judge accuracies at several depths: is deeper better or worse?

All depths decide the same positions, so every comparison is paired. Odd and even depths may differ because of who moves
last. So the verdict compares depths of the same parity, if there are any. Every interval is widened for the number of
comparisons (Bonferroni), so that a false "deeper is worse" occurs in at most 5 of 100 examinations.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise
from statistics import NormalDist

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample, simultaneous
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
    """The gain in accuracy of the deeper search."""

    shallow: int
    deep: int
    gain: Estimate


@dataclass(frozen=True)
class Judgement:
    """The verdict on accuracies."""

    kind: Kind
    sentence: str
    accuracy: dict[int, Estimate]
    pairs: tuple[Pair, ...]  # the pairs that the verdict rests on
    neighbours: tuple[Pair, ...]  # each depth and the next
    needed: int  # more positions that would settle a two-point difference

    @property
    def all_pairs(self) -> tuple[Pair, ...]:
        """The pairs that the verdict rests on, then the other neighbours."""
        return *self.pairs, *(pair for pair in self.neighbours if pair not in self.pairs)

    def __str__(self) -> str:
        return self.sentence


def judge(accuracy: Mapping[int, Sample]) -> Judgement:
    """Judge P_opt of the same positions at several depths."""
    depths = sorted(accuracy)
    if len(depths) < 2:
        raise OverthinkError("A verdict needs at least two depths.")
    compared = comparisons(depths)
    pairs = _compare(accuracy, compared, len(compared))
    neighbours = _compare(accuracy, list(pairwise(depths)), len(depths) - 1)
    needed = more_positions(accuracy, compared)
    clear = [p for p in pairs if _enough(accuracy[p.deep] != accuracy[p.shallow], len(pairs))]
    worse, better = [p for p in clear if p.gain.high < 0.0], [p for p in clear if p.gain.low > 0.0]
    shares = {depth: Estimate.share(accuracy[depth]) for depth in depths}
    if worse:
        kind, sentence = Kind.WORSE, _worse(worse, better, depths)
    elif better:
        kind, sentence = Kind.BETTER, _better(better)
    elif all(np.array_equal(accuracy[p.deep], accuracy[p.shallow]) for p in pairs):
        n = len(accuracy[depths[0]])
        kind, sentence = Kind.UNCLEAR, f"no difference: on all {n:,} positions depth changes nothing"
    else:
        kind = Kind.UNCLEAR
        sentence = "no evidence either way" + (
            f": {needed:,} more positions would settle a {100 * POINTS:.0f}-point difference"
            if needed
            else f": the positions would have shown a {100 * POINTS:.0f}-point difference"
        )
    return Judgement(kind, sentence, shares, pairs, neighbours, needed)


def comparisons(depths: Sequence[int]) -> list[tuple[int, int]]:
    """All pairs of depths of the same parity; all pairs, if there are none."""
    every = list(combinations(depths, 2))
    return [pair for pair in every if (pair[1] - pair[0]) % 2 == 0] or every


def more_positions(accuracy: Mapping[int, Sample], compared: Sequence[tuple[int, int]]) -> int:
    """How many more positions would show a two-point difference in any comparison, with probability 0.8."""
    z = NormalDist().inv_cdf(simultaneous(2 * len(compared))) + NormalDist().inv_cdf(POWER)
    n = len(next(iter(accuracy.values())))
    spread = max(float(np.var(accuracy[deep] - accuracy[shallow])) for shallow, deep in compared)
    spread = max(spread, 3.0 / n)  # if no position differs, 3 in n might (the rule of three)
    return max(0, math.ceil(spread * (z / POINTS) ** 2) - n)


def _compare(accuracy: Mapping[int, Sample], compared: Sequence[tuple[int, int]], count: int) -> tuple[Pair, ...]:
    level = simultaneous(count)
    return tuple(Pair(i, j, difference(accuracy[j], accuracy[i], level)) for i, j in compared)


def _enough(differ: Sample, count: int) -> bool:
    """Whether enough positions differ: if all differ in one direction, that is not chance."""
    return bool(2.0 * 0.5 ** int(np.count_nonzero(differ)) <= 1.0 - simultaneous(count))


def _worse(worse: Sequence[Pair], better: Sequence[Pair], depths: Sequence[int]) -> str:
    """The sentence: from which depth it is worse, and to which, if it gets better again."""
    begins = min(pair.deep for pair in worse)
    clearest = min(worse, key=lambda pair: pair.gain.mean)
    points = f"{-100 * clearest.gain.mean:.1f} points from depth {clearest.shallow} to {clearest.deep}"
    recovers = [pair.deep for pair in better if pair.deep > begins and pair.shallow >= begins]
    until = f" to {max(d for d in depths if d < min(recovers))}" if recovers else ""
    return f"deeper is worse from depth {begins}{until}: {points}"


def _better(better: Sequence[Pair]) -> str:
    clearest = max(better, key=lambda pair: pair.gain.mean)
    return f"deeper is better: {100 * clearest.gain.mean:.1f} points from depth {clearest.shallow} to {clearest.deep}"
