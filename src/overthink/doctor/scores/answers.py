"""Answers of all runs, joined by question: a number for each question and setting, and what was left out."""

from __future__ import annotations

import json
import math
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import Any, TypeAlias

import numpy as np

from overthink.core.errors import OverthinkError, require, shorten
from overthink.core.estimate import Sample
from overthink.doctor.scores import columns as cells
from overthink.doctor.scores.columns import MEASURED, SAME, SCORE, TASK, choose_columns, flag, number, read_score, text
from overthink.doctor.scores.files import HEAD
from overthink.doctor.scores.logs import TECHNICAL, Row, Run, Unread
from overthink.measure.judgement import Knob, Value
from overthink.measure.votes import FEWEST, forecast_votes

NAMED = 3  # bad rows that are named; the others are counted
MOST_ROWS = 5_000_000
STEPS = 500  # that progress is told
FEW_BAD, MANY_BAD = 2, 0.05  # rows, and of all rows: if more cannot be used, there is no verdict
MOST_VALUES = 50  # settings that can be compared
VOTES = ("votes", "epochs")  # knobs that are made of the repeated answers of a question
NUMBERS = (SCORE, "seconds", "tokens", "cost", "retries", "cut", "blank", "failed", "seen")
CODES = (TASK, "value", "answer", "input")
EFFORTS = ("none", "off", "minimal", "min", "low", "medium", "mid", "normal", "high", "xhigh", "max", "ultra")
Tell: TypeAlias = Callable[[str, int, int], None]
Found: TypeAlias = dict[str, dict[int, set[str]]]  # by name and setting: all that was found there


@dataclass
class Answers:
    """Columns, an answer a row. A number that is not known is NaN; a text that is not known is 0."""

    knob: str
    tasks: dict[str, int] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)  # the values of the knob
    numbers: dict[str, array[float]] = field(default_factory=lambda: {name: array("d") for name in NUMBERS})
    codes: dict[str, array[int]] = field(default_factory=lambda: {name: array("q") for name in CODES})
    same: Found = field(default_factory=dict)
    settings: Found = field(default_factory=dict)
    bad: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    rows: int = 0
    logs: bool = False
    left: Counter[str] = field(default_factory=Counter)  # cells and answers that were left out, by reason
    odd: dict[str, str] = field(default_factory=dict)  # the first of them

    def column(self, name: str) -> Sample:
        """A column as NumPy has it."""
        kind, column = (float, self.numbers[name]) if name in self.numbers else (np.int64, self.codes[name])
        return np.frombuffer(column, kind) if column else np.empty(0, kind)

    def known(self, name: str) -> bool:
        """Whether a number is known of any answer."""
        return bool(np.isfinite(self.column(name)).any())

    def append(self, **values: float) -> None:
        """One more answer."""
        for name, column in self.numbers.items():
            column.append(values.get(name, math.nan))
        for name, codes in self.codes.items():
            codes.append(int(values.get(name, 0)))


def gather(
    runs: Sequence[Run], knob: str, given: Mapping[str, str], only: Mapping[str, str], tell: Tell | None = None
) -> Answers:
    """The answers of all runs. `given` names columns by their role, and `only` keeps some rows."""
    answers, read, copies = Answers(knob, logs=runs[0].is_log), 0, set[int]()
    sizes = [run.path.stat().st_size if run.path.is_file() else 1 for run in runs]
    several, lacking = len({run.task for run in runs}) > 1, list[str]()
    total, due = sum(sizes), [0]
    for run, size in zip(runs, sizes):

        def told(at: int, before: int = read) -> None:
            if tell and before + at >= due[0]:
                tell("reading", min(before + at, total), total)
                due[0] = before + at + total // STEPS

        read += size
        answers.notes += run.notes
        rows = _checked(run.rows(told))
        head = list(islice(rows, HEAD))
        prefix = f"{run.task}/" if several else ""
        lacking += filter(None, [_add_run(answers, run, chain(head, rows), head, given, only, prefix, copies)])
    if not answers.rows and not answers.bad:
        kept = f"No row has {', '.join(f'{name} = {value}' for name, value in only.items())}."
        raise OverthinkError(f"{lacking[0]}." if lacking else kept if only else "The table has no rows.")
    answers.notes += lacking[:NAMED]
    return answers


