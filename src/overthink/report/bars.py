"""Stacked bars of shares, one bar for each value of a column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from overthink.report.curves import STYLES
from overthink.report.figure import new_figure
from overthink.report.shown import Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def bars(rows: Sequence[Row], bar: str, part: str, label: str) -> Figure:
    """Draw one bar for each value of `bar`, with its parts and their shares."""
    names = list(dict.fromkeys(row[bar] for row in rows))
    parts = list(dict.fromkeys(row[part] for row in rows))
    figure = new_figure(7.5, 0.62 * len(names) + 1.5)
    axis = figure.subplots()
    left = dict.fromkeys(names, 0.0)
    for number, kind in enumerate(parts):
        colour = STYLES[(1, 2, 7)[number % 3]][0]
        shares = {row[bar]: row["mean"] for row in rows if row[part] == kind}
        axis.barh(names, [shares[n] for n in names], left=[left[n] for n in names], color=colour, label=str(kind))
        for name in names:
            middle = left[name] + shares[name] / 2
            axis.text(middle, name, f"{100 * shares[name]:.1f}%", ha="center", va="center", color="white", fontsize=9)
            left[name] += shares[name]
    axis.set_xlim(0, 1)
    axis.set_xlabel(label)
    axis.invert_yaxis()
    axis.spines[["top", "right", "left"]].set_visible(False)
    figure.legend(loc="outside lower center", ncols=len(parts), frameon=False, fontsize=9)
    return figure
