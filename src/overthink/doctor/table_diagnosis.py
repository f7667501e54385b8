"""The doctor on a table of scores: does more effort score better or worse? No game, so no mechanism is tested."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError, shown
from overthink.core.estimate import Estimate, Sample
from overthink.core.json_text import Fields
from overthink.core.plain import plain
from overthink.doctor.paragraphs import chance
from overthink.doctor.table import Row, Table, read_rows, rows_of_frame, table_of
from overthink.measure.best_value import BestValue, best_value
from overthink.measure.cost import price, step_price
from overthink.measure.judgement import Judgement, Kind, Scoring, judge
from overthink.measure.knob import Value
from overthink.measure.paired import McNemar, difference, mcnemar

WORST = 10  # tasks that are listed
LESS = "a smaller score is better, as you said"
NO_MECHANISM = "no mechanism was tested: the table has only scores, so this says worse, not pathology"


@dataclass(frozen=True)
class WorstTask:
    """A task that scores worse with the greatest effort than with less effort."""

    task: str
    value: Value  # with which it scored best
    best: float
    last: float  # its score with the greatest effort

    @property
    def loss(self) -> float:
        return abs(self.best - self.last)


@dataclass(frozen=True)
class HeldOut:
    """The value that scored best on half of the tasks, and its gain over the greatest effort on the other half."""

    value: Value
    gain: Estimate


@dataclass(frozen=True, repr=False)
class TableDiagnosis:
    """The verdict on a table, and what leads to it. Gains are in units of the scores divided by their span.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(40) for beam in (1, 2, 4)]
    >>> print(ot.diagnose_table(rows, knob="beam").advice)
    use beam 1 instead of 4: +3 [+3, +3] on held-out tasks
    """

    table: Table
    scoring: Scoring
    judgement: Judgement
    worst: tuple[WorstTask, ...]
    changes: McNemar  # tasks that score worse with the greatest effort than with the least, and tasks that score better
    best: BestValue | None
    held_out: HeldOut

    @property
    def kind(self) -> Kind:
        return self.judgement.kind

    @property
    def verdict(self) -> str:
        """The verdict in one line, with the cost of more effort."""
        knob, pair, costs = self.table.knob, self.judgement.pair, self.table.costs
        low, high = (pair.shallow, pair.deep) if pair else (knob.values[0], knob.values[-1])
        cost = price(costs.get(high), costs.get(low))
        if not cost:
            return self.judgement.sentence
        step = f"; {step_price(knob.step(low, high), cost)}"
        return f"{self.judgement.sentence}, {cost}" if pair else self.judgement.sentence + step

    @property
    def advice(self) -> str:
        """The best value on held-out tasks, if it is surely better than the greatest effort; otherwise the best for its
        cost."""
        knob, held, best = self.table.knob, self.held_out, self.best
        most = knob.values[-1]
        gain = f"{self.gain_text(held.gain.mean)}{self.unit} {self.interval(held.gain)}"
        if held.gain.low > 0.0:
            less = f"; {knob.at(best.value)} is not surely worse" if best and best.value < held.value else ""
            return f"use {knob.at(held.value)} instead of {knob.text(most)}: {gain} on held-out tasks{less}"
        if best and best.value != most:
            cost = f", {best.price}" if best.price else ""
            return f"{knob.at(best.value)} is enough as far as these tasks show{cost}"
        if best:
            return f"stay with {knob.at(most)}: no other value scored better"
        return f"nothing is surely better than {knob.at(most)}"

    @property
    def changed(self) -> str:
        """How many tasks score worse and better with the greatest effort, and whether that is chance."""
        first, last = self.table.knob.at(self.table.knob.values[0]), self.table.knob.text(self.table.knob.values[-1])
        less, more = self.changes.only_first, self.changes.only_second
        counts = f"the score gets worse in {less:,} and better in {more:,} tasks ({chance(self.changes.p_value)})"
        return f"from {first} to {last}, {counts}"

    @property
    def unit(self) -> str:
        return " points" if self.scoring.span is None else ""

    def gain_text(self, gain: float) -> str:
        """A gain for people, with its sign, without its unit."""
        return f"{100 * gain:+.1f}" if self.scoring.span is None else f"{gain * self.scoring.span:+.3g}"

    def interval(self, gain: Estimate) -> str:
        """The interval of a gain, for people."""
        return f"[{self.gain_text(gain.low)}, {self.gain_text(gain.high)}]"

    def as_dict(self) -> Fields:
        """The findings as plain lists and numbers."""
        table = self.table
        fields = {
            "verdict": self.verdict,
            "kind": self.kind,
            "knob": asdict(table.knob),
            "tasks": len(table.tasks),
            "scores": {value: asdict(Estimate.of_mean(scores)) for value, scores in table.scores.items()},
            "seconds": {value: cost.seconds for value, cost in table.costs.items()},
            "span": self.scoring.span,
            "pairs": [asdict(pair) for pair in self.judgement.pairs],
            "needed": self.judgement.needed,
            "worst": [asdict(task) for task in self.worst],
            "changes": asdict(self.changes),
            "best": asdict(self.best) if self.best else None,
            "held_out": asdict(self.held_out),
            "advice": self.advice,
            "notes": [*table.notes, NO_MECHANISM],
        }
        return {name: plain(part) for name, part in fields.items()}

    def report(self, path: str | Path, title: str = "The doctor") -> Path:
        """Write the diagnosis as one HTML file."""
        from overthink.doctor.table_page import write_page

        return write_page(self, title, Path(path))

    def show(self) -> None:
        """Print the diagnosis, coloured if standard output is a terminal."""
        from overthink.doctor.table_words import show

        show(self)

    def rows(self) -> list[Fields]:
        """A row for each value of the knob: the mean score with its interval, and the seconds."""
        from overthink.doctor.notebook import table_rows

        return table_rows(self)

    def __repr__(self) -> str:
        return f"<TableDiagnosis: {self.verdict}>"

    def _repr_html_(self) -> str:
        from overthink.doctor.notebook import table_html

        return table_html(self)

    def __str__(self) -> str:
        from overthink.doctor.table_words import plain

        return plain(self)


def diagnose_table(
    rows: str | Path | Iterable[Row], knob: str, values: Iterable[Any] | None = None, *, less_is_better: bool = False
) -> TableDiagnosis:
    """Does more effort score better? `rows` is a file (CSV, JSON lines, Parquet), a data frame or dictionaries. It has
    the columns `task`, the knob, `score`, and perhaps `seconds` and `seed`. A greater score is better, unless
    `less_is_better`. `values` chooses some values of the knob, and their order if they are words.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(40) for beam in (1, 2, 4)]
    >>> ot.diagnose_table(rows, knob="beam").verdict
    'a larger beam scores worse from 2: 3 from 1 to 4'
    """
    if not isinstance(knob, str) or not knob.strip():
        raise OverthinkError("Give the knob: the name of the column that says how much effort was made.")
    every = read_rows(Path(rows)) if isinstance(rows, str | Path) else _listed(rows)
    table = table_of(every, knob.strip(), [str(value) for value in values] if values is not None else None)
    low, high = (float(f([f(scores) for scores in table.scores.values()])) for f in (np.min, np.max))
    shares = low >= 0.0 and high <= 1.0
    span = None if shares else (high - low) or 1.0
    scaled = {value: scores if shares else (scores - low) / (span or 1.0) for value, scores in table.scores.items()}
    if less_is_better:
        scaled = {value: 1.0 - scores for value, scores in scaled.items()}
        table = replace(table, notes=(*table.notes, LESS))
    scoring = Scoring("tasks", "score", span)
    judgement = judge(scaled, table.knob, scoring)
    unsure = judgement.kind == Kind.UNCLEAR and judgement.needed
    first, last = scaled[table.knob.values[0]], scaled[table.knob.values[-1]]
    return TableDiagnosis(
        table, scoring, judgement, _worst(scaled, table), mcnemar(1.0 * (first > last), 1.0 * (last > first)),
        None if unsure else best_value(scaled, table.knob, table.costs), _held_out(scaled, table),
    )  # fmt: skip


def _listed(rows: Any) -> Iterable[Row]:
    if hasattr(rows, "to_dict") and hasattr(rows, "index"):
        return rows_of_frame(rows)
    if not isinstance(rows, Iterable):
        raise OverthinkError(f"A table is a file, a data frame or a list of dictionaries, not {shown(rows)}.")
    return rows


def _worst(scores: dict[Value, Sample], table: Table) -> tuple[WorstTask, ...]:
    *less, most = table.knob.values
    losses = list[tuple[float, WorstTask]]()
    for number, task in enumerate(table.tasks):
        best = max(less, key=lambda value: float(scores[value][number]))
        if (loss := float(scores[best][number] - scores[most][number])) > 0.0:
            there, here = (float(table.scores[value][number]) for value in (best, most))
            losses.append((loss, WorstTask(task, best, there, here)))
    return tuple(task for _, task in sorted(losses, key=lambda pair: -pair[0])[:WORST])


def _held_out(scores: dict[Value, Sample], table: Table) -> HeldOut:
    """Choose on every second task, and measure on the others."""
    most = table.knob.values[-1]
    best = max(table.knob.values, key=lambda value: (float(scores[value][::2].mean()), value == most))
    after, before = scores[best][1::2], scores[most][1::2]
    gain = difference(after, before) if len(after) > 1 else Estimate(0.0, -1.0, 1.0, len(after))
    return HeldOut(best, gain)
