"""Estimates: a mean with its interval and its number of observations; and curves of estimates."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partialmethod
from statistics import NormalDist
from typing import Any, SupportsFloat

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.errors import parse_number, require
from overthink.core.kinds import Column
from overthink.core.plain import Fields, Result, Row, Tabular, plain
from overthink.core.tree import FINITE, FLOAT, parse_column

Sample = Column
LEVEL = 0.95


def simultaneous(comparisons: int, level: float = LEVEL) -> float:
    """The level of each interval at which all of them hold together with probability `level` (Bonferroni)."""
    return 1.0 - (1.0 - level) / comparisons


@dataclass(frozen=True, repr=False)
class Estimate(Result):
    """A mean with its confidence interval, from `low` to `high` (95% unless it says otherwise), from n observations.

    `float` gives the mean, and `<`, `<=`, `>` and `>=` compare it with another mean or a number; whether a difference
    is more than chance is for its own interval to say. Two estimates are equal if all their numbers are.

    >>> ot.Estimate(mean=0.8, low=0.7, high=0.9, n=60)
    <Estimate: 0.8000 [0.7000, 0.9000] (n = 60)>
    >>> str(ot.difference([1, 1, 0, 1], [0, 1, 0, 0]))
    '0.5000 [-0.0658, 1.0658] (n = 4)'
    >>> ot.Estimate(mean=0.8, low=0.7, high=0.9, n=60) > 0.75
    True
    """

    mean: float  #: of the observations
    low: float  #: where the interval begins
    high: float  #: where it ends
    n: int  #: observations

    def __float__(self) -> float:
        return float(self.mean)

    def _compare(self, other: object, how: Callable[[float, float], bool]) -> bool:
        return how(self.mean, float(other)) if isinstance(other, SupportsFloat) else NotImplemented

    __lt__ = partialmethod(_compare, how=operator.lt)
    __le__ = partialmethod(_compare, how=operator.le)
    __gt__ = partialmethod(_compare, how=operator.gt)
    __ge__ = partialmethod(_compare, how=operator.ge)

    def __str__(self) -> str:
        return f"{self.mean:.4f} [{self.low:.4f}, {self.high:.4f}] (n = {self.n:,})"

    def __repr__(self) -> str:
        return f"<Estimate: {self}>"

    def _repr_html_(self) -> str:
        from overthink.core.notebook import interval, table

        bar = interval(self.mean, self.low, self.high, min(0.0, self.low), max(1.0, self.high))
        return table(self.rows(), extra={"95% interval": lambda row: bar})

    @classmethod
    def exactly(cls, value: float, n: int = 0) -> Estimate:
        """A number that is known, not estimated."""
        return cls(value, value, value, n)

    @classmethod
    @check_arguments
    def share(cls, values: Sample, level: float = LEVEL) -> Estimate:
        """Of numbers in [0, 1], by Wilson's interval: exact enough at the ends, and too wide rather than too narrow
        for numbers inside."""
        values = parse_sample(values, ends=(0.0, 1.0))
        z = _z(level)
        mean = float(np.mean(values))
        n = len(values)
        centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
        return cls(mean, min(mean, max(0.0, centre - half)), max(mean, min(1.0, centre + half)), n)

    @classmethod
    @check_arguments
    def of_mean(cls, values: Sample, level: float = LEVEL) -> Estimate:
        """Of any numbers, by the central limit theorem."""
        numbers = parse_sample(values)
        n = len(numbers)
        mean = float(np.add.reduce(numbers)) / n
        off = numbers - mean  # the bits of `np.std`, in a third of the time
        half = _z(level) * math.sqrt(float(np.add.reduce(off * off)) / (n - 1)) / math.sqrt(n) if n > 1 else math.inf
        return cls(mean, mean - half, mean + half, n)


def half_widths(off: Sample, level: float = LEVEL) -> Sample:
    """Half the widths of the intervals of many means, from how far each observation is off its own, in rows."""
    n = off.shape[1]
    widths: Sample = _z(level) * np.sqrt(np.add.reduce(off * off, axis=1) / (n - 1)) / math.sqrt(n)
    return widths


def parse_sample(values: Sample, ends: tuple[float, float] = FINITE, kind: Any = FLOAT) -> Sample:
    """The observations of a user, at least one."""
    sample = parse_column("A sample", values, kind=kind, ends=ends)
    require(len(sample), "There is nothing to estimate from: no observation.")
    return sample


@cache
def _z(level: float) -> float:
    inside = 0.0 < parse_number("The level of an interval", level) < 1.0
    require(inside, "The level of an interval lies between 0 and 1, such as 0.95; {} was given.", level)
    return NormalDist().inv_cdf(0.5 + level / 2)


class Curve(dict[int, Estimate], Tabular):
    """An estimate for each depth. It is a dictionary, with a table and a chart in a notebook.

    `points`: the estimates by depth. `name`: what was estimated.

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=7).draw(0, 200))
    >>> curve = ot.accuracy(games, "minimax", depths=(1, 5))
    >>> curve
    <accuracy by depth: 1: 0.823, 5: 0.688>
    >>> curve.rows()[1]["depth"], curve.rows()[1]["mean"]
    (5, 0.6875)
    """

    def __init__(self, points: dict[int, Estimate], name: str = "accuracy"):
        super().__init__(points)
        self.name = name

    def rows(self) -> list[Row]:
        """A row for each depth."""
        return [{"depth": depth, **plain(estimate)} for depth, estimate in self.items()]

    def as_dict(self) -> Fields:
        """The estimates by depth, as plain numbers."""
        return {self.name: plain(self)}

    def __repr__(self) -> str:
        return f"<{self.name} by depth: {', '.join(f'{depth}: {e.mean:.3f}' for depth, e in self.items())}>"

    def _repr_html_(self) -> str:
        from overthink.core.notebook import chart, table

        points = [(float(depth), e.mean, e.low, e.high) for depth, e in self.items()]
        return table(self.rows(), self.name) + chart({self.name: points}, "depth", self.name)
