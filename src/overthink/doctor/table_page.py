"""A diagnosis of a table as one HTML file that opens from disk and needs nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from overthink.core.estimate import Estimate
from overthink.doctor.page import KINDS, draw
from overthink.report.html import svg, write_html

if TYPE_CHECKING:
    from overthink.doctor.table_diagnosis import TableDiagnosis


def write_page(diagnosis: TableDiagnosis, title: str, path: Path) -> Path:
    """Write the page and return its path."""
    scores = {value: Estimate.of_mean(scores) for value, scores in diagnosis.table.scores.items()}
    return write_html(
        path,
        "doctor/table_page.html.jinja",
        title=title,
        diagnosis=diagnosis,
        scores=scores,
        figure=svg(draw({"score": scores}, diagnosis.table.knob, "mean score"), "scores"),
        kinds=KINDS,
    )
