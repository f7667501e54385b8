"""What a study measured: observations, by what was measured, and the rows that tables and figures show of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError, shown
from overthink.core.estimate import Estimate, Sample
from overthink.core.kinds import Column
from overthink.core.plain import Row as Row

Setting = dict[str, Any]
Point = dict[str, Any]
Cell = tuple[list[Point], Column]  # what was measured, and float64[points, observations]: a job's result


def grid(**columns: Iterable[object]) -> tuple[Setting, ...]:
    """Every combination of the given values."""
    return tuple(dict(zip(columns, values)) for values in product(*columns.values()))


class Samples:
    """All observations of a study, by what was measured. Those of one setting are paired: same order, same games.
    `entries` are pairs of a point and its observations."""

    def __init__(self, entries: Sequence[tuple[Point, Sample]]):
        self.entries = list(entries)
        self._index: dict[tuple[str, ...], dict[tuple[object, ...], list[tuple[Point, Sample]]]] = {}

    def select(self, **where: object) -> list[tuple[Point, Sample]]:
        """Every sample that fits. The samples are sorted by these columns when they are first asked for."""
        columns = tuple(where)
        if columns not in self._index:
            groups = self._index.setdefault(columns, {})
            for entry in self.entries:
                groups.setdefault(tuple(map(entry[0].get, columns)), []).append(entry)
        return list(self._index[columns].get(tuple(where.values()), ()))

    def __call__(self, **where: object) -> Sample:
        """The one sample that fits."""
        matches = self.select(**where)
        if len(matches) != 1:
            asked = ", ".join(f"{name} = {shown(value)}" for name, value in where.items()) or "no column"
            columns = list(dict.fromkeys(name for point, _ in self.entries for name in point))
            odd = [name for name, value in where.items() if value not in self.levels(name)] or columns
            known = "; ".join(f"{name} is {', '.join(map(shown, self.levels(name)[:9])) or 'unknown'}" for name in odd)
            many = f"{len(matches)} points have" if matches else "No point has"
            advice = "Name all columns of one point." if matches else "Ask for what the settings and `run` give."
            raise OverthinkError(f"{many} {asked} ({known}). {advice}")
        return matches[0][1]

    def curve(self, column: str, values: Iterable[object], **where: object) -> list[Sample]:
        """The samples along one column."""
        return [self(**{column: value}, **where) for value in values]

    def checksum(self, digits: int | None = None) -> str:
        """The beginning of a sha256 of all observations, bit by bit, or rounded where last bits differ by machine."""
        found = hashlib.sha256()
        for point, sample in self.entries:
            numbers = np.where(np.isnan(sample), np.nan, sample if digits is None else np.round(sample, digits)) + 0.0
            found.update(json.dumps(point, sort_keys=True).encode() + numbers.astype("<f8").tobytes())
        return found.hexdigest()[:12]

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
