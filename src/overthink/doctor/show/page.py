"""A diagnosis as one HTML file that opens from disk and needs nothing else, and in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from overthink.core.estimate import Estimate
from overthink.core.notebook import ChartPoint, chart, page, table
from overthink.doctor.check import Outcome
from overthink.doctor.find.findings import Findings
from overthink.doctor.show.text import describe_moves, group_failures
from overthink.doctor.table import TableFindings
from overthink.measure.judgement import Kind, Knob, Value
from overthink.report.charts import colours, curves
from overthink.report.pages import svg, write_html
from overthink.rules import RULES
from overthink.rules.rule import PALETTE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OUTCOMES = {Outcome.RULED_OUT: "holds", Outcome.SUSPECTED: "fails", Outcome.NOT_TESTED: "inconclusive"}
KINDS = {Kind.BETTER: "holds", Kind.WORSE: "fails", Kind.UNCLEAR: "inconclusive", Kind.SUSPECT: "fails"}
LISTED = 100
WIDE = 15  # values that differ by more have a logarithmic axis
SIZE = 5.0, 3.6  # inches: small enough for a phone
Lines = Mapping[str, Mapping[int, Estimate] | Mapping[float, Estimate]]  # by name: estimates by horizontal position


def write_page(findings: Findings, title: str, path: Path) -> Path:
    """Write the page and return its path."""
    return write_html(
        path,
        "doctor/show/page.html.jinja",
        title=title,
        findings=findings,
        figures={name: svg(figure, name) for name, figure in figures(findings).items()},
        kinds=KINDS,
        outcomes=OUTCOMES,
        listed=LISTED,
        failures=group_failures(findings.examination.failures),
        moves=describe_moves,
        labels={name: rule.label for name, rule in RULES.items()},
    )


def write_table_page(findings: TableFindings, title: str, path: Path) -> Path:
    """Write the page of a table of scores and return its path."""
    figure = svg(draw({"score": findings.scores}, findings.table.knob, "mean score"), "scores")
    template = "doctor/show/table.html.jinja"
    return write_html(path, template, title=title, diagnosis=findings, figure=figure, kinds=KINDS)


def figures(findings: Findings) -> dict[str, Figure]:
    """All figures of the page, by name."""
    knob, errors = findings.examination.knob, findings.errors
    accuracy = {rule: judgement.accuracy for rule, judgement in findings.judgements.items()}
    regret = {rule: findings.regret(rule) for rule in findings.judgements}
    pictures = {
        "accuracy": draw(accuracy, knob, "share of right choices"),
        "regret": draw(regret, knob, "mean regret"),
    }
    if errors and errors.calibration:
        pictures["calibration"] = draw({"moves": errors.calibration}, "evaluation", "true value of the moves")
    if errors and errors.by_depth:
        pictures["errors"] = draw({"error": errors.by_depth}, knob, "mean error")
    return pictures


def draw(lines: Lines, across: str | Knob, up: str) -> Figure:
    """Lines over the values of a knob, or over other numbers. Values of very different size have a logarithmic axis."""
    knob = across if isinstance(across, Knob) else None
    label = across if isinstance(across, str) else "search depth (plies)" if across.plies else across.name
    rows = [{"x": x, "line": name, **asdict(estimate)} for name, line in lines.items() for x, estimate in line.items()]
    figure = curves(rows, "x", "line", None, {"x": label, "y": up})
    figure.set_size_inches(*SIZE)
    if knob and knob.values[0] > 0 and knob.values[-1] > WIDE * knob.values[0]:
        axis = figure.axes[0]
        axis.set_xscale("log")
        axis.set_xticks(list(knob.values), [knob.text(value) for value in knob.values])
        axis.minorticks_off()
    if len(lines) == 1:
        figure.legends[0].remove()
    return figure


def notebook_page(findings: Findings) -> str:
    """The verdict, accuracy by rule and depth as a chart and a table, and what was suspected, for a notebook."""
    examination = findings.examination
    lines = {rule: _points(judgement.accuracy) for rule, judgement in findings.judgements.items()}
    suspects = [
        {"check": imitator.name, "outcome": str(imitator.outcome), "reason": imitator.why}
        for imitator in findings.imitators
    ]
    notes = [
        f"{len(examination.positions):,} positions, truth: {examination.truth}.",
        f"Advice: {findings.advice.sentence}",
    ]
    return page(
        chart(lines, examination.knob.name, "accuracy", {rule: _ink(rule) for rule in lines})
        + table(findings.rows(), notes=notes)
        + table(suspects),
        findings.verdict,
    )


def notebook_table_page(findings: TableFindings) -> str:
    """The diagnosis of a table of scores, for a notebook."""
    picture = chart({"score": _points(findings.scores)}, findings.table.knob.name, "score")
    return page(picture + table(findings.rows(), notes=[f"Advice: {findings.advice}."]), findings.verdict)


def _points(estimates: Mapping[Value, Estimate]) -> Sequence[ChartPoint]:
    return [(float(value), e.mean, e.low, e.high) for value, e in estimates.items()]


def _ink(rule: str) -> str:
    """The colour of a rule, as everywhere; black is the colour of the page's text."""
    ink = colours([rule])[rule]
    return "currentColor" if ink == PALETTE["ink"] or rule not in RULES else ink
