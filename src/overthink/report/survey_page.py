"""A survey as one HTML file that opens from disk and needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from overthink.report.bars import bars
from overthink.report.curves import curves
from overthink.report.html import figure_html, write_html


def write_page(survey: Any, title: str, path: Path, pair: tuple[int, int], worst: Sequence[Any]) -> Path:
    """Writes the page and returns where it is."""
    deep, shallow = pair
    found = survey.compare(deep, shallow)
    facts = f"{survey.positions:,} positions to decide in · rule {survey.rule.name}"
    factors = f"branching factor {survey.branching:.2f} · clustering factor {survey.clustering:.2f}"
    body = [
        f"<h1>{escape(title)}</h1><p class='dim'>Where looking further ahead helps, and where it hurts: "
        f"{escape(facts)} · {factors}</p>",
        f"<p>{escape(survey.verdict(deep, shallow))} {_degree(found, deep, shallow)}</p>",
        "<h2>Decision error by depth</h2>",
        figure_html(error_curve(survey), "errors", "The probability of a wrong choice, mean over all positions."),
        f"<h2>Position by position, against depth {shallow}</h2>",
        figure_html(
            share_bars(survey, shallow),
            "shares",
            "Shares of positions in which the deeper search decides better, worse, or as well as the shallower.",
        )
        if max(survey.depths) > shallow
        else "",
        f"<p>{_by_position(found, deep, shallow)}</p>",
        f"<h2>Where depth {deep} loses most against depth {shallow}</h2>",
        table(worst) if worst else f"<p>Depth {deep} decides no position worse than depth {shallow}.</p>",
    ]
    return write_html(path, title, body)


def _degree(found: Any, deep: int, shallow: int) -> str:
    if math.isnan(found.ratio_of_means):
        return f"Depth {shallow} never errs, so that a degree of pathology p({deep}, {shallow}) has no value."
    return (
        f"The degree of pathology p({deep}, {shallow}), the mean decision error of the deeper search over that of the "
        f"shallower, is {found.ratio_of_means:.3f}; above 1, depth makes decisions worse on average."
    )


def _by_position(found: Any, deep: int, shallow: int) -> str:
    if math.isnan(found.mean_of_ratios):
        return ""
    return (
        f"The mean of p(x, {deep}, {shallow}) over single positions is {found.mean_of_ratios:.3f}. It leaves out the "
        f"positions that depth {shallow} is sure to decide rightly, where the ratio has no value: {found.both_right:,} "
        f"that depth {deep} is sure of too, and {found.only_deep_errs:,} that it is not."
    )


def error_curve(survey: Any) -> Any:
    """The mean decision error at each depth; nothing is sampled, so there is no interval."""
    rows = [
        {"depth": depth, "rule": survey.rule.name, "mean": mean, "low": mean, "high": mean}
        for depth, mean in survey.mean_errors.items()
    ]
    return curves(rows, "depth", "rule", None, {"x": "search depth", "y": "mean decision error"})


def share_bars(survey: Any, shallow: int) -> Any:
    """Each deeper search against the shallow one."""
    rows = []
    for depth in (depth for depth in survey.depths if depth > shallow):
        found = survey.compare(depth, shallow)
        shares = {"better": found.better, "worse": found.worse, "equal": found.equal}
        rows += [{"pair": f"depth {depth}", "outcome": name, "mean": share} for name, share in shares.items()]
    return bars(rows, "pair", "outcome", "share of positions")


def table(worst: Sequence[Any]) -> str:
    depths = list(worst[0].chosen)
    head = "".join(f"<th>{name}</th>" for name in ("Position", "Right", *(f"Depth {d}" for d in depths)))
    lines = "".join(
        f"<tr><td><pre>{escape(one.position)}</pre></td>"
        + "".join(f"<td>{escape(', '.join(map(str, moves)))}</td>" for moves in (one.right, *one.chosen.values()))
        + f"<td class='number'>{one.loss:.2f}</td></tr>"
        for one in worst
    )
    return f"<div class='wide'><table><tr>{head}<th class='number'>Loss</th></tr>{lines}</table></div>"
