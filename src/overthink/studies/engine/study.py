"""A study is a data set: what is drawn, over which grid, what is measured. Its figures show what was published of it.

Its observations are numbered 0, 1, 2, …; observation i of every setting depends on the seed and i alone, so a larger
scale adds to a smaller one, and any number of workers finds the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypedDict, Unpack

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate, Sample
from overthink.core.kinds import Column
from overthink.report.solid import Solid

if TYPE_CHECKING:
    import matplotlib.figure

MOST = 10_000_000
Setting = dict[str, Any]
Point = dict[str, Any]
Row = dict[str, Any]
Cell = tuple[list[Point], Column]  # what was measured, and float64[points, observations]: a job's result

Run = Callable[[Setting, int, int, int], Cell]  # setting, start and stop of the observations, seed
# Settings, start and stop of the observations, seed; cells by the number of the setting among these.
Together = Callable[[Sequence[Setting], int, int, int], Iterator[tuple[int, Cell]]]


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
            found = self._columns.setdefault(column, {})
            for entry in self.entries:
                found.setdefault(entry[0].get(column), []).append(entry)
        return self._columns[column].get(value, [])

    def __call__(self, **where: object) -> Sample:
        """The one sample that fits."""
        found = self.select(**where)
        if len(found) != 1:
            raise KeyError(f"{len(found)} samples for {where}")
        return found[0][1]

    def curve(self, column: str, values: Iterable[object], **where: object) -> list[Sample]:
        """The samples along one column."""
        return [self(**{column: value}, **where) for value in values]

    def levels(self, column: str, **where: object) -> list[Any]:
        """The values that a column takes, in the order in which they were measured."""
        return list(dict.fromkeys(p[column] for p, _ in self.select(**where) if column in p))


class Verdict(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    INCONCLUSIVE = "inconclusive"

    @classmethod
    def of(cls, holds: bool, fails: bool | None = None) -> Verdict:
        """A statement that holds, or fails; without `fails`, it fails where it does not hold."""
        if holds:
            return cls.HOLDS
        return cls.FAILS if fails or fails is None else cls.INCONCLUSIVE


@dataclass(frozen=True)
class Finding:
    """What a check found: the estimate it rests on, the verdict, and in a few words what was seen."""

    verdict: Verdict
    estimate: Estimate
    seen: str


Check = Callable[[Samples], Finding]


class ReadingKind(StrEnum):
    AS_WRITTEN = "as written"
    OPEN = "another reading"  # of what the text leaves open, chosen before its numbers were known
    CLOSEST = "closest reading"  # chosen because its numbers fit


@dataclass(frozen=True)
class Reading:
    """How a claim takes the words in print, and where they leave a choice, which one."""

    kind: ReadingKind = ReadingKind.AS_WRITTEN
    words: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}" if self.words else str(self.kind)


AS_WRITTEN = Reading()
NOT_IN_PRINT = "not in print"  # a question of our own


@dataclass(frozen=True)
class Claim:
    """A published statement, and the check that says whether it holds here."""

    says: str
    printed: str  # the words in print, exactly; "…" stands for words left out
    check: Check
    source: str = ""  # where it is printed, if not where the figure is
    reading: Reading = AS_WRITTEN
    tolerance: str = ""  # how far a number may be off, and why: digits in print, the word "about"


Picture: TypeAlias = "matplotlib.figure.Figure"
Draw = Callable[[Samples, list[Row]], Picture]


def shares(samples: Samples) -> list[Row]:
    """A row for every sample of numbers in [0, 1]."""
    return [{**point, **asdict(Estimate.share(sample))} for point, sample in samples.entries]


def means(samples: Samples) -> list[Row]:
    """A row for every sample of any numbers."""
    return [{**point, **asdict(Estimate.of_mean(sample))} for point, sample in samples.entries]


def whole(samples: Samples) -> Samples:
    """All of a data set."""
    return samples


@dataclass(frozen=True, repr=False)
class Figure:
    """One figure of a paper, or one question, answered by a data set."""

    name: str
    title: str
    source: str
    draw: Draw
    caption: str  # what the figure shows, for readers of the report
    claims: tuple[Claim, ...] = ()
    rows: Callable[[Samples], list[Row]] = shares
    summary: Callable[[Samples], list[Row]] | None = None  # what tables and the figure show, where rows are too many
    across: str = "depth"  # the column whose values stand side by side in tables
    solid: Solid | None = None  # what is shown, as a surface to turn in the report
    part: Callable[[Samples], Samples] = whole  # what of the data set the figure is about; all else is given this part

    def __repr__(self) -> str:
        return f"<Figure {self.name}: {self.title}>"

    def shown(self, samples: Samples) -> list[Row]:
        """What tables and the figure show."""
        return (self.summary or self.rows)(samples)


@dataclass(frozen=True, repr=False)
class Study:
    """A data set, and its figures."""

    name: str
    settings: tuple[Setting, ...]
    run: Run
    scales: Mapping[str, int]  # observations of each setting at "quick" and "paper"
    figures: tuple[Figure, ...]
    block: int = 250  # observations in one cell of work
    population: int | None = None  # all there is to observe, where that is finite
    together: Together | None = None  # the same of many settings at once, on a GPU
    at_once: int = 10_000  # observations that a GPU is given at once
    missing: Callable[[], str] | None = None  # one sentence on what it needs and is not installed here; "" if all is
    edition: int = 1  # raised whenever the same seed would give other numbers
    formerly: tuple[str, ...] = ()  # studies that older versions stored apart; their points together are this one's

    def __repr__(self) -> str:
        return f"<Study {self.name}: {len(self.settings):,} settings, {len(self.figures)} figures>"

    @property
    def figure(self) -> Figure:
        """The only figure of a study that has one."""
        (figure,) = self.figures
        return figure

    @property
    def parts(self) -> tuple[Study, ...]:
        """The studies that older versions stored apart."""
        return tuple(replace(self, name=name, formerly=()) for name in self.formerly)

    @property
    def lacks(self) -> str:
        """One sentence on what the study needs and is not installed here; empty if it can run."""
        return self.missing() if self.missing else ""

    def observations(self, scale: str) -> int:
        """How many observations of each setting a scale stands for."""
        if scale in self.scales:
            return self.scales[scale]
        if scale.isdecimal() and int(scale) > MOST:
            raise OverthinkError(f"A scale of {scale} is more than {MOST:,} observations of each setting.")
        if not scale.isdecimal() or int(scale) < 2:
            raise OverthinkError(
                f"The scale '{scale}' is neither quick, paper nor a number of at least 2 observations."
            )
        return min(int(scale), self.population or int(scale))

    def jobs(self, observations: int) -> list[Job]:
        """The work, cell by cell."""
        return [
            Job(self, which, start, min(start + self.block, observations))
            for start in range(0, observations, self.block)
            for which in range(len(self.settings))
        ]


class Job(NamedTuple):
    """The work that makes one cell: observations start … stop - 1 of one setting."""

    study: Study
    which: int  # number of the setting
    start: int
    stop: int

    @property
    def setting(self) -> Setting:
        return self.study.settings[self.which]

    def run(self, seed: int) -> Cell:
        return self.study.run(self.setting, self.start, self.stop, seed)

    def __str__(self) -> str:
        setting = ", ".join(f"{name} = {value}" for name, value in self.setting.items())
        return f"{self.study.name} ({setting}; observations {self.start} to {self.stop - 1})"


class Options(TypedDict, total=False):
    """What a study may say besides; the fields of `Study`."""

    block: int
    population: int | None
    together: Together | None
    at_once: int
    missing: Callable[[], str] | None
    edition: int


def one_figure(
    name: str,
    title: str,
    source: str,
    settings: tuple[Setting, ...],
    run: Run,
    scales: Mapping[str, int],
    draw: Draw,
    caption: str,
    claims: tuple[Claim, ...] = (),
    rows: Callable[[Samples], list[Row]] = shares,
    summary: Callable[[Samples], list[Row]] | None = None,
    across: str = "depth",
    solid: Solid | None = None,
    **options: Unpack[Options],
) -> Study:
    """A data set with one figure of the same name."""
    figure = Figure(name, title, source, draw, caption, claims, rows, summary, across, solid)
    return Study(name, settings, run, scales, (figure,), **options)
