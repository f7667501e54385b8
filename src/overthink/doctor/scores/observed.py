"""Length that was observed, not set. Hard questions get long thoughts, so scores fall with length at any fixed effort:
that is not overthinking, and the doctor does not call it so."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from overthink.answers.columns import MEASURED, NAMES, SCORE, TASK, number
from overthink.answers.gather import MOST_VALUES, VOTES, Answers
from overthink.answers.join import cell_sums, usual_counts
from overthink.core.errors import require
from overthink.core.estimate import Estimate, Sample
from overthink.core.notebook import page
from overthink.core.notebook import table as notebook_table
from overthink.core.plain import Fields, plain
from overthink.doctor import show
from overthink.doctor.find.evidence import chance
from overthink.doctor.scores.table_result import WITHOUT_VERDICT
from overthink.doctor.show import Showable
from overthink.measure.judgement import Kind
from overthink.measure.paired import difference, sign_test
from overthink.report.pages import svg

PARTS = 5  # of equal size, by effort; with more, small tables have too few questions in each
FEWEST_QUESTIONS = 10  # questions
NEARLY_EVERY, UNEVEN = 0.9, 0.1  # of questions at a value; of their answers at a value, more than usual
WHY = "hard questions get longer answers, which is not overthinking"
BIN_WORDS = {
    "bin",
    "bucket",
    "quantile",
    "tertile",
    "quartile",
    "length",
    "len",
    "words",
    "chars",
    "duration",
    "latency",
}
SET_WORDS = {"max", "budget", "limit", "target", "allowed", "cap"}
BINS = {"short", "middle", "medium", "long", "longer", "shorter", "shortest", "longest"}
LENGTHS = {name for role in MEASURED for name in NAMES[role].split()} | {
    "length", "response_length", "output_length", "reasoning_length", "thinking_length", "chars", "n_chars", "words",
    "n_words", "steps", "n_steps", "turns", "n_turns", "message_count",
}  # fmt: skip


@dataclass(frozen=True, repr=False)
class ObservedDiagnosis(Showable):
    """What can be said of a length that was observed: no verdict on effort, the scores by length, the comparison inside
    questions if there is one, and what to run."""

    template = "doctor/observed.html.jinja"
    imitators = ()
    knob: str  # the column that was observed
    tasks: int  # how many questions there are
    answers: int  # how many answers there are
    parts: tuple[tuple[float, float, Estimate], ...]  # of the answers, by length: from, to, score
    within: Estimate | None  # the score of the longer half of the answers to a question less that of the shorter half
    p_value: float  # that the longer half scores lower, by an exact sign test
    notes: tuple[str, ...]  # what else a reader should know

    @property
    def kind(self) -> Kind:
        return Kind.SUSPECT

    @property
    def verdict(self) -> str:
        return f"{self.knob} was observed, not set, so no verdict: {WHY}"

    @property
    def inside(self) -> str:
        """The comparison inside questions."""
        if self.within is None:
            return "no question has two answers of different length, so nothing can be compared inside a question"
        change = f"{self.within.mean:+.3g} [{self.within.low:+.3g}, {self.within.high:+.3g}]"
        return (
            f"inside a question, the longer half of its answers scores {change} against the shorter half "
            f"({self.within.n:,} questions, {chance(self.p_value)} for a lower score); an answer that goes wrong may "
            "get long for that reason"
        )

    @property
    def advice(self) -> str:
        return (
            "set the effort: the same questions at three or more budgets or efforts, each asked twice or more, and "
            "--knob names that setting"
        )

    def rows(self) -> list[Fields]:
        """A row for each fifth of the answers, by length."""
        return [{"from": low, "to": high, **score.as_dict()} for low, high, score in self.parts]

    def as_dict(self) -> Fields:
        """The findings as plain lists and numbers, with the fields of every table. A field without a value is null, a
        list empty."""
        return dict(plain(WITHOUT_VERDICT | {
            "verdict": self.verdict, "kind": self.kind, "shape": "observed", "knob": {"name": self.knob, "values": []},
            "questions": self.tasks, "advice": self.advice, "notes": self.notes,
            "observed": {"answers": self.answers, "parts": self.rows(), "within": self.within, "p_value": self.p_value},
        }))  # fmt: skip

    def _describe(self, brief: bool) -> list[str]:
        parts = [f"  {low:,.4g} to {high:,.4g}: {s.mean:.4g} ±{show.half(s):.2g}" for low, high, s in self.parts]
        head = [f"{self.answers:,} answers to {self.tasks:,} questions", self.inside, *([] if brief else self.notes)]
        return [
            "\n".join(show.sentences(head)),
            show.section("Scores", parts, f" by {self.knob}, over different questions:"),
            show.section("What to do", show.wrap_all([self.advice], "  ", "  ")),
        ]

    def _page(self) -> Fields:
        line = {0.5 * (low + high): score for low, high, score in self.parts}
        return {"figure": svg(show.draw({"score": line}, self.knob, "mean score"), "scores")}

    def _repr_html_(self) -> str:
        return page(notebook_table(self.rows(), notes=[self.inside, f"Advice: {self.advice}."]), self.verdict)


def is_observed(answers: Answers) -> bool:
    """Whether the knob was measured, not set. Refused if that cannot be known: who sets an effort asks nearly every
    question at it, equally often."""
    wide, tasks = len(answers.words), len(answers.tasks)
    if tasks < FEWEST_QUESTIONS or wide < 2 or answers.knob in VOTES or (answers.logs and not answers.in_rows):
        return False
    counts = cell_sums(answers, np.ones(len(answers.column(TASK)), bool))
    share = float((counts > 0).mean(axis=0).max())
    name = {*re.split(r"[\W_]+", answers.knob.lower())}
    named = answers.knob.lower() in LENGTHS
    if all(number(word) == number(word) for word in answers.words) and (
        (wide > MOST_VALUES and share < 0.5) or (named and share < 0.9 and (counts > 0).sum() < 2 * tasks)
    ):
        return True
    uneven = float((counts > usual_counts(counts)).sum() / (counts > 0).sum()) > UNEVEN
    binned = (bool(name & BIN_WORDS) and not name & SET_WORDS) or {*map(str.lower, answers.words)} <= BINS
    reasons = {
        "its name or its values say so": binned,
        f"a value has answers to {share:.0%} of the questions at most": share < NEARLY_EVERY,
        "questions have more answers at one value than at another": uneven,
    }
    why = next((reason for reason, met in reasons.items() if met), None)
    require(not why, f"Was {answers.knob} set, or was it read off the answers, as {why}? Give --not-observed if it was "
            "set before the answers, or --observed if it was not (in Python, observed=False or True).")  # fmt: skip
    return False


def observe(answers: Answers) -> ObservedDiagnosis:
    """Scores by length, over all answers and inside questions."""
    fine = all(number(word) == number(word) for word in answers.words)
    require(fine, f"{answers.knob} was observed, so there is no verdict: {WHY}. Name the column of numbers that it was "
            "read off, to compare answers inside questions.")  # fmt: skip
    lengths = np.array([number(word) for word in answers.words])[answers.column("value")]
    scores, tasks = answers.column(SCORE), answers.column(TASK)
    known = np.isfinite(scores)
    lengths, scores, tasks = lengths[known], scores[known], tasks[known]
    order = np.argsort(lengths, kind="stable")
    parts = [
        (float(lengths[part[0]]), float(lengths[part[-1]]), Estimate.of_mean(scores[part]))
        for part in np.array_split(order, PARTS) if len(part) > 1
    ]  # fmt: skip
    return ObservedDiagnosis(
        answers.knob, len(np.unique(tasks)), len(scores), tuple(parts), *_within(lengths, scores, tasks),
        (*answers.notes, *answers.bad[:3]),
    )  # fmt: skip


def _within(lengths: Sample, scores: Sample, tasks: Sample) -> tuple[Estimate | None, float]:
    order = np.lexsort((lengths, tasks))
    halves = list[tuple[float, float]]()
    for group in np.split(order, np.flatnonzero(np.diff(tasks[order])) + 1):
        half = len(group) // 2
        if half and lengths[group[0]] < lengths[group[-1]]:
            halves.append((float(scores[group[-half:]].mean()), float(scores[group[:half]].mean())))
    if len(halves) < 2:
        return None, 1.0
    longer, shorter = np.array(halves).T
    return difference(longer, shorter), sign_test(longer, shorter) if (longer < shorter).any() else 1.0
