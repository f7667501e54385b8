"""Dots with intervals over things that have no order, such as games: one row for each, one panel for each value of a
column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from overthink.report.curves import STYLES, colours, places
from overthink.report.figure import new_figure
from overthink.report.shown import Row
from overthink.rules import RULES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROOM = 0.22  # between two dots of one thing, where things are 1 apart


def dots(
    rows: Sequence[Row],
    thing: str,
    line: str,
    labels: Mapping[str, str],
    panel: str | None = None,
    level: float | None = None,
) -> Figure:
    """Draw one dot for each value of `line` beside each value of `thing`, with its 95% interval, in one panel for each
    value of `panel`. `labels` has the label of the axis ("x"), and titles of panels that need one. `level` draws a
    reference line."""
    things, lines = (list(dict.fromkeys(str(row[name]) for row in rows)) for name in (thing, line))
    panels = list(dict.fromkeys(str(row[panel]) for row in rows)) if panel else [""]
    styles, inks = places(lines), colours(lines)
    figure = new_figure(max(7.5, 4.6 * len(panels)), 0.6 * len(things) + 1.4)
    axes = figure.subplots(1, len(panels), squeeze=False, sharex=True, sharey=True)[0]
    for axis, title in zip(axes, panels):
        for number, name in enumerate(lines):
            points = [row for row in rows if str(row[line]) == name and (not panel or str(row[panel]) == title)]
            axis.errorbar(
                [row["mean"] for row in points],
                [things.index(str(row[thing])) + ROOM * (number - (len(lines) - 1) / 2) for row in points],
                xerr=[[row["mean"] - row["low"] for row in points], [row["high"] - row["mean"] for row in points]],
                label=RULES[name].label if name in RULES else name,
                color=inks[name], marker=STYLES[styles[name]][1], linestyle="none", markersize=7, linewidth=1.8,
                capsize=3,
            )  # fmt: skip
        if level is not None:
            axis.axvline(level, color="#666666", linewidth=1.0, linestyle=":")
        axis.set_title(labels.get(title, title), fontsize=12)
        axis.set_xlabel(labels["x"], fontsize=11)
        axis.set_yticks(range(len(things)), things, fontsize=11)
        axis.tick_params(axis="y", length=0)
        axis.grid(True, axis="x", linewidth=0.4, color="#dddddd")
        axis.spines[["top", "right", "left"]].set_visible(False)
    axes[0].invert_yaxis()
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False, fontsize=11)
    return figure
