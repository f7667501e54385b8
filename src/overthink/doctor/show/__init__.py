"""The ways to show a diagnosis: text, coloured in a terminal, one HTML file that needs nothing else, and a notebook."""

from __future__ import annotations

import math
import textwrap
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from overthink.core.arguments import check_arguments
from overthink.core.errors import OverthinkError
from overthink.core.estimate import Estimate
from overthink.core.notebook import ChartPoint
from overthink.core.plain import Fields, Tabular
from overthink.doctor.finding import Finding, suspects
from overthink.doctor.record import Failure, Move
from overthink.measure.judgement import Kind, Knob, Value
from overthink.report.charts import curves
from overthink.report.pages import first_upper, write_html

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LISTED = 8  # moves to print
NAMED = 5  # lines or positions that could not be examined, by name
WIDE = 100  # letters in a line
COLOURS = {Kind.BETTER: "green", Kind.WORSE: "red", Kind.UNCLEAR: "yellow", Kind.SUSPECT: "magenta"}
MARKS = {Kind.BETTER: "holds", Kind.WORSE: "fails", Kind.UNCLEAR: "inconclusive", Kind.SUSPECT: "fails"}  # of a page
RATIO = 15  # values that differ by more have a logarithmic axis
SIZE = 5.0, 3.6  # inches: small enough for a phone
Lines = Mapping[str, Mapping[int, Estimate] | Mapping[float, Estimate]]  # by name: estimates by horizontal position


class Showable(Tabular, ABC):
    """A verdict and what leads to it, with the ways to show them."""

    template: ClassVar[str]
    imitators: tuple[Finding, ...]  # what else may explain the verdict

    @property
    def suspected(self) -> tuple[Finding, ...]:
        """Imitators to check before believing the verdict."""
        return suspects(self.imitators)

    @property
    def no_verdict(self) -> bool:
        """Whether too little could be examined for a verdict."""
        return False

    @property
    @abstractmethod
    def kind(self) -> Kind:
        """The kind of the verdict."""

    @property
    @abstractmethod
    def verdict(self) -> str:
        """The answer in one sentence."""

    @abstractmethod
    def as_dict(self) -> Fields:
        """The findings as plain lists and numbers."""

    @check_arguments
    def markdown(self, command: str = "") -> str:
        """For a pull request: the verdict, what it rests on, and a command that repeats it."""
        again = ["", "```", command, "```"] if command else []
        return "\n".join([f"**{first_upper(self.verdict)}.**", *self._evidence(), *again])

    def _evidence(self) -> list[str]:
        """The lines of Markdown after the verdict."""
        return []

    def fails(self, on: Iterable[str]) -> bool:
        """Whether a gate should close."""
        raise OverthinkError("A gate (--fail-on) needs a table and an effort that was set, not observed.")

    @abstractmethod
    def _describe(self, brief: bool) -> list[str]:
        """The paragraphs after the verdict, with rich's markup, all or the most important. An empty one is left out."""

    @abstractmethod
    def _page(self) -> Fields:
        """What the template needs besides the diagnosis."""

    def _markup(self, brief: bool) -> str:
        head, *paragraphs = self._describe(brief)
        verdict = f"[bold {COLOURS[self.kind]}]{escape(self.verdict)}.[/]"
        return "\n\n".join([f"{verdict}\n{head}", *filter(None, paragraphs)])

    @check_arguments
    def report(self, path: str | Path, title: str = "The doctor") -> Path:
        """Write the diagnosis as one HTML file."""
        return write_html(Path(path), self.template, title=title, diagnosis=self, kinds=MARKS, **self._page())

    @check_arguments
    def show(self, verbose: bool = True) -> None:
        """Print the diagnosis, coloured if standard output is a terminal: all of it, or the verdict, why, and what to
        do."""
        console = Console(highlight=False, soft_wrap=True)
        console.width = console.width or 80  # COLUMNS may be 0
        console.print(Text.from_markup(self._markup(not verbose)))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.verdict}>"

    def __str__(self) -> str:
        return Text.from_markup(self._markup(False)).plain


