"""From accuracies at several depths to a verdict that a person can act on.

All depths are tried on the same positions, so every comparison is paired. Odd and even depths may differ for reasons of
their own (who moves last), so that evidence for or against depth comes from depths of the same parity, where there are
any. Every interval is widened for the number of comparisons made (Bonferroni), so that a false "deeper is worse" comes
up in at most 5 of 100 examinations.
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

POINTS = 0.02  # a difference of two points in a hundred is worth settling
POWER = 0.8  # the probability with which a difference of that size is to be found


class Kind(StrEnum):
    """Which way a verdict goes."""

    BETTER = "better"
    WORSE = "worse"
    UNCLEAR = "unclear"
    SUSPECT = "suspect"  # something else may be to blame: only the doctor says so


@dataclass(frozen=True)
class Pair:
    """How much more often the deeper search decides rightly."""

    shallow: int
    deep: int
    gain: Estimate


@dataclass(frozen=True)
class Judgement:
    """What the accuracies say."""

    kind: Kind
    sentence: str
    accuracy: dict[int, Estimate]
    pairs: tuple[Pair, ...]  # those that the verdict rests on
    neighbours: tuple[Pair, ...]  # each depth and the next
    needed: int  # more positions that would settle a difference of two points

    @property
    def all_pairs(self) -> tuple[Pair, ...]:
        """Those that the verdict rests on, then the other neighbours."""
        return *self.pairs, *(pair for pair in self.neighbours if pair not in self.pairs)

    def __str__(self) -> str:
        return self.sentence


def judge(accuracy: Mapping[int, Sample]) -> Judgement:
    """The verdict on P_opt of the same positions at several depths."""
    depths = sorted(accuracy)
    if len(depths) < 2:
        raise OverthinkError("A verdict needs two depths at least.")
    tried = comparisons(depths)
    pairs = _compared(accuracy, tried, len(tried))
    neighbours = _compared(accuracy, list(pairwise(depths)), len(depths) - 1)
    needed = more_positions(accuracy, tried)
    shown = [p for p in pairs if _enough(accuracy[p.deep] != accuracy[p.shallow], len(pairs))]
    worse, better = [p for p in shown if p.gain.high < 0.0], [p for p in shown if p.gain.low > 0.0]
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
            else f": a difference of {100 * POINTS:.0f} points would have been seen"
        )
    return Judgement(kind, sentence, shares, pairs, neighbours, needed)


def comparisons(depths: Sequence[int]) -> list[tuple[int, int]]:
    """Depths of the same parity, each with each; all, if no two are of the same."""
    every = list(combinations(depths, 2))
    return [pair for pair in every if (pair[1] - pair[0]) % 2 == 0] or every


def more_positions(accuracy: Mapping[int, Sample], tried: Sequence[tuple[int, int]]) -> int:
    """How many more positions would show a difference of two points in any comparison, four times in five."""
    z = NormalDist().inv_cdf(simultaneous(2 * len(tried))) + NormalDist().inv_cdf(POWER)
    n = len(next(iter(accuracy.values())))
    spread = max(float(np.var(accuracy[deep] - accuracy[shallow])) for shallow, deep in tried)
    spread = max(spread, 3.0 / n)  # where none differs, 3 in n might (the rule of three)
    return max(0, math.ceil(spread * (z / POINTS) ** 2) - n)


def _compared(accuracy: Mapping[int, Sample], tried: Sequence[tuple[int, int]], looks: int) -> tuple[Pair, ...]:
    level = simultaneous(looks)
    return tuple(Pair(i, j, difference(accuracy[j], accuracy[i], level)) for i, j in tried)


def _enough(differ: Sample, looks: int) -> bool:
    """Whether so many positions differ that all of them going one way would be no chance."""
    return bool(2.0 * 0.5 ** int(np.count_nonzero(differ)) <= 1.0 - simultaneous(looks))


def _worse(worse: Sequence[Pair], better: Sequence[Pair], depths: Sequence[int]) -> str:
    """From the first depth that is worse than a shallower one; and to which, if it gets better again."""
    begins = min(pair.deep for pair in worse)
    clearest = min(worse, key=lambda pair: pair.gain.mean)
    points = f"{-100 * clearest.gain.mean:.1f} points from depth {clearest.shallow} to {clearest.deep}"
    recovers = [pair.deep for pair in better if pair.deep > begins and pair.shallow >= begins]
    until = f" to {max(d for d in depths if d < min(recovers))}" if recovers else ""
    return f"deeper is worse from depth {begins}{until}: {points}"


def _better(better: Sequence[Pair]) -> str:
    clearest = max(better, key=lambda pair: pair.gain.mean)
    return f"deeper is better: {100 * clearest.gain.mean:.1f} points from depth {clearest.shallow} to {clearest.deep}"
