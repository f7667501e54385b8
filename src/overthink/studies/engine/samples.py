"""What a study measured: observations, by what was measured, and the rows that tables and figures show of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

from overthink.core.estimate import Estimate, Sample
from overthink.core.kinds import Column

Setting = dict[str, Any]
Point = dict[str, Any]
Row = dict[str, Any]
Cell = tuple[list[Point], Column]  # what was measured, and float64[points, observations]: a job's result


def grid(**columns: Iterable[object]) -> tuple[Setting, ...]:
    """Every combination of the given values."""
    return tuple(dict(zip(columns, values)) for values in product(*columns.values()))


class Samples:
    """All observations of a study, by what was measured. Those of one setting are paired: same order, same games."""

    def __init__(self, entries: Sequence[tuple[Point, Sample]]):
        self.entries = list(entries)
        self._columns: dict[str, dict[object, list[tuple[Point, Sample]]]] = {}

    def select(self, **where: object) -> list[tuple[Point, Sample]]:
        """Every sample that fits."""
        nearly = min((self._having(column, value) for column, value in where.items()), key=len, default=self.entries)
        return [(p, s) for p, s in nearly if all(p.get(k) == v for k, v in where.items())]

    def _having(self, column: str, value: object) -> list[tuple[Point, Sample]]:
        """Those with one value in one column; a column is sorted when it is first asked for."""
        if column not in self._columns:
            groups = self._columns.setdefault(column, {})
            for entry in self.entries:
                groups.setdefault(entry[0].get(column), []).append(entry)
        return self._columns[column].get(value, [])

    def __call__(self, **where: object) -> Sample:
        """The one sample that fits."""
        matches = self.select(**where)
        if len(matches) != 1:
            raise KeyError(f"{len(matches)} samples for {where}")
        return matches[0][1]

    def curve(self, column: str, values: Iterable[object], **where: object) -> list[Sample]:
        """The samples along one column."""
        return [self(**{column: value}, **where) for value in values]

    def levels(self, column: str, **where: object) -> list[Any]:
        """The values that a column takes, in the order in which they were measured."""
        return list(dict.fromkeys(p[column] for p, _ in self.select(**where) if column in p))


def shares(samples: Samples) -> list[Row]:
    """A row for every sample of numbers in [0, 1]."""
    return [{**point, **asdict(Estimate.share(sample))} for point, sample in samples.entries]


def means(samples: Samples) -> list[Row]:
    """A row for every sample of any numbers."""
    return [{**point, **asdict(Estimate.of_mean(sample))} for point, sample in samples.entries]


def whole(samples: Samples) -> Samples:
    """All of a data set."""
    return samples