def _checked(rows: Iterable[Row | Unread]) -> Iterator[Row | Unread]:
    for place, row in enumerate(rows):
        require(place < MOST_ROWS, f"The table has more than {MOST_ROWS:,} rows. Give fewer.")
        fine = type(row) is dict or isinstance(row, Mapping | Unread)
        require(fine, "A row of the table is a dictionary from columns to values, not {}.", row)
        yield row


def _add_run(
    answers: Answers, run: Run, rows: Iterable[Row | Unread], head: Sequence[Row | Unread], given: Mapping[str, str],
    only: Mapping[str, str], prefix: str, copies: set[int],
) -> str:  # fmt: skip
    """Add the answers of a run, or say which setting it lacks."""
    knob, names = answers.knob, list(dict.fromkeys(name for row in head if isinstance(row, Mapping) for name in row))
    if not names:
        answers.bad += [str(row) for row in rows if isinstance(row, Unread)]
        return ""
    whole = {**run.settings, **run.same}
    for name, value in only.items():
        there = ", ".join(map(str, [*names, *whole]))
        require(name in names or name in whole, f"There is no column '{name}'; there are {shorten(there)}.")
        if name not in names and text(whole[name]) != value:
            return ""
    if run.is_log:
        roles = {**{role: role for role in cells.ROLES if role in names}, **given, TASK: TASK}
        if run.same.get("prompt", "").startswith("[["):  # the knob may be an argument of a step of the prompt
            steps = [
                [step, {k: v for k, v in said.items() if k != knob}] for step, said in json.loads(run.same["prompt"])
            ]
            run.same["prompt"] = json.dumps(steps)
    else:
        roles, notes = choose_columns(map(str, names), knob, given)
        answers.notes += [note for note in notes if note not in answers.notes]
    fixed = _setting(run, knob, names)
    if fixed is None and knob not in names and knob not in VOTES:
        require(run.is_log, _no_knob(run, knob, names))
        return _no_knob(run, knob, names)
    kept = [(name, value) for name, value in only.items() if name in names]
    for row in rows:
        if isinstance(row, Unread):
            answers.bad.append(str(row))
        elif run.is_log and (copy := row.get("uuid")) is not None and hash(copy) in copies:
            answers.left["copies"] += 1
        elif all(text(row.get(name)) == value for name, value in kept):
            if run.is_log:
                copies.add(hash(row.get("uuid")))
            _add(answers, run, row, roles, fixed, prefix)
    return ""


def _setting(run: Run, knob: str, names: Sequence[str]) -> str | None:
    """The value of the knob in a whole run: a setting, or a part of the path, such as effort=low or effort_low."""
    if run.is_log and knob in run.settings and knob not in VOTES:
        return text(run.settings[knob])
    if knob in names:
        return None
    found = re.search(rf"(?<![A-Za-z0-9]){re.escape(knob)}[=_-]([A-Za-z0-9.]+?)(?=[/\\_=]|\.[a-z]+$|$)", str(run.path))
    return found[1] if found else None


def _no_knob(run: Run, knob: str, names: Sequence[str]) -> str:
    if not run.is_log:
        there = shorten(", ".join(map(str, names)))
        return f"The table has no column '{knob}'; it has {there}. It needs {TASK}, {knob} and {SCORE}."
    known = ", ".join(name for name in run.settings if name not in TECHNICAL)
    return f"{run.path.name} has no setting '{knob}'; it has {shorten(known) or 'none'}"


