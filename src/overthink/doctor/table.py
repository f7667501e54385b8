"""A table of scores: does more effort score better or worse? No game, so no mechanism is tested.

Tasks, each at several values of a knob, are read from CSV, JSON lines, Parquet or a data frame, and checked.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from rich.markup import escape

from overthink.core.errors import OverthinkError, read_file, shorten, shown
from overthink.core.estimate import Estimate, Sample
from overthink.core.notebook import chart, page
from overthink.core.notebook import table as notebook_table
from overthink.core.plain import Fields, plain
from overthink.doctor import show
from overthink.doctor.find.evidence import chance, with_price
from overthink.doctor.show import Showable
from overthink.measure.judgement import BestValue, Cost, Judgement, Kind, Knob, Scoring, Value, best_value, judge
from overthink.measure.paired import McNemar, difference, mcnemar
from overthink.report.pages import svg

TASK, SCORE, SECONDS, SEED = "task", "score", "seconds", "seed"
KNOWN = (TASK, SCORE, SECONDS, SEED)
NOTED = 3  # bad rows that are named; the others are counted
MOST_ROWS = 5_000_000
MOST_VALUES = 50  # values of a knob that can be compared
LARGEST = 1e100  # of a score: the square of a larger one is not finite
TRUE_OR_FALSE = {"true": 1.0, "false": 0.0}  # scores of tasks that are solved or not
NOTHING = ("nan", "<NA>", "NaT")  # the texts of missing values that are not texts

Row: TypeAlias = Mapping[str, Any]  # a user's own table


@dataclass(frozen=True)
class Table:
    """The scores of the tasks that have one at every value, and what was left out."""

    knob: Knob
    tasks: tuple[str, ...]
    scores: dict[Value, Sample]  # by value: one mean score for each task
    costs: dict[Value, Cost]  # by value, if there are seconds
    rows: int
    most: int  # the largest number of scores that one task has at one value
    notes: tuple[str, ...]


def read_rows(path: Path) -> list[Row]:
    """All rows of a file."""
    content = read_file(path)
    if path.suffix.lower() == ".parquet":
        return _parquet(path, content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OverthinkError(f"{path} cannot be read: it is not a text file in UTF-8.") from None
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        return list(_json_lines(path, text))
    try:
        return _separated(path, text)
    except csv.Error as exc:
        raise OverthinkError(f"{path} cannot be read as a table: {exc}.") from None


def _separated(path: Path, text: str) -> list[Row]:
    """Rows of a text with commas, semicolons or tabs."""
    head = text.split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    reader = csv.DictReader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    names = [str(name).strip() for name in reader.fieldnames or () if name]
    if twice := [name for number, name in enumerate(names) if name in names[:number]]:
        raise OverthinkError(f"{path} has two columns '{twice[0]}'. Rename or remove one of them.")
    return [{str(name).strip(): value for name, value in row.items() if name is not None} for row in reader]


def _json_lines(path: Path, text: str) -> Iterator[Row]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise OverthinkError(f'{path}, line {number}: write {{"task": …, "beam": …, "score": …}} on each line.')
        yield row


def _parquet(path: Path, content: bytes) -> list[Row]:
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise OverthinkError("Parquet needs pandas. Install it, or give a CSV file.") from None
    try:
        return rows_of_frame(pandas.read_parquet(io.BytesIO(content)))
    except Exception as exc:  # not a Parquet file, or a missing engine
        raise OverthinkError(f"{path} cannot be read: {shorten(str(exc))}") from None


def rows_of_frame(frame: Any) -> list[Row]:
    """The rows of a data frame of pandas. Its index is a column too, if it has a name."""
    rows: list[Row] = (frame if frame.index.names == [None] else frame.reset_index()).to_dict("records")
    return rows


def table_of(rows: Iterable[Row], knob: str, values: Sequence[str] | None = None) -> Table:
    """The table, checked. `values` chooses some values of the knob and their order. Without it, numbers are sorted, and
    words stay in the order in which they first appear. Several scores of a task at a value are averaged."""
    every = list(islice(rows, MOST_ROWS + 1))
    _check_columns(every, knob)
    cells, bad = dict[tuple[str, str], list[float]](), list[str]()
    times, odd_times = dict[str, list[float]](), list[str]()
    for number, row in enumerate(every, 1):
        task, value, score = (_text(row.get(name)) for name in (TASK, knob, SCORE))
        points = _score(score)
        if not task or not value or points is None:
            lacking = "no task" if not task else f"no {knob}" if not value else _wrong(score)
            bad.append(f"row {number} has {lacking}")
            continue
        cells.setdefault((task, _same(value)), []).append(points)
        seconds = _text(row.get(SECONDS))
        if (time := _number(seconds)) is not None and time >= 0.0:
            times.setdefault(_same(value), []).append(time)
        elif seconds:
            odd_times.append(seconds)
    if not cells:
        raise OverthinkError(f"No row of the table can be used: {bad[0]}.")
    try:
        turned, words = _knob(knob, [value for _, value in cells], values)
    except OverthinkError as exc:
        raise OverthinkError(f"{exc}{_unusable(bad)}") from None
    tasks = list(dict.fromkeys(task for task, _ in cells))
    whole = [task for task in tasks if all((task, word) in cells for word in words)]
    if len(whole) < 2:
        raise OverthinkError(_too_few(knob, words, whole, tasks, cells) + _unusable(bad))
    notes = [*bad[:NOTED], *([f"{len(bad) - NOTED:,} more rows cannot be used"] if len(bad) > NOTED else [])]
    if left := len(tasks) - len(whole):
        notes.append(f"{left:,} of {len(tasks):,} tasks were left out: they lack a score at a value of {knob}")
    if turned.labels:
        notes.append(f"the values of {knob} are words, taken in this order: {', '.join(words)}")
    if odd_times:
        count = f"the seconds of {len(odd_times):,} rows" if len(odd_times) > 1 else "the seconds of a row"
        notes.append(f"{count} cannot be used, such as '{odd_times[0]}'")
    scores = {v: np.array([np.mean(cells[task, word]) for task in whole]) for v, word in zip(turned.values, words)}
    costs = {v: Cost(float(np.mean(times[w]))) for v, w in zip(turned.values, words) if w in times}
    most = max(len(cells[task, word]) for task in whole for word in words)
    return Table(turned, tuple(whole), scores, costs, len(every), most, tuple(notes))


def _unusable(bad: Sequence[str]) -> str:
    """How many rows cannot be used, with the first; nothing if all can."""
    return f" {len(bad):,} of the rows cannot be used: {bad[0]}." if bad else ""


def _too_few(
    knob: str, words: Sequence[str], whole: Sequence[str], tasks: Sequence[str], cells: Iterable[tuple[str, str]]
) -> str:
    """The sentence for fewer than two tasks with a score at every value."""
    if len(tasks) < 2:
        return f"The table has one task only ({shorten(tasks[0])}). Two or more are needed."
    counts = Counter(word for _, word in cells)
    usual = ",".join(word for word in words if word in dict(counts.most_common(2)))
    every = shorten(", ".join(words))
    return (
        f"{len(whole)} of {len(tasks):,} tasks have a score at every value of {knob} ({every}); two or more are "
        f"needed. Choose values that more tasks have: --knob {knob}={usual}"
    )


def _check_columns(rows: Sequence[Row], knob: str) -> None:
    if not rows:
        raise OverthinkError("The table has no rows.")
    if len(rows) > MOST_ROWS:
        raise OverthinkError(f"The table has more than {MOST_ROWS:,} rows. Give fewer.")
    if others := [row for row in rows if not isinstance(row, Mapping)]:
        raise OverthinkError(f"A row of the table is a dictionary from columns to values, not {shown(others[0])}.")
    if knob in KNOWN:
        raise OverthinkError(f"The column '{knob}' is not a knob. Give the column that says how much effort was made.")
    for name in (TASK, knob, SCORE):
        if not any(name in row for row in rows):
            there = ", ".join(map(str, rows[0])) or "none"
            raise OverthinkError(
                f"The table has no column '{name}'; it has {there}. It needs {TASK}, {knob} and {SCORE}, and may have "
                f"{SECONDS} and {SEED}."
            )


def _knob(name: str, given: Iterable[str], wanted: Sequence[str] | None) -> tuple[Knob, list[str]]:
    """The knob, and its values as they stand in the table, in order."""
    there = list(dict.fromkeys(given))
    words = list(dict.fromkeys(map(_same, wanted))) if wanted else there
    if missing := [word for word in words if word not in there]:
        raise OverthinkError(f"The table has no {name} {missing[0]}; it has {', '.join(there[:12])}.")
    if len(words) < 2:
        raise OverthinkError(f"The table has one value of {name} only ({', '.join(words)}). Two or more are needed.")
    if len(words) > MOST_VALUES:
        raise OverthinkError(
            f"The table has {len(words):,} values of {name}; at most {MOST_VALUES} can be compared. Choose some: "
            f"--knob {name}={','.join([words[0], words[len(words) // 2], words[-1]])}"
        )
    numbers = [_number(word) for word in words]
    if any(number is None for number in numbers):
        return Knob(name, tuple(range(len(words))), tuple(words)), words
    order = sorted(words, key=float)
    values = [int(n) if n.is_integer() else n for n in map(float, order)]
    return Knob(name, tuple(values)), order


def _same(word: str) -> str:
    """One text for equal numbers: 5, 5.0 and 5e0."""
    number = _number(word)
    return word.strip() if number is None else f"{number:.15g}"


def _text(cell: Any) -> str:
    """The text of a cell; empty if the value is missing."""
    if cell is None or (not isinstance(cell, str) and str(cell) in NOTHING):
        return ""
    return str(cell).strip()


def _score(text: str) -> float | None:
    """A score; a task that is solved or not has 1 or 0."""
    number = TRUE_OR_FALSE.get(text.lower(), _number(text))
    return number if number is not None and abs(number) <= LARGEST else None


def _wrong(score: str) -> str:
    """Why a score cannot be used."""
    if not score:
        return "no score"
    large = _number(score) is not None
    return f"the score '{shorten(score)}', which is {'too large' if large else 'not a number'}"


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


WORST, SHOWN = 10, 3  # tasks that are listed, and that are printed
FEW = 6  # pairs of values that are printed in any case
SAME_TASKS = "on the same tasks, with intervals widened for the number of pairs"
LESS = "a smaller score is better, as you said"
NO_MECHANISM = "no mechanism was tested: the table has only scores, so this says worse, not pathology"


@dataclass(frozen=True)
class WorstTask:
    """A task that scores worse with the greatest effort than with less effort."""

    task: str
    value: Value  # with which it scored best
    best: float
    last: float  # its score with the greatest effort


@dataclass(frozen=True)
class HeldOut:
    """The value that scored best on half of the tasks, and its gain over the greatest effort on the other half."""

    value: Value
    gain: Estimate


@dataclass(frozen=True, repr=False)
class TableDiagnosis(Showable):
    """The verdict on a table of scores and what leads to it. `print` and `show()` write it as text, `report(path)` as
    one HTML file. Gains are in units of the scores divided by their span.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(40) for beam in (1, 2, 4)]
    >>> print(ot.diagnose_table(rows, knob="beam").advice)
    use beam 1 instead of 4: +3 [+3, +3] on held-out tasks
    """

    template = "doctor/table.html.jinja"
    table: Table
    scoring: Scoring
    judgement: Judgement
    worst: tuple[WorstTask, ...]
    changes: McNemar  # tasks that score worse with the greatest effort than with the least, and tasks that score better
    best: BestValue | None
    held_out: HeldOut

    @property
    def kind(self) -> Kind:
        return self.judgement.kind

    @property
    def verdict(self) -> str:
        """The verdict in one line, with the cost of more effort."""
        return with_price(self.judgement, self.table.knob, self.table.costs)

    @property
    def advice(self) -> str:
        """The best value on held-out tasks, if it is surely better than the greatest effort; otherwise the best for its
        cost."""
        knob, held, best = self.table.knob, self.held_out, self.best
        most = knob.values[-1]
        gain = f"{self.gain_text(held.gain.mean)}{self.unit} {self.interval(held.gain)}"
        if held.gain.low > 0.0:
            less = f"; {knob.at(best.value)} is not surely worse" if best and best.value < held.value else ""
            return f"use {knob.at(held.value)} instead of {knob.text(most)}: {gain} on held-out tasks{less}"
        if best and best.value != most:
            cost = f", {best.price}" if best.price else ""
            return f"{knob.at(best.value)} is enough as far as these tasks show{cost}"
        if best:
            return f"stay with {knob.at(most)}: no other value scored better"
        return f"nothing is surely better than {knob.at(most)}"

    @property
    def changed(self) -> str:
        """How many tasks score worse and better with the greatest effort, and whether that is chance."""
        first, last = self.table.knob.at(self.table.knob.values[0]), self.table.knob.text(self.table.knob.values[-1])
        less, more = self.changes.only_first, self.changes.only_second
        counts = f"the score gets worse in {less:,} and better in {more:,} tasks ({chance(self.changes.p_value)})"
        return f"from {first} to {last}, {counts}"

    @property
    def unit(self) -> str:
        return " points" if self.scoring.span is None else ""

    def gain_text(self, gain: float) -> str:
        """A gain for people, with its sign, without its unit."""
        return f"{100 * gain:+.1f}" if self.scoring.span is None else f"{gain * self.scoring.span:+.3g}"

    def interval(self, gain: Estimate) -> str:
        """The interval of a gain, for people."""
        return f"[{self.gain_text(gain.low)}, {self.gain_text(gain.high)}]"

    @property
    def scores(self) -> dict[Value, Estimate]:
        """The mean score, by value of the knob."""
        return {value: Estimate.of_mean(scores) for value, scores in self.table.scores.items()}

    def rows(self) -> list[Fields]:
        """A row for each value of the knob: the mean score with its interval, and the seconds."""
        name, costs = self.table.knob.name, self.table.costs
        return [
            {name: value, **score.as_dict(), "seconds": costs[value].seconds if value in costs else None}
            for value, score in self.scores.items()
        ]

    def as_dict(self) -> Fields:
        """The findings as plain lists and numbers."""
        table = self.table
        return dict(plain({
            "verdict": self.verdict,
            "kind": self.kind,
            "knob": table.knob,
            "tasks": len(table.tasks),
            "scores": self.scores,
            "seconds": {value: cost.seconds for value, cost in table.costs.items()},
            "span": self.scoring.span,
            "pairs": self.judgement.pairs,
            "needed": self.judgement.needed,
            "worst": self.worst,
            "changes": self.changes,
            "best": self.best,
            "held_out": self.held_out,
            "advice": self.advice,
            "notes": [*table.notes, NO_MECHANISM],
        }))  # fmt: skip

    def _describe(self, brief: bool) -> list[str]:
        table, knob = self.table, self.table.knob
        again = f"; up to {table.most} scores for a task and a value, averaged" if table.most > 1 else ""
        head = show.wrap_all([f"{len(table.tasks):,} tasks, each at every value of {knob.name}{again}."], "", "")
        best = [self.best.sentence(knob)] if self.best else []
        wide = max(len(knob.name), *(len(knob.text(value)) for value in knob.values))
        rows = [f"[bold]{escape(knob.name):>{wide}}[/]   score{'':12}   {'time' if table.costs else ''}".rstrip()]
        for value, mean in self.scores.items():
            score = f"{mean.mean:.4g} ±{show.half(mean):.2g}"
            time = show.duration(table.costs[value].seconds) if value in table.costs else ""
            rows.append(f"{escape(knob.text(value)):>{wide}}   {score:<17}   {time}".rstrip())
        gains = [(p, f"{self.gain_text(p.gain.mean):>7}  {self.interval(p.gain)}") for p in self.judgement.pairs]
        unit = f",{self.unit}" if self.unit else ""
        title = show.first_upper(f"{knob.name} against {knob.name}")
        worst = [
            f"{task.task}  {knob.at(task.value)}: {task.best:.4g}; {knob.at(knob.values[-1])}: {task.last:.4g}"
            for task in self.worst[:SHOWN]
        ]
        few = not brief or len(gains) <= FEW
        return [
            "\n".join([*head, *show.sentences([*best, *table.notes, NO_MECHANISM])]),
            "\n".join(rows),
            show.section(title, show.pair_lines(gains, knob) if few else [], f"{unit}, {SAME_TASKS}:"),
            show.section("Where it hurts", [] if brief else show.wrap_all(worst), f": {self.changed}. The worst:"),
            show.section("What to do", show.wrap_all([self.advice], "  ", "  ")),
        ]

    def _page(self) -> Fields:
        return {"figure": svg(show.draw({"score": self.scores}, self.table.knob, "mean score"), "scores")}

    def _repr_html_(self) -> str:
        picture = chart({"score": show.chart_points(self.scores)}, self.table.knob.name, "score")
        return page(picture + notebook_table(self.rows(), notes=[f"Advice: {self.advice}."]), self.verdict)


def diagnose_table(
    rows: Any,
    knob: str,
    values: Iterable[Any] | None = None,
    *,
    less_is_better: bool = False,
) -> TableDiagnosis:
    """Does more effort score better? `rows` is a file (CSV, JSON lines, Parquet), a data frame or dictionaries. It has
    the columns `task`, the knob, `score`, and perhaps `seconds` and `seed`. A greater score is better, unless
    `less_is_better`. `values` chooses some values of the knob, and their order if they are words.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(40) for beam in (1, 2, 4)]
    >>> ot.diagnose_table(rows, knob="beam").verdict
    'a larger beam scores worse from 2: 3 from 1 to 4'
    """
    if not isinstance(knob, str) or not knob.strip():
        raise OverthinkError("Give the knob: the name of the column that says how much effort was made.")
    every = read_rows(Path(rows)) if isinstance(rows, str | Path) else _list_rows(rows)
    table = table_of(every, knob.strip(), [str(value) for value in values] if values is not None else None)
    low, high = (float(f([f(scores) for scores in table.scores.values()])) for f in (np.min, np.max))
    shares = low >= 0.0 and high <= 1.0
    span = None if shares else (high - low) or 1.0
    scaled = {value: scores if shares else (scores - low) / (span or 1.0) for value, scores in table.scores.items()}
    if less_is_better:
        scaled = {value: 1.0 - scores for value, scores in scaled.items()}
        table = replace(table, notes=(*table.notes, LESS))
    scoring = Scoring("task", "score", span)
    judgement = judge(scaled, table.knob, scoring)
    unsure = judgement.kind == Kind.UNCLEAR and judgement.needed
    first, last = scaled[table.knob.values[0]], scaled[table.knob.values[-1]]
    return TableDiagnosis(
        table, scoring, judgement, _worst_tasks(scaled, table), mcnemar(1.0 * (first > last), 1.0 * (last > first)),
        None if unsure else best_value(scaled, table.knob, table.costs), _held_out(scaled, table),
    )  # fmt: skip


def _list_rows(rows: Any) -> Iterable[Row]:
    if hasattr(rows, "to_dict") and hasattr(rows, "index"):
        return rows_of_frame(rows)
    if not isinstance(rows, Iterable):
        raise OverthinkError(f"A table is a file, a data frame or a list of dictionaries, not {shown(rows)}.")
    return rows


def _worst_tasks(scores: dict[Value, Sample], table: Table) -> tuple[WorstTask, ...]:
    *less, most = table.knob.values
    losses = list[tuple[float, WorstTask]]()
    for number, task in enumerate(table.tasks):
        best = max(less, key=lambda value: float(scores[value][number]))
        if (loss := float(scores[best][number] - scores[most][number])) > 0.0:
            there, here = (float(table.scores[value][number]) for value in (best, most))
            losses.append((loss, WorstTask(task, best, there, here)))
    return tuple(task for _, task in sorted(losses, key=lambda pair: -pair[0])[:WORST])


def _held_out(scores: dict[Value, Sample], table: Table) -> HeldOut:
    """Choose on every second task, and measure on the others."""
    most = table.knob.values[-1]
    best = max(table.knob.values, key=lambda value: (float(scores[value][::2].mean()), value == most))
    after, before = scores[best][1::2], scores[most][1::2]
    gain = difference(after, before) if len(after) > 1 else Estimate(0.0, -1.0, 1.0, len(after))
    return HeldOut(best, gain)
