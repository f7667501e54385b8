"""Answers to the same questions at several settings: does more effort score better, worse, or better and then worse?

No game, so no mechanism is tested. What else may explain a change is checked, as far as a table can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from rich.markup import escape

from overthink.core.errors import checked_number, counted, require
from overthink.core.estimate import Estimate, Sample
from overthink.core.notebook import chart, page
from overthink.core.notebook import table as notebook_table
from overthink.core.plain import Fields, plain
from overthink.doctor import show
from overthink.doctor.check import Outcome
from overthink.doctor.find.evidence import chance
from overthink.doctor.observed import ObservedDiagnosis, is_observed, observe
from overthink.doctor.scores.answers import Table, Tell, cell_means, gather, refuse_unread, table_of, votes_of
from overthink.doctor.scores.columns import SCORE
from overthink.doctor.scores.files import runs_of
from overthink.doctor.scores.imitators import (
    Case,
    Imitator,
    find_imitators,
    refuse_differences,
    variance_within,
)
from overthink.doctor.scores.plan import Plan
from overthink.doctor.show import Showable
from overthink.measure.judgement import Cost, Kind, Value, price
from overthink.measure.ordered import LEVEL, Ordered, Scoring, Shape, Step, judge_order
from overthink.measure.paired import McNemar, mcnemar
from overthink.report.pages import svg

POINTS = 0.02  # the margin, if none is given
WORST, SHOWN = 10, 3  # questions that are listed, and that are printed
MEASURES = {"cost": "cost", "tokens": "tokens", "seconds": "time"}  # of an answer, and what a price is said in
LESS = "a smaller score is better, as you said"
NO_MECHANISM = "no mechanism was tested: the table has only scores, so this says worse, not pathology"
KINDS = {Shape.RISES: Kind.BETTER, Shape.FLAT: Kind.UNCLEAR, Shape.UNDECIDED: Kind.UNCLEAR}


@dataclass(frozen=True)
class WorstTask:
    """A question that scores worse with the greatest effort than with less effort."""

    task: str
    value: Value  # with which it scored best
    best: float
    last: float  # its score with the greatest effort


@dataclass(frozen=True)
class Flips:
    """Questions that score worse at one setting than at another, and questions that score better; an exact test."""

    low: Value
    high: Value
    counts: McNemar
    right: bool  # whether each answer is right or wrong

    def sentence(self, text: Any) -> str:
        worse, better = self.counts.only_first, self.counts.only_second
        p = f"(exact {chance(self.counts.one_sided)}, this pair alone)"  # one-sided, as the verdict is
        if self.right:
            counts = f"right → wrong in {worse:,} and wrong → right in {better:,}"
        else:
            counts = f"worse in {worse:,} and better in {better:,}"
        return f"from {text(self.low)} to {text(self.high)}: {counts} questions {p}"


@dataclass(frozen=True)
class Oracle:
    """What a stop at the best setting of each question would gain over the best setting for all. `real` is the gain if
    the setting is chosen on half of the answers and scored on the others; None if there is one answer a setting."""

    gain: float
    real: float | None


@dataclass(frozen=True, repr=False)
class TableDiagnosis(Showable):
    """The verdict on answers at several settings, and what leads to it. `print` and `show()` write it as text,
    `report(path)` as one HTML file. Gains are in units of the scores divided by their span.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(30) for beam in (1, 2, 4)]
    >>> print(ot.diagnose_table(rows, knob="beam").advice)
    use beam 1 instead of 4: +3 [+2.7, +3.3]
    """

    template = "doctor/table.html.jinja"
    table: Table
    scoring: Scoring
    ordered: Ordered
    margin: float
    imitators: tuple[Imitator, ...]
    flips: tuple[Flips, ...]
    worst: tuple[WorstTask, ...]
    oracle: Oracle
    frontier: tuple[Value, ...]  # the settings that no cheaper one equals
    enough: Value  # the cheapest setting that is not worse than the best by more than the margin
    notes: tuple[str, ...]

    @property
    def shape(self) -> Shape:
        return self.ordered.shape

    @property
    def kind(self) -> Kind:
        return Kind.SUSPECT if self.suspected else KINDS.get(self.shape, Kind.WORSE)

    @property
    def suspected(self) -> list[Imitator]:
        return [imitator for imitator in self.imitators if imitator.status == Outcome.SUSPECTED]

    @property
    def verdict(self) -> str:
        """The answer in one line, with what may explain it."""
        knob, found, say = self.table.knob, self.ordered, self.scoring.amount
        rise, fall = found.rise, found.fall
        if self.shape == Shape.FLAT:
            said = f"flat: all values of {knob.name} score within {say(found.within)} of each other"
        elif self.shape == Shape.UNDECIDED:
            said = f"undecided: no rise and no fall with {knob.name} is significant"
            needed = f"about {found.more:,} more questions would tell a change of {say(self.margin)}"
            said += f"; {needed}" if found.more else f"; the values score within {say(found.within)} of each other"
        else:
            best = f" (best at {knob.text(found.best)})" if self.shape == Shape.PEAK else ""
            steps = sorted([step for step in (rise, fall) if step], key=lambda step: knob.values.index(step.low))
            amounts = [f"{self.gain_text(step.gain.mean)}{self.unit} {_step(knob, step)}" for step in steps]
            cost = self._price(steps[-1].high, steps[-1].low)
            said = f"the score {self.shape} with {knob.name}{best}: {', '.join([*amounts, *filter(None, [cost])])}"
        if self.suspected:
            names = " and ".join(imitator.name for imitator in self.suspected[:2])
            said += f", but {names} may {'explain it' if self.shape.claims else 'hide a change'}: check that first"
        return said

    @property
    def advice(self) -> str:
        """The setting to use, or what to run."""
        knob, found = self.table.knob, self.ordered
        most, best = knob.values[-1], found.best
        if self.suspected:
            return f"check {' and '.join(imitator.name for imitator in self.suspected)} first, then ask again"
        if not self.shape.claims:
            if self.enough != best or self.shape == Shape.FLAT:
                return f"{knob.at(self.enough)} is enough: not worse by more than {self.scoring.amount(self.margin)}"
            return "ask more questions, or each question more often, before you choose a setting"
        fall = found.step(best, most) if best != most else None
        if fall and fall.found:
            gain = Estimate(-fall.gain.mean, -fall.gain.high, -fall.gain.low, fall.gain.n)
            amount = f"{self.gain_text(gain.mean)}{self.unit} {self.interval(gain)}"
            return f"use {knob.at(best)} instead of {knob.text(most)}: {amount}"
        if self.enough != best:
            return f"{knob.at(self.enough)} is enough: {self.enough_text}"
        if fall:
            return f"{knob.at(best)} scored best, and whether {knob.text(most)} is worse is open"
        return f"stay with {knob.at(best)}: it scored best"

    @property
    def open(self) -> str:
        """A fall after the best setting that was seen and is not significant; empty if there is none."""
        step, knob = self.ordered.open_fall, self.table.knob
        if step is None or not self.shape.claims:
            return ""
        change = f"{self.gain_text(step.gain.mean)}{self.unit} {self.interval(step.gain)}"
        more = f"about {step.more:,} more questions would tell, if it is as large as it looks"
        return f"whether it falls {_step(knob, step)} is open: {change}, p = {step.p_value:.2g}; {more}"

    @property
    def enough_text(self) -> str:
        """The cheapest setting that is good enough, with its price."""
        knob, best = self.table.knob, self.ordered.best
        within = f"by more than {self.scoring.amount(self.margin)}"
        if self.enough == best:
            return f"no cheaper value is shown not to be worse than {knob.text(best)} {within}"
        cost = self._price(self.enough, best)
        return f"not worse than {knob.text(best)} {within}{f', {cost}' if cost else ''}"

    def _price(self, value: Value, other: Value) -> str:
        """The cost of a setting beside another in words, in the first measure that there is."""
        for name, word in MEASURES.items():
            means = self.costs.get(name, {})
            if value in means and other in means and min(means[value], means[other]) > 0.0:
                return price(Cost(means[value]), Cost(means[other])).replace("the time", f"the {word}")
        return ""

    @property
    def changed(self) -> str:
        """How many questions score worse and better, and whether that is chance."""
        return "; ".join(flips.sentence(self.table.knob.text) for flips in self.flips)

    @property
    def costs(self) -> dict[str, dict[Value, float]]:
        """The mean tokens, seconds and cost of an answer, by value, where they are known."""
        return {name: means for name in MEASURES if (means := self.table.mean(name))}

    @property
    def oracle_text(self) -> str:
        say, found = self.scoring.amount, self.oracle
        best = self.table.knob.at(self.ordered.best)
        head = f"a stop at the best value of each question would gain {say(found.gain)} over {best}"
        if not found.gain:
            return f"{self.table.knob.at(self.ordered.best)} is the best value of every question"
        if found.real is None:
            return f"{head}; all of it may be chance: ask each question twice or more at a value to tell"
        return f"{head}; {say(found.real)} of it are real, the rest is chance"

    def plan(self, questions: int, settings: int | None = None) -> Plan:
        """What a run of this many questions could see, with the noise of this one."""
        task, value = self.table.cells
        scores = self.table.answers.column(SCORE) / (self.scoring.span or 1.0)
        kept = (task >= 0) & (value >= 0) & np.isfinite(scores)
        within, asked = variance_within(task[kept] * len(self.table.places) + value[kept], scores[kept])
        changes = np.column_stack(list(self.table.scores.values())) / (self.scoring.span or 1.0)
        total = max(float(np.var(b - a, ddof=1)) for a, b in combinations(changes.T, 2))
        source = "with the noise of this table"
        if within is None:  # one answer each: all noise may be between answers
            within, source = total / 2, f"{source}, if all of it is between answers"
        return Plan(questions, settings or len(self.table.places), within, max(0.0, total - 2 * within / asked), source)

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
        """A row for each value of the knob: the mean score with its interval, and what an answer took."""
        name, costs = self.table.knob.name, self.costs
        return [
            {name: value, **score.as_dict(), **{kind: costs[kind].get(value) for kind in costs}}
            for value, score in self.scores.items()
        ]

    def as_dict(self) -> Fields:
        """The findings as plain lists and numbers."""
        return dict(plain({
            "verdict": self.verdict, "shape": self.shape, "kind": self.kind, "knob": self.table.knob,
            "tasks": len(self.table.tasks), "scores": self.scores, **self.costs, "span": self.scoring.span,
            "best": self.ordered.best, "steps": self.ordered.steps, "open_fall": self.ordered.open_fall,
            "within": self.ordered.within, "more": self.ordered.more, "margin": self.margin,
            "imitators": self.imitators, "flips": self.flips, "worst": self.worst, "oracle": self.oracle,
            "frontier": self.frontier, "enough": self.enough, "advice": self.advice,
            "notes": [*self.notes, NO_MECHANISM],
        }))  # fmt: skip

    def _describe(self, brief: bool) -> list[str]:
        table, knob = self.table, self.table.knob
        most, pairs = table.repeats(), counted(len(self.ordered.steps), "pair")
        again = f", up to {most} answers each" if most > 1 else ""
        size = f"{len(table.tasks):,} questions at {len(knob.values)} values{again}"
        level = f"{LEVEL:.0%} false alarms in each direction over {pairs}."
        means = ", ".join(f"{knob.text(v)}: {self.score_text(mean)}" for v, mean in self.scores.items())
        head = [f"{size}; {level}", f"{show.first_upper(knob.name)} and score: {means}."]
        every = {status: [i.name for i in self.imitators if i.status == status] for status in Outcome}
        lines = [*filter(None, [self.open]), self.changed]
        lines += [f"{i.name} ({i.status}): {i.reason}" for i in self.suspected]
        lines += [". ".join(show.first_upper(f"{s}: {', '.join(every[s])}") for s in list(Outcome)[1:] if every[s])]
        lines += [f"note: {'; '.join(self.notes)}"] if self.notes else []
        advice = show.section("What to do", show.wrap_all([self.advice], "  ", "  "))
        if brief:
            lines[bool(self.open)] = self.flips[-1].sentence(knob.text)
            return ["\n".join([*show.wrap_all(head, "", ""), *show.sentences([*lines, f"what to do: {self.advice}"])])]
        gains = [f"  {knob.text(s.low)} → {knob.text(s.high)}  {self.gain_text(s.gain.mean)}  {self.interval(s.gain)}  "
                 f"p = {s.p_value:.2g}  {s.word}".rstrip()
                 for s in self.ordered.steps]  # fmt: skip
        rows = ["   ".join([f"  {escape(knob.text(v))}: {self.score_text(mean)}", *(f"{spent} {name}" for name, spent in
                self.spent(v).items())]) for v, mean in self.scores.items()]  # fmt: skip
        worst = [f"{task.task}  {knob.at(task.value)}: {task.best:.4g}; {knob.at(knob.values[-1])}: {task.last:.4g}"
                 for task in self.worst[:SHOWN]]  # fmt: skip
        cheap = [f"no cheaper value scores as well as one of these: {', '.join(map(knob.text, self.frontier))}",
                 f"{knob.at(self.enough)} is the cheapest: {self.enough_text}" if self.enough != self.ordered.best
                 else self.enough_text, self.oracle_text]  # fmt: skip
        checks = [f"{i.name}: {i.status}; {i.reason}" for i in self.imitators]
        first = [*lines[: 1 + bool(self.open)], *self.notes, NO_MECHANISM]
        return [
            "\n".join([*show.wrap_all(head[:1], "", ""), *show.sentences(first)]),
            show.section("Scores", rows),
            show.section("What else may explain it", show.wrap_all(checks), ":"),
            show.section("Pairs", list(map(escape, gains)), ", on the same questions, all tested together:"),
            show.section("Where it hurts", show.wrap_all(worst), ": the questions that lose most."),
            show.section("Cost", show.wrap_all([f"{show.first_upper(line)}." for line in cheap], "  ", "    "), ":"),
            advice,
        ]  # fmt: skip

    def score_text(self, score: Estimate) -> str:
        """A mean score for people: in percent if it is a share."""
        if self.scoring.span is None:
            return f"{100 * score.mean:.1f} ±{100 * show.half(score):.1f}"
        return f"{score.mean:.4g} ±{show.half(score):.2g}"

    def spent(self, value: Value) -> dict[str, str]:
        """What an answer takes, for people: 11,860 tokens, 2.97 seconds."""
        found = {name: means[value] for name, means in self.costs.items() if value in means}
        return {name: f"{mean:,.0f}" if mean >= 1000 else f"{mean:.3g}" for name, mean in found.items()}

    def _page(self) -> Fields:
        return {"figure": svg(show.draw({"score": self.scores}, self.table.knob, "mean score"), "scores")}

    def _repr_html_(self) -> str:
        picture = chart({"score": show.chart_points(self.scores)}, self.table.knob.name, "score")
        return page(picture + notebook_table(self.rows(), notes=[f"Advice: {self.advice}."]), self.verdict)


def _step(knob: Any, step: Step) -> str:
    return f"from {knob.text(step.low)} to {knob.text(step.high)}"


def diagnose_table(
    rows: Any,
    knob: str,
    values: Iterable[Any] | None = None,
    *,
    less_is_better: bool = False,
    columns: Mapping[str, str] | None = None,
    only: Mapping[str, str] | None = None,
    allow: Iterable[str] = (),
    margin: float | None = None,
    tell: Tell | None = None,
) -> TableDiagnosis | ObservedDiagnosis:
    """Does more effort score better? `rows` is a log of Inspect or lm-evaluation-harness, a table (CSV, JSON, JSON
    lines, Parquet), a folder of them, a data frame or dictionaries. A table has the columns `task`, the knob and
    `score`; `columns` says which column is which: `{"task": "question_id"}`. The knob is a column, a setting of the
    runs, or `votes`. `values` chooses some values of it, and their order if they are words. `only` keeps some rows,
    `allow` compares runs that differ, such as in `model`. `margin` is a loss that does not matter, in points of a
    hundred, or in units of the score. `knob`: its name. `less_is_better`: a smaller score is better. `tell(stage, done,
    total)` hears of progress.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(30) for beam in (1, 2, 4)]
    >>> ot.diagnose_table(rows, knob="beam").verdict
    'the score falls with beam: -3 from 1 to 4'
    """
    fine = isinstance(knob, str) and knob.strip() not in ("", "task", "score", "seed")
    require(fine, "{} is not a knob. Give the column or the setting that says how much effort was made.", knob)
    allowed = tuple(allow)
    answers = gather(runs_of(rows), knob.strip(), columns or {}, {k: str(v) for k, v in (only or {}).items()}, tell)
    if "unread" not in allowed:
        refuse_unread(answers)
    if is_observed(answers) and values is None:
        return observe(answers)
    answers = votes_of(answers)
    table = table_of(answers, [str(value) for value in values] if values is not None else None)
    refuse_differences(answers, table.places, allowed)
    every = np.concatenate(list(table.scores.values()))
    low, high = float(every.min()), float(every.max())
    shares = low >= 0.0 and high <= 1.0
    start, span = (0.0, 1.0) if shares else (low, (high - low) or 1.0)

    def scale(scores: Sample) -> Sample:
        between = np.clip((scores - start) / span, 0.0, 1.0)
        return 1.0 - between if less_is_better else between

    fine = margin is None or checked_number("The margin", margin) > 0.0
    require(fine, "The margin is a loss that does not matter, such as 2 points; it cannot be {}.", margin)
    small = POINTS if margin is None else margin / (100.0 if shares else span)
    scaled = {v: scale(scores) for v, scores in table.scores.items()}
    scoring = Scoring(None if shares else span)
    ordered = judge_order(scaled, small)
    case, order = Case(table, ordered, scale, scoring, small), _by_cost(table)
    means = {v: float(scores.mean()) for v, scores in scaled.items()}
    frontier = tuple(v for place, v in enumerate(order) if all(means[v] > means[other] for other in order[:place]))
    return TableDiagnosis(
        table, scoring, ordered, small, find_imitators(case), _flips(scaled, table, ordered),
        _worst_tasks(scaled, table), _oracle(table, scale, ordered.best), frontier, _enough(order, ordered, small),
        (*table.notes, *([LESS] if less_is_better else [])),
    )  # fmt: skip


def _flips(scores: dict[Value, Sample], table: Table, ordered: Ordered) -> tuple[Flips, ...]:
    """Between the ends, and on both sides of the best value."""
    first, last = table.knob.values[0], table.knob.values[-1]
    right = all(bool(np.isin(sample, (0.0, 1.0)).all()) for sample in scores.values())
    stops = [first, ordered.best, last] if ordered.best not in (first, last) else [first, last]
    return tuple(
        Flips(a, b, mcnemar(1.0 * (scores[a] > scores[b]), 1.0 * (scores[b] > scores[a])), right)
        for a, b in pairwise(stops)
    )


def _worst_tasks(scores: dict[Value, Sample], table: Table) -> tuple[WorstTask, ...]:
    *less, most = table.knob.values
    before = np.array([scores[value] for value in less])
    losses = before.max(axis=0) - scores[most]
    found = list[WorstTask]()
    for number in np.argsort(-losses, kind="stable")[:WORST].tolist():
        best = less[int(before[:, number].argmax())]
        if losses[number] > 0.0:
            found.append(
                WorstTask(
                    table.tasks[number], best, float(table.scores[best][number]), float(table.scores[most][number])
                )
            )
    return tuple(found)


def _oracle(table: Table, scale: Any, best: Value) -> Oracle:
    """Halves are every second answer of a question at a setting."""
    means, place = np.column_stack([scale(s) for s in table.scores.values()]), table.knob.values.index(best)
    gain = float((means.max(axis=1) - means[:, place]).mean())
    scores, (task, value) = scale(table.answers.column(SCORE)), table.cells
    cell = np.where((task >= 0) & (value >= 0) & np.isfinite(scores), task * len(table.places) + value, -1)
    order = np.argsort(cell, kind="stable")
    starts = np.searchsorted(cell[order], cell[order])
    half = np.empty(len(cell), bool)
    half[order] = (np.arange(len(cell)) - starts) % 2 == 0
    chosen = [
        cell_means(table.answers, np.where(some, scores, np.nan))[:, list(table.places)] for some in (half, ~half)
    ]
    kept = [m[[table.answers.tasks[name] for name in table.tasks]] for m in chosen]
    both = np.isfinite(kept[0]).all(axis=1) & np.isfinite(kept[1]).all(axis=1)
    if both.sum() < 2:
        return Oracle(gain, None)
    gains = [
        (np.take_along_axis(b[both], a[both].argmax(axis=1)[:, None], 1)[:, 0] - b[both, place]).mean()
        for a, b in (kept, kept[::-1])
    ]
    return Oracle(gain, min(gain, max(0.0, float(np.mean(gains)))))


def _by_cost(table: Table) -> list[Value]:
    """The settings, the cheapest first. Without a cost, a greater value costs more."""
    every = (table.mean(name) for name in MEASURES)
    cost = next((means for means in every if len(means) == len(table.knob.values)), None)
    return sorted(table.knob.values, key=cost.__getitem__) if cost else list(table.knob.values)


def _enough(order: list[Value], ordered: Ordered, margin: float) -> Value:
    """The cheapest setting that is not worse than the best by more than the margin."""
    best = ordered.best
    for value in order[: order.index(best)]:
        gain = ordered.step(value, best).gain
        if (gain.high if value < best else -gain.low) <= margin:
            return value
    return best