def _add(
    answers: Answers, run: Run, row: Row, roles: Mapping[str, str], fixed: str | None, prefix: str
) -> None:  # fmt: skip
    """Add one row."""
    knob, tasks, words = answers.knob, answers.tasks, answers.words
    answers.rows += 1
    told = {role: text(row.get(column)) for role, column in roles.items()}
    task, cell = told[TASK], row.get(roles.get(SCORE, SCORE))
    value = fixed if fixed is not None else text(row.get(knob, "1" if knob in VOTES else None))
    score, failed = read_score(cell), _failed(told)
    if not task or not value or (math.isnan(score) and failed != 1.0):
        lacking = "no task" if not task else f"no {knob}" if not value else _wrong(text(cell))
        answers.bad.append(f"row {answers.rows:,} has {lacking}")
        return
    if not run.is_log and "dataset" in told:
        task = f"{told['dataset']}/{task}"
    spent = {name: number(row.get(roles[name])) for name in MEASURED if name in roles}
    for name, amount in spent.items():
        if not amount >= 0.0 and told[name]:
            answers.odd.setdefault(name, told[name])
            answers.left[name] += 1
            spent[name] = math.nan
    code = words.setdefault(same_text(value), len(words))
    answers.append(
        **spent, task=tasks.setdefault(prefix + task, len(tasks)), value=code, score=score, cut=_cut(told),
        failed=failed, blank=_blank(told, cell), seen=flag(told["seen"]) if "seen" in told else math.nan,
        answer=hash(told.get("answer") or 0), input=hash(told.get("input") or 0),
    )  # fmt: skip
    for name in SAME:
        if name in told:
            answers.same.setdefault(name, {}).setdefault(code, set()).add(told[name])
    if run.is_log and code not in run.noted:
        run.noted.add(code)
        named = {name: given for name, given in run.settings.items() if name != knob and name not in TECHNICAL}
        for kind, whole in ((answers.same, run.same), (answers.settings, named)):
            for name, given in whole.items():
                kind.setdefault(name, {}).setdefault(code, set()).add(text(given))


def _cut(told: Mapping[str, str]) -> float:
    if "cut" in told:
        return flag(told["cut"])
    ends = [told[name].lower() for name in ("stop", "limit") if name in told]
    return float(any(end in cells.CUT for end in ends)) if ends else math.nan


def _failed(told: Mapping[str, str]) -> float:
    signs = [flag(told[name]) > 0.0 for name in ("error", "refused") if name in told]
    signs += [told[name].lower() in cells.FAILED for name in ("stop", "limit") if name in told]
    return float(any(signs) or told.get("reason", "") in cells.FAILED) if signs else math.nan


def _blank(told: Mapping[str, str], score: Any) -> float:
    """The probability that there is no answer, or none in the form that was asked for."""
    if "answered" in told:
        return 1.0 - flag(told["answered"])
    if score == "N" or told.get("reason") in cells.UNANSWERED:  # N is what Inspect calls no answer
        return 1.0
    return float(told["answer"].lower() in cells.NO_ANSWER) if "answer" in told else math.nan


def _wrong(score: str) -> str:
    """Why a score cannot be used."""
    if not score:
        return "no score"
    large = re.fullmatch(r"[+-]?(inf|[\d.]+(e[+-]?\d+)?)", score, re.IGNORECASE)
    why = "has a decimal comma" if re.fullmatch(r"-?\d+,\d+", score) else "is too large" if large else "is not a number"
    return f"the score '{shorten(score)}', which {why}"


@lru_cache
def same_text(word: str) -> str:
    """One text for equal numbers: 5, 5.0 and 5e0."""
    value = number(word) if word.lower() not in ("true", "false") else math.nan
    return word.strip() if math.isnan(value) else f"{value:.15g}"


