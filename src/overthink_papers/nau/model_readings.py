"""How section 5 is read, where its text leaves a choice: where noise meets the buckets, and what is averaged.

As written, "initial values … are real numbers, but we afterwards convert them to g discrete values", so noise is added
to real utilities; and a model is pathological if p(x, i, j), "averaged over x", is above 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from overthink.studies.claim import Claim, Evidence, Reading, ReadingKind
from overthink.studies.samples import Samples
from overthink_papers.experiments.granularity import ERRORS, RATIOS, averaging

REAL, BUCKETED = "real", "bucketed"  # the models' own words
PLACES = {REAL: "noise on real utilities", BUCKETED: "noise on buckets"}
MEANS = {RATIOS: "p averaged", ERRORS: "errors averaged"}
LONG = {
    REAL: "noise is added to the real utility, and the sum is put in a bucket",
    BUCKETED: "the utility is put in its bucket, noise is added to the bucket's middle, and the sum is put in a bucket",
    RATIOS: "p is averaged over the trees in which depth 1 errs",
    ERRORS: "p is the ratio of both mean errors",
}


@dataclass(frozen=True)
class ModelReading:
    """One reading of the models' section."""

    noise: str
    average: str
    kind: ReadingKind

    @property
    def reading(self) -> Reading:
        return Reading(self.kind, f"{LONG[self.noise]}; {LONG[self.average]}")

    def __str__(self) -> str:
        return f"{PLACES[self.noise]}, {MEANS[self.average]}"

    def part(self, samples: Samples) -> Samples:
        """The samples of this reading, as those of a deep and a shallow search."""
        return averaging(Samples(samples.select(reading=self.noise)), self.average)


CLOSEST = ModelReading(BUCKETED, ERRORS, ReadingKind.CLOSEST)
MODEL_READINGS = (
    ModelReading(REAL, RATIOS, ReadingKind.AS_WRITTEN),
    ModelReading(REAL, ERRORS, ReadingKind.OPEN),
    ModelReading(BUCKETED, RATIOS, ReadingKind.CLOSEST),
    CLOSEST,
)


def in_each_reading(
    says: str, printed: str, check: Callable[[Samples], Evidence], source: str = "", tolerance: str = ""
) -> tuple[Claim, ...]:
    """A claim in every reading of the models' section."""

    def claim(way: ModelReading) -> Claim:
        return Claim(
            f"{way}: {says}", printed, lambda samples: check(way.part(samples)), source, way.reading, tolerance
        )

    return tuple(claim(way) for way in MODEL_READINGS)
