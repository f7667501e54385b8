"""Answers of all runs, joined by question: a number for each question and setting, and what was left out."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, compress, islice
from typing import Any, TypeAlias

import numpy as np

from overthink.answers import columns as cells
from overthink.answers.columns import (
    CUT,
    ENDED,
    FAILED,
    MEASURED,
    SAME,
    SCORE,
    TASK,
    Meanings,
    choose_columns,
    flag,
    is_silent,
    number,
    plain_numbers,
    read_end,
    read_error,
    read_limit,
    read_score,
    same_text,
    text,
)
from overthink.answers.logs import MOST_ROWS, TECHNICAL, Block, Run
from overthink.answers.stream import Reading, Tell
from overthink.core.errors import OverthinkError, require, shorten
from overthink.core.estimate import Sample

NAMED = 3  # bad rows that are named; the others are counted
MOST_HEAD = 100  # blocks in which an effort is looked for
MOST_VALUES = 50  # settings that can be compared
MOST_KINDS = 20  # texts of a column that may change with the knob
FEWEST_COPIES = 20  # rows
FEWEST_CLUSTERS = 12  # of a column that was guessed
VOTES = ("votes", "epochs")  # knobs that are made of the repeated answers of a question
UNKNOWN: dict[str, float] = {  # the columns of answers, with what stands where nothing is known
    **dict.fromkeys((SCORE, *MEASURED, "cut", "blank", "failed", "seen"), math.nan),
    **dict.fromkeys((TASK, "value", "answer", "input", "row"), 0),
}
ENDINGS = ("stop", "limit", "status")  # roles that say how an answer ended
SIGNS = (*ENDINGS, "cut", "error", "refused", "answered", "seen")
MOST_STRANGE = 1000  # words that are kept
ODD = 0x1E3779B97F4A7C15  # a factor that mixes the numbers of a row
WHOLE = re.compile(r"^(-?\d+)\.0+$")  # 1 and 1.0 are one question
Found: TypeAlias = dict[str, dict[int, set[str]]]  # by name and setting: all that was found there


@dataclass
class Other:
    """A column without a role: how often each text stands at each setting, and what it says of each question."""

    counts: Counter[tuple[int, str]] | None = field(default_factory=Counter)  # None: too many texts
    first: Sample = field(default_factory=lambda: np.zeros(0, np.int64))  # a number for the text of each question
    varies: bool = False  # whether two answers to a question have different texts

    def meet(self, tasks: Sample, texts: Sample, questions: int) -> None:
        """Hear the texts of some answers, as numbers."""
        self.first = np.append(self.first, np.zeros(questions - len(self.first), np.int64))
        new = self.first[tasks] == 0
        self.first[tasks[new]] = texts[new]
        self.varies = bool((self.first[tasks] != texts).any())


@dataclass
class Answers:
    """Columns, an answer a row. An unknown number is NaN, an unknown text 0."""

    knob: str
    by: tuple[str, ...] = ()  # columns of which each combination is a cell of its own
    tasks: dict[str, int] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)  # the values of the knob
    cells: dict[str, int] = field(default_factory=dict)
    cell: list[int] = field(default_factory=list)  # by task
    cluster: list[str] = field(default_factory=list)  # by task; empty where it is not known
    roles: dict[str, str] = field(default_factory=dict)
    parts: dict[str, list[Sample]] = field(default_factory=lambda: {name: [] for name in UNKNOWN})  # of the columns
    same: Found = field(default_factory=dict)
    settings: Found = field(default_factory=dict)
    others: dict[str, Other] = field(default_factory=dict)  # columns without a role
    bad: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    rows: int = 0
    logs: bool = False
    in_rows: bool = False  # the effort of some answers stands in their row: it is not a setting of a whole run
    left: Counter[str] = field(default_factory=Counter)  # cells and answers that were left out, by reason
    lost: Counter[int] = field(default_factory=Counter)  # rows that cannot be used, by setting
    odd: dict[str, str] = field(default_factory=dict)  # the first of them
    strange: dict[str, Counter[tuple[int, str]]] = field(default_factory=dict)  # by role: words that are not understood
    texts: dict[int, str] = field(default_factory=dict)  # of answers, by their number, as far as there are few
    was_set: bool = False  # the user says that the effort was set
    assumed: str = ""  # what the verdict rests on

    def column(self, name: str) -> Sample:
        """A column as NumPy has it."""
        parts = self.parts[name]
        parts[:] = [np.concatenate([np.empty(0, type(UNKNOWN[name])), *parts])] if len(parts) != 1 else parts
        return parts[0]

    def known(self, name: str) -> bool:
        """Whether a number is known of any answer."""
        return bool(np.isfinite(self.column(name)).any())

    def extend(self, size: int, columns: Mapping[str, Any]) -> None:
        """More answers: a number or a column for each name that is known."""
        for name, unknown in UNKNOWN.items():
            given = np.asarray(columns.get(name, unknown), type(unknown))
            self.parts[name].append(np.broadcast_to(given, size))

    def keep(self, kept: Sample) -> None:
        """Leave out the other answers."""
        self.parts = {name: [self.column(name)[kept]] for name in UNKNOWN}


def gather(
    runs: Sequence[Run], knob: str, given: Mapping[str, str], only: Mapping[str, str], tell: Tell | None = None,
    by: Sequence[str] = (),
) -> Answers:  # fmt: skip
    """The answers of all runs. `given` names columns by their role, `only` keeps some rows, and each combination of
    the columns in `by` is a cell of its own."""
    several = len({run.task for run in runs}) > 1
    answers = Answers(knob, tuple(by) or ((TASK,) if several else ()), logs=runs[0].is_log)
    sizes = [run.path.stat().st_size if run.path.is_file() else 1 for run in runs]
    reading = Reading(tell, sum(sizes), bad=answers.bad)
    lacking = list[str]()
    copies = set[int]()
    for run, end in zip(runs, accumulate(sizes)):
        answers.notes += run.notes
        intake = None
        for block in run.blocks(reading):
            try:
                intake = intake or _Intake(answers, run, block, given, only, several, copies)
            except _Lacking as exc:
                lacking += [str(exc)] if exc.args else []
                break
            intake.add(block)
            require(answers.rows <= MOST_ROWS, f"The table has more than {MOST_ROWS:,} rows. Give fewer.")
        reading.done = max(reading.done, end)
    if not answers.rows and not answers.bad:
        kept = f"No row has {', '.join(f'{name} = {value}' for name, value in only.items())}."
        raise OverthinkError(f"{lacking[0]}." if lacking else kept if only else "The table has no rows.")
    answers.notes += lacking[:NAMED]
    _drop_copies(answers)
    _drop_reference(answers)
    if "cluster" in answers.roles and "cluster" not in given and len({*answers.cluster}) < FEWEST_CLUSTERS:
        answers.notes.append(f"{answers.roles['cluster']} has fewer than {FEWEST_CLUSTERS} values: not used as cluster")
        answers.cluster = [""] * len(answers.cluster)
    return answers


class _Lacking(Exception):  # noqa: N818
    """A run without the knob, in a sentence; or, without a sentence, a run that `only` leaves out."""


class _Intake:
    """What one run adds, block by block. Each column has a dictionary from texts to meanings."""

    def __init__(
        self, answers: Answers, run: Run, block: Block, given: Mapping[str, str], only: Mapping[str, str],
        several: bool, copies: set[int],
    ):  # fmt: skip
        knob, names = answers.knob, list(block)
        self.answers, self.run, self.copies = answers, run, copies
        self.noted = set[int]()  # settings of which what must be the same was noted
        whole = {**run.settings, **run.same, **({TASK: run.task} if run.is_log else {})}
        there = shorten(", ".join(map(str, [*names, *whole])))
        for name in (*only, *answers.by):
            require(name in names or name in whole, f"There is no column '{name}'; there are {there}.")
        if any(name not in names and text(whole[name]) != value for name, value in only.items()):
            raise _Lacking
        if run.is_log:
            guessed, _ = choose_columns([*names, TASK, SCORE], knob, {})
            cluster = {role: name for role, name in guessed.items() if role == "cluster"}
            self.roles = {**cluster, **{role: role for role in cells.ROLES if role in names}, **given, TASK: TASK}
            if run.steps:  # the knob may be an argument of a step of the prompt
                steps = [(step, {k: v for k, v in said.items() if k != knob}) for step, said in run.steps]
                run.same["prompt"] = json.dumps(steps)
        else:
            self.roles, notes = choose_columns(names, knob, given)
            if "answer" in self.roles and "answer" not in given:
                fixed = _fixed(block, self.roles[TASK])
                self.roles, notes = choose_columns([name for name in names if name not in fixed], knob, given)
            answers.notes += [note for note in notes if note not in answers.notes]
        answers.roles = self.roles
        self.fixed = _setting(run, knob, names)
        if self.fixed is None and knob not in names and knob not in VOTES:
            lacks = _no_knob(run, knob, names)
            require(run.is_log, lacks)
            raise _Lacking(lacks)
        answers.in_rows |= self.fixed is None
        self.only = {name: Meanings(_equals(value), bool) for name, value in only.items() if name in names}
        inside = [name for name in answers.by if name in names and not (run.is_log and name == TASK)]
        outside = [text(whole[name]) for name in answers.by if name not in inside]
        if not answers.by and "dataset" in self.roles and not run.is_log:
            inside = [self.roles["dataset"]]
        self.by = inside
        self.before = [*outside, *([run.task] if several and TASK not in answers.by else [])]
        readers: dict[str, Callable[[Any], Any]] = {
            SCORE: read_score, "cut": flag, "seen": flag, "answered": flag, "refused": flag, "error": read_error,
            "stop": read_end, "status": read_end, "limit": read_limit,
            **{name: self._amount(name) for name in MEASURED},
        }  # fmt: skip
        signs: dict[str, Callable[[Any], bool]] = {
            "silent": is_silent, "unanswered": lambda cell: text(cell) in cells.UNANSWERED,
            "N": lambda cell: cell == "N", "reason": lambda cell: read_end(cell) == FAILED,
        }  # fmt: skip
        codes: dict[str, Callable[[Any], int]] = {
            "value": self._value, "answer": self._answer, "text": lambda cell: hash(text(cell)),
            "input": lambda cell: hash(text(cell)) if text(cell) else 0,
        }  # fmt: skip
        self.meaning = {
            name: Meanings(read, kind)
            for kind, some in ((float, readers), (bool, signs), (np.int64, codes))
            for name, read in some.items()
        }
        self.meaning["task"] = Meanings(self._task, np.int64, None)  # all questions are kept anyway
        used = {*self.roles.values(), knob, *answers.by}
        self.others = [
            name for name in names if not run.is_log and name not in used and name.lower() not in cells.SEEDS
        ]

    def _value(self, cell: Any) -> int:
        word = same_text(text(cell))
        return self.answers.words.setdefault(word, len(self.answers.words)) if word else -1

    def _answer(self, cell: Any) -> int:
        """A number for the text of an answer."""
        if not (word := text(cell)):
            return 0
        if len(self.answers.texts) < cells.MOST_MEANINGS:
            self.answers.texts[hash(word.casefold())] = word[:40]
        return hash(word.casefold())

    def _amount(self, name: str) -> Callable[[Any], float]:
        def read(cell: Any) -> float:
            amount = number(cell)
            written = text(cell)
            if written and not amount >= 0.0:
                self.answers.odd.setdefault(name, written)
                return -1.0
            return amount

        return read

    def _task(self, key: Any) -> int:
        """The number of a question: itself, its cluster and its cell. In another cell it is another question."""
        answers = self.answers
        cluster = ""
        cell = self.before
        if isinstance(key, tuple):
            key, cluster, *inside = map(text, key)
            cell = [*cell, *inside]
        name = text(key)
        name = WHOLE.sub(r"\1", name) if name[-2:] in (".0", "00") else name
        if not name:
            return -1
        place = answers.tasks.setdefault("/".join([*cell, name]) if cell else name, len(answers.tasks))
        if place == len(answers.cell):
            answers.cell.append(answers.cells.setdefault(" · ".join(cell), len(answers.cells)))
            answers.cluster.append(cluster or (name if cell and TASK not in answers.by else ""))
        return place

    def add(self, block: Block) -> None:
        """Add some rows."""
        block = self._wanted(block)
        size = len(next(iter(block.values())))
        if not size:
            return
        answers = self.answers
        values = self._values(block, size)
        columns = {"value": values, **self._flags(block, size, values)}
        for name in MEASURED:
            if name in self.roles:
                spent = self._read(block, name)
                answers.left[name] += int((spent < 0).sum())
                columns[name] = np.where(spent < 0, math.nan, spent)
        columns[SCORE] = self._read(block, SCORE)
        columns[TASK] = self._tasks(block, size)
        scored = np.isfinite(columns[SCORE]) | (columns["failed"] == 1.0)
        good = scored & (columns[TASK] >= 0) & (columns["value"] >= 0)
        for place in np.flatnonzero(~good).tolist():
            lacking = f"no {answers.knob}" if columns["value"][place] < 0 else ""
            lacking = "no task" if columns[TASK][place] < 0 else lacking
            answers.lost[int(columns["value"][place])] += 1
            lacking = lacking or _wrong(text(self._column(block, SCORE)[place]))
            answers.bad.append(f"row {answers.rows + place + 1:,} has {lacking}")
        answers.rows += size
        columns["row"] = self._rows(block, size, columns)
        if not good.all():
            columns = {name: column[good] for name, column in columns.items()}
        answers.extend(len(columns[TASK]), columns)
        self._note(block, columns["value"], columns[TASK], good)

    def _wanted(self, block: Block) -> Block:
        """The rows that the user wants to keep, and of a log each answer once."""
        size = len(next(iter(block.values())))
        mask = np.ones(size, bool)
        for name, wanted in self.only.items():
            mask &= wanted.of(block.get(name, [None] * size))
        if self.run.is_log and "uuid" in block:
            for place, copy in enumerate(block["uuid"]):
                if mask[place] and copy is not None:
                    mask[place] = hash(copy) not in self.copies
                    self.answers.left["copies"] += not mask[place]
                    self.copies.add(hash(copy))
        return block if mask.all() else {name: list(compress(column, mask)) for name, column in block.items()}

    def _column(self, block: Block, role: str) -> Sequence[Any]:
        """The cells of a role; nothing in each if there is no such column."""
        nothing = [None] * len(next(iter(block.values())))
        return block.get(self.roles.get(role, role), nothing)

    def _read(self, block: Block, meaning: str, role: str = "") -> Sample:
        """What the cells of a role mean, as numbers. `role`: if it has another name than the meaning."""
        column = self._column(block, role or meaning)
        plain = plain_numbers(column) if meaning in (SCORE, *MEASURED) else None
        if plain is not None and (meaning == SCORE or plain.min() >= 0.0):
            return plain
        return self.meaning[meaning].of(column)

    def _values(self, block: Block, size: int) -> Sample:
        """The number of the setting in each row; -1 if there is none."""
        if self.fixed is not None:
            return np.full(size, self._value(self.fixed))
        return self.meaning["value"].of(block.get(self.answers.knob, ["1"] * size))

    def _tasks(self, block: Block, size: int) -> Sample:
        """The number of the question in each row; -1 if there is none."""
        nothing = [None] * size
        keys = [block.get(name, nothing) for name in (self.roles[TASK], self.roles.get("cluster", ""), *self.by)]
        return self.meaning["task"].of([*zip(*keys)] if self.by or "cluster" in self.roles else keys[0])

    def _flags(self, block: Block, size: int, values: Sample) -> dict[str, Any]:
        """Whether each answer failed, was cut off or is blank, and its texts as numbers, where columns say so. NaN: no
        column says it, or one says it in a word that is not understood."""
        roles = self.roles
        read = partial(self._read, block)
        said = {role: read(role) for role in SIGNS if role in roles}
        unclear = np.zeros(size, bool)
        for role, column in said.items():
            if (strange := np.isnan(column)).any():
                counter = self.answers.strange.setdefault(role, Counter())
                cells_of = self._column(block, role)
                for place in np.flatnonzero(strange).tolist():
                    counter[int(values[place]), text(cells_of[place])[:40] if len(counter) < MOST_STRANGE else "…"] += 1
                unclear |= strange & (role in ENDINGS)
        ends = {role: said[role] for role in ENDINGS if role in said}
        normal = {role: np.isin(column, (ENDED, CUT)) for role, column in ends.items()}
        nothing, none = np.full(size, math.nan), np.zeros(size, bool)
        cut = np.any([none, said.get("cut", nothing) >= 0.5, *(column == CUT for column in ends.values())], axis=0)
        failed = np.any(
            [none, said.get("error", nothing) > 0.0, said.get("refused", nothing) >= 0.5,
             *(column == FAILED for column in ends.values()), *([read("reason")] if "reason" in roles else [])], axis=0
        )  # fmt: skip
        worked = (said.get("error", nothing) == 0.0) | normal.get("stop", none) | normal.get("status", none)
        worked &= (said.get("refused", nothing) < 0.5) & ~unclear
        whole = (said.get("cut", nothing) < 0.5) | normal.get("stop", none)
        whole |= normal.get("limit", none) & (not self.run.is_log)
        flags = {
            "cut": np.where(cut, 1.0, np.where(failed | (whole & ~unclear), 0.0, math.nan)),
            "failed": np.where(failed, 1.0, np.where(cut | worked, 0.0, math.nan)),
        }
        silent = read("silent", "answer") if "answer" in roles else none
        silent |= read("N", SCORE) if self.run.is_log else none
        silent |= read("unanswered", "reason") if "reason" in roles else none
        parsed = said["answered"] if "answered" in roles else np.where("answer" in roles, 1.0, nothing)
        flags["blank"] = np.where(silent, 1.0, 1.0 - parsed)
        return flags | {role: read(role) for role in ("seen", "answer", "input") if role in roles}

    def _rows(self, block: Block, size: int, found: Mapping[str, Sample]) -> Sample:
        """A number for all that stands in a row of a table. Columns that were read as numbers need no hash of text."""
        rows = np.zeros(size, np.int64)
        if self.run.is_log:
            return rows
        read = [name for name in (TASK, SCORE, *MEASURED) if name in found]
        names = {self.answers.knob, *(self.roles[name] for name in read)}
        others = [column for name, column in block.items() if name not in names]
        try:
            rows = np.fromiter(map(hash, zip(*others)), np.int64, size) if others else rows
        except TypeError:  # a list or a dictionary in a cell
            rows = np.fromiter((hash(str(row)) for row in zip(*others)), np.int64, size)
        for name in (*read, "value"):
            rows = rows * ODD + found[name].view(np.int64)
        return rows

    def _note(self, block: Block, values: Sample, tasks: Sample, good: Sample) -> None:
        """What else stands at which setting, and whether it is the same for all answers to a question."""
        answers, run = self.answers, self.run
        columns = [(name, self.roles[name]) for name in SAME if name in self.roles]
        for name, column in [*columns, *((name, name) for name in self.others)]:
            other = answers.others.setdefault(name, Other())
            if column not in block or (other.counts is None and other.varies and name not in SAME):
                continue
            some = list(compress(block[column], good)) if len(values) < len(good) else block[column]
            if not len(some):
                continue
            texts = self.meaning["text"].of(some)
            _, first, counts = np.unique(texts * ODD + values, return_index=True, return_counts=True)
            found = dict[tuple[int, str], int]()
            if name in SAME or (other.counts is not None and len(first) <= MOST_KINDS * len(answers.words)):
                found = {(int(values[k]), text(some[k])): n for k, n in zip(first.tolist(), counts.tolist())}
            for value, cell in found if name in SAME else ():
                answers.same.setdefault(name, {}).setdefault(value, set()).add(cell)
            if other.counts is not None:
                other.counts.update(found)
                few = found and len({cell for _, cell in other.counts}) <= MOST_KINDS
                other.counts = other.counts if few else None
            if not other.varies:
                other.meet(tasks, texts, len(answers.tasks))
        for code in {*values.tolist()} - self.noted if run.is_log else ():
            self.noted.add(code)
            named = {name: given for name, given in run.settings.items() if name not in (answers.knob, *TECHNICAL)}
            for kind, whole in ((answers.same, run.same), (answers.settings, named)):
                for name, given in whole.items():
                    kind.setdefault(name, {}).setdefault(code, set()).add(text(given))


def _fixed(block: Block, task: str) -> list[str]:
    """The columns that may be the answer and are the same for all answers to a question, if another one is not: they
    are the right answer."""
    known = cells.NAMES["answer"].split()
    candidates = [name for name in block if cells.plain_word(name) in known and name != task]
    questions = list(map(text, block[task]))
    said = {name: dict(zip(questions, map(text, block[name]))) for name in candidates}
    fixed = [name for name in candidates if list(map(said[name].get, questions)) == list(map(text, block[name]))]
    return fixed if len(fixed) < len(candidates) and len({*questions}) < len(questions) else []


def _equals(value: str) -> Callable[[Any], bool]:
    return lambda cell: text(cell) == value


def _drop_copies(answers: Answers) -> None:
    """A part of a table that stands in it twice, row for row in the same order, counts once. Two answers may well be
    alike, so single rows are kept."""
    rows = answers.column("row")
    cell = answers.column(TASK) * len(answers.words) + answers.column("value")
    if answers.logs or np.bincount(cell).max(initial=0) < 2:
        return
    _, first, which, counts = np.unique(rows, return_index=True, return_inverse=True, return_counts=True)
    origin = first[which.reshape(-1)]
    copies = np.flatnonzero(origin < np.arange(len(rows)))
    alike = all((answers.column(name)[origin] == answers.column(name))[copies].all() for name in (TASK, "value", SCORE))
    whole = len(copies) >= FEWEST_COPIES and len(copies) >= 0.99 * (copies[-1] - copies[0] + 1)
    if whole and alike and (np.diff(origin[copies]) == 1).mean() > 0.99:
        answers.keep(np.setdiff1d(np.arange(len(rows)), copies))
        answers.notes.append(f"{len(copies):,} rows stand in the table twice, in the same order, and were counted once")
    elif counts.min() > 1 and (counts == counts[0]).all():
        answers.notes.append(f"every row stands {counts[0]} times: if these are copies, remove them")


def _drop_reference(answers: Answers) -> None:
    """A column that is the same for all answers to a question is the right answer, not the model's."""
    texts, tasks = answers.column("answer"), answers.column(TASK)
    known = texts != 0
    if answers.logs or not known.any() or np.bincount(tasks[known]).max() < 2:
        return
    first = np.zeros(len(answers.tasks), np.int64)
    first[tasks[known]] = texts[known]
    if (first[tasks[known]] == texts[known]).all():
        for name in ("answer", *(["blank"] if "answered" not in answers.roles else [])):
            answers.parts[name] = [np.full(len(texts), UNKNOWN[name])]
        answers.notes.append(
            f"{answers.roles['answer']} is the same for all answers to a question: taken as the right answer, not as "
            "the model's"
        )


