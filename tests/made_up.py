"""Observations made up for a check: what would it say, if these were the numbers?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from overthink.core.estimate import Sample
from overthink.studies.samples import Point, Samples

N = 10_000
Value = Callable[[Point], float]  # the mean at a point, given by its columns


@lru_cache(maxsize=200)
def _constant(n: int, value: float) -> Sample:
    """One sample for all points of the same value; nobody can write to it."""
    sample = np.full(n, value)
    sample.flags.writeable = False
    return sample


class MadeUp(Samples):
    """Any point that a check asks for, with the mean that is said of it. Where a check lists its points, they must be
    given; they are made when it does."""

    def __init__(self, value: Value, points: Iterable[Point] = (), n: int = N):
        self.value, self.points, self.n = value, points, n
        self._index = {}

    @cached_property
    def entries(self) -> list[tuple[Point, Sample]]:
        return [(dict(point), self._sample(dict(point))) for point in self.points]

    def _sample(self, point: Point) -> Sample:
        return _constant(self.n, float(self.value(point)))

    def __call__(self, **where: object) -> Sample:
        return self._sample(where)


class Later(Samples):
    """Samples that are made when a check first asks for them."""

    def __init__(self, make: Callable[[], Samples]):
        self.make = make

    @cached_property
    def made(self) -> Samples:
        return self.make()

    @property
    def entries(self) -> list[tuple[Point, Sample]]:
        return self.made.entries

    def select(self, **where: object) -> list[tuple[Point, Sample]]:
        return self.made.select(**where)

    def __call__(self, **where: object) -> Sample:
        return self.made(**where)


@dataclass(frozen=True)
class Case:
    """Numbers on which a claim is false by the smallest margin that matters, and numbers on which it is true.

    `says` is the beginning of the claim's words, or any part of them. Each is a value for every point, or whole
    samples."""

    says: str
    false: Value | Samples
    true: Value | Samples

    def fits(self, words: str) -> bool:
        return self.says in words

    @staticmethod
    def samples(numbers: Value | Samples) -> Samples:
        return numbers if isinstance(numbers, Samples) else MadeUp(numbers)
