"""How sections 5 and 6 are read where their text leaves a choice, and what their studies share.

In section 5 it is where noise meets the buckets, and what is averaged. As written, "initial values … are real numbers,
but we afterwards convert them to g discrete values", so noise is added to real utilities; and a model is pathological
if p(x, i, j), "averaged over x", is above 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from overthink.core.estimate import simultaneous
from overthink.measure.paired import difference, linearised
from overthink.studies.checks import Computed, MeanAt, Measured, mostly_above, some_above
from overthink.studies.claim import Check, Claim, Evidence, Reading, ReadingKind
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
ALL_GAMES, ABSTRACT = "all three games contain situations where it occurs", "[Nau2010] abstract"
MOSTLY, INTRODUCTION = "all three games are mostly nonpathological", "[Nau2010] section 1"
MORE_THAN_HALF = "mostly: more than half"
Pair = tuple[Measured, Measured]  # two numbers an observation, whose means have p as their ratio


@dataclass(frozen=True)
class SectionReading(ABC):
    """One reading of a section: what is averaged, and what else its words say. Claims begin with its name."""

    kind: ReadingKind
    average: str

    @property
    @abstractmethod
    def words(self) -> str: ...

    @property
    def name(self) -> str:
        return self.words

    @property
    def reading(self) -> Reading:
        return Reading(self.kind, self.words)

    def claim(self, says: str, printed: str, check: Check, source: str = "", tolerance: str = "") -> Claim:
        return Claim(f"{self.name}: {says}", printed, check, source, self.reading, tolerance)

    def claim_somewhere(self, says: str, pairs: Mapping[str, Pair]) -> Claim:
        return self.claim(says, ALL_GAMES, somewhere(pairs), ABSTRACT)

    def claim_mostly(self, says: str, pairs: Mapping[str, Pair]) -> Claim:
        return self.claim(says, MOSTLY, mostly_sound(tuple(pairs.values())), INTRODUCTION, MORE_THAN_HALF)


@dataclass(frozen=True)
class ModelReading(SectionReading):
    """One reading of the models' section."""

    noise: str

    @property
    def words(self) -> str:
        return f"{LONG[self.noise]}; {LONG[self.average]}"

    @property
    def name(self) -> str:
        return "as written" if self.kind == ReadingKind.AS_WRITTEN else "noise on buckets, errors averaged"

    def part(self, samples: Samples) -> Samples:
        """The samples of this reading, as those of a deep and a shallow search."""
        return averaging(Samples(samples.select(reading=self.noise)), self.average)


WRITTEN = ModelReading(ReadingKind.AS_WRITTEN, RATIOS, REAL)
CLOSEST = ModelReading(ReadingKind.CLOSEST, ERRORS, BUCKETED)
MODEL_READINGS = (
    WRITTEN,
    ModelReading(ReadingKind.OPEN, ERRORS, REAL),
    ModelReading(ReadingKind.CLOSEST, RATIOS, BUCKETED),
    CLOSEST,
)


def degree(deep: Measured, shallow: Measured) -> Measured:
    """Numbers with p, the ratio of both means, as their mean: one for each observation."""
    return lambda samples: linearised(deep(samples), shallow(samples))


def made_up(p: Callable[[Point], float]) -> MeanAt:
    """Errors of a deep and a shallow search, or ratios and whether they exist, with this p."""

    def mean(point: Point) -> float:
        measure = point.get("measure")
        deep = measure in ("deep", "ratio") or (measure in (None, "errors") and point["depth"] > 1)
        return 0.5 * p(point) if deep else 0.5

    return mean


WORSE, SOUND = made_up(lambda point: 1.2), made_up(lambda point: 0.8)


def somewhere(pairs: Mapping[str, Pair], holds: MeanAt = WORSE, fails: MeanAt = SOUND) -> Computed:
    """In one pair at least the first exceeds the second; intervals are widened for the number of pairs."""

    def judge(samples: Samples) -> Evidence:
        level = simultaneous(len(pairs))
        both = {where: (a(samples), b(samples)) for where, (a, b) in pairs.items()}
        gaps = {where: difference(*pair, level) for where, pair in both.items()}
        where = max(gaps, key=lambda where: gaps[where].low)
        words = f"clearest at {where}: {both[where][0].mean():.3f} against {both[where][1].mean():.3f}"
        return some_above(list(gaps.values()), words)

    return Computed(judge, f"pathology somewhere among {len(pairs)} cases", holds, fails)


def mostly_sound(pairs: Sequence[Pair]) -> Computed:
    """In more than half of the pairs, the deeper search errs less than the shallower: there is no pathology."""

    def judge(samples: Samples) -> Evidence:
        level = simultaneous(len(pairs))
        gaps = [difference(shallow(samples), deep(samples), level) for deep, shallow in pairs]
        return mostly_above(gaps, 0.0, "no pathology in")

    return Computed(judge, f"no pathology in most of {len(pairs)} cases", SOUND, WORSE)
