"""Best of N: the true value of the sample with the highest of N noisy scores, without drawing any.

A sample's score is its true value, which is normal with mean 0 and standard deviation 1, plus an error. The chosen
score lies in a cell of the scale with probability F(top)^N - F(bottom)^N, where F is the distribution of one score, and
the chosen value there is that of any sample in the cell. So the answer is a sum over cells. A score without levels has
so many cells that twice as many change the answer by less than a thousandth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from overthink.core.errors import parse_number, parse_whole, require, unknown
from overthink.core.kinds import Column
from overthink.core.tree import parse_column

MOST_SAMPLES = 10**9
MOST_LEVELS = 1000
LARGEST_FAMILY = 100
SMALLEST_ERROR, LARGEST_ERROR = 0.1, 20.0
QUARTILE = 0.6744897501960817  # half of all standard normal numbers are no farther from 0
RANGE = 3.0  # a scale with levels goes from -3 to 3 standard deviations of the value
VALUES = np.linspace(-8.5, 8.5, 681)  # of the true value
CHANCES = np.exp(-0.5 * VALUES**2) / np.exp(-0.5 * VALUES**2).sum()
SCORE_CELLS = 500  # of a score without levels, above 0
LAST_CELL_BEGIN = 1e9  # where the last cell begins if the tail is long
STUDENT = math.sqrt(3.0) / 0.7648923284043453  # three degrees of freedom, over their upper quartile
PARETO = 2.0 ** (2.0 / 3.0) - 1.0
ROOT = math.sqrt(2.0)
PEAK = 1.0 / math.sqrt(2.0 * math.pi)
Tail = Literal["normal", "laplace", "student", "pareto"]
_erfc = np.vectorize(math.erfc, otypes=[float])


def _student(x: Column) -> Column:
    z = STUDENT / np.maximum(x, 1e-9)
    far = z * z * z * (2.0 / 3.0 - z * z * (0.8 - z * z * 6.0 / 7.0))  # the difference below, without loss of digits
    return np.where(z < 0.02, far, np.arctan(z) - z / (1.0 + z * z)) / math.pi


# The probability of an error above x, for x >= 0, where half of all errors are no farther from 0 than 1.
TAILS: dict[str, Callable[[Column], Column]] = {
    "normal": lambda x: 0.5 * _erfc(x * QUARTILE / ROOT),
    "laplace": lambda x: 0.5 * np.exp2(-x),
    "student": _student,
    "pareto": lambda x: 0.5 / (1.0 + PARETO * x) ** 1.5,
}


class Split(NamedTuple):
    """A distribution of scores at some edges: the probability of a score below and of one above, each without loss of
    digits where it is small; the value of samples above, times their probability; and the mean value of all."""

    below: Column
    above: Column
    value: Column
    mean: float = 0.0

    @property
    def log(self) -> Column:
        """The logarithm of the probability of a score below."""
        low = np.log(np.maximum(self.below, 1e-300))
        return np.where(self.below < 0.5, low, np.log1p(-np.minimum(self.above, 0.75)))

    def cells(self) -> tuple[Column, Column]:
        """The probability of each cell between the edges and beyond them, and the mean value there."""
        up = -np.diff(self.above, prepend=1.0, append=0.0)
        mass = np.where(np.append(self.below, 1.0) < 0.5, np.diff(self.below, prepend=0.0, append=1.0), up)
        total = -np.diff(self.value, prepend=self.mean, append=0.0)
        return mass, np.divide(total, mass, out=np.zeros_like(total), where=mass > 0.0)


def best_of(
    samples: Iterable[int],
    error: float = 1.0,
    tail: Tail = "normal",
    levels: int = 0,
    family: int = 1,
    copied: float = 0.0,
) -> Column:
    """The mean true value of the sample with the highest of N scores, in standard deviations of the value:
    float64[samples]. One sample has the mean 0. Nothing is drawn.

    A score is the value plus an error that does not depend on it.

    Args:
        samples: The numbers of samples N.
        error: The size of errors: their median over that of values, without signs; 0, or from .1 to 20.
        tail: Their distribution: "normal", "laplace", "student" (three degrees of freedom) or "pareto" (above
            x with a probability that falls as x^-1.5).
        levels: If given, the score is on a scale of that many steps from -3 to 3 standard deviations of the value,
            and what lies beyond is at its ends; among equal scores one is drawn.
        family: Samples come in groups of this size, and their numbers are multiples of it.
        copied: The probability that a sample has its group's error, and not its own.

    >>> ot.best_of([1, 10, 100, 1000], error=1.0).round(2) + 0.0
    array([0.  , 1.09, 1.77, 2.29])
    >>> ot.best_of([1, 10, 100, 1000], error=1.0, tail="student").round(2) + 0.0
    array([0.  , 0.9 , 0.82, 0.4 ])
    """
    counts = parse_column("The numbers of samples", samples, kind=np.dtype(np.int64), ends=(1, MOST_SAMPLES))
    require(len(counts), "The numbers of samples must be a list with at least one.")
    error = parse_number("The size of errors", error, 0.0, LARGEST_ERROR)
    require(error == 0.0 or error >= SMALLEST_ERROR, f"The size of errors is 0 or at least {SMALLEST_ERROR}.")
    levels = parse_whole("The number of levels", levels, 0, MOST_LEVELS)
    require(levels != 1, "A scale needs at least 2 levels; 0 stands for a score without levels.")
    family = parse_whole("The size of a family", family, 1, LARGEST_FAMILY)
    copied = parse_number("The share of copied errors", copied, 0.0, 1.0)
    require(not (counts % family).any(), "Numbers of samples must be multiples of the size of a family.")
    require(not levels or family == 1, "Scores with levels are computed for samples without families only.")
    if tail not in TAILS:
        raise unknown("tail", tail, TAILS)
    scores = scores_of(error, tail, levels)
    if family == 1 or not copied or not error:
        return _chosen(scores[1], counts)
    return _chosen(_families(*scores, error, tail, family, copied), counts // family)


@cache
def scores_of(error: float, tail: Tail, levels: int) -> tuple[Column, Split]:
    """The edges of the cells of a score, and its distribution there."""
    if levels:
        edges = RANGE * np.arange(2 - levels, levels, 2) / levels
    else:
        half = _edges(SCORE_CELLS, 0.2, LAST_CELL_BEGIN if tail in ("student", "pareto") else 30.0 * (1.0 + error))
        edges = np.concatenate([-half[::-1], [0.0], half])
    if not error or tail == "normal":
        size = math.hypot(1.0, error)
        above = 0.5 * _erfc(edges / (ROOT * size))
        value = np.exp(-0.5 * (edges / size) ** 2) * PEAK / size
        return edges, Split(0.5 * _erfc(-edges / (ROOT * size)), above, value)
    every = 2 if error >= 0.4 else 1  # the wider the errors, the smoother
    middle = len(edges) // 2  # below 0 all is as above it
    tails = _tails(edges[middle:], error, tail, VALUES[::every])
    chances = CHANCES[::every] * every
    above, value = tails @ chances, tails @ (chances * VALUES[::every])
    above, value = np.append(1.0 - above[::-1][:middle], above), np.append(value[::-1][:middle], value)
    return edges, Split(above[::-1], above, value)


def _tails(edges: Column, error: float, tail: Tail, values: Column) -> Column:
    """The probability that the error lifts each value above each edge: float64[edges, values]."""
    away = (edges[:, None] - values) / (error * QUARTILE)
    rare = TAILS[tail](np.abs(away))
    return np.where(away < 0.0, 1.0 - rare, rare)


def _edges(cells: int, first: float, last: float) -> Column:
    """Edges above 0: evenly spaced up to `first`, and ever wider up to `last`."""
    return np.asarray(first * np.sinh(np.linspace(0.0, math.asinh(last / first), cells + 1)[1:]))


def _chosen(scores: Split, counts: Column) -> Column:
    """The mean value of the sample in the highest cell."""
    _, value = scores.cells()
    below = np.append(scores.log, 0.0)
    return np.array([np.diff(np.exp(n * below), prepend=0.0) @ value for n in counts])


def _families(edges: Column, one: Split, error: float, tail: Tail, family: int, copied: float) -> Split:
    """The distribution of the highest score of a family. Those of its members that share its error are ordered by their
    values alone, and so are independent of the others, whose scores are those of any samples."""
    tails = _tails(edges, error, tail, VALUES)
    alone = one.cells()[1]
    best = CHANCES[:, None] * (0.5 * _erfc(-VALUES / ROOT))[:, None] ** np.arange(
        family
    )  # the largest of 1, 2, … values
    best /= best.sum(axis=0)
    over, under, value = tails @ best, tails[::-1] @ best[::-1], tails @ (best * VALUES[:, None])
    below, above, totals = np.zeros(len(edges)), np.zeros(len(edges)), np.zeros(len(edges) + 1)
    for many in range(family + 1):
        chance = math.comb(family, many) * copied**many * (1.0 - copied) ** (family - many)
        which = max(many, 1) - 1
        group = Split(under[:, which], over[:, which], value[:, which], float(best[:, which] @ VALUES))
        with_it, without = group.log * min(many, 1), one.log * (family - many)
        below += chance * np.exp(with_it + without)
        above -= chance * np.expm1(with_it + without)
        x, y = np.exp(np.append(with_it, 0.0)), np.exp(np.append(without, 0.0))
        dx, dy = np.diff(x, prepend=0.0 if many else 1.0), np.diff(y, prepend=0.0 if many < family else 1.0)
        totals += chance * (group.cells()[1] * dx * (y - dy / 2.0) + alone * dy * (x - dx / 2.0))
    upward = np.cumsum(totals[::-1])[::-1]
    return Split(below, above, upward[1:], float(upward[0]))
