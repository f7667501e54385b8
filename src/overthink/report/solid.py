"""A surface that a reader can rotate, in a self-contained page: data, a canvas and a script."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from overthink.report.html import render
from overthink.report.shown import Row
from overthink.report.surfaces import values_of


@dataclass(frozen=True)
class Solid:
    """The columns of a study's rows for x and y, the labels of "x", "y" and "z", the height above which a mean is only
    known to be greater, and what the rows that are shown have in other columns."""

    x: str
    y: str
    labels: Mapping[str, str]
    most: float
    where: Mapping[str, object] = field(default_factory=dict)


def solid_html(rows: Sequence[Row], solid: Solid) -> Markup:
    """The figure. `surface.js` at the end of the page draws it."""
    rows = [row for row in rows if all(row[column] == value for column, value in solid.where.items())]
    across, down = values_of(rows, solid.x), values_of(rows, solid.y)
    cells = {(row[solid.y], row[solid.x]): row for row in rows}
    heights = {
        name: [[_number(cells.get((y, x), {}).get(column)) for x in across] for y in down]
        for name, column in (("z", "mean"), ("low", "low"), ("high", "high"))
    }
    data = {"x": across, "y": down, **heights, "labels": dict(solid.labels), "most": solid.most}
    # A script element is not escaped, so "</" must not occur.
    text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    return render("report/solid.html.jinja", labels=solid.labels, data=Markup(text))


def _number(value: float | None) -> float | None:
    return None if value is None else round(float(value), 2)
