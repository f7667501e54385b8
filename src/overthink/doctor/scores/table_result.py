"""The verdict on a table of answers, with its texts, its page, and its forms for programs and pull requests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape

from overthink.answers.columns import SCORE
from overthink.answers.join import Table
from overthink.core.arguments import check_arguments
from overthink.core.errors import as_sentence, check_known, counted, require
from overthink.core.estimate import Estimate
from overthink.core.notebook import chart, page
from overthink.core.notebook import table as notebook_table
from overthink.core.plain import Fields, plain
from overthink.doctor import show
from overthink.doctor.find.evidence import chance
from overthink.doctor.finding import Finding, Outcome
from overthink.doctor.scores.imitators import variance_within
from overthink.doctor.scores.run_plan import RunPlan
from overthink.doctor.show import Showable
from overthink.measure.judgement import Cost, Kind, Value, price
from overthink.measure.ordered import LEVEL, Ordered, Scoring, Shape, Step
from overthink.measure.paired import McNemar
from overthink.report.pages import first_upper, svg

SHOWN = 3  # questions that are printed
MOST_CELLS = 8  # that an advice names
MOST_QUESTIONS = 1_000_000  # questions that nobody asks
MEASURES = {"cost": "cost", "tokens": "tokens", "seconds": "time"}  # of an answer, and what a price is said in
NO_MECHANISM = "no mechanism was tested: the table has only scores, so a fall is called worse, not pathology"
KINDS = {Shape.RISES: Kind.BETTER, Shape.FLAT: Kind.UNCLEAR, Shape.UNDECIDED: Kind.UNCLEAR}
BRACKETS = f"[ ] holds for all together, with {LEVEL:.0%} on each side"
IMPROVES, WORSENS = "improves", "gets worse"  # where a smaller score is better
LESS = {
    Shape.RISES: IMPROVES, Shape.FALLS: WORSENS, Shape.PEAK: f"{IMPROVES}, then {WORSENS}",
    Shape.DIP: f"{WORSENS}, then {IMPROVES}",
}  # fmt: skip
FAIL_ON = ("falls", "suspected", "undecided", "worse")
PICTURES = (".svg", ".png")


# The JSON of a table without a verdict has every field, too: null, or an empty list.
WITHOUT_VERDICT: Fields = {
    "verdict": None, "shape": None, "best": None, "may_be_best": [], "rise": None, "fall": None, "steps": [],
    "kind": None, "less_is_better": None, "knob": None, "questions": None, "independent_units": None, "scores": [],
    "open_fall": None, "within": None, "margin": None, "more_questions": None, "imitators": [], "flips": [],
    "worst": [], "oracle": None, "frontier": [], "enough": None, "advice": None, "cells": [], "observed": None,
    "baseline": None, "assumed": None, "notes": [],
}  # fmt: skip


@dataclass(frozen=True)
class WorstTask:
    """A question that scores worse with the greatest effort than with less effort."""

    task: str  # the name of the question
    value: Value  # with which it scored best
    best: float  # its score there
    last: float  # its score with the greatest effort


@dataclass(frozen=True)
class Flips:
    """Questions that score worse at one setting than at another, and questions that score better; an exact test."""

    low: Value  # the setting that is compared
    high: Value  # the setting that it is compared with
    counts: McNemar  # how many questions score worse, and how many better
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
    """What a stop at the best setting of each question would gain over the best for all. `real` is a lower bound
    (95%): the setting is chosen on half of the answers and scored on the others. None if there is one answer each."""

    gain: float  # of the best setting of each question over the best for all
    real: float | None


class Release(StrEnum):
    """Whether a value is worse than the baseline by more than the margin."""

    FINE = "not worse"
    WORSE = "worse"
    OPEN = "undecided"


@dataclass(frozen=True)
class Cell:
    """The verdict on some of the questions, such as one category; all cells are tested together."""

    name: str  # of the cell, such as a category or a model
    questions: int  # how many questions it has
    means: dict[Value, float]  # the mean score, by the value of the knob
    ordered: Ordered | None  # None if it has fewer than two questions


@dataclass(frozen=True, repr=False)
class TableDiagnosis(Showable):
    """The verdict on answers at several settings, and what leads to it. `print` and `show()` write it as text,
    `report(path)` as one HTML file. Gains are in units of the scores divided by their span.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(30) for beam in (1, 2, 4)]
    >>> print(ot.diagnose_table(rows, knob="beam").advice)
    use beam 1 instead of 4: +3 [+2.7, +3.3]
    """

    template = "doctor/table.html.jinja"
    table: Table  #: the questions with a score at every setting
    scoring: Scoring  #: how a difference is told
    ordered: Ordered  #: the answer, and the pairs of settings that it rests on
    margin: float  #: a loss that does not matter
    imitators: tuple[Finding, ...]  #: what could look like a fall, each with its outcome
    flips: tuple[Flips, ...]  #: questions that change, between pairs of settings
    worst: tuple[WorstTask, ...]  #: questions that lose most
    oracle: Oracle  #: what the best setting of each question would gain
    frontier: tuple[Value, ...]  #: the settings that no cheaper one equals
    enough: Value  #: the cheapest setting that is not worse than the best by more than the margin
    notes: tuple[str, ...]  #: what else a reader should know
    cells: tuple[Cell, ...] = ()  #: with `by`: verdicts on parts of the questions
    baseline: Value | None = None  #: that every other value is compared with

    @property
    def shape(self) -> Shape:
        """The shape of the scores over the settings, such as *rises*."""
        return self.ordered.shape

    @property
    def kind(self) -> Kind:
        return Kind.SUSPECT if self.suspected else KINDS.get(self.shape, Kind.WORSE)

    @property
    def verdict(self) -> str:
        """The answer in one line, with what it rests on and what may explain it."""
        said = self.describe(self.ordered) if self.baseline is None else self.release_text
        if self.table.answers.assumed:
            said += f" (assumed: {self.table.answers.assumed})"
        if self._cells_differ:
            said += f"; {self._other_cells() or 'but the cells do not change alike'}"
        if self.suspected:
            names = " and ".join(found.name for found in self.suspected[:2])
            said += f", but {names} may {'explain it' if self.shape.claims else 'hide a change'}: check that first"
        return said

    def word(self, shape: str) -> str:
        """A shape in words: where a smaller score is better, it improves or gets worse."""
        return LESS.get(Shape(shape), shape) if self.scoring.less and shape else shape

    def describe(self, found: Ordered) -> str:
        """An answer in words, with the interval of each change that it names."""
        knob, say = self.table.knob, self.scoring.amount
        if found.shape == Shape.FLAT:
            return f"flat: all values of {knob.name} score within {say(found.within)} of each other"
        if found.shape == Shape.UNDECIDED:
            said = (
                f"undecided: no {'change' if self.scoring.less else 'rise and no fall'} with {knob.name} is significant"
            )
            needed = f"about {_many(found.more)} more questions would tell a change of {say(self.margin)}"
            return (
                f"{said}; {needed}"
                if found.more
                else f"{said}; the values score within {say(found.within)} of each other"
            )
        best = f"best at {self.best_text(found)}; " if found.shape == Shape.PEAK else ""
        steps = sorted([s for s in (found.rise, found.fall) if s], key=lambda step: knob.values.index(step.low))
        amounts = [f"{self.change_text(step)} {_step(knob, step)}" for step in steps]
        cost = self._price(steps[-1].high, steps[-1].low)
        return (
            f"the score {self.word(found.shape)} with {knob.name}: {best}{', '.join([*amounts, *filter(None, [cost])])}"
        )

    def releases(self, ordered: Ordered) -> dict[Value, tuple[Estimate, Release]]:
        """The change from the baseline to each other value, and whether it is worse. *Worse* is a significant loss that
        may be larger than the margin, *not worse* a loss that is not."""
        found = dict[Value, tuple[Estimate, Release]]()
        for step in ordered.steps if self.baseline is not None else ():
            if self.baseline in (step.low, step.high):
                gain = step.gain if step.low == self.baseline else step.back
                worse = step.found and gain.mean < 0.0
                kind = Release.FINE if gain.low >= -self.margin else Release.WORSE if worse else Release.OPEN
                found[step.high if step.low == self.baseline else step.low] = gain, kind
        return found

    @property
    def release_text(self) -> str:
        """What is said of each value beside the baseline."""
        if self.baseline is None:
            return ""
        knob, say = self.table.knob, self.scoring
        than, margin = f"worse than {knob.text(self.baseline)}", f"by more than {say.amount(self.margin)}"
        more = f"about {_many(self.ordered.more)}" if self.ordered.more else "some"
        words = {
            Release.FINE: f"is not {than} {margin}",
            Release.WORSE: f"is {than}",
            Release.OPEN: f"may be {than} {margin}, which {more} more questions would tell",
        }
        return "; ".join(
            f"{knob.text(value)} {words[kind]}: {say.signed(gain.mean)} {say.interval(gain)}"
            for value, (gain, kind) in self.releases(self.ordered).items()
        )

    def best_text(self, found: Ordered) -> str:
        """The setting that scored best, and those that may be as good."""
        others = [self.table.knob.text(value) for value in found.may_be_best if value != found.best]
        named = " and ".join(others) if len(others) < SHOWN else f"{len(others)} others"
        return f"{self.table.knob.text(found.best)}{f' ({named} may be as good)' if others else ''}"

    def change_text(self, step: Step) -> str:
        """A change with its interval: -5.3 points [-8.1, -2.5]."""
        return f"{self.scoring.signed(step.gain.mean)} {self.scoring.interval(step.gain)}"

    @property
    def _cells_differ(self) -> bool:
        """Whether a cell changes as the whole does not, or the intervals of a reported change do not meet."""
        every = [cell.ordered for cell in self.cells if cell.ordered]
        reported = [step for step in (self.ordered.rise, self.ordered.fall) if step]
        gains = [[found.step(step.low, step.high).gain for found in every] for step in reported]
        apart = [max(gain.low for gain in some) > min(gain.high for gain in some) for some in gains if some]
        return bool(self._other_cells()) or any(apart)

    def _other_cells(self) -> str:
        """The cells that do what the whole does not, the largest change first."""
        steps = [
            (cell, step) for cell in self.cells if cell.ordered
            for step, here in ((cell.ordered.fall, self.ordered.fall), (cell.ordered.rise, self.ordered.rise))
            if step and not here
        ]  # fmt: skip
        steps.sort(key=lambda each: -abs(each[1].gain.mean))
        knob = self.table.knob
        more = len(steps) - SHOWN
        named = [f"{cell.name} {self.word(step.word)}: {self.change_text(step)} {_step(knob, step)}" for cell, step in
                 steps[:SHOWN]]  # fmt: skip
        said = "; ".join([*named, *([f"{more} more cells change"] if more > 0 else [])])
        return f"but {said}" if said else ""

    @check_arguments
    def fails(self, on: Iterable[str]) -> bool:
        """Whether a gate should close: `falls` (the whole or a cell), `suspected`, `undecided`, `worse` (than the
        baseline, the whole or a cell). If it cannot be told whether something is worse, it is refused."""
        fall = self.ordered.fall or any(cell.ordered and cell.ordered.fall for cell in self.cells)
        whole = {kind for _, kind in self.releases(self.ordered).values()}
        inner = {kind for cell in self.cells if cell.ordered for _, kind in self.releases(cell.ordered).values()}
        undecided = self.shape == Shape.UNDECIDED if self.baseline is None else Release.OPEN in whole
        met = {
            "falls": fall,
            "suspected": self.suspected,
            "undecided": undecided,
            "worse": Release.WORSE in whole | inner,
        }
        words = tuple(on)
        for word in words:
            check_known("gate", word, met)
        require(
            "worse" not in words or self.baseline is not None, "What is worse is told by a baseline: give baseline=."
        )
        closed = any(met[word] for word in words)
        require(closed or "worse" not in words or Release.OPEN not in whole, f"No verdict: {self.release_text}.")
        return closed

    @property
    def advice(self) -> str:
        """The setting to use, or what to run."""
        knob, ordered = self.table.knob, self.ordered
        most = knob.values[-1]
        best = ordered.best
        if self.suspected:
            return f"check {' and '.join(each.name for each in self.suspected)} first, then ask again"
        if self.baseline is not None:
            fine = [knob.text(value) for value, (_, kind) in self.releases(ordered).items() if kind == Release.FINE]
            old = knob.text(self.baseline)
            return f"{' and '.join(fine)} can replace {old}" if fine else f"keep {old}, or ask more questions"
        if self._cells_differ:
            judged = [(cell.name, cell.ordered) for cell in self.cells if cell.ordered]
            named = [f"{name}: {knob.text(found.best)}" for name, found in judged[:MOST_CELLS]]
            named += [f"{len(judged) - MOST_CELLS} more have their own"] * (len(judged) > MOST_CELLS)
            return f"choose {knob.name} for each cell, they do not change alike. Best scores: {', '.join(named)}"
        if not self.shape.claims:
            if self.enough != best or self.shape == Shape.FLAT:
                return f"{knob.at(self.enough)} is enough: not worse by more than {self.scoring.amount(self.margin)}"
            return "ask more questions, or each question more often, before you choose a setting"
        fall = ordered.step(best, most) if best != most else None
        if fall and fall.found:
            gain = fall.back
            amount = f"{self.scoring.signed(gain.mean)} {self.scoring.interval(gain)}"
            return f"use {knob.name} {self.best_text(ordered)} instead of {knob.text(most)}: {amount}"
        if self.enough != best:
            return f"{knob.at(self.enough)} is enough: {self.enough_text}"
        return f"stay with {knob.name} {self.best_text(ordered)}: it scored best"

    @property
    def open(self) -> str:
        """A fall after the best setting that was seen and is not significant; empty if there is none."""
        step, knob = self.ordered.open_fall, self.table.knob
        if step is None or not self.shape.claims:
            return ""
        more = f"about {_many(step.more)} more questions would tell, if it is as large as it looks"
        falls = f"whether it {self.word('falls')} {_step(knob, step)} is open"
        return f"{falls}: {self.change_text(step)}, p = {step.p_value:.2g}; {more}"

    @property
    def enough_text(self) -> str:
        """The cheapest setting that is good enough, with its price."""
        knob, best = self.table.knob, self.ordered.best
        within = f"by more than {self.scoring.amount(self.margin)}"
        if self.enough == best:
            margin = self.scoring.amount(self.margin)
            return f"it is not shown that a cheaper value is within {margin} of {knob.text(best)}"
        cost = self._price(self.enough, best)
        return f"not worse than {knob.text(best)} {within}{f', {cost}' if cost else ''}"

    def _price(self, value: Value, other: Value) -> str:
        """The cost of a setting beside another in words, in the first measure that there is."""
        for name, word in MEASURES.items():
            means = self.costs.get(name, {})
            if value in means and other in means and min(means[value], means[other]) > 0.0:
                return price(Cost(means[value]), Cost(means[other]), word)
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
        """What stopping at the best setting of each question would gain."""
        say, oracle = self.scoring.amount, self.oracle
        best = self.table.knob.at(self.ordered.best)
        head = f"a stop at the best value of each question would gain {say(oracle.gain)} over {best}"
        if not oracle.gain:
            return f"{self.table.knob.at(self.ordered.best)} is the best value of every question"
        if oracle.real is None:
            return f"{head}; all of it may be chance: ask each question twice or more at a value to tell"
        if not oracle.real:
            return f"{head}; all of it may be chance"
        return f"{head}; at least {say(oracle.real)} of it are real (95% sure)"

    @check_arguments
    def plan(self, questions: int, settings: int | None = None) -> RunPlan:
        """What a run of this many questions could see, with the noise of this one."""
        within, asked = variance_within(self.table, self.table.answers.column(SCORE) / (self.scoring.span or 1.0))
        changes = np.column_stack(list(self.table.scores.values())) / (self.scoring.span or 1.0)
        total = max(float(np.var(b - a, ddof=1)) for a, b in combinations(changes.T, 2))
        source = "with the noise of this table"
        if within is None:  # one answer each: all noise may be between answers
            within, source = total / 2, f"{source}, if all of it is between answers"
        return RunPlan(
            questions, settings or len(self.table.places), within, max(0.0, total - 2 * within / asked), source
        )

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
        """The findings as plain lists and numbers. Settings are texts; gains are in units of the scores."""
        span = self.scoring.span or 1.0
        name = self.table.knob.plain
        costs = self.costs

        def step(found: Step | None) -> Fields | None:
            sign = -span if self.scoring.less else span
            return None if found is None else {
                "from": name(found.low), "to": name(found.high), "change": sign * found.gain.mean,
                "low": min(sign * found.gain.low, sign * found.gain.high),
                "high": max(sign * found.gain.low, sign * found.gain.high),
                "p_value": found.p_value, "significant": found.found,
            }  # fmt: skip

        def judged(found: Ordered) -> Fields:
            return {"shape": found.shape, "best": name(found.best), "may_be_best": list(map(name, found.may_be_best)),
                    "rise": step(found.rise), "fall": step(found.fall), "steps": [*map(step, found.steps)]}  # fmt: skip

        nothing: Fields = {"shape": "too few questions", "best": None, "may_be_best": [], "rise": None, "fall": None,
                           "steps": []}  # fmt: skip
        measures = {kind: {name(v): mean for v, mean in costs.get(kind, {}).items()} for kind in MEASURES}
        return dict(plain({
            "verdict": self.verdict, **judged(self.ordered), "kind": self.kind, "less_is_better": self.scoring.less,
            "knob": {"name": self.table.knob.name, "values": [name(v) for v in self.table.knob.values]},
            "questions": len(self.table.tasks), "independent_units": self.ordered.units,
            "scores": [{"value": name(v), **score.as_dict(), **{kind: measures[kind].get(name(v)) for kind in MEASURES}}
                       for v, score in self.scores.items()],
            "open_fall": step(self.ordered.open_fall), "within": self.ordered.within * span,
            "margin": self.margin * span,
            "more_questions": self.ordered.more, "imitators": [found.as_dict() for found in self.imitators],
            "flips": [{"from": name(f.low), "to": name(f.high), "worse": f.counts.only_first,
                       "better": f.counts.only_second, "p_value": f.counts.one_sided} for f in self.flips],
            "worst": [{"task": task.task, "value": name(task.value), "best": task.best, "last": task.last}
                      for task in self.worst],
            "oracle": {"gain": self.oracle.gain * span,
                       "real": None if self.oracle.real is None else self.oracle.real * span},
            "frontier": [name(v) for v in self.frontier], "enough": name(self.enough), "advice": self.advice,
            "cells": [{"name": cell.name, "questions": cell.questions, "means": {name(v): m for v, m in
                       cell.means.items()}, **(judged(cell.ordered) if cell.ordered else nothing)}
                      for cell in self.cells],
            "observed": None,
            "baseline": None if self.baseline is None else {"value": name(self.baseline), "compared": [
                {"value": name(v), "outcome": kind, "change": gain.mean * (-span if self.scoring.less else span)}
                for v, (gain, kind) in self.releases(self.ordered).items()]},
            "assumed": self.table.answers.assumed, "notes": [*self.notes, NO_MECHANISM],
        }))  # fmt: skip

    def _evidence(self) -> list[str]:
        """A table, and three lines."""
        unit = 100.0 if self.scoring.span is None else 1.0
        rows = [
            [_cell(self.table.knob.text(value)), f"{unit * score.mean:.4g}",
             f"{unit * score.low:.4g} to {unit * score.high:.4g}", *self.spent(value).values()]
            for value, score in self.scores.items()
        ]  # fmt: skip
        lines = ["", *_markdown([_cell(self.table.knob.name), "score", "95% interval", *self.costs], rows), ""]
        if self.cells:
            cells = [[_cell(cell.name), f"{cell.questions:,}", self.cell_text(cell)] for cell in self.cells]
            lines += [*_markdown(["cell", "questions", "verdict"], cells), ""]
        return [*lines, *(f"- {first_upper(text)}." for text in (self.size_text, self.changed, self.checks_text))]

    def cell_text(self, cell: Cell) -> str:
        """The verdict on a cell, in a few words."""
        if cell.ordered is None:
            return "too few questions"
        steps = [step for step in (cell.ordered.rise, cell.ordered.fall) if step]
        steps.sort(key=lambda step: self.table.knob.values.index(step.low))
        amounts = [f"{self.change_text(step)} {_step(self.table.knob, step)}" for step in steps]
        if not steps:
            amounts = [f"within {self.scoring.amount(cell.ordered.within)}"]
        return f"{self.word(cell.ordered.shape)}: {', '.join(amounts)}"

    @property
    def size_text(self) -> str:
        """What was compared, and how many false alarms there may be."""
        most = self.table.repeats()
        clusters = self.ordered.units
        again = f", up to {most} answers each" if most > 1 else ""
        again += f", in {clusters:,} clusters" if clusters < len(self.table.tasks) else ""
        pairs = counted(len(self.ordered.steps), "pair")
        pairs += f"; the same over all {len(self.cells)} cells" if self.cells else ""
        size = f"{len(self.table.tasks):,} questions at {len(self.table.knob.values)} values{again}"
        return f"{size}; {LEVEL:.0%} false alarms in each direction over {pairs}; {BRACKETS}"

    @property
    def checks_text(self) -> str:
        """What is suspected, ruled out, not seen and not examined."""
        named = {status: [found.name for found in self.imitators if found.outcome == status] for status in Outcome}
        return ". ".join(first_upper(f"{s}: {', '.join(named[s])}") for s in Outcome if named[s])

    def _describe(self, brief: bool) -> list[str]:
        knob = self.table.knob
        means = ", ".join(f"{knob.text(v)}: {self.score_text(mean)}" for v, mean in self.scores.items())
        head = [f"{self.size_text}.", f"{first_upper(knob.name)} and score (± is 95% for one value): {means}."]
        cells = [f"{cell.name} ({cell.questions:,} questions): {self.cell_text(cell)}" for cell in self.cells]
        lines = [*filter(None, [self.open]), self.changed]
        lines += [f"{found.name} ({found.outcome}): {found.why}" for found in self.suspected]
        lines += [self.checks_text]
        lines += [f"note: {'; '.join(self.notes)}"] if self.notes else []
        advice = show.section("What to do", show.wrap_all([self.advice], "  ", "  "))
        if brief:
            lines[bool(self.open)] = self.flips[-1].sentence(knob.text)
            text = [*show.wrap_all(head, "", ""), *show.sentences([*lines, f"what to do: {self.advice}"])]
            return ["\n".join(text), show.section("Cells", show.wrap_all(cells), ":")]
        gains = [f"  {knob.text(s.low)} → {knob.text(s.high)}  {self.change_text(s)}  p = {s.p_value:.2g}  "
                 f"{self.word(s.word)}".rstrip() for s in self.ordered.steps]  # fmt: skip
        rows = ["   ".join([f"  {escape(knob.text(v))}: {self.score_text(mean)}", *(f"{spent} {name}" for name, spent in
                self.spent(v).items())]) for v, mean in self.scores.items()]  # fmt: skip
        worst = [f"{task.task}  {knob.at(task.value)}: {task.best:.4g}; {knob.at(knob.values[-1])}: {task.last:.4g}"
                 for task in self.worst[:SHOWN]]  # fmt: skip
        cheap = [f"values that no cheaper one equals: {', '.join(map(knob.text, self.frontier))}",
                 f"{knob.at(self.enough)} is the cheapest: {self.enough_text}" if self.enough != self.ordered.best
                 else self.enough_text, f"best: {self.best_text(self.ordered)}", self.oracle_text]  # fmt: skip
        checks = [f"{found.name}: {found.outcome}; {found.why}" for found in self.imitators]
        first = [*lines[: 1 + bool(self.open)], *self.notes, NO_MECHANISM]
        return [
            "\n".join([*show.wrap_all(head[:1], "", ""), *show.sentences(first)]),
            show.section("Scores", rows, ", ± is 95% for one value:"),
            show.section("Cells", show.wrap_all(cells), ", all tested together:"),
            show.section("What else may explain it", show.wrap_all(checks), ":"),
            show.section("Pairs", list(map(escape, gains)), f", on the same questions; {BRACKETS}:"),
            show.section("Where it hurts", show.wrap_all(worst), ": the questions that lose most."),
            show.section("Cost", show.wrap_all([f"{first_upper(line)}." for line in cheap], "  ", "    "), ":"),
            advice,
        ]  # fmt: skip

    def score_text(self, score: Estimate) -> str:
        """A mean score for people: in percent if it is a share."""
        if self.scoring.span is None:
            return f"{100 * score.mean:.1f} ±{100 * show.half(score):.1f}"
        return f"{score.mean:.4g} ±{show.half(score):.2g}"

    def spent(self, value: Value) -> dict[str, str]:
        """What an answer takes, for people: 11,860 tokens, 2.97 seconds."""
        known = {name: means[value] for name, means in self.costs.items() if value in means}
        return {name: f"{mean:,.0f}" if mean >= 1000 else f"{mean:.3g}" for name, mean in known.items()}

    @check_arguments
    def report(self, path: str | Path, title: str = "The doctor") -> Path:
        """Write the diagnosis as one HTML file, or its picture as SVG or PNG."""
        if Path(path).suffix.lower() not in PICTURES:
            return super().report(path, title)
        figure = show.draw({"score": self.scores}, self.table.knob, "mean score")
        with as_sentence(f"{path} cannot be written ({{}}).", OSError):
            figure.savefig(path, bbox_inches="tight", dpi=200)
        return Path(path)

    def _page(self) -> Fields:
        return {"figure": svg(show.draw({"score": self.scores}, self.table.knob, "mean score"), "scores")}

    def _repr_html_(self) -> str:
        picture = chart({"score": show.chart_points(self.scores)}, self.table.knob.name, "score")
        return page(picture + notebook_table(self.rows(), notes=[f"Advice: {self.advice}."]), self.verdict)


def _many(questions: int) -> str:
    return f"{questions:,}" if questions <= MOST_QUESTIONS else "a million or"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def _step(knob: Any, step: Step) -> str:
    return f"from {knob.text(step.low)} to {knob.text(step.high)}"
