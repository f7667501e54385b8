"""What else makes scores rise or fall with effort: each is suspected, ruled out, or not tested, with a reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from overthink.core.errors import OverthinkError, shorten
from overthink.core.estimate import Sample
from overthink.doctor.check import Outcome
from overthink.doctor.scores.answers import Answers, Found, Table, cell_means
from overthink.doctor.scores.columns import SAME, SCORE, TASK
from overthink.measure.ordered import Ordered, Scoring, judge_order

FEWEST = 20  # answers with the same text from which on a judge counts as steady
ONE_SIDED = 1.645


@dataclass(frozen=True)
class Imitator:
    """Something else that may make the scores rise or fall, or hide it."""

    name: str
    status: Outcome
    reason: str


@dataclass(frozen=True)
class Case:
    """What is examined: the table, what it says, and how a score is brought between 0 and 1."""

    table: Table
    ordered: Ordered
    scale: Callable[[Sample], Sample]
    scoring: Scoring
    margin: float

    def shares(self, shares: Mapping[float, float]) -> str:
        """Shares at two settings that differ most: 0% at low, 18% at high."""
        ends = sorted((min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)))
        return ", ".join(f"{_percent(shares[v])} at {self.table.knob.text(v)}" for v in dict.fromkeys(ends))

    def judge(self, column: Sample, rows: Sample | None = None) -> Ordered | None:
        """The answer for other scores of the same answers; None if too few questions have them."""
        means = cell_means(self.table.answers, column)[:, list(self.table.places)]
        means = means[np.isfinite(means).all(axis=1) & (True if rows is None else rows)]
        return judge_order(dict(zip(self.table.knob.values, means.T)), self.margin) if len(means) > 1 else None

    def change(self, other: Ordered) -> str:
        """What is different in another answer; empty if the same rises and falls are found."""
        was = {"rise": (self.ordered.rise, other.rise), "fall": (self.ordered.fall, other.fall)}
        lost = [word for word, (before, now) in was.items() if before and not now]
        if lost:
            return f"the {' and the '.join(lost)} is no longer significant"
        return "a change appears" if other.shape.claims and not self.ordered.shape.claims else ""


def _percent(share: float) -> str:
    return f"{100 * share:.{0 if share > 0.1 or not share else 1}f}%"


def find_imitators(case: Case) -> tuple[Imitator, ...]:
    """All of them, in the order of what goes wrong most often."""
    checks = (_ended, _retries, _runs, _judge, _again, _seen, _observed)
    return tuple(imitator for check in checks for imitator in check(case))


def _flagged(case: Case, name: str, kind: str, never: str, ask: str) -> Imitator:
    """Count the answers of this kind as right: does the verdict change?"""
    answers = case.table.answers
    flags, places = answers.column(kind), dict(zip(case.table.knob.values, case.table.places))
    known = {v: flags[(answers.column("value") == place) & np.isfinite(flags)] for v, place in places.items()}
    if not all(map(len, known.values())) or (kind == "blank" and all(some.all() for some in known.values())):
        return Imitator(name, Outcome.NOT_TESTED, ask)
    shares = {v: float(some.mean()) for v, some in known.items()}
    if not any(shares.values()):
        return Imitator(name, Outcome.RULED_OUT, never)
    flags = np.where(np.isfinite(flags), flags, 0.0)
    scores = case.scale(answers.column(SCORE))
    for missing, counted in ((1.0, "right"), (0.0, "wrong")) if kind == "failed" else ((1.0, "right"),):
        credited = np.where(np.isfinite(scores), scores, missing * flags)
        other = case.judge(credited + missing * flags * (1.0 - credited))
        if other and (change := case.change(other)):
            reason = f"{case.shares(shares)}; with these counted as {counted}, {change}"
            return Imitator(name, Outcome.SUSPECTED, reason)
    return Imitator(name, Outcome.RULED_OUT, f"{case.shares(shares)}; with these counted as right, the verdict stays")


def _ended(case: Case) -> Iterator[Imitator]:
    ask = "nothing says why an answer ended (--columns stop=NAME or cut=NAME)"
    yield _flagged(case, "cut-off answers", "cut", "no answer was cut off at a token limit", ask)
    ask = "nothing says whether there was an answer (--columns answer=NAME or answered=NAME)"
    yield _flagged(case, "missing or unreadable answers", "blank", "every answer could be read", ask)
    ask = "nothing says whether an answer failed (--columns error=NAME or refused=NAME)"
    yield _flagged(case, "failed answers", "failed", "no error, refusal or time-out", ask)


def _retries(case: Case) -> Iterator[Imitator]:
    retries = case.table.answers.column("retries")
    if not case.table.answers.known("retries"):
        yield Imitator(
            "retries", Outcome.NOT_TESTED, "nothing says how often an answer was tried (--columns retries=NAME)"
        )
        return
    retried = np.where(np.isfinite(retries), 1.0 * (retries > 0), np.nan)
    other, shares = case.judge(retried), case.table.mean("retries")
    status = Outcome.SUSPECTED if other and other.shape.claims else Outcome.RULED_OUT
    reason = f"retries an answer: {', '.join(f'{shares[v]:.2g} at {case.table.knob.text(v)}' for v in shares)}"
    yield Imitator("retries", status, reason if any(shares.values()) else "no answer was tried again")


def differences(answers: Answers, named: Found, places: Sequence[int]) -> dict[str, str]:
    """What differs between settings, or within one: by name, with the first two that are found. Several data sets may
    stand at every setting, each with its own prompt and scorer."""
    pooled, found = len(set().union(*answers.same.get("dataset", {}).values())) > 1, dict[str, str]()
    for name, by_value in named.items():
        every = [by_value.get(place, set()) for place in places]
        several = sorted(set().union(*every))
        fine = pooled and name not in ("model", "filter") and all(some == every[0] for some in every)
        if len(several) > 1 and not fine:
            found[name] = " and ".join(shorten(text) or "none" for text in several[:2])
    return found


def refuse_differences(answers: Answers, places: Sequence[int], allowed: Sequence[str]) -> None:
    """Refuse runs of other models, prompts, data sets or scorers, and other questions under the same name."""
    for name, what in differences(answers, answers.same, places).items():
        if name not in allowed:
            raise OverthinkError(
                f"The runs differ in {name}: {what}. Choose one with --only {name}=NAME, or compare them nevertheless "
                f"with --allow {name}."
            )
    texts, tasks = answers.column("input"), answers.column(TASK)
    known = (texts != 0) & np.isin(answers.column("value"), list(places))
    task, text = tasks[known], texts[known]
    first = np.zeros(len(answers.tasks), np.int64)
    first[task] = text
    if (other := np.unique(task[first[task] != text])).size and "question" not in allowed:
        name = list(answers.tasks)[int(other[0])]
        raise OverthinkError(
            f"{other.size:,} of {len(answers.tasks):,} questions differ between runs, such as {shorten(name)}. "
            "Compare runs of one data set and prompt, or compare them nevertheless with --allow question."
        )


def _runs(case: Case) -> Iterator[Imitator]:
    table, answers, name = case.table, case.table.answers, "runs that differ"
    differ = differences(answers, answers.same, table.places)
    others = {
        setting: what
        for setting, what in differences(answers, answers.settings, table.places).items()
        if setting not in answers.same
    }
    if differ or others:
        reason = "; ".join(f"{what} differs ({texts})" for what, texts in (differ | others).items())
        yield Imitator(name, Outcome.SUSPECTED, reason)
        return
    same = [what for what in SAME if what in answers.same]
    unknown = [what for what in SAME[:-1] if what not in same]
    if not same:
        yield Imitator(name, Outcome.NOT_TESTED, f"no column tells the {', '.join(unknown)}")
    elif unknown and not answers.logs:
        yield Imitator(
            name, Outcome.NOT_TESTED, f"the {', '.join(same)} is the same; no column tells the {', '.join(unknown)}"
        )
    else:
        yield Imitator(name, Outcome.RULED_OUT, f"{', '.join(same)} and all other settings are the same")


def _judge(case: Case) -> Iterator[Imitator]:
    answers, name = case.table.answers, "an unsteady judge"
    scores, texts = answers.column(SCORE), answers.column("answer")
    known = np.isfinite(scores) & (texts != 0)
    keys = np.column_stack([answers.column(TASK)[known], texts[known]])
    if not len(keys):
        yield Imitator(name, Outcome.NOT_TESTED, "the answers are not known (--columns answer=NAME)")
        return
    _, group, counts = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    group = group.reshape(-1)
    low, high = np.full(len(counts), np.inf), np.full(len(counts), -np.inf)
    np.minimum.at(low, group, scores[known])
    np.maximum.at(high, group, scores[known])
    again, varied = int((counts > 1).sum()), int((high > low).sum())
    what = f"{varied:,} of {again:,} answers that were given more than once got different scores"
    if varied:
        yield Imitator(name, Outcome.SUSPECTED, what)
    elif again >= FEWEST:
        yield Imitator(name, Outcome.RULED_OUT, f"{again:,} answers were given more than once, each with one score")
    else:
        yield Imitator(name, Outcome.NOT_TESTED, f"only {again:,} answers were given more than once; score some again")


def _again(case: Case) -> Iterator[Imitator]:
    """The same setting twice: how much would the mean differ?"""
    table, name = case.table, "temperature"
    task, value = table.cells
    scores = case.scale(table.answers.column(SCORE))
    kept = (task >= 0) & (value >= 0) & np.isfinite(scores)
    cell = task[kept] * len(table.places) + value[kept]
    within, asked = variance_within(cell, scores[kept])
    if within is None:
        yield Imitator(name, Outcome.NOT_TESTED, "each question has one answer at a setting; ask two or more")
        return
    bound = ONE_SIDED * math.sqrt(2.0 * within / asked / len(table.tasks))
    steps = [step for step in (case.ordered.rise, case.ordered.fall) if step]
    change = min((abs(step.gain.mean) for step in steps), default=max(abs(s.gain.mean) for s in case.ordered.steps))
    status = Outcome.RULED_OUT if change > bound else Outcome.SUSPECTED
    amounts = f"up to {case.scoring.amount(bound)} by chance; the change is {case.scoring.amount(change)}"
    yield Imitator(name, status, f"one setting asked twice would differ by {amounts}")


def variance_within(cell: Sample, scores: Sample) -> tuple[float | None, float]:
    """The variance of answers in one cell, over the cells that have several; and how many answers a cell has."""
    count = np.bincount(cell)
    several, asked = count > 1, float(count[count > 0].mean())
    if not several.any():
        return None, asked
    total, squares = np.bincount(cell, scores)[several], np.bincount(cell, scores**2)[several]
    within = (squares - total**2 / count[several]) / (count[several] - 1)
    return max(0.0, float(within.mean())), asked


def _seen(case: Case) -> Iterator[Imitator]:
    table, name, least = case.table, "contamination", case.table.knob.values[0]
    if not table.answers.known("seen"):
        right = float(case.scale(table.scores[least]).mean())
        reason = (
            f"a table cannot tell; at {table.knob.at(least)}, {_percent(right)} are right, and no more can be known by "
            "heart there (--columns seen=NAME)"
        )
        yield Imitator(name, Outcome.NOT_TESTED, reason)
        return
    seen = np.nan_to_num(cell_means(table.answers, table.answers.column("seen"))).max(axis=1) >= 0.5
    other = case.judge(case.scale(table.answers.column(SCORE)), ~seen)
    n = int((~seen).sum())
    if other is None or not seen.any():
        yield Imitator(name, Outcome.NOT_TESTED, f"{n:,} questions are marked as not seen")
        return
    change = case.change(other)
    what = f"{n:,} questions were not seen; on these alone, {change or 'the verdict stays'}"
    yield Imitator(name, Outcome.SUSPECTED if change else Outcome.RULED_OUT, what)


def _observed(case: Case) -> Iterator[Imitator]:
    how = "it is a setting of each run" if case.table.answers.logs else "the same questions stand at every value"
    yield Imitator("an observed effort", Outcome.RULED_OUT, how)
