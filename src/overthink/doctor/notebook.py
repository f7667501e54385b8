"""A diagnosis in a notebook: the verdict, accuracy by rule and depth as a chart and a table, and what was suspected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from overthink.core.estimate import Estimate, Sample
from overthink.core.notebook import Point, chart, page, table
from overthink.core.plain import Row
from overthink.measure.knob import Value
from overthink.report.curves import colours
from overthink.rules import RULES
from overthink.rules.colours import PALETTE

if TYPE_CHECKING:
    from overthink.doctor.findings import Findings
    from overthink.doctor.table_diagnosis import TableDiagnosis


def diagnosis_rows(findings: Findings) -> list[Row]:
    """A row for each rule and depth: accuracy with its interval, regret and cost."""
    examination, rows = findings.examination, []
    for rule in examination.rules:
        regret, costs = findings.regret(rule), examination.costs(rule)
        for value, sample in examination.accuracy(rule).items():
            rows.append(
                {
                    "rule": rule,
                    examination.knob.name: value,
                    **Estimate.share(sample).as_dict(),
                    "regret": regret[value].mean,
                    "seconds": costs[value].seconds if value in costs else None,
                    "nodes": costs[value].nodes if value in costs else None,
                }
            )
    return rows


def diagnosis_html(findings: Findings) -> str:
    """The diagnosis for a notebook."""
    examination = findings.examination
    samples = {rule: examination.accuracy(rule) for rule in examination.rules}
    inks = {rule: _ink(rule) for rule in samples}
    suspects = [
        {"check": imitator.name, "outcome": str(imitator.outcome), "reason": imitator.why}
        for imitator in findings.imitators
    ]
    notes = [
        f"{len(examination.positions):,} positions, truth: {examination.truth}.",
        f"Advice: {findings.advice.sentence}",
    ]
    return page(
        chart({rule: _points(line) for rule, line in samples.items()}, examination.knob.name, "accuracy", inks)
        + table(diagnosis_rows(findings), notes=notes)
        + table(suspects),
        findings.verdict,
    )


def table_rows(diagnosis: TableDiagnosis) -> list[Row]:
    """A row for each value of the knob: the mean score with its interval, and the seconds."""
    costs = diagnosis.table.costs
    return [
        {
            diagnosis.table.knob.name: value,
            **Estimate.of_mean(scores).as_dict(),
            "seconds": costs[value].seconds if value in costs else None,
        }
        for value, scores in diagnosis.table.scores.items()
    ]


def table_html(diagnosis: TableDiagnosis) -> str:
    """The diagnosis of a table of scores, for a notebook."""
    knob = diagnosis.table.knob
    lines = {"score": _points(diagnosis.table.scores, of_mean=True)}
    shown = chart(lines, knob.name, "score") if all(isinstance(value, int | float) for value in knob.values) else ""
    return page(shown + table(table_rows(diagnosis), notes=[f"Advice: {diagnosis.advice}."]), diagnosis.verdict)


def _points(samples: Mapping[Value, Sample], of_mean: bool = False) -> Sequence[Point]:
    """The points of a chart. Words as values of a knob stand in their order."""
    points = []
    for number, (value, sample) in enumerate(samples.items(), 1):
        estimate = Estimate.of_mean(sample) if of_mean else Estimate.share(sample)
        at = float(value) if isinstance(value, int | float) else float(number)
        points.append((at, estimate.mean, estimate.low, estimate.high))
    return points


def _ink(rule: str) -> str:
    """The colour of a rule, as everywhere; black is the colour of the page's text."""
    ink = colours([rule])[rule]
    return "currentColor" if ink == PALETTE["ink"] or rule not in RULES else ink
