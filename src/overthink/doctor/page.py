"""A diagnosis as one HTML file that opens from disk and needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from overthink.core.estimate import Estimate
from overthink.doctor.errors import Errors
from overthink.doctor.findings import Findings
from overthink.doctor.words import moves
from overthink.report.curves import curves
from overthink.report.html import figure_html, write_html

COLOURS = {"ruled out": "holds", "suspected": "fails", "not testable": "inconclusive"}
KINDS = {"better": "holds", "worse": "fails", "unclear": "inconclusive", "suspect": "fails"}
WORDS = {"holds": "better", "fails": "worse", "inconclusive": "not told apart"}
LISTED = 100
HURT = ["Position", "Shallower", "Chose", "Deepest", "Chose", "Right", "Loss"]
DEPTH = "search depth (plies)"
SIZE = 5.0, 3.6  # inches: small enough for a phone
STYLE = """<style>h1 { overflow-wrap: anywhere; } p.verdict { white-space: normal; font-size: 1.15rem; }
figure { max-width: 36rem; } figure svg { min-width: 0; } tr { break-inside: avoid; }
@media print { .wide, figure { overflow: visible; } }</style>"""


def write_page(findings: Findings, title: str, path: Path) -> Path:
    """Writes the page and returns where it is."""
    examination = findings.examination
    left = (
        f" {examination.decided:,} more were left out, all their moves being worth the same."
        if examination.decided
        else ""
    )
    doubts, advice = findings.doubt.lines(), findings.recommendation
    body = [
        f"{STYLE}<h1>{escape(title)}</h1><p class='verdict {KINDS[findings.kind]}'>"
        f"{escape(findings.verdict[0].upper() + findings.verdict[1:])}.</p>",
        f"<p class='dim'>{len(examination.positions):,} positions; truth: {escape(examination.truth)}.{left}</p>",
        _list(doubts),
        "<h2>What to do</h2>",
        f"<p>{escape(advice[0].upper() + advice[1:])}.</p><p><code>{escape(findings.advice.line)}</code></p>",
        "<h2>Accuracy and regret by depth</h2>",
        figure_html(accuracy_curves(findings), "accuracy", "The share of right choices, with 95% intervals."),
        figure_html(regret_curves(findings), "regret", "What the choices give away, on the scale of the truth."),
        _numbers(findings),
        "<h2>Depth against depth</h2><p class='dim'>Pair by pair on the same positions; the verdict rests on "
        "depths of the same parity, which come first. Intervals are widened for the number of pairs.</p>",
        _pairs(findings),
    ]
    if findings.imitators:
        body += ["<h2>Or is it a bug?</h2>", _imitators(findings)]
    if findings.factors:
        body += ["<h2>Why</h2>", *_why(findings)]
    body += ["<h2>Where it hurts</h2>", _traits(findings), _spoilt(findings)]
    if examination.failures:
        body += ["<h2>Not examined</h2>", _list(examination.failures[:LISTED])]
    script = files("overthink.doctor").joinpath("sort.js").read_text(encoding="utf-8")
    return write_html(path, title, [*body, f"<script>{script}</script>"])


def accuracy_curves(findings: Findings) -> Any:
    rows = [
        {"depth": depth, "rule": rule, **asdict(estimate)}
        for rule, judgement in findings.judgements.items()
        for depth, estimate in judgement.accuracy.items()
    ]
    return _drawn(rows, "depth", "rule", DEPTH, "share of right choices")


def regret_curves(findings: Findings) -> Any:
    rows = [
        {"depth": depth, "rule": rule, **asdict(Estimate.of_mean(values))}
        for rule in findings.examination.rules
        for depth, values in findings.examination.regret(rule).items()
    ]
    return _drawn(rows, "depth", "rule", DEPTH, "mean regret")


def calibration_curve(errors: Errors) -> Any:
    """What moves are worth, against what the evaluator says of them."""
    rows = [{"said": said, "line": "moves", **asdict(true)} for said, true in errors.calibration]
    return _drawn(rows, "said", "line", "what the evaluator says", "what the moves are worth")


def error_curve(errors: Errors) -> Any:
    rows = [{"depth": depth, "line": "error", **asdict(size)} for depth, size in errors.by_depth.items()]
    return _drawn(rows, "depth", "line", DEPTH, "mean error")


def _drawn(rows: list[dict[str, Any]], x: str, line: str, across: str, up: str) -> Any:
    figure = curves(rows, x, line, None, {"x": across, "y": up})
    figure.set_size_inches(*SIZE)
    if len({row[line] for row in rows}) == 1:
        figure.legends[0].remove()
    return figure


def _why(findings: Findings) -> list[str]:
    parts, errors = [_list(findings.causes)], findings.errors
    if errors and errors.calibration:
        said = "Calibration: moves of which the evaluator says about the same, and what they are worth on average."
        parts.append(figure_html(calibration_curve(errors), "calibration", said))
    if errors and errors.by_depth:
        said = "How far what the search says of its choice is from what the choice is worth."
        parts.append(figure_html(error_curve(errors), "errors", said))
    return parts


def _numbers(findings: Findings) -> str:
    rows = []
    for rule, judgement in findings.judgements.items():
        lost = findings.examination.regret(rule)
        for depth, share in judgement.accuracy.items():
            regret = Estimate.of_mean(lost[depth])
            cells = [f"{share.mean:.3f}", f"{share.low:.3f} to {share.high:.3f}"]
            cells += [f"{regret.mean:.3g}", f"{regret.low:.3g} to {regret.high:.3g}"]
            rows.append(_row([rule, str(depth)], cells))
    return _table(["Rule", "Depth", "Accuracy", "95% interval", "Regret", "95% interval"], rows, range(2, 6))


def _pairs(findings: Findings) -> str:
    rows = []
    for rule, judgement in findings.judgements.items():
        for pair in (*judgement.pairs, *(p for p in judgement.neighbours if p not in judgement.pairs)):
            gain = pair.gain
            mark = "holds" if gain.low > 0.0 else "fails" if gain.high < 0.0 else "inconclusive"
            numbers = f"{100 * gain.mean:+.1f}", f"{100 * gain.low:+.1f} to {100 * gain.high:+.1f}"
            rows.append(_row([rule, f"{pair.shallow} → {pair.deep}"], numbers, WORDS[mark], mark))
    heads = ["Rule", "Depths", "Gain, points", "Interval", ""]
    first = findings.judgements[findings.examination.rules[0]]
    more = f"<p class='dim'>{first.needed:,} more positions would settle a difference of two points.</p>"
    return _table(heads, rows, range(2, 4)) + (more if first.kind == "unclear" and first.needed else "")


def _imitators(findings: Findings) -> str:
    rows = [
        f"<tr><td class='verdict {COLOURS[each.outcome]}'>{each.outcome}</td><td>{escape(each.name)}</td>"
        f"<td>{escape(each.why)}</td></tr>"
        for each in findings.imitators
    ]
    return _table(["", "Imitator of pathology", ""], rows)


def _traits(findings: Findings) -> str:
    if not findings.traits:
        return ""
    rows = []
    for each in findings.traits:
        mark = "inconclusive" if each.apart.low <= 0.0 <= each.apart.high else "holds"
        numbers = [f"{each.spoilt.mean:.3g}", f"{each.rest.mean:.3g}", f"{each.apart.mean:+.3g}"]
        numbers.append(f"{each.apart.low:+.3g} to {each.apart.high:+.3g}")
        rows.append(_row([each.name], numbers, "differs" if mark == "holds" else WORDS[mark], mark))
    heads = ["What these positions share", "Where depth hurts", "Elsewhere", "Difference", "95% interval", ""]
    return _table(heads, rows, range(1, 5))


def _spoilt(findings: Findings) -> str:
    if not findings.spoilt:
        return "<p>The deepest search decides no position worse than a shallower one.</p>"
    rows = []
    for each in findings.spoilt[:LISTED]:
        cells = str(each.shallow), moves(each.kept), str(each.deep), moves(each.chosen), moves(each.right)
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        rows.append(
            f"<tr><td><pre>{escape(each.position)}</pre></td>{shown}<td class='number'>{each.loss:.2f}</td></tr>"
        )
    shown = (
        f"The worst {LISTED} of {len(findings.spoilt):,}"
        if len(findings.spoilt) > LISTED
        else f"{len(findings.spoilt):,}"
    )
    text = f"<p class='dim'>{shown} positions. Click on a heading to sort; a position can be copied as it stands.</p>"
    return text + _table(HURT, rows, range(6, 7), "sortable")


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""


def _row(words: Sequence[str], numbers: Sequence[str], verdict: str = "", mark: str = "") -> str:
    cells = [f"<td>{escape(word)}</td>" for word in words] + [f"<td class='number'>{each}</td>" for each in numbers]
    return f"<tr>{''.join(cells)}{f'<td class=verdict><span class={mark}>{verdict}</span></td>' if mark else ''}</tr>"


def _table(heads: Sequence[str], rows: Sequence[str], numbers: range = range(0), kind: str = "") -> str:
    marks = [" class='number'" if place in numbers else "" for place in range(len(heads))]
    head = "".join(f"<th{mark}>{escape(each)}</th>" for each, mark in zip(heads, marks))
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f"<div class='wide'><table class='{kind}'>{body}</table></div>"
