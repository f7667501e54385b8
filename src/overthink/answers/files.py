"""Files and folders of answers: which are logs, which are tables, and their rows, one after another."""

from __future__ import annotations

import codecs
import csv
import io
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from overthink.answers.columns import EFFORTS, SCORE
from overthink.answers.logs import (
    BLOCK_ROWS,
    HELM,
    MOST_COLUMNS,
    TECHNICAL,
    TOO_WIDE,
    Block,
    Row,
    Run,
    harness_run,
    helm_run,
    in_blocks,
    inspect_run,
    is_harness,
    json_lines,
    json_rows,
    openai_run,
    promptfoo_run,
)
from overthink.answers.stream import PIECE, Broken, Reading, Scanner, open_file, plain_name
from overthink.core.errors import OverthinkError, require, shorten, shown

LOGS = (".eval", ".json")
TABLES = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet")
NO_TABLES = (".xlsx", ".xls", ".ods", ".yaml", ".yml", ".xml", ".html", ".db", ".sqlite", ".pkl", ".arrow", ".feather")
MOST_ITEMS = 8  # of a list whose fields are columns
MOST_CHARACTERS = 1 << 26  # characters of a cell
PLAIN = 1 << 16  # characters that are split at once
MOST_FILES = 10_000
END = "\0the end of the file"  # a last line, which an open quote would swallow


def runs_of(given: Any) -> list[Run]:
    """The runs of a file, a folder, a data frame or rows. Only headers of logs are read now."""
    if not isinstance(given, str | Path):
        return [Run(Path("the table"), lambda reading: in_blocks(_listed(given)), is_log=False)]
    path = Path(given)
    return _folder(path) if os.path.isdir(path) else [_file(path)]


def _folder(folder: Path) -> list[Run]:
    paths = (Path(where, name) for where, _, names in os.walk(folder) for name in names)
    every = sorted(
        path for path in paths if plain_name(path).suffix.lower() in (*LOGS, *TABLES) and os.path.isfile(path)
    )
    runs = list[Run]()
    left = list[str]()
    for path in every[:MOST_FILES]:
        beside = path.with_name(HELM)  # what stands beside it says how, and is no table
        if path.name.startswith(("results_", "logs.json", ".")) or (path != beside and beside.is_file()):
            continue
        try:
            runs.append(_file(path))
        except OverthinkError as exc:
            left.append(str(exc))
    if logs := [run for run in runs if run.is_log]:
        left += [f"{run.path.name} is not a log" for run in runs if not run.is_log]
        runs, again = _once(logs)
        left += again
    if not runs:
        why = f": {left[0]}" if left else f"; it needs {', '.join((LOGS[0], *TABLES))}"
        raise OverthinkError(f"{folder} cannot be read: it has no log and no table{why.rstrip('.')}.")
    more = [f"{len(left) - 1:,} more files were left out"] if len(left) > 1 else []
    runs[0].notes += [f"left out: {left[0].rstrip('.')}", *more] if left else []
    return runs


def _once(logs: list[Run]) -> tuple[list[Run], list[str]]:
    """Without the logs that did not end and stand beside one of the same run that did."""

    def asked(run: Run) -> str:
        settings = {name: value for name, value in run.settings.items() if name not in TECHNICAL}
        return json.dumps([run.task, run.same, sorted(settings.items())], default=str)

    whole = {asked(run) for run in logs if not run.unfinished}
    again = [run for run in logs if run.unfinished and asked(run) in whole]
    why = "{} did not end ({}), and another log has this run whole"
    return [run for run in logs if run not in again], [why.format(run.path.name, run.unfinished) for run in again]


