"""What notebooks show: tables and small charts in HTML and SVG, without scripts. Rows in, text out.

Text and lines take the colour of the page, so that they can be read on light and dark pages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

MOST_ROWS = 30  # rows of a table
WIDTH, HEIGHT = 420, 210  # of a chart, in pixels
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 34  # margins
BAR_PIXELS = 120  # the width of an interval in a table
COLOURS = ("currentColor", "#2f7ed8", "#d9622b", "#2a9d6f", "#b45fa8", "#b8860b", "#3aa6b9", "#8a8a8a")
ChartPoint = tuple[float, float, float, float]  # x, mean, low, high
CellOf = Callable[[Mapping[str, Any]], str]  # HTML of a column, from its row
draw_tree: Callable[[Any], str]  # needs a search, so `overthink` itself puts it here


def table(
    rows: Sequence[Mapping[str, Any]],
    title: str = "",
    notes: Sequence[str] = (),
    bold: Callable[[Mapping[str, Any]], bool] | None = None,
    extra: Mapping[str, CellOf] | None = None,
) -> str:
    """Rows as a table, with a title above and notes below. `bold` marks rows, and `extra` adds columns. Long tables are
    cut, with a sentence."""
    columns = [name for name in (rows[0] if rows else ()) if any(row[name] is not None for row in rows)]
    heads = [f"<th>{escape(str(head))}</th>" for head in (*columns, *(extra or {}))]
    lines = [f"<thead><tr>{''.join(heads)}</tr></thead>"]
    for row in rows[:MOST_ROWS]:
        cells = [f'<td style="{_style(row[name])}">{escape(short(row[name]))}</td>' for name in columns]
        cells += [f"<td>{make(row)}</td>" for make in (extra or {}).values()]
        mark = ' style="font-weight:bold"' if bold and bold(row) else ""
        lines.append(f"<tr{mark}>{''.join(cells)}</tr>")
    more = len(rows) - MOST_ROWS
    cut = [f"{more:,} more rows are not shown; rows() has all {len(rows):,}."] if more > 0 else []
    return page(f'<table style="color:inherit">{"".join(lines)}</table>' if rows else "", title, [*cut, *notes])


def page(body: str, title: str = "", notes: Sequence[str] = ()) -> str:
    """A title, something below it, and notes."""
    head = f"<p><strong>{escape(title)}</strong></p>" if title else ""
    return f"<div>{head}{body}{''.join(f'<p>{escape(note)}</p>' for note in notes)}</div>"


def short(value: object) -> str:
    """A value in a table."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: ""}[value]
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value + 0.0:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _style(value: object) -> str:
    side = "right" if isinstance(value, int | float) and not isinstance(value, bool) else "left"
    return f"text-align:{side};padding:2px 8px"


def interval(mean: float, low: float, high: float, least: float, most: float) -> str:
    """An interval as a bar with a dot at its mean, on a scale from `least` to `most`."""
    ends = (least, most) if most > least else (least - 0.5, least + 0.5)

    def at(value: float) -> float:
        return 4 + (BAR_PIXELS - 8) * (min(max(value, ends[0]), ends[1]) - ends[0]) / (ends[1] - ends[0])

    return _svg(
        BAR_PIXELS,
        16,
        f"{mean:.4g}, from {low:.4g} to {high:.4g}",
        f'<line x1="4" x2="{BAR_PIXELS - 4}" y1="8" y2="8" stroke="currentColor" stroke-opacity=".25"/>'
        f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="8" y2="8" stroke="#2f7ed8" stroke-width="5"/>'
        f'<circle cx="{at(mean):.1f}" cy="8" r="3.5" fill="currentColor"/>',
    )


def chart(lines: Mapping[str, Sequence[ChartPoint]], x: str, y: str, colours: Mapping[str, str] | None = None) -> str:
    """Curves with intervals, a colour for each line, and a legend if there are several."""
    points = [point for line in lines.values() for point in line if all(map(math.isfinite, point))]
    if not points:
        return ""
    xs = sorted({p[0] for p in points})
    lows = [p[2] for p in points]
    highs = [p[3] for p in points]
    bottom, top = _nice(min(lows), max(highs))
    across = xs[-1] - xs[0] or 1.0

    def place(at: float, value: float) -> tuple[float, float]:
        share = (at - xs[0]) / across if len(xs) > 1 else 0.5
        height = HEIGHT - TOP - BOTTOM
        return LEFT + 8 + (WIDTH - LEFT - RIGHT - 16) * share, TOP + height * (top - value) / (top - bottom)

    parts = [_axes(xs, bottom, top, place, x, y)]
    for number, (name, line) in enumerate(lines.items()):
        ink = (colours or {}).get(name) or COLOURS[number % len(COLOURS)]
        drawn = [point for point in line if all(map(math.isfinite, point))]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in (place(p[0], p[1]) for p in drawn))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="1.8"/>')
        for at, mean, low, high in drawn:
            (across_at, middle), (_, upper), (_, lower) = place(at, mean), place(at, high), place(at, low)
            parts.append(
                f'<line x1="{across_at:.1f}" x2="{across_at:.1f}" y1="{upper:.1f}" y2="{lower:.1f}" stroke="{ink}"/>'
                f'<circle cx="{across_at:.1f}" cy="{middle:.1f}" r="3" fill="{ink}"/>'
            )
        if len(lines) > 1:
            parts.append(
                f'<text x="{WIDTH - RIGHT}" y="{TOP + 4 + 14 * number}" text-anchor="end" fill="{ink}">'
                f"{escape(name)}</text>"
            )
    return _svg(WIDTH, HEIGHT, f"{y} by {x}", "".join(parts))


def _axes(
    xs: Sequence[float], bottom: float, top: float, place: Callable[[float, float], tuple[float, float]], x: str, y: str
) -> str:
    parts = []
    for value in (bottom, 0.5 * (bottom + top), top):
        _, level = place(xs[0], value)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{level:.1f}" y2="{level:.1f}" stroke="currentColor" '
            f'stroke-opacity=".2"/><text x="{LEFT - 6}" y="{level + 4:.1f}" text-anchor="end" fill="currentColor">'
            f"{value:.3g}</text>"
        )
    parts += [
        f'<text x="{place(value, bottom)[0]:.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle" '
        f'fill="currentColor">{value:g}</text>'
        for value in (xs if len(xs) <= 12 else [xs[round(i * (len(xs) - 1) / 6)] for i in range(7)])
    ]
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 4}" text-anchor="middle" fill="currentColor">{escape(x)}'
        f'</text><text transform="translate(11,{(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle" '
        f'fill="currentColor">{escape(y)}</text>'
    )
    return "".join(parts)


def _nice(low: float, high: float) -> tuple[float, float]:
    """Round ends of a scale that holds both."""
    step = 10.0 ** math.floor(math.log10(max(high - low, 1e-9)))
    return math.floor(low / step) * step, math.ceil(high / step) * step or step


def _svg(width: int, height: int, text: str, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{escape(text)}" font-family="sans-serif" font-size="11">{body}</svg>'
    )
