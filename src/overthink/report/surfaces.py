"""Figures over two factors, for print: a surface with its numbers, and maps of a ratio around 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from overthink.core.estimate import Sample
from overthink.report.figure import new_figure
from overthink.report.shown import Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LIGHT = 0.6  # above this share of the highest number the palette is light, and numbers are black
FOLD = 4.0  # ratios beyond this, or below its inverse, share one colour


def values_of(rows: Sequence[Row], column: str) -> list[float]:
    """The different values of a column, in order."""
    return sorted({row[column] for row in rows})


def table(rows: Sequence[Row], x: str, y: str, across: list[float], down: list[float]) -> Sample:
    """The means as float64[y, x]; NaN where there is none."""
    cells = np.full((len(down), len(across)), np.nan)
    for row in rows:
        cells[down.index(row[y]), across.index(row[x])] = row["mean"]
    return cells


def surface(rows: Sequence[Row], x: str, y: str, labels: Mapping[str, str], most: float) -> Figure:
    """Draw the means over x and y as a surface and as a coloured table. `labels` has the labels of "x", "y" and "z". A
    mean greater than `most` is only known to lie above it."""
    figure, colours = new_figure(10.0, 4.4), "viridis"
    across, down = values_of(rows, x), values_of(rows, y)
    cells = table(rows, x, y, across, down)
    solid = figure.add_subplot(1, 2, 1, projection="3d")
    solid.plot_surface(*np.meshgrid(across, down), cells, cmap=colours, edgecolor="#333333", linewidth=0.3)
    solid.set(xlabel=labels["x"], ylabel=labels["y"], zlabel=labels["z"])
    solid.view_init(elev=24, azim=-60)
    solid.invert_xaxis()
    flat = figure.add_subplot(1, 2, 2)
    flat.imshow(cells, cmap=colours, aspect="auto", origin="lower")
    flat.set_xticks(range(len(across)), [f"{value:g}" for value in across])
    flat.set_yticks(range(len(down)), [f"{value:g}" for value in down])
    flat.set(xlabel=labels["x"], ylabel=labels["y"])
    flat.set_title(labels["z"], fontsize=10)
    highest = np.nanmax(cells)
    for (i, j), value in np.ndenumerate(cells):
        text = f"> {most:g}" if value > most else f"{value:.0f}"
        colour = "#000000" if value > LIGHT * highest else "#ffffff"
        flat.text(j, i, text, ha="center", va="center", fontsize=6.5, color=colour)
    return figure


def maps(
    rows: Sequence[Row], x: str, y: str, panel: str, labels: Mapping[str, str], panel_title: str = "", columns: int = 3
) -> Figure:
    """Draw a map of a ratio over x and y for each value of `panel`: red above 1, blue below, and a line at 1."""
    from matplotlib.colors import LogNorm

    panels, across, down = values_of(rows, panel), values_of(rows, x), values_of(rows, y)
    lines = -(-len(panels) // columns)
    figure = new_figure(3.2 * columns, 2.9 * lines)
    axes = figure.subplots(lines, columns, squeeze=False, sharex=True, sharey=True)
    for axis, value in zip(axes.flat, panels):
        cells = table([row for row in rows if row[panel] == value], x, y, across, down)
        shown = np.clip(cells, 1.0 / FOLD, FOLD)
        axis.set_facecolor("#bbbbbb")
        image = axis.pcolormesh(
            across, range(len(down)), shown, cmap="RdBu_r", norm=LogNorm(1.0 / FOLD, FOLD), shading="nearest"
        )
        if np.nanmin(shown) < 1.0 < np.nanmax(shown):
            whole = np.where(np.isnan(shown), FOLD, shown)
            axis.contour(across, range(len(down)), np.log(whole), levels=[0.0], colors="#000000", linewidths=1.3)
        axis.set_yticks(range(len(down)), [f"{tick:g}" for tick in down], fontsize=7)
        axis.set_title(f"{panel_title}{value:g}", fontsize=10)
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    for axis in axes[:, 0]:
        axis.set_ylabel(labels["y"])
    for axis in axes.flat[max(0, len(panels) - columns) : len(panels)]:
        axis.set_xlabel(labels["x"])
        axis.tick_params(labelbottom=True)
    bar = figure.colorbar(image, ax=axes, extend="both", ticks=[0.25, 0.5, 1, 2, 4], format="%g")
    bar.ax.minorticks_off()
    bar.set_label(labels["z"])
    return figure
