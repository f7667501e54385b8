"""The gallery: every study in one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from overthink.report.html import svg, write_html
from overthink.report.shown import Row, ShownClaim
from overthink.report.solid import Solid, solid_html

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARKS = {"holds": "✓ holds", "fails": "✗ fails", "inconclusive": "? inconclusive"}


@dataclass(frozen=True)
class Page:
    """One study in the gallery."""

    name: str
    paper: str
    title: str
    source: str
    caption: str
    figure: Figure
    rows: Sequence[Row]
    claims: Sequence[ShownClaim]
    command: str
    solid: Solid | None = None

    @property
    def id(self) -> str:
        return self.name.replace("/", "-")

    @property
    def svg(self) -> Markup:
        return svg(self.figure, self.id)

    @property
    def turning(self) -> Markup:
        """The surface that a reader can rotate, if there is one."""
        return solid_html(self.rows, self.solid) if self.solid else Markup()

    @property
    def numeric(self) -> list[int]:
        """The columns of numbers."""
        return [place for place, value in enumerate(self.rows[0].values()) if isinstance(value, int | float)]


def write_gallery(pages: Sequence[Page], path: Path) -> Path:
    """Write the page and return its path."""
    counts = {mark: sum(claim.verdict == mark for page in pages for claim in page.claims) for mark in MARKS}
    return write_html(path, "report/gallery.html.jinja", title="results", pages=pages, counts=counts, marks=MARKS)
