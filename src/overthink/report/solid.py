"""A surface that a reader can turn, inside a page that needs nothing else: data, a canvas and a script of our own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

from overthink.report.surfaces import values_of

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Solid:
    """Which columns of a study's rows span the floor, the words for "x", "y" and "z", and the height above which a mean
    is only known to be more."""

    x: str
    y: str
    labels: Mapping[str, str]
    most: float


def solid_html(rows: Sequence[Row], solid: Solid) -> str:
    """The figure. It comes to life with `SCRIPT` at the end of the page."""
    across, down = values_of(rows, solid.x), values_of(rows, solid.y)
    found = {(row[solid.y], row[solid.x]): row for row in rows}
    heights = {
        name: [[_number(found.get((y, x), {}).get(column)) for x in across] for y in down]
        for name, column in (("z", "mean"), ("low", "low"), ("high", "high"))
    }
    data = {"x": across, "y": down, **heights, "labels": dict(solid.labels), "most": solid.most}
    # Inside a script element nothing is escaped, so that "</" must not occur.
    text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    words = escape(f"{solid.labels['z']} over {solid.labels['x']} and {solid.labels['y']}")
    return (
        f"<figure class='solid'><canvas tabindex='0' role='img' aria-label='{words}'></canvas>"
        "<output>Drag the surface, or use the arrow keys, to turn it; point at it to read its numbers.</output>"
        f"<script type='application/json'>{text}</script></figure>"
    )


def script() -> str:
    """What turns the surfaces of a page."""
    return f"<script>{files('overthink.report').joinpath('surface.js').read_text(encoding='utf-8')}</script>"


def _number(value: float | None) -> float | None:
    return None if value is None else round(float(value), 2)
