"""How sections 5 and 6 are read where their text leaves a choice, and what their studies share.

In section 5 it is where noise meets the buckets, and what is averaged. As written, "initial values … are real numbers,
but we afterwards convert them to g discrete values", so noise is added to real utilities; and a model is pathological
if p(x, i, j), "averaged over x", is above 1.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from overthink.core.estimate import Estimate, simultaneous
from overthink.core.tree import Column, Tree
from overthink.measure.paired import difference, linearise
from overthink.studies.checks import (
    FLAT_CHANGE,
    MOST_SHARE,
    AllOf,
    AlwaysBetter,
    Computed,
    MeanAt,
    Measured,
    above,
    some_above,
)
from overthink.studies.claim import Claim, ClaimCheck, Evidence, Reading, ReadingKind
from overthink.studies.samples import Point, Samples
from overthink_papers.experiments.granularity import ERRORS, RATIOS, averaging

REAL, BUCKETED = "real", "bucketed"  # the models' own words
LONG = {
    REAL: "noise is added to the real utility, and the sum is put in a bucket",
    BUCKETED: "the utility is put in its bucket, noise is added to the bucket's middle, and the sum is put in a bucket",
    RATIOS: "p is averaged over the trees in which depth 1 errs",
    ERRORS: "p is the ratio of both mean errors",
}
MEANS = {RATIOS: "p is averaged over the positions in which depth 1 errs", ERRORS: "p is the ratio of means"}
ALL_GAMES = "all three games contain situations where it occurs"
ABSTRACT = "[Nau2010] abstract"
MOSTLY = "all three games are mostly nonpathological"
INTRODUCTION = "[Nau2010] section 1"
SHOWN_CHANGE = f"a change of {FLAT_CHANGE:g} is not one that a figure shows"
EVERY = "every whole granularity counts; between those that were tried p is interpolated"
Pair = tuple[Measured, Measured]  # two numbers an observation, whose means have p as their ratio
Line = Mapping[int, Measured]  # p by granularity


@dataclass(frozen=True)
class SectionReading(ABC):
    """One reading of a section: what is averaged, and what else its words say. Claims begin with its name."""

    kind: ReadingKind
    average: str

    @property
    @abstractmethod
    def words(self) -> str:
        """What this reading takes the text to say."""

    @property
    def name(self) -> str:
        """What claims in this reading begin with."""
        return self.words

    @property
    def reading(self) -> Reading:
        """As a part of a claim."""
        return Reading(self.kind, self.words)

    def claim(self, says: str, printed: str, check: ClaimCheck, source: str = "", tolerance: str = "") -> Claim:
        """A claim in this reading."""
        return Claim(f"{self.name}: {says}", printed, check, source, self.reading, tolerance)

    def claim_somewhere(self, says: str, pairs: Mapping[str, Pair]) -> Claim:
        """The claim that pathology occurs in this game, in one of these pairs of numbers at least."""
        return self.claim(says, ALL_GAMES, somewhere(pairs), ABSTRACT)

    def claim_mostly(self, says: str, lines: Sequence[Line]) -> Claim:
        """The claim that this game is mostly nonpathological, over these lines of p."""
        return self.claim(says, MOSTLY, at_most_granularities(lines, False), INTRODUCTION, EVERY)


@dataclass(frozen=True)
class ModelReading(SectionReading):
    """One reading of the models' section."""

    noise: str

    @property
    def words(self) -> str:
        return f"{LONG[self.noise]}; {LONG[self.average]}"

    @property
    def name(self) -> str:
        noise = f"noise on {'buckets' if self.noise == BUCKETED else 'real utilities'}"
        average = self.average
        return "as written" if self.kind == ReadingKind.AS_WRITTEN else f"{noise}, {average} averaged"

    def part(self, samples: Samples) -> Samples:
        """The samples of this reading, as those of a deep and a shallow search."""
        return averaging(Samples(samples.select(reading=self.noise)), self.average)