@dataclass(frozen=True)
class Table:
    """The questions that have a score at every setting, and what was left out."""

    knob: Knob
    answers: Answers
    places: tuple[int, ...]  # of the values of the knob, among the words of the answers
    tasks: tuple[str, ...]
    scores: dict[Value, Sample]  # by value: the mean score of each question
    notes: tuple[str, ...]

    @cached_property
    def cells(self) -> tuple[Sample, Sample]:
        """For each answer its question and its setting, as places in the table; -1 where it was left out."""
        task = np.full(len(self.answers.tasks) or 1, -1)
        task[[self.answers.tasks[name] for name in self.tasks]] = np.arange(len(self.tasks))
        value = np.full(len(self.answers.words) or 1, -1)
        value[list(self.places)] = np.arange(len(self.places))
        return task[self.answers.column(TASK)], value[self.answers.column("value")]

    def mean(self, name: str) -> dict[Value, float]:
        """The mean of a number over the answers at each value, where it is known."""
        column, (task, value) = self.answers.column(name), self.cells
        found = {v: column[(value == k) & (task >= 0)] for k, v in enumerate(self.knob.values)}
        return {v: float(x[np.isfinite(x)].mean()) for v, x in found.items() if np.isfinite(x).any()}

    def repeats(self) -> int:
        """The largest number of scores that a question has at one setting."""
        task, value = self.cells
        kept = (task >= 0) & (value >= 0) & np.isfinite(self.answers.column(SCORE))
        return int(np.bincount(task[kept] * len(self.places) + value[kept]).max(initial=0))


def refuse_unread(answers: Answers) -> None:
    """Refuse a table of which many rows cannot be used."""
    used, bad = len(answers.column(SCORE)), answers.bad
    require(used, f"No row of the table can be used: {bad[0] if bad else ''}.")
    rows = used + len(bad)
    require(
        len(bad) <= max(FEW_BAD, MANY_BAD * rows),
        f"{len(bad):,} of {rows:,} rows cannot be used, so there is no verdict: {bad[0] if bad else ''}. Mend or "
        "remove them, or compare the others nevertheless with --allow unread.",
    )


def table_of(answers: Answers, wanted: Sequence[str] | None = None) -> Table:
    """The table. `wanted` chooses some values of the knob and their order. Without it, numbers are sorted, known words
    of effort too, and other words stay in the order in which they first appear."""
    require(len(answers.column(SCORE)), f"No row of the table can be used: {(answers.bad or [''])[0]}.")
    name, unusable = answers.knob, _unusable(answers.bad)
    try:
        knob, words = _knob(name, answers.words, wanted)
    except OverthinkError as exc:
        raise OverthinkError(f"{exc}{unusable}") from None
    places = [answers.words[word] for word in words]
    means = cell_means(answers, answers.column(SCORE))[:, places]
    whole = np.asarray(np.isfinite(means).all(axis=1))
    every = list(answers.tasks)
    tasks = tuple(task for task, kept in zip(every, whole.tolist()) if kept)
    if len(tasks) < 2:
        raise OverthinkError(_too_few(name, words, tasks, every, np.isfinite(means)) + unusable)
    bad = answers.bad
    notes = [*answers.notes, *bad[:NAMED], *([f"{len(bad) - NAMED:,} more rows cannot be used"] if bad[NAMED:] else [])]
    if left := len(every) - len(tasks):
        notes.append(f"{left:,} of {len(every):,} tasks were left out: they lack a score at a value of {name}")
    if knob.labels:
        notes.append(f"the values of {name} are words, taken in this order: {', '.join(words)}")
    if copies := answers.left["copies"]:
        notes.append(f"{copies:,} answers stand in two logs and were counted once")
    for measure, first in answers.odd.items():
        rows = (
            f"the {measure} of {answers.left[measure]:,} rows"
            if answers.left[measure] > 1
            else f"the {measure} of a row"
        )
        notes.append(f"{rows} cannot be used, such as '{shorten(first)}'")
    scores = {v: means[whole, place].copy() for place, v in enumerate(knob.values)}
    return Table(knob, answers, tuple(places), tasks, scores, tuple(notes))


