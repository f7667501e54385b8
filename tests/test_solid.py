"""Surfaces that a reader can turn: the page holds the numbers, and nothing in them can end its script."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from overthink.report.surfaces import Solid, solid_html
from overthink.studies.gallery import Page, write_gallery
from overthink_papers.nau.trees.surface import TOP_DOWN

ROWS = [
    {"s": s, "b": b, "mean": 10.0 * b + s, "low": 1.0, "high": 99.0, "n": 30}
    for b in (3, 2)
    for s in (0.5, 0.0)
    if (b, s) != (2, 0.5)
]
SOLID = Solid("s", "b", {"x": "s", "y": "b", "z": "</script>"}, 60)


def data_of(html: str) -> dict[str, object]:
    start = html.index("application/json'>") + len("application/json'>")
    found: dict[str, object] = json.loads(html[start : html.index("</script>", start)])
    return found


def test_heights_stand_where_their_factors_say_and_holes_stay_holes() -> None:
    data = data_of(solid_html(ROWS, SOLID))
    assert data["x"] == [0.0, 0.5]
    assert data["y"] == [2, 3]
    assert data["z"] == [[20.0, None], [30.0, 30.5]]
    assert data["labels"] == SOLID.labels


def test_a_page_with_a_surface_has_the_script_once_and_others_have_none(tmp_path: Path) -> None:
    figure = TOP_DOWN.figure.draw(None, [{**row, **TOP_DOWN.figure.solid.where} for row in ROWS])  # type: ignore[arg-type]
    flat, turned = (
        Page(replace(TOP_DOWN.figure, solid=solid), figure, ROWS, [], "overthink reproduce nau/a")
        for solid in (None, SOLID)
    )
    assert "figure.solid" not in write_gallery([flat], tmp_path / "a.html").read_text().split("</style>")[1]
    text = write_gallery([flat, turned, turned], tmp_path / "b.html").read_text()
    assert text.count("querySelectorAll") == 1
    assert text.count("class='solid'") == 2
