"""A table of scores: tasks, each at several values of a knob. Read from CSV, JSON lines or Parquet, and checked."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.estimate import Sample
from overthink.measure.cost import Cost
from overthink.measure.knob import Knob, Value

TASK, SCORE, SECONDS, SEED = "task", "score", "seconds", "seed"
NOTED = 3  # bad rows that are named; the others are counted

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
    try:
        if path.suffix.lower() == ".parquet":
            return _parquet(path)
        text = path.read_text(encoding="utf-8-sig")
    except OSError as exc:
        raise OverthinkError(f"{path} cannot be read ({exc.strerror}).") from None
    except UnicodeDecodeError:
        raise OverthinkError(f"{path} cannot be read: it is not a text file in UTF-8.") from None
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        return list(_json_lines(path, text))
    return _separated(text)


def _separated(text: str) -> list[Row]:
    """Rows of a text with commas, semicolons or tabs."""
    head = text.split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    return [
        {str(name).strip(): value for name, value in row.items() if name is not None}
        for row in csv.DictReader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    ]


def _json_lines(path: Path, text: str) -> Iterator[Row]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise OverthinkError(f'{path}, line {number}: write {{"task": …, "beam": …, "score": …}} on each line.')
        yield row


def _parquet(path: Path) -> list[Row]:
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise OverthinkError("Parquet needs pandas. Install it, or give a CSV file.") from None
    try:
        rows: list[Row] = pandas.read_parquet(path).to_dict("records")
    except OSError:
        raise
    except Exception as exc:  # not a Parquet file, or a missing engine
        raise OverthinkError(f"{path} cannot be read: {exc}") from None
    return rows


def table_of(rows: Iterable[Row], knob: str, values: Sequence[str] | None = None) -> Table:
    """The table, checked. `values` chooses some values of the knob and their order. Without it, numbers are sorted, and
    words stay in the order in which they first appear. Several scores of a task at a value are averaged."""
    every = list(rows)
    _check_columns(every, knob)
    cells, seconds, bad = dict[tuple[str, str], list[float]](), dict[str, list[float]](), list[str]()
    for number, row in enumerate(every, 1):
        task, value, score = (str(row.get(name, "")).strip() for name in (TASK, knob, SCORE))
        if not task or not value or _number(score) is None:
            lacking = "a task" if not task else f"a {knob}" if not value else f"a number as its score, but '{score}'"
            bad.append(f"row {number} does not have {lacking}")
            continue
        cells.setdefault((task, _same(value)), []).append(float(score))
        if (time := _number(str(row.get(SECONDS, "")))) is not None:
            seconds.setdefault(_same(value), []).append(time)
    turned, words = _knob(knob, [value for _, value in cells], values)
    tasks = list(dict.fromkeys(task for task, _ in cells))
    whole = [task for task in tasks if all((task, word) in cells for word in words)]
    if len(whole) < 2:
        raise OverthinkError(
            f"{len(whole)} of {len(tasks)} tasks have a score at every {knob} ({', '.join(words)}); two or more are "
            f"needed. Choose values that more tasks have: --knob {knob}={','.join(words[:2])}"
        )
    notes = [*bad[:NOTED], *([f"{len(bad) - NOTED:,} more rows cannot be used"] if len(bad) > NOTED else [])]
    if left := len(tasks) - len(whole):
        notes.append(f"{left:,} of {len(tasks):,} tasks were left out: they do not have a score at every {knob}")
    if turned.labels:
        notes.append(f"the values of {knob} are words, taken in this order: {', '.join(words)}")
    scores = {v: np.array([np.mean(cells[task, word]) for task in whole]) for v, word in zip(turned.values, words)}
    costs = {v: Cost(float(np.mean(seconds[word]))) for v, word in zip(turned.values, words) if word in seconds}
    most = max(len(cells[task, word]) for task in whole for word in words)
    return Table(turned, tuple(whole), scores, costs, len(every), most, tuple(notes))


def _check_columns(rows: Sequence[Row], knob: str) -> None:
    if not rows:
        raise OverthinkError("The table has no rows.")
    if not isinstance(rows[0], Mapping):
        raise OverthinkError(f"A row of the table is a dictionary from columns to values, not {rows[0]!r}.")
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


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
