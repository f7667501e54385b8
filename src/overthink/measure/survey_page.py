"""A survey as one HTML file that opens from disk and needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from overthink.measure.pathology import Comparison
from overthink.report.charts import bars, curves
from overthink.report.pages import svg, write_html
from overthink.rules.rule import Rule

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Results(Protocol):
    """The parts of a survey that the page shows."""

    @property
    def positions(self) -> int: ...
    @property
    def rule(self) -> Rule: ...
    @property
    def depths(self) -> tuple[int, ...]: ...
    @property
    def mean_errors(self) -> dict[int, float]: ...
    def compare(self, deep: int | None = None, shallow: int | None = None) -> Comparison: ...


def write_page(survey: Results, title: str, path: Path, pair: tuple[int, int], worst: Sequence[object]) -> Path:
    """Write the page and return its path."""
    deep, shallow = pair
    return write_html(
        path,
        "measure/survey_page.html.jinja",
        title=title,
        survey=survey,
        deep=deep,
        shallow=shallow,
        comparison=survey.compare(deep, shallow),
        errors=svg(error_curve(survey), "errors"),
        shares=svg(share_bars(survey, shallow), "shares") if max(survey.depths) > shallow else None,
        worst=worst,
        heads=["Position", "Right", *(f"Depth {depth}" for depth in survey.depths), "Loss"],
    )


def error_curve(survey: Results) -> Figure:
    """The mean decision error at each depth. All positions count, so there is no interval."""
    rows = [
        {"depth": depth, "rule": survey.rule.name, "mean": mean, "low": mean, "high": mean}
        for depth, mean in survey.mean_errors.items()
    ]
    return curves(rows, "depth", "rule", None, {"x": "search depth", "y": "mean decision error"})


def share_bars(survey: Results, shallow: int) -> Figure:
    """Each deeper search compared with the shallow one."""
    rows = []
    for depth in (depth for depth in survey.depths if depth > shallow):
        comparison = survey.compare(depth, shallow)
        shares = {"better": comparison.better, "worse": comparison.worse, "equal": comparison.equal}
        rows += [{"pair": f"depth {depth}", "outcome": name, "mean": share} for name, share in shares.items()]
    return bars(rows, "pair", "outcome", "share of positions")
