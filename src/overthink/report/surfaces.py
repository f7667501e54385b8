"""Figures over two factors: a surface, for print or to rotate, maps of a ratio around 1, and maps of the best rule."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from overthink.core.estimate import Sample
from overthink.report.charts import Row, colours, new_figure
from overthink.report.pages import render

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
        axis.set_title(f"{panel_title}{value if isinstance(value, str) else f'{value:g}'}", fontsize=10)
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


SEVERAL = "#dddddd"  # if rules tie for the best
DARK_TEXT = (SEVERAL, "#E69F00", "#56B4E9")  # colours that need black text
LEVEL = 1.0  # above this ratio, looking ahead makes decisions worse


def winners(
    rows: Sequence[Row], x: str, y: str, panel: str, rule: str, labels: Mapping[str, str], columns: int = 3
) -> Figure:
    """Draw a square for each setting: the colour, initial and mean of the rule with the lowest mean; below, in small,
    the mean of the first rule. A frame marks settings in which the first rule is above 1."""
    from matplotlib.patches import Patch, Rectangle

    rules = list(dict.fromkeys(row[rule] for row in rows))
    panels = list(dict.fromkeys(row[panel] for row in rows))
    across, down = values_of(rows, x), values_of(rows, y)
    lines = -(-len(panels) // columns)
    figure = new_figure(3.3 * columns, 2.7 * lines + 0.6)
    axes = figure.subplots(lines, columns, squeeze=False, sharex=True, sharey=True)
    inks = colours(rules)
    for axis, value in zip(axes.flat, panels):
        for i, j in np.ndindex(len(down), len(across)):
            means = {
                row[rule]: row["mean"] for row in rows if (row[panel], row[x], row[y]) == (value, across[j], down[i])
            }
            if not means:
                continue
            least = min(means.values())
            best = [name for name in rules if means[name] == least]
            colour = inks[best[0]] if len(best) == 1 else SEVERAL
            ink = "black" if colour in DARK_TEXT else "white"
            axis.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
            if means[rules[0]] > LEVEL:
                axis.add_patch(Rectangle((j - 0.44, i - 0.42), 0.88, 0.84, fill=False, edgecolor=ink, lw=1.3))
            letter = best[0][0].upper() if len(best) == 1 else ""
            axis.text(j, i, f"{letter} {least:.2f}", ha="center", va="bottom", color=ink, fontsize=8)
            axis.text(j, i - 0.06, f"{means[rules[0]]:.2f}", ha="center", va="top", color=ink, fontsize=6)
        axis.set_xlim(-0.5, len(across) - 0.5)
        axis.set_ylim(-0.5, len(down) - 0.5)
        axis.set_xticks(range(len(across)), [f"{tick:g}" for tick in across])
        axis.set_yticks(range(len(down)), [f"{tick:g}" for tick in down])
        axis.set_title(str(value), fontsize=10)
    for axis in axes[:, 0]:
        axis.set_ylabel(labels["y"])
    for axis in axes[-1]:
        axis.set_xlabel(labels["x"])
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    handles = [Patch(color=inks[name], label=labels.get(name, name)) for name in rules]
    handles.append(Patch(color=SEVERAL, label="tie"))
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False, fontsize=9)
    return figure


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
