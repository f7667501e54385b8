"""Data sets that are calculated, not drawn: one observation says it all, and nothing is estimated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from itertools import combinations

import numpy as np

from overthink.core.estimate import Estimate
from overthink.studies.checks import settled
from overthink.studies.claim import Evidence
from overthink.studies.samples import Cell, Point, Row, Samples, Setting
from overthink.studies.study import Figure, Study

DIGITS = 9  # powers are rounded in other ways on other machines; so many digits are the same on all
SAME = 1e-6  # numbers that differ by less are equal but for rounding
Numbers = Iterable[tuple[Point, float]]  # what is calculated for a setting, point by point


def exact_study(
    name: str, settings: tuple[Setting, ...], measure: Callable[[Setting], Numbers], figures: tuple[Figure, ...]
) -> Study:
    """The numbers of each setting, rounded to DIGITS."""

    def run(setting: Setting, start: int, stop: int, seed: int) -> Cell:
        numbers = list(measure(setting))
        values = np.round([value for _, value in numbers], DIGITS)
        return [point for point, _ in numbers], np.tile(values[:, None], stop - start)

    return Study(name, settings, run, {"quick": 1, "paper": 1}, figures, population=1)


def known(samples: Samples) -> list[Row]:
    """A row for every number."""
    return [{**point, **asdict(Estimate.exactly(float(s[0]), len(s)))} for point, s in samples.entries]


def number(samples: Samples, **where: object) -> float:
    """The one number that fits."""
    return float(samples(**where)[0])


def numbers(samples: Samples, column: str, values: Iterable[object], **where: object) -> list[float]:
    """The numbers along one column."""
    return [float(sample[0]) for sample in samples.curve(column, values, **where)]


def all_exceed(gaps: Sequence[float], limit: float, words: str) -> Evidence:
    """Every one of some calculated numbers exceeds the limit; the smallest is shown."""
    smallest = min(gaps)
    return settled(smallest > limit, smallest, f"{words}; smallest of {len(gaps)} is {smallest:+.4g}")


def all_grow(curves: Iterable[Sequence[float]], words: str) -> Evidence:
    """No curve ever falls, and each ends above its start; changes below SAME are rounding. Shown is the largest change
    down, or if there is none the smallest change from start to end."""
    return _one_way(curves, words, 1.0)


def all_fall(curves: Iterable[Sequence[float]], words: str) -> Evidence:
    """No curve ever grows, and each ends below its start; as `all_grow`."""
    return _one_way(curves, words, -1.0)


def _one_way(curves: Iterable[Sequence[float]], words: str, sign: float) -> Evidence:
    every = [[sign * value for value in curve] for curve in curves]
    back, on = min(gap for curve in every for gap in rises(curve)), min(curve[-1] - curve[0] for curve in every)
    turns = back < -SAME
    way = "largest change the other way" if turns else "smallest change from start to end"
    change = sign * (back if turns else on)
    return settled(not turns and on > SAME, change, f"{words}; {len(every)} curves, {way} {change:+.3g}")


def rises(curve: Sequence[float]) -> list[float]:
    """The change from each point of a curve to every later one."""
    return [later - earlier for earlier, later in combinations(curve, 2)]


def by_parity(curve: Sequence[float]) -> tuple[Sequence[float], Sequence[float]]:
    """The points of a curve at every other place, from the first on and from the second on."""
    return curve[::2], curve[1::2]


def shown(curve: Iterable[float], digits: int = 3) -> str:
    """Numbers in a row."""
    return " ".join(f"{value:.{digits}f}" for value in curve)
