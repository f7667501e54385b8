"""Pages that open from disk and need nothing else: the look that they share, and how they are written."""

from __future__ import annotations

import io
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError

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
pre { margin: 0; }
code { background: var(--card); padding: .1rem .3rem; border-radius: .25rem; overflow-wrap: anywhere; }
@media print { nav, details { display: none; } section { break-inside: avoid; } }
"""


def write_html(path: Path, title: str, body: Iterable[str]) -> Path:
    """Writes a page and returns where it is."""
    text = (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Overthink: {escape(title)}</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<style>{STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OverthinkError(f"{path} cannot be written ({error.strerror}).") from None
    return path


def figure_html(figure: Any, name: str, caption: str) -> str:
    """A figure with its caption."""
    return f"<figure>{svg(figure, name)}</figure><figcaption>{escape(caption)}</figcaption>"


def svg(figure: Any, name: str) -> str:
    """The figure as inline SVG, salted so that figures on one page do not borrow each other's marks."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]