def _file(path: Path) -> Run:
    kind = plain_name(path).suffix.lower()
    require(kind not in NO_TABLES, f"{path} cannot be read: {kind} is not read. Save it as CSV, JSON lines or Parquet.")
    if kind == ".eval":
        return inspect_run(path)
    if is_harness(path):
        return harness_run(path)
    with open_file(path) as file:
        start = file.peek(4)[:4] if kind != ".parquet" else b""
        wide = start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in start
        require(not wide, f"{path} cannot be read: it is not a text file in UTF-8, perhaps UTF-16. Save it in UTF-8.")
        names = _first_names(Scanner(file.read)) if kind in (".json", ".jsonl") else []
    if kind == ".json" and "status" in names and names[-1] == "eval":
        return inspect_run(path)
    if kind == ".json" and names[-1:] == ["results"]:
        return promptfoo_run(path)
    if names[:1] == ["spec"]:
        return openai_run(path)
    if path.name == HELM:
        return helm_run(path)
    if kind in (".json", ".jsonl", ".ndjson"):
        rows_of: Callable[[Path, Reading], Iterable[Row]] = json_rows if kind == ".json" else json_lines
        return Run(path, lambda reading: in_blocks(_flat(rows_of(path, reading))), is_log=False)
    reader = _parquet if kind == ".parquet" else _separated
    return Run(path, lambda reading: reader(path, reading), is_log=False)


def _first_names(scanner: Scanner) -> list[str]:
    """The fields of an object up to the first that is a list or an object; a list has its bracket behind it."""
    names = list[str]()
    with suppress(Broken):
        for name in scanner.fields():
            names.append(name)
            if scanner.peek() in ("[", "{"):
                return [*names, *("[" * (scanner.peek() == "["))]
            scanner.skip()
    return names


def lengthen(run: Run, knob: str, values: Sequence[str] | None) -> Run:
    """A table with a column of scores for each effort, such as low, medium and high, as one with a row for each."""

    def longer(reading: Reading) -> Iterator[Block]:
        for block in run.blocks(reading):
            if knob in block or SCORE in block:
                yield block
                continue
            wide = [name for name in values or block if name in block and (values or name.lower() in EFFORTS)]
            size = len(next(iter(block.values())))
            rest = {name: [*column] * len(wide) for name, column in block.items() if name not in wide}
            scores = [score for name in wide for score in block[name]]
            efforts = [name for name in wide for _ in range(size)]
            yield {**rest, knob: efforts, SCORE: scores} if len(wide) > 1 else block

    return run if run.is_log else replace(run, blocks=longer)


def _flat(rows: Iterable[Row]) -> Iterator[Row]:
    """Rows in which a field inside another has its path as its name: metrics.accuracy, choices.0.text."""
    for row in rows:
        nested = type(row) is dict and any(type(value) in (dict, list) for value in row.values())
        yield _fields(row) if nested else row


def _fields(row: Mapping[str, Any]) -> Row:
    found = dict[str, Any]()
    for name, value in row.items():
        some = dict(enumerate(value[:MOST_ITEMS])) if isinstance(value, list) else value
        if isinstance(some, dict) and any(isinstance(inner, dict) for inner in (some, *some.values())):
            found |= {f"{name}.{path}": inner for path, inner in _fields(some).items()}
        else:
            found[name] = value
    return found


def _separated(path: Path, reading: Reading) -> Iterator[Block]:
    """Rows of a text with commas, semicolons or tabs."""
    with open_file(path, reading) as raw:
        file = io.TextIOWrapper(raw, "utf-8-sig", newline="")
        before = csv.field_size_limit(MOST_CHARACTERS)
        try:
            head = file.readline(PIECE)
            require(len(head) < PIECE, f"{path} cannot be read as a table: its first line is too long.")
            mark = max(",;\t", key=head.count)
            reader = csv.reader(chain([head], file, [END]), delimiter=mark, skipinitialspace=True)
            names = [name.strip() for name in next(reader, [])]
            require(len(names) <= MOST_COLUMNS, f"{TOO_WIDE}, not {len(names):,}. Leave some of {path} out.")
            if twice := [name for name, count in Counter(names).items() if name and count > 1]:
                raise OverthinkError(f"{path} has two columns '{twice[0]}'. Rename or remove one of them.")
            above = reader.line_num
            piece = file.read(PLAIN) + file.readline()
            while cells := _plain_cells(piece, mark, len(names)):
                yield {name: cells[column :: len(names)] for column, name in enumerate(names)}
                above, piece = above + len(cells) // len(names), file.read(PLAIN) + file.readline()
            lines = chain(io.StringIO(piece, newline=""), file, [END])
            reader = csv.reader(lines, delimiter=mark, skipinitialspace=True)
            while True:
                line = above + reader.line_num + 1
                rows = list(islice(reader, BLOCK_ROWS))
                if not rows:
                    return
                end = rows[-1] == [END]
                never = not end and any(END in cell for cell in rows[-1])
                begun = line + sum(map(_lines, rows[:-1])) if never else line
                require(not never, f"A quote in line {begun:,} of {path} is never closed. Close or remove it.")
                rows = rows[:-1] if end else rows
                if above + reader.line_num - line >= len(rows) + end:
                    _check_quotes(rows, line, path, mark * (len(names) - 1))
                if {*map(len, rows)} != {len(names)}:
                    for place, row in enumerate(rows):
                        if any(row[len(names) :]):
                            at = line + sum(map(_lines, rows[:place]))
                            reading.bad.append(
                                f"line {at:,} of {path.name} has {len(row):,} cells for {len(names):,} columns"
                            )
                    whole = [row for row in rows if row and not any(row[len(names) :])]
                    rows = [(row + [""] * (len(names) - len(row)))[: len(names)] for row in whole]
                if rows:
                    yield dict(zip(names, zip(*rows)))
        except UnicodeDecodeError:
            raise OverthinkError(f"{path} cannot be read: it is not a text file in UTF-8.") from None
        except csv.Error as exc:
            raise OverthinkError(f"{path} cannot be read as a table: {exc}.") from None
        finally:
            csv.field_size_limit(before)