WRITTEN = ModelReading(ReadingKind.AS_WRITTEN, RATIOS, REAL)
OPEN = ModelReading(ReadingKind.OPEN, ERRORS, REAL)
CLOSEST = ModelReading(ReadingKind.CLOSEST, ERRORS, BUCKETED)
JUDGED = (WRITTEN, OPEN, CLOSEST)
MODEL_READINGS = (*JUDGED, ModelReading(ReadingKind.CLOSEST, RATIOS, BUCKETED))


def mean_factor(tree: Tree, parents: Column) -> float:
    """The clustering factor of each of these positions, averaged: the standard deviation of its successors' utilities
    over that of all utilities."""
    widths = np.diff(tree.first)
    parent = np.repeat(np.arange(len(tree)), widths)
    values = tree.truth[tree.child]
    middle = np.bincount(parent, values, len(tree)) / np.maximum(widths, 1)
    squares = np.bincount(parent, (values - middle[parent]) ** 2, len(tree))
    chosen = parents & (widths > 0)
    return float(np.sqrt(squares[chosen] / widths[chosen]).mean() / np.std(tree.truth[parents]))


def degree(deep: Measured, shallow: Measured) -> Measured:
    """Numbers with p, the ratio of both means, as their mean: one for each observation."""
    return lambda samples: linearise(deep(samples), shallow(samples))


def made_up(p: Callable[[Point], float]) -> MeanAt:
    """Errors of a deep and a shallow search, or ratios and whether they exist, with this p."""

    def mean(point: Point) -> float:
        measure = point.get("measure")
        deep = measure in ("deep", "ratio") or (measure in (None, "errors") and point["depth"] > 1)
        return 0.5 * p(point) if deep else 0.5

    return mean


WORSE, SOUND = made_up(lambda point: 1.2), made_up(lambda point: 0.8)


def somewhere(pairs: Mapping[str, Pair], holds: MeanAt = WORSE) -> Computed:
    """In one pair at least the first exceeds the second; intervals are widened for the number of pairs."""

    def judge(samples: Samples) -> Evidence:
        level = simultaneous(len(pairs))
        both = {where: (a(samples), b(samples)) for where, (a, b) in pairs.items()}
        gaps = {where: difference(*pair, level) for where, pair in both.items()}
        where = max(gaps, key=lambda where: gaps[where].low)
        words = f"clearest at {where}: {both[where][0].mean():.3f} against {both[where][1].mean():.3f}"
        return some_above(list(gaps.values()), words)

    return Computed(judge, f"pathology somewhere among {len(pairs)} cases", holds, SOUND)


def falls(line: Sequence[Measured]) -> AllOf:
    """p falls from end to end, and no step leads the other way by more than a figure shows."""
    return AllOf((AlwaysBetter(((line[0], line[-1]),)), AlwaysBetter(tuple(pairwise(line)), -FLAT_CHANGE)))


def at_most_granularities(lines: Sequence[Line], worse: bool, share: float = MOST_SHARE) -> Computed:
    """There is pathology, or there is none, at more than this share of all granularities of all lines. Which ones were
    tried does not decide: every whole number from the first to the last counts."""
    sign, what = (1.0, "pathology") if worse else (-1.0, "no pathology")

    def judge(samples: Samples) -> Evidence:
        level = simultaneous(sum(map(len, lines)))
        found = list[list[np.ndarray]]()
        for line in lines:
            beyond = [Estimate.of_mean(sign * (p(samples) - 1.0), level) for p in line.values()]
            every = np.arange(min(line), max(line) + 1)
            found.append(
                [np.interp(every, [*line], [getattr(e, end) for e in beyond]) > 0.0 for end in ("mean", "low", "high")]
            )
        ends = [np.concatenate(parts) for parts in zip(*found)]
        mean, low, high = (float(end.mean()) for end in ends)
        words = f"{what} at {mean:.0%} of {len(ends[0])} granularities, significantly at {low:.0%}"
        return above(Estimate(mean, low, high, beyond[0].n), share, f"{words}, wanted above {share:.0%}")

    holds, fails = (WORSE, SOUND) if worse else (SOUND, WORSE)
    return Computed(judge, f"{what} at more than {share:.0%} of the granularities", holds, fails)
