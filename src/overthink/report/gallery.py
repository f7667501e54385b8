"""The gallery: every study in one HTML file that opens from disk and needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from overthink.report.html import svg, write_html
from overthink.report.solid import Solid, script, solid_html

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
    body.append(script() if any(page.solid for page in pages) else "")
    return write_html(path, "results", body)


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


def _id(page: Page) -> str:
    return page.name.replace("/", "-")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float)


def _text(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
