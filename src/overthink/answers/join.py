"""The table: the questions that have a score at every setting, in the order of effort; and votes."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from overthink.answers.columns import SCORE, TASK, number, order_of, same_text
from overthink.answers.gather import MOST_VALUES, NAMED, UNKNOWN, VOTES, Answers
from overthink.core.errors import OverthinkError, require, shorten
from overthink.core.estimate import Sample
from overthink.measure.judgement import Knob, Value
from overthink.measure.votes import FEWEST_QUESTIONS, forecast_votes, most_frequent

FEW_BAD, MANY_BAD = 2, 0.05  # rows, and of all rows: if more cannot be used, there is no verdict
EVERY_ODD = 21  # answers to a question up to which every odd number of votes is a setting


@dataclass(frozen=True)
class Table:
    """The questions that have a score at every setting, and what was left out."""

    knob: Knob  # the setting that was varied, with its values
    answers: Answers  # the answers that the scores come from
    places: tuple[int, ...]  # of the values of the knob, among the words of the answers
    tasks: tuple[str, ...]  # the names of the questions
    scores: dict[Value, Sample]  # by value: the mean score of each question
    notes: tuple[str, ...]  # what was left out, and what was assumed

    @cached_property
    def clusters(self) -> Sample | None:
        """The cluster of each question, such as its passage; None if each is its own."""
        return self.clusters_of(self.questions)

    @cached_property
    def questions(self) -> Sample:
        """The place of each question among all that were asked."""
        return np.array([self.answers.tasks[task] for task in self.tasks], np.int64)

    def clusters_of(self, questions: Sample) -> Sample | None:
        """The cluster of each of these questions, which are places among all that were asked."""
        if not any(self.answers.cluster):
            return None
        every = np.array([named or f"/{task}" for task, named in zip(self.answers.tasks, self.answers.cluster)])
        clusters = np.unique(every[questions], return_inverse=True)[1].reshape(-1)
        return clusters if clusters.max() + 1 < len(clusters) else None

    @cached_property
    def members(self) -> dict[str, Sample]:
        """The questions of each cell, by its name, if there are several cells."""
        if len(self.answers.cells) < 2:
            return {}
        cell = np.array(self.answers.cell)[self.questions]
        return {name: np.flatnonzero(cell == code) for name, code in self.answers.cells.items()}

    @cached_property
    def cells(self) -> tuple[Sample, Sample]:
        """For each answer its question and its setting, as places in the table; -1 where it was left out."""
        task = np.full(len(self.answers.tasks) or 1, -1)
        task[self.questions] = np.arange(len(self.tasks))
        value = np.full(len(self.answers.words) or 1, -1)
        value[list(self.places)] = np.arange(len(self.places))
        return task[self.answers.column(TASK)], value[self.answers.column("value")]

    @cached_property
    def rows(self) -> dict[Value, Sample]:
        """By value of the knob: whether each answer was given there."""
        value = self.answers.column("value")
        return {v: value == place for v, place in zip(self.knob.values, self.places)}

    def mean(self, name: str) -> dict[Value, float]:
        """The mean of a number over the answers at each value, where it is known."""
        column = self.answers.column(name)
        found = {v: column[there & (self.cells[0] >= 0)] for v, there in self.rows.items()}
        return {v: float(x[np.isfinite(x)].mean()) for v, x in found.items() if np.isfinite(x).any()}

    def repeats(self) -> int:
        """The largest number of scores that a question has at one setting."""
        scored = cell_sums(self.answers, np.isfinite(self.answers.column(SCORE)))
        return int(scored[self.questions][:, list(self.places)].max(initial=0))


def refuse_unread(answers: Answers) -> None:
    """Refuse a table of which many rows cannot be used."""
    used = len(answers.column(SCORE))
    bad = answers.bad
    require(used, f"No row of the table can be used: {bad[0] if bad else ''}.")
    rows = used + len(bad)
    require(
        len(bad) <= max(FEW_BAD, MANY_BAD * rows),
        f"{len(bad):,} of {rows:,} rows cannot be used, so there is no verdict: {bad[0] if bad else ''}. Correct or "
        "remove them, or compare the others nevertheless with --allow unread.",
    )
    there = np.bincount(answers.column("value"), minlength=len(answers.words))
    for word, place in answers.words.items():
        lost, here = answers.lost[place], int(there[place]) + answers.lost[place]
        require(
            lost <= max(FEW_BAD, MANY_BAD * here),
            f"{lost:,} of {here:,} rows at {answers.knob} {word} cannot be used, so there is no verdict: "
            f"{(bad or [''])[0]}. Correct or remove them, or compare the others nevertheless with --allow unread.",
        )


def table_of(answers: Answers, wanted: Sequence[str] | None = None) -> Table:
    """The table. `wanted` chooses some values of the knob and their order. Without it, an order that is not known is
    refused."""
    require(len(answers.column(SCORE)), f"No row of the table can be used: {(answers.bad or [''])[0]}.")
    name = answers.knob
    unusable = _unusable(answers.bad)
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
        notes.append(f"the values of {name} are taken in this order: {', '.join(words)}")
    if copies := answers.left["copies"]:
        notes.append(f"{copies:,} answers stand in two logs and were counted once")
    for measure, first in answers.odd.items():
        rows = f"{answers.left[measure]:,} rows" if answers.left[measure] > 1 else "a row"
        notes.append(f"the {measure} of {rows} cannot be used, such as '{shorten(first)}'")
    given = answers.column(SCORE)
    marked = [int(((given == -1.0) & (answers.column("value") == place)).sum()) for place in places]
    if any(marked) and not all(marked) and np.isin(given[np.isfinite(given)], (-1.0, 0.0, 1.0)).all():
        notes.append(f"{sum(marked):,} scores are -1, at some values of {name} only: leave a mark empty")
    scores = {v: means[whole, place].copy() for place, v in enumerate(knob.values)}
    return Table(knob, answers, tuple(places), tasks, scores, tuple(notes))


def votes_of(answers: Answers, wanted: Sequence[str] | None = None) -> Answers:
    """For the knob votes: how good the most frequent of 1, 3, 5, … answers to a question is, over all choices of them.
    If the answers are not known, a vote counts as right if more than half of its answers are. Any other knob has its
    answers as they are."""
    if answers.knob not in VOTES or len(answers.words) > 1:
        return answers
    scores, tasks, texts, blank = (answers.column(name) for name in (SCORE, TASK, "answer", "blank"))
    asked = np.isfinite(scores)
    total = np.bincount(tasks[asked], minlength=len(answers.tasks))
    most = int(np.median(total[total > 0])) if asked.any() else 0
    doubled = [(1 << k) - 1 for k in range(1, (most + 1).bit_length())]  # 1, 3, 7, 15, …
    counts = list(range(1, most + 1, 2)) if most <= EVERY_ODD else doubled
    if wanted:
        counts = sorted({int(number(word)) for word in wanted if number(word) >= 1 and float(word).is_integer()})
        require(len(counts) == len(wanted) and counts[-1] <= most, f"There are {most} answers to a question, so --knob "
                f"{answers.knob} takes whole numbers from 1 to {most}.")  # fmt: skip
    words = {str(n): place for place, n in enumerate(counts)}
    parts: dict[str, list[Sample]] = {name: [] for name in UNKNOWN}
    votes = replace(answers, words=words, parts=parts, same={}, settings={}, others={})
    known = bool(((texts != 0) | (blank == 1.0))[asked].all()) and bool(texts.any())
    right, wrong = list[int](), list[list[int]]()
    voted, means = list[int](), list[Sample]()
    order = np.flatnonzero(asked)[np.argsort(tasks[asked], kind="stable")]
    for members in np.split(order, np.flatnonzero(np.diff(tasks[order])) + 1) if len(order) else ():
        good = scores[members]
        names = texts[members] * (blank[members] != 1.0) if known else 2 - (good > 0.5)
        kinds, which, given = np.unique(names, return_inverse=True, return_counts=True)
        which = which.reshape(-1)
        worth = np.bincount(which, good if known else good > 0.5) / given
        votable = kinds != 0
        right.append(int((np.where(votable[which], worth[which], good) > 0.5).sum()))
        wrong.append(given[votable & (worth <= 0.5)].tolist())
        if len(members) >= most:
            silent = ~votable
            voted.append(int(tasks[members[0]]))
            means.append(most_frequent(
                given[votable].tolist(), worth[votable].tolist(), counts, int(given[silent].sum()),
                float(worth[silent].sum()),
            ))  # fmt: skip
    places = np.tile(np.arange(len(counts)), len(voted))
    votes.extend(len(places), {TASK: np.repeat(voted, len(counts)), "value": places, SCORE: np.ravel(means)})
    how = "the most frequent answer decides, ties are shared, and a missing answer has no vote"
    if not known:
        votes.assumed = "a vote counts as right if more than half of its answers are, because the answers are not known"
        how = "--columns answer=NAME names the answers, so that the most frequent one decides"
    votes.notes = [*answers.notes, f"{how}; each question has {most} answers or more"]
    if len(right) >= FEWEST_QUESTIONS:
        forecast = forecast_votes(right, total[total > 0].tolist(), wrong=wrong if known else 1).sentence.rstrip(".")
        votes.notes.append(f"a forecast for more votes, from the fitted difficulties: {forecast}")
    return votes


def cell_means(answers: Answers, column: Sample) -> Sample:
    """The mean of a column over the answers of each question (row) at each value (column); NaN where there is none."""
    known = np.isfinite(column)
    with np.errstate(invalid="ignore"):
        means: Sample = cell_sums(answers, known, column) / cell_sums(answers, known)
    return means


def cell_sums(answers: Answers, kept: Sample, column: Sample | None = None) -> Sample:
    """How many of these answers each question (row) has at each value (column), or the sum of a column over them."""
    size = len(answers.tasks), len(answers.words)
    cell = answers.column(TASK)[kept] * size[1] + answers.column("value")[kept]
    return np.bincount(cell, None if column is None else column[kept], size[0] * size[1]).reshape(size)


def usual_counts(counts: Sample) -> Sample:
    """How many answers most questions have at each value, of those that have any."""
    return np.array([np.bincount(column[column > 0]).argmax() for column in counts.T])


def _unusable(bad: Sequence[str]) -> str:
    """How many rows cannot be used, with the first; nothing if all can."""
    return f" {len(bad):,} of the rows cannot be used: {bad[0]}." if bad else ""


def _too_few(name: str, words: Sequence[str], whole: Sequence[str], tasks: Sequence[str], there: Sample) -> str:
    """The sentence for fewer than two questions with a score at every value."""
    if len(tasks) < 2:
        return f"The table has one task only ({shorten(tasks[0])}). Two or more are needed."
    shared = np.triu(there.T.astype(int) @ there, 1)  # tasks that two values have
    first, second = divmod(int(shared.argmax()), len(words))
    advice = f"Choose values that more tasks have: {_option(name, [words[first], words[second]])}"
    if shared.max() < 2:
        advice = "Is each task a question that was asked at several values? --columns task=NAME names another column."
    every = shorten(", ".join(words))
    some = f"{len(whole)} of {len(tasks):,} tasks"
    return f"{some} have a score at every value of {name} ({every}); two are needed. {advice}"


def _option(name: str, words: Sequence[str]) -> str:
    """The option for some values of the knob, as it can be pasted."""
    return f"--knob {shlex.quote(f'{name}={chr(44).join(words)}')}"


def _knob(name: str, there: Mapping[str, int], wanted: Sequence[str] | None) -> tuple[Knob, list[str]]:
    """The knob, and its values as they stand in the table, in order: the one given, or one that is known."""
    if comma := next((word for word in there if re.fullmatch(r"-?\d+,\d+", word)), None):
        raise OverthinkError(f"The values of {name} have a decimal comma, such as {comma}. Write them with a point.")
    words = list(dict.fromkeys(map(same_text, wanted))) if wanted else list(there)
    if missing := [word for word in words if word not in there]:
        raise OverthinkError(f"The table has no {name} {missing[0]}; it has {', '.join(list(there)[:12])}.")
    if len(words) < 2:
        raise OverthinkError(f"The table has one value of {name} only ({', '.join(words)}). Two or more are needed.")
    if len(words) > MOST_VALUES:
        every = order_of(words) or words
        raise OverthinkError(
            f"The table has {len(words):,} values of {name}; at most {MOST_VALUES} can be compared. Choose some: "
            f"{_option(name, [every[0], every[len(words) // 2], every[-1]])}"
        )
    order = words if wanted else order_of(words)
    if order is None:
        rest = order_of([word for word in words if word != "-1"]) if "-1" in words else None
        if rest and len(rest) > 1:
            raise OverthinkError(
                f"{name} -1 may mean no limit, or as much as the model likes. Leave it out: {_option(name, rest)}"
            )
        raise OverthinkError(
            f"Which value of {name} is more effort is not known: {', '.join(words)}. Give them from less to more, "
            f"with commas between them: --knob {name}=…"
        )
    numbers = [number(word) for word in order]
    if any(map(math.isnan, numbers)) or numbers != sorted(numbers):
        return Knob(name, tuple(range(len(order))), tuple(order)), order
    return Knob(name, tuple(int(n) if n.is_integer() else n for n in numbers)), order
