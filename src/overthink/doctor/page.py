"""A diagnosis as one HTML file that opens from disk and needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from overthink.core.estimate import Estimate
from overthink.doctor.check import Outcome
from overthink.doctor.failures import grouped
from overthink.doctor.findings import Findings
from overthink.doctor.words import moves
from overthink.measure.judgement import Kind
from overthink.measure.knob import Knob
from overthink.report.curves import curves
from overthink.report.html import svg, write_html
from overthink.rules import RULES

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
        "doctor/page.html.jinja",
        title=title,
        findings=findings,
        figures={name: svg(figure, name) for name, figure in figures(findings).items()},
        kinds=KINDS,
        outcomes=OUTCOMES,
        listed=LISTED,
        failures=grouped(findings.examination.failures),
        moves=moves,
        labels={name: rule.label for name, rule in RULES.items()},
    )


def figures(findings: Findings) -> dict[str, Figure]:
    """All figures of the page, by name."""
    knob = findings.examination.knob
    accuracy = {rule: judgement.accuracy for rule, judgement in findings.judgements.items()}
    regret = {rule: findings.regret(rule) for rule in findings.judgements}
    pictures = {
        "accuracy": draw(accuracy, knob, "share of right choices"),
        "regret": draw(regret, knob, "mean regret"),
    }
    if findings.errors and findings.errors.calibration:
        moves = {"moves": findings.errors.calibration}
        pictures["calibration"] = draw(moves, "evaluation", "true value of the moves")
    if findings.errors and findings.errors.by_depth:
        pictures["errors"] = draw({"error": findings.errors.by_depth}, knob, "mean error")
    return pictures


def across_of(knob: Knob) -> str:
    """The label of the horizontal axis."""
    return "search depth (plies)" if knob.plies else knob.name


def draw(lines: Lines, across: str | Knob, up: str) -> Figure:
    """Lines over the values of a knob, or over other numbers. Values of very different size have a logarithmic axis."""
    knob, across = (across, across_of(across)) if isinstance(across, Knob) else (None, across)
    rows = [{"x": x, "line": name, **asdict(estimate)} for name, line in lines.items() for x, estimate in line.items()]
    figure = curves(rows, "x", "line", None, {"x": across, "y": up})
    figure.set_size_inches(*SIZE)
    if knob and knob.values[0] > 0 and knob.values[-1] > WIDE * knob.values[0]:
        axis = figure.axes[0]
        axis.set_xscale("log")
        axis.set_xticks(list(knob.values), [knob.text(value) for value in knob.values])
        axis.minorticks_off()
    if len(lines) == 1:
        figure.legends[0].remove()
    return figure
