"""Figures fit for a paper: curves with intervals, one panel for each value of a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from overthink.report.figure import new_figure
from overthink.report.shown import Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's palette (2008), told apart by colour-blind readers; markers and dashes tell lines apart in print.
STYLES = [
    ("#000000", "o", "-"),
    ("#0072B2", "s", "-"),
    ("#D55E00", "^", "-"),
    ("#009E73", "D", "-"),
    ("#CC79A7", "v", "-"),
    ("#E69F00", "P", "--"),
    ("#56B4E9", "X", "--"),
    ("#999999", "*", "--"),
    ("#7F3C8D", "<", ":"),
    ("#A0522D", ">", ":"),
    ("#0072B2", "h", ":"),
    ("#D55E00", "d", "--"),
]
# A rule looks the same in every figure; what has no place of its own takes one that is free.
PLACES = {
    "minimax": 0,
    "althofer": 1,
    "emm": 2,
    "product": 3,
    "vote": 4,
    "bayes": 5,
    "emm-value": 6,
    "emm-no-flip": 7,
    "emm-slides": 8,
    "emm-true-types": 9,
}


LABELS = {
    "emm": "EMM",
    "emm-value": "EMM, value alone",
    "emm-no-flip": "EMM, no flip",
    "emm-slides": "EMM of 2009",
    "emm-true-types": "EMM, true types",
    "product": "product rule",
    "althofer": "Althöfer",
}


def places(names: Sequence[str]) -> dict[str, int]:
    """A style for each line, no two the same while there are enough."""
    taken = {name: PLACES[name] for name in names if name in PLACES}
    for name in names:
        if name not in taken:
            family = PLACES.get(name.split("-")[0], -1)
            free = [place for place in range(len(STYLES)) if place not in taken.values()] or [len(taken) % len(STYLES)]
            taken[name] = family if family in free else free[0]
    return taken


def curves(
    rows: Sequence[Row],
    x: str,
    line: str,
    panel: str | None,
    labels: Mapping[str, str],
    panel_title: str = "",
    level: float | None = None,
    log: bool = False,
    joined: bool = True,
) -> Figure:
    """One line for each value of `line`, with 95% intervals, over `x`; one panel for each value of `panel`.

    `labels` holds the words for the axes ("x", "y") and, where they differ, for lines. `level` draws a thin reference;
    without `joined` only the points are drawn.
    """
    panels = list(dict.fromkeys(row[panel] for row in rows)) if panel else [None]
    lines = list(dict.fromkeys(row[line] for row in rows))
    columns = 2 if len(panels) == 4 else min(len(panels), 3)
    styles = places([str(name) for name in lines])
    height = -(-len(panels) // columns)
    figure = new_figure(max(6.4, 4.2 * columns), 3.6 * height + 0.9)
    axes = figure.subplots(height, columns, squeeze=False, sharey=True)
    for number, value in enumerate(panels):
        axis = axes.flat[number]
        for name in lines:
            points = sorted(
                (row for row in rows if row[line] == name and (panel is None or row[panel] == value)),
                key=lambda row: row[x],
            )
            if not points:
                continue
            colour, marker, dash = STYLES[styles[str(name)]]
            means = [row["mean"] for row in points]
            errors = [
                [max(0.0, row["mean"] - row["low"]) for row in points],
                [max(0.0, row["high"] - row["mean"]) for row in points],
            ]
            axis.errorbar(
                [row[x] for row in points], means, errors, label={**LABELS, **labels}.get(str(name), str(name)),
                color=colour,
                marker=marker, linestyle=dash if joined else "none", markersize=5, linewidth=1.4, capsize=2,
                zorder=20 - styles[str(name)],
            )  # fmt: skip
        if level is not None:
            axis.axhline(level, color="#666666", linewidth=0.8, linestyle=":")
        if log:
            axis.set_yscale("log")
        ticks = sorted({row[x] for row in rows if panel is None or row[panel] == value})
        if len(ticks) <= 12:
            axis.set_xticks(ticks)
        axis.set_xlabel(labels["x"])
        axis.grid(True, linewidth=0.4, color="#dddddd")
        axis.spines[["top", "right"]].set_visible(False)
        if panel:
            shown = f"{value:.3g}" if isinstance(value, float) else str(value)
            axis.set_title(f"{panel_title}{shown}", fontsize=10)
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    for row_of_axes in axes:
        row_of_axes[0].set_ylabel(labels["y"])
    handles, names = axes.flat[0].get_legend_handles_labels()
    figure.legend(
        handles,
        names,
        loc="outside lower center",
        ncols=min(len(names), max(2, int(figure.get_figwidth() / 2.4))),
        frameon=False,
        fontsize=9,
    )
    return figure
