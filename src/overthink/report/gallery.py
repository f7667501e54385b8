"""The gallery: every study in one HTML file that opens from disk and needs nothing else."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.report.solid import Solid, script, solid_html

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #5b6570; --line: #d8dee4; --paper: #fff; --card: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --dim: #9aa5b1; --line: #343b43;
  --paper: #15181c; --card: #1d2126; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 64rem;
  font: 16px/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
h1 { margin: 0; } h2 { margin: 3rem 0 0; } h3 { margin: 2.2rem 0 .3rem; }
p.dim, .dim { color: var(--dim); } a { color: inherit; }
nav { columns: 18rem; margin: 1.5rem 0; } nav a { display: block; padding: .1rem 0; break-inside: avoid; }
figure { overflow-x: auto; margin: .8rem 0; padding: .6rem; background: #fff; border: 1px solid var(--line);
  border-radius: .4rem; }
figure svg { width: 100%; min-width: 36rem; height: auto; display: block; }
figure.solid canvas { width: 100%; height: 24rem; display: block; touch-action: none; cursor: grab; }
figure.solid output { color: #444; font-size: .9rem; }
figcaption { color: var(--dim); margin: .4rem 0 1rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.verdict { font-weight: 600; white-space: nowrap; }
.holds { color: #1a7f37; } .fails { color: #c0392b; } .inconclusive { color: #9a6700; }
@media (prefers-color-scheme: dark) {
  .holds { color: #56d364; } .fails { color: #ff7b72; } .inconclusive { color: #e3b341; } }
code { background: var(--card); padding: .1rem .3rem; border-radius: .25rem; overflow-wrap: anywhere; }
@media print { nav, details { display: none; } section { break-inside: avoid; } }
"""
MARKS = {"holds": "✓ holds", "fails": "✗ fails", "inconclusive": "? inconclusive"}


@dataclass(frozen=True)
class Page:
    """One study, as the gallery shows it."""

    name: str
    paper: str
    title: str
    source: str
    caption: str
    figure: Any
    rows: Sequence[Mapping[str, Any]]
    claims: Sequence[Any]
    command: str
    solid: Solid | None = None


def write_gallery(pages: Sequence[Page], path: Path) -> Path:
    """Writes the page and returns where it is."""
    counts = {mark: sum(claim.verdict == mark for page in pages for claim in page.claims) for mark in MARKS}
    summary = ", ".join(f"<span class='verdict {mark}'>{count} {MARKS[mark]}</span>" for mark, count in counts.items())
    body = [
        "<h1>Overthink</h1><p class='dim'>When looking further ahead makes decisions worse: "
        "the published figures, redrawn, and their claims, checked.</p>",
        f"<p>Claims, those in print and our own: {summary}.</p>",
        "<nav>" + "".join(f"<a href='#{_id(p)}'>{escape(p.name)} · {escape(p.title)}</a>" for p in pages) + "</nav>",
    ]
    paper = ""
    for page in pages:
        if page.paper != paper:
            paper = page.paper
            body.append(f"<h2>{escape(paper)}</h2>")
        body.append(_section(page))
    turning = script() if any(page.solid for page in pages) else ""
    text = (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Overthink: results</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<style>{STYLE}</style></head><body>{''.join(body)}{turning}</body></html>\n"
    )
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OverthinkError(f"{path} cannot be written ({error.strerror}).") from None
    return path


def _section(page: Page) -> str:
    claims = "".join(
        f"<tr><td class='verdict {c.verdict}'>{MARKS[c.verdict]}</td><td>{escape(c.says)}"
        f"<br><span class='dim'>{escape(c.source)}: “{escape(c.printed)}”</span></td><td>{escape(c.seen)}<br>"
        f"<span class='dim'>95% interval {c.estimate.low:.4g} to {c.estimate.high:.4g}, "
        f"n = {c.estimate.n:,}</span></td></tr>"
        for c in page.claims
    )
    table = f"<div class='wide'><table><tr><th>Verdict</th><th>Claim</th><th>Measured</th></tr>{claims}</table></div>"
    return (
        f"<section id='{_id(page)}'><h3>{escape(page.name)}: {escape(page.title)}</h3>"
        f"<p class='dim'>{escape(page.source)} · <code>{escape(page.command)}</code></p>"
        f"<figure>{svg(page.figure, _id(page))}</figure>"
        f"{solid_html(page.rows, page.solid) if page.solid else ''}<figcaption>{escape(page.caption)}</figcaption>"
        f"{table if page.claims else ''}<details><summary>All {len(page.rows)} numbers</summary>{_numbers(page.rows)}"
        "</details></section>"
    )


def _numbers(rows: Sequence[Mapping[str, Any]]) -> str:
    head = "".join(f"<th class='{'number' if _is_number(rows[0][key]) else ''}'>{escape(key)}</th>" for key in rows[0])
    lines = "".join(
        "<tr>"
        + "".join(f"<td class='{'number' if _is_number(v) else ''}'>{escape(_text(v))}</td>" for v in row.values())
        + "</tr>"
        for row in rows
    )
    return f"<div class='wide'><table><tr>{head}</tr>{lines}</table></div>"


def svg(figure: Any, name: str) -> str:
    """The figure as inline SVG, salted so that figures on one page do not borrow each other's marks."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def _id(page: Page) -> str:
    return page.name.replace("/", "-")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float)


def _text(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
