"""Files and folders of answers: which are logs, which are tables, and their rows, one after another."""

from __future__ import annotations

import codecs
import csv
import io
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError, require, shorten, shown
from overthink.doctor.scores.logs import Row, Run, Tell, Unread, harness_run, inspect_run, is_harness, json_lines
from overthink.doctor.scores.stream import PIECE, Broken, Scanner, open_file

LOGS = (".eval", ".json")
TABLES = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet")
LONGEST = 1 << 26  # characters of a cell
MOST_FILES = MOST_COLUMNS = 10_000
HEAD = 1000  # rows in which the names of columns are looked for


def runs_of(given: Any) -> list[Run]:
    """The runs of a file, a folder, a data frame or rows. Only headers of logs are read now."""
    if not isinstance(given, str | Path):
        return [Run(Path("the table"), lambda tell: _listed(given), is_log=False)]
    path = Path(given)
    return _folder(path) if os.path.isdir(path) else [_file(path)]


def _folder(folder: Path) -> list[Run]:
    paths = (Path(where, name) for where, _, names in os.walk(folder) for name in names)
    every = sorted(path for path in paths if path.suffix.lower() in (*LOGS, *TABLES) and os.path.isfile(path))
    runs, left = list[Run](), list[str]()
    for path in every[:MOST_FILES]:
        if path.name.startswith(("results_", "logs.json", ".")):  # summaries of other files
            continue
        try:
            runs.append(_file(path))
        except OverthinkError as exc:
            left.append(str(exc))
    if logs := [run for run in runs if run.is_log]:
        left += [f"{run.path.name} is not a log" for run in runs if not run.is_log]
        runs = logs
    if not runs:
        why = f": {left[0]}" if left else f"; it needs {', '.join((LOGS[0], *TABLES))}"
        raise OverthinkError(f"{folder} cannot be read: it has no log and no table{why.rstrip('.')}.")
    more = [f"{len(left) - 1:,} more files were left out"] if len(left) > 1 else []
    runs[0].notes += [f"left out: {left[0].rstrip('.')}", *more] if left else []
    return runs


def _file(path: Path) -> Run:
    kind = path.suffix.lower()
    if kind == ".eval":
        return inspect_run(path)
    if is_harness(path):
        return harness_run(path)
    with open_file(path) as file:
        start = file.read(4) if kind != ".parquet" else b""
        wide = start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in start
        require(not wide, f"{path} cannot be read: it is not a text file in UTF-8, perhaps UTF-16. Save it in UTF-8.")
        file.seek(0)
        is_log = kind == ".json" and _starts_as_log(Scanner(file.read))
    if is_log:
        return inspect_run(path)
    readers = {".json": _json, ".jsonl": json_lines, ".ndjson": json_lines, ".parquet": _parquet}
    reader = readers.get(kind, _separated)
    return Run(path, lambda tell: reader(path, tell), is_log=False)


def _starts_as_log(scanner: Scanner) -> bool:
    names = list[str]()
    with suppress(Broken):
        for name in scanner.fields():
            names.append(name)
            if scanner.peek() in (b"[", b"{"):
                break
            scanner.skip()
    return "status" in names and names[-1] == "eval"


def _separated(path: Path, tell: Tell) -> Iterator[Row | Unread]:
    """Rows of a text with commas, semicolons or tabs."""
    with open_file(path) as raw:
        file = io.TextIOWrapper(raw, "utf-8-sig", newline="")
        before = csv.field_size_limit(LONGEST)
        try:
            head = file.readline(PIECE)
            require(len(head) < PIECE, f"{path} cannot be read as a table: its first line is too long.")
            mark, last = max(",;\t", key=head.count), [head]
            form: Any = {"delimiter": mark, "skipinitialspace": True}
            reader = csv.reader(_told(last, file, raw, tell), **form, strict=True)
            names = [name.strip() for name in next(reader, [])]
            sentence = f"{path} has {len(names):,} columns; at most {MOST_COLUMNS:,} can be read. Leave some out."
            require(len(names) <= MOST_COLUMNS, sentence)
            if twice := [name for name, count in Counter(names).items() if name and count > 1]:
                raise OverthinkError(f"{path} has two columns '{twice[0]}'. Rename or remove one of them.")
            while True:
                line = reader.line_num + 1
                try:
                    cells = next(reader)
                except StopIteration:
                    return
                except csv.Error as exc:  # in one line, a quote is a letter
                    open_quote = reader.line_num > line or "end of data" in str(exc)
                    require(not open_quote, f"A quote in line {line:,} of {path} is never closed. Close or remove it.")
                    cells = next(csv.reader(last, **form))
                inner = cells and reader.line_num > line + 3 and max(cells, key=len).splitlines()[1:-1]
                whole = inner and all(text.count(mark) == len(names) - 1 for text in inner)
                later = f"closed {len(inner or ()) + 1:,} lines later, with whole rows inside"
                require(not whole, f"A quote in line {line:,} of {path} is {later}. Close or remove it.")
                if any(cells[len(names) :]):
                    yield Unread(f"line {line:,} of {path.name} has {len(cells):,} cells for {len(names):,} columns")
                elif cells:
                    yield dict(zip_longest(names, cells[: len(names)], fillvalue=""))
        except UnicodeDecodeError:
            raise OverthinkError(f"{path} cannot be read: it is not a text file in UTF-8.") from None
        except csv.Error as exc:
            raise OverthinkError(f"{path} cannot be read as a table: {exc}.") from None
        finally:
            csv.field_size_limit(before)


def _told(last: list[str], file: Iterable[str], raw: Any, tell: Tell) -> Iterator[str]:
    """The line in `last`, and all after it; each stands there while it is read."""
    yield last[0]
    for number, line in enumerate(file):
        if not number % HEAD:
            tell(raw.tell())
        last[0] = line
        yield line


def _json(path: Path, tell: Tell) -> Iterator[Row | Unread]:
    """A list of rows, or an object with one."""
    with open_file(path) as file:
        scanner = Scanner(file.read)
        try:
            if scanner.peek() == b"{":
                for _ in scanner.fields():
                    if scanner.peek() == b"[":
                        break
                    scanner.skip()
                else:
                    raise Broken("it has no list of rows")
            for _ in scanner.items():
                row = scanner.take()
                yield row if isinstance(row, dict) else Unread(f"an entry of {path.name} is not a row: {shown(row)}")
                tell(file.tell())
        except Broken as exc:
            yield Unread(f"{path.name} is not whole JSON: {exc}")


def _parquet(path: Path, tell: Tell) -> Iterator[Row]:
    open_file(path).close()
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError:
        raise OverthinkError('Parquet needs the package pyarrow: pip install "overthink[evals]".') from None
    try:
        size, file = path.stat().st_size, parquet.ParquetFile(path)
        total, done = max(1, file.metadata.num_rows), 0
        for batch in file.iter_batches(batch_size=HEAD):
            yield from batch.to_pylist()
            done += batch.num_rows
            tell(size * done // total)
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