def draw(lines: Lines, across: str | Knob, up: str) -> Figure:
    """Lines over the values of a knob, or over other numbers. Values of very different size have a logarithmic axis."""
    knob = across if isinstance(across, Knob) else None
    label = across if isinstance(across, str) else "search depth (plies)" if across.plies else across.name
    rows = [{"x": x, "line": name, **asdict(estimate)} for name, line in lines.items() for x, estimate in line.items()]
    figure = curves(rows, "x", "line", None, {"x": label, "y": up})
    figure.set_size_inches(*SIZE)
    if knob and knob.labels:
        figure.axes[0].set_xticks(list(knob.values), list(knob.labels))
    elif knob and knob.values[0] > 0 and knob.values[-1] > RATIO * knob.values[0]:
        axis = figure.axes[0]
        axis.set_xscale("log")
        axis.set_xticks(list(knob.values), [knob.text(value) for value in knob.values])
        axis.minorticks_off()
    for name in list(figure.axes[0].texts) if len(lines) == 1 else ():
        name.remove()
    return figure


def chart_points(estimates: Mapping[Value, Estimate]) -> Sequence[ChartPoint]:
    """The points of a line in a notebook."""
    return [(float(value), e.mean, e.low, e.high) for value, e in estimates.items()]


def half(estimate: Estimate) -> float:
    """Half the width of the interval."""
    return 0.5 * (estimate.high - estimate.low)


def section(title: str, lines: Sequence[str], rest: str = "") -> str:
    """A title in bold, the rest of its line, and lines below it; empty without lines."""
    return "\n".join([f"[bold]{escape(title)}[/]{escape(rest)}", *lines]) if lines else ""


def wrap_all(texts: Iterable[str], first: str = "  ", rest: str = "    ") -> list[str]:
    """Lines of paragraphs, with the indent of the first line of each and of the others. Markup is shown as it is."""
    wrapper = textwrap.TextWrapper(WIDE, initial_indent=first, subsequent_indent=rest, break_long_words=False)
    return [escape(line) for text in texts for line in wrapper.wrap(text)]


def sentences(texts: Iterable[str]) -> list[str]:
    """Lines of sentences that begin with a capital letter and end with a stop."""
    return wrap_all([f"{first_upper(text)}." for text in texts], "", "  ")


def describe_moves(sequence: Sequence[Move]) -> str:
    """A list of moves, for people. A move that was chosen in a part of the answers has its share."""
    counts = Counter(sequence)
    alike = len(counts) == len(sequence) or len(counts) == 1
    texts = [str(move) if alike else f"{move} ({count / len(sequence):.0%})" for move, count in counts.most_common()]
    more = [f"and {len(texts) - LISTED:,} more"] if len(texts) > LISTED + 1 else []
    return ", ".join([*texts[:LISTED], *more] if more else texts) or "none"


def duration(seconds: float) -> str:
    """A time for people: 3.2 ms, 45 s; a dash if it is not known."""
    if math.isnan(seconds):
        return "–"
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.0f} µs" if seconds else "< 1 ms"  # engines count whole milliseconds


def group_failures(failures: Sequence[Failure]) -> list[str]:
    """What could not be examined, one sentence for each kind, the most frequent first."""
    kinds: dict[tuple[str, str, str], list[Failure]] = {}
    for failure in failures:
        kinds.setdefault((failure.file, failure.thing, failure.kind or failure.reason), []).append(failure)
    return [_describe_failures(alike) for alike in sorted(kinds.values(), key=len, reverse=True)]


def _describe_failures(alike: Sequence[Failure]) -> str:
    """One sentence: as it is, or with some of the places, and the first one whole."""
    first = alike[0]
    n = len(alike)
    if n == 1:
        return str(first)
    places = ", ".join([*(each.place for each in alike[:NAMED] if each.place), *(["…"] if n > NAMED else [])])
    things = f"{n:,} {first.thing}s ({places})" if first.thing else f"{n:,} times"
    where = f"{first.file}, {things}" if first.file else f"{things}, such as"
    return f"{where}: {first.reason.rstrip('.')}."
