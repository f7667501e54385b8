"""A diagnosis as one HTML file that opens from disk and needs nothing else."""

from __future__ import annotations

from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from overthink.core.estimate import Estimate
from overthink.report.curves import curves
from overthink.report.html import figure_html, write_html

COLOURS = {"ruled out": "holds", "suspected": "fails", "not testable": "inconclusive"}
LISTED = 100


def write_page(found: Any, title: str, path: Path) -> Path:
    """Writes the page and returns where it is."""
    seen = found.seen
    left = f" {seen.decided:,} more were left out, all their moves being worth the same." if seen.decided else ""
    body = [
        f"<h1>{escape(title)}</h1><p><strong>{escape(found.verdict.capitalize())}.</strong></p>",
        f"<p class='dim'>{len(seen.positions):,} positions; truth: {escape(seen.truth)}.{left}</p>",
        "<h2>Accuracy by depth</h2>",
        figure_html(accuracy_curves(found), "accuracy", "The share of right choices, with 95% intervals."),
        figure_html(regret_curves(found), "regret", "What the choices give away, on the scale of the truth."),
        "<h2>Depth against depth</h2>",
        _pairs(found),
        "<h2>What to do</h2>",
        f"<p><code>{'</code></p><p><code>'.join(escape(line.strip()) for line in str(found.advice).splitlines())}"
        "</code></p>",
    ]
    if found.factors:
        lines = [*found.factors.lines(), *([str(found.prediction)] if found.prediction else [])]
        body += ["<h2>Why</h2><ul>", *(f"<li>{escape(line)}</li>" for line in lines), "</ul>"]
    if found.imitators:
        body += ["<h2>Or is it a bug?</h2>", _imitators(found)]
    body += ["<h2>Where it hurts</h2>", _spoilt(found)]
    if seen.failures:
        body += ["<h2>Not examined</h2><ul>", *(f"<li>{escape(line)}</li>" for line in seen.failures[:LISTED]), "</ul>"]
    return write_html(path, title, body)


def accuracy_curves(found: Any) -> Any:
    rows = [
        {"depth": depth, "rule": rule, **asdict(estimate)}
        for rule, judgement in found.judgements.items()
        for depth, estimate in judgement.accuracy.items()
    ]
    return curves(rows, "depth", "rule", None, {"x": "search depth (plies)", "y": "share of right choices"})


def regret_curves(found: Any) -> Any:
    rows = [
        {"depth": depth, "rule": rule, **asdict(Estimate.of_mean(values))}
        for rule in found.seen.rules
        for depth, values in found.seen.regret(rule).items()
    ]
    return curves(rows, "depth", "rule", None, {"x": "search depth (plies)", "y": "mean regret"})


def _table(heads: list[str], rows: list[str]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    return f"<div class='wide'><table><tr>{head}</tr>{''.join(rows)}</table></div>"


def _pairs(found: Any) -> str:
    rows = []
    for rule, judgement in found.judgements.items():
        for pair in (*judgement.pairs, *(p for p in judgement.neighbours if p not in judgement.pairs)):
            gain = pair.gain
            mark = "holds" if gain.low > 0.0 else "fails" if gain.high < 0.0 else "inconclusive"
            word = {"holds": "better", "fails": "worse", "inconclusive": "not told apart"}[mark]
            rows.append(
                f"<tr><td>{escape(rule)}</td><td>{pair.shallow} → {pair.deep}</td>"
                f"<td class='number'>{100 * gain.mean:+.1f}</td>"
                f"<td class='number'>{100 * gain.low:+.1f} to {100 * gain.high:+.1f}</td>"
                f"<td class='verdict {mark}'>{word}</td></tr>"
            )
    return _table(["Rule", "Depths", "Gain, points", "Interval, widened for the number of pairs", ""], rows)


def _imitators(found: Any) -> str:
    rows = [
        f"<tr><td class='verdict {COLOURS[each.found]}'>{each.found}</td><td>{escape(each.name)}</td>"
        f"<td>{escape(each.why)}</td></tr>"
        for each in found.imitators
    ]
    return _table(["", "Imitator of pathology", ""], rows)


def _spoilt(found: Any) -> str:
    if not found.spoilt:
        return "<p>The deepest search decides no position worse than a shallower one.</p>"
    rows = [
        f"<tr><td><pre>{escape(each.position)}</pre></td><td>depth {each.shallow}: {_moves(each.kept)}</td>"
        f"<td>depth {each.deep}: {_moves(each.chosen)}</td><td>{_moves(each.right)}</td>"
        f"<td class='number'>{each.loss:.2f}</td></tr>"
        for each in found.spoilt[:LISTED]
    ]
    more = f"<p class='dim'>The worst {LISTED} of {len(found.spoilt):,}.</p>" if len(found.spoilt) > LISTED else ""
    return _table(["Position", "Shallower", "Deepest", "Right", "Loss"], rows) + more


def _moves(moves: tuple[Any, ...]) -> str:
    return escape(", ".join(map(str, moves)))
