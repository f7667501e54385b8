"""A study is a data set: what is drawn, over which grid, what is measured. Its figures show what was published of it.

Its observations are numbered 0, 1, 2, …; observation i of every setting depends on the seed and i alone, so a larger
scale adds to a smaller one, and any number of workers finds the same numbers.

A collection holds studies that belong together, such as those of one paper. Each is loaded when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from overthink.core.errors import Unchecked, require, whole_of
from overthink.studies.claim import Claim
from overthink.studies.samples import Cell, Row, Samples, Setting, shares, whole

if TYPE_CHECKING:
    import matplotlib.figure


MOST_OBSERVATIONS = 10_000_000

Run = Callable[[Setting, int, int, int], Cell]  # setting, start and stop of the observations, seed
# Settings, start and stop of the observations, seed; cells by the number of the setting among these.
Together = Callable[[Sequence[Setting], int, int, int], Iterator[tuple[int, Cell]]]
Picture: TypeAlias = "matplotlib.figure.Figure"
Draw = Callable[[Samples, list[Row]], Picture]


@dataclass(frozen=True, repr=False)
class Figure:
    """One figure of a paper, or one question, answered by a data set."""

    name: str  # GROUP/NAME, unique among all figures
    title: str  # what the figure is about
    source: str  # the paper and its figure, or this project
    draw: Draw  # draws the figure from the samples and the rows
    caption: str  # what the figure shows, for readers of the report
    claims: tuple[Claim, ...] = ()  # what is claimed of the figure, each with its check
    rows: Callable[[Samples], list[Row]] = shares  # makes the table of the figure
    summary: Callable[[Samples], list[Row]] | None = None  # what tables and the figure show, where rows are too many
    across: str = "depth"  # the column whose values stand side by side in tables
    part: Callable[[Samples], Samples] = whole  # what of the data set the figure is about; all else is given this part

    def __repr__(self) -> str:
        return f"<Figure {self.name}: {self.title}>"

    def shown(self, samples: Samples) -> list[Row]:
        """What tables and the figure show."""
        return (self.summary or self.rows)(samples)


@dataclass(frozen=True)
class Knob:
    """What of a study a reader may change. Without a least value, some of the published ones may be chosen."""

    values: tuple[Any, ...]  # as published
    least: float | None = None
    most: float = 0.0
    whole: bool = False  # whether the numbers are whole
    several: bool = True  # whether there may be more than one


@dataclass(frozen=True, repr=False)
class Study:
    """A data set, and its figures."""

    name: str  # GROUP/NAME, unique among all studies
    settings: tuple[Setting, ...]  # the points of the grid
    run: Run  # measures some observations of one setting
    scales: Mapping[str, int]  # observations of each setting at "quick" and "paper"
    figures: tuple[Figure, ...]  # what shows the data set
    block: int = 250  # observations in one cell of work
    population: int | None = None  # all there is to observe, where that is finite
    together: Together | None = None  # the same of many settings at once, on a GPU
    at_once: int = 10_000  # observations that a GPU is given at once
    same_bits: bool = False  # whether processors may do a few cells in place of a GPU
    missing: Callable[[], str] | None = None  # one sentence on what it needs and is not installed here; "" if all is
    edition: int = 1  # raised whenever the same seed would give other numbers
    knobs: Mapping[str, Knob] = field(default_factory=dict)  # what may be changed beside the values of the grid
    remake: Callable[..., Study] | None = None  # the same study with other values of the knobs

    def __repr__(self) -> str:
        return f"<Study {self.name}: {len(self.settings):,} settings, {len(self.figures)} figures>"

    @property
    def figure(self) -> Figure:
        """The only figure of a study that has one."""
        (figure,) = self.figures
        return figure

    @property
    def lacks(self) -> str:
        """One sentence on what the study needs and is not installed here; empty if it can run."""
        return self.missing() if self.missing else ""

    def observations(self, scale: str) -> int:
        """How many observations of each setting a scale stands for."""
        if scale in self.scales:
            return self.scales[scale]
        number = whole_of(scale) or 0
        most = f"{MOST_OBSERVATIONS:,}"
        fits = 2 <= number <= MOST_OBSERVATIONS
        require(fits, f"The scale '{scale}' is neither quick, paper nor a number of observations, 2 to {most}.")
        return min(number, self.population or number)

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
    **options: Unchecked,
) -> Study:
    """A data set with one figure of the same name. `options` are further fields of the `Study`."""
    figure = Figure(name, title, source, draw, caption, claims, rows, summary, across)
    return Study(name, settings, run, scales, (figure,), **options)


@dataclass(frozen=True)
class Collection:
    """Studies whose names begin with the same word."""

    name: str  # "emm", of the studies emm/…
    title: str
    package: str  # where their modules are; its `sentences.txt` lists what a paper says and no study judges
    studies: Mapping[str, str]  # MODULE:NAME below the package, by the name of the study
    rank: int = 100  # collections are listed in the order of their ranks
    published: bool = False  # whether claims quote a paper; otherwise the questions are the collection's own
    experiments: str = ""  # a pattern of the sections and figures that report the paper's own experiments

    def __hash__(self) -> int:
        return hash(self.name)

    def load(self, name: str = "") -> list[Study]:
        """The study of this name alone, if there is one; otherwise all of them, since one may have such a figure."""
        places = [self.studies[name]] if name in self.studies else self.studies.values()
        pairs = (place.split(":") for place in places)
        return [getattr(import_module(f"{self.package}.{module}"), attribute) for module, attribute in pairs]