def _plain_cells(piece: str, mark: str, width: int) -> list[str]:
    """The cells of whole lines, one line after another. Without any if a line is not plain: if it has a quote, a space
    before a cell, or not as many cells as there are columns."""
    lines = piece.replace("\r\n", "\n").removesuffix("\n") + "\n"
    odd = any(odd in lines for odd in ('"', "\r", f"{mark} ", "\n ")) or lines[0] == " "
    if odd or width < 2 or len(lines) > MOST_CHARACTERS:
        return []
    text = np.frombuffer(lines.encode(), np.uint8)
    ends = text[(text == ord("\n")) | (text == ord(mark))]
    rows = lines.count("\n")
    if len(ends) != rows * width or (ends[width - 1 :: width] != ord("\n")).any():
        return []
    return lines[:-1].replace("\n", mark).split(mark)


def _lines(row: list[str]) -> int:
    """The lines of a row: a cell in quotes may have several."""
    return 1 + sum(cell.count("\n") for cell in row)


def _check_quotes(rows: list[list[str]], line: int, path: Path, marks: str) -> None:
    """Refuse a cell in which whole rows stand: a quote that another one closes by chance."""
    for row in rows:
        inner = max(row, key=len, default="").splitlines()[1:-1]
        whole = len(inner) > 1 and all(text.count(marks[:1]) == len(marks) for text in inner)
        later = f"closed {len(inner) + 1:,} lines later, with whole rows inside"
        require(not whole, f"A quote in line {line:,} of {path} is {later}. Close or remove it.")
        line += _lines(row)


def _parquet(path: Path, reading: Reading) -> Iterator[Block]:
    with open_file(path, reading) as file:
        try:
            parquet = import_module("pyarrow.parquet")
            for batch in parquet.ParquetFile(file).iter_batches(batch_size=BLOCK_ROWS):
                yield batch.to_pydict()
        except ImportError:
            raise OverthinkError('Parquet needs the package pyarrow: pip install "overthink[evals]".') from None
        except (OSError, ValueError) as exc:  # pyarrow's own errors are of both kinds
            raise OverthinkError(f"{path} cannot be read: {shorten(str(exc))}") from None


def _listed(rows: Any) -> Iterable[Row]:
    """The rows of a data frame of pandas, polars or pyarrow, or rows as they are. An index with a name is a column."""
    if hasattr(rows, "collect"):  # a lazy frame
        rows = rows.collect()
    if hasattr(rows, "to_pylist"):
        rows = rows.to_pylist()
    if hasattr(rows, "to_dict") and hasattr(rows, "index"):
        rows = (rows if rows.index.names == [None] else rows.reset_index()).to_dict("records")
    if hasattr(rows, "iter_rows"):
        rows = rows.iter_rows(named=True)
    if not isinstance(rows, Iterable):
        raise OverthinkError(f"A table is a file, a folder, a data frame or a list of dictionaries, not {shown(rows)}.")
    every: Iterator[Row] = iter(rows)
    return every