def votes_of(answers: Answers) -> Answers:
    """For the knob votes: how often a majority of 1, 3, 5, … of the answers of a question is right, over all choices of
    them. Any other knob has its answers as they are."""
    if answers.knob not in VOTES or len(answers.words) > 1:
        return answers
    scores, tasks = answers.column(SCORE), answers.column(TASK)
    known = np.isfinite(scores)
    right = np.bincount(tasks[known], scores[known] > 0.5, len(answers.tasks)).astype(int)
    total = np.bincount(tasks[known], minlength=len(answers.tasks))
    most = int(np.median(total[total > 0])) if known.any() else 0
    votes = replace(answers, words={str(v): v // 2 for v in range(1, most + 1, 2)}, same={}, settings={})
    votes.numbers, votes.codes = {name: array("d") for name in NUMBERS}, {name: array("q") for name in CODES}
    for task in np.flatnonzero(total >= most).tolist():
        for word, code in votes.words.items():
            votes.append(task=task, value=code, score=_majority(int(right[task]), int(total[task]), int(word)))
    votes.notes = [
        *answers.notes,
        f"a vote is right if more than half of its answers are; each question has {most} or more",
    ]
    asked = total > 0
    if asked.sum() >= FEWEST:
        forecast = forecast_votes(right[asked].tolist(), total[asked].tolist()).sentence
        votes.notes.append(f"a forecast for more votes, from the fitted difficulties: {forecast.rstrip('.')}")
    return votes


def _majority(right: int, total: int, votes: int) -> float:
    """The share of choices of this many answers of which more than half are right."""
    ways = sum(math.comb(right, k) * math.comb(total - right, votes - k) for k in range(votes // 2 + 1, votes + 1))
    return ways / math.comb(total, votes)


def cell_means(answers: Answers, column: Sample) -> Sample:
    """The mean of a column over the answers of each question (row) at each value (column); NaN where there is none."""
    known = np.isfinite(column)
    wide = len(answers.words)
    cell = answers.column(TASK)[known] * wide + answers.column("value")[known]
    size = len(answers.tasks) * wide
    with np.errstate(invalid="ignore"):
        means = np.bincount(cell, column[known], size) / np.bincount(cell, minlength=size)
    return means.reshape(len(answers.tasks), wide)


def _unusable(bad: Sequence[str]) -> str:
    """How many rows cannot be used, with the first; nothing if all can."""
    return f" {len(bad):,} of the rows cannot be used: {bad[0]}." if bad else ""


def _too_few(name: str, words: Sequence[str], whole: Sequence[str], tasks: Sequence[str], there: Sample) -> str:
    """The sentence for fewer than two questions with a score at every value."""
    if len(tasks) < 2:
        return f"The table has one task only ({shorten(tasks[0])}). Two or more are needed."
    usual = ",".join(words[place] for place in sorted(np.argsort(-there.sum(axis=0), kind="stable")[:2]))
    advice = f"Choose values that more tasks have: --knob {name}={usual}"
    if there.sum(axis=1).max() < 2:
        advice = "Is each task a question that was asked at several values? --columns task=NAME names another column."
    every = shorten(", ".join(words))
    some = f"{len(whole)} of {len(tasks):,} tasks"
    return f"{some} have a score at every value of {name} ({every}); two are needed. {advice}"


def _knob(name: str, there: Mapping[str, int], wanted: Sequence[str] | None) -> tuple[Knob, list[str]]:
    """The knob, and its values as they stand in the table, in order."""
    words = list(dict.fromkeys(map(same_text, wanted))) if wanted else list(there)
    if missing := [word for word in words if word not in there]:
        raise OverthinkError(f"The table has no {name} {missing[0]}; it has {', '.join(list(there)[:12])}.")
    if len(words) < 2:
        raise OverthinkError(f"The table has one value of {name} only ({', '.join(words)}). Two or more are needed.")
    if len(words) > MOST_VALUES:
        raise OverthinkError(
            f"The table has {len(words):,} values of {name}; at most {MOST_VALUES} can be compared. Choose some: "
            f"--knob {name}={','.join([words[0], words[len(words) // 2], words[-1]])}"
        )
    numbers = [number(word) for word in words]
    if any(map(math.isnan, numbers)):
        plain = {word: re.sub(r"[\W_]+", "_", word.lower()) for word in words}
        if not wanted and all(plain[word] in EFFORTS for word in words):
            words.sort(key=lambda word: EFFORTS.index(plain[word]))
        return Knob(name, tuple(range(len(words))), tuple(words)), words
    order = sorted(words, key=number)
    values = [int(n) if n.is_integer() else n for n in map(number, order)]
    return Knob(name, tuple(values)), order