def efforts(runs: Sequence[Run]) -> tuple[dict[str, list[str]], list[str]]:
    """All columns and settings with their values, as far as there are few; and those that may be the effort: of a few
    values, and without another meaning."""
    values = dict[str, dict[str, None]]()
    for run in runs:
        settings = {name: [value] for name, value in run.settings.items() if name not in TECHNICAL}
        for block in (settings, *(() if run.is_log else islice(run.blocks(Reading()), MOST_HEAD))):
            for name, column in block.items():
                there = values.setdefault(str(name), {})
                if len(there) <= MOST_VALUES:
                    there.update(dict.fromkeys(text(cell)[:40] for cell in column))
    known = " ".join((*cells.NAMES.values(), *cells.OTHER_NAMES.values(), "seed run repeat trial epoch date")).split()
    few = {name: [*there] for name, there in values.items() if 1 < len(there) <= MOST_VALUES}
    return {name: few.get(name, []) for name in values}, [name for name in few if name.lower() not in known]


def _setting(run: Run, knob: str, names: Sequence[str]) -> str | None:
    """The value of the knob in a whole run: a setting, or a part of the path, such as effort=low or effort_low."""
    if knob in run.settings and knob not in VOTES:
        return text(run.settings[knob])
    if knob in names:
        return None
    named = re.findall(rf"(?<![A-Za-z0-9]){re.escape(knob)}[=_-]([A-Za-z0-9.]+?)(?=[/\\_=]|\.[a-z]+$|$)", str(run.path))
    return named[-1] if named else None  # a folder of all files may be named after the knob too


def _no_knob(run: Run, knob: str, names: Sequence[str]) -> str:
    if not run.is_log:
        there = shorten(", ".join(map(str, names)))
        return f"The table has no column '{knob}'; it has {there}. It needs {TASK}, {knob} and {SCORE}."
    known = ", ".join(name for name in run.settings if name not in TECHNICAL)
    return f"{run.path.name} has no setting '{knob}'; it has {shorten(known) or 'none'}"


def _wrong(score: str) -> str:
    """Why a score cannot be used."""
    if not score:
        return "no score"
    large = re.fullmatch(r"[+-]?(inf|[\d.]+(e[+-]?\d+)?)", score, re.IGNORECASE)
    why = "has a decimal comma" if re.fullmatch(r"-?\d+,\d+", score) else "is too large" if large else "is not a number"
    return f"the score '{shorten(score)}', which {why}"
