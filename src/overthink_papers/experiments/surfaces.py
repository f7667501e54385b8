"""Figures over two factors: maps of a number, of a ratio around 1, and of the best rule."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from overthink.core.estimate import Sample
from overthink.report.charts import (
    WIDTH_INCHES,
    Row,
    add_legend,
    colours,
    in_words,
    new_figure,
    panels_of,
    ticks_that_fit,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LIGHT_SHARE = 0.5  # below this share of the highest number the palette is light, and numbers are black
LARGEST_RATIO = 4.0  # ratios beyond this, or below its inverse, share one colour


def values_of(rows: Sequence[Row], column: str) -> list[float]:
    """The different values of a column, in order."""
    return sorted({row[column] for row in rows})


def table(rows: Sequence[Row], x: str, y: str, across: list[float], down: list[float]) -> Sample:
    """The means as float64[y, x]; NaN where there is none."""
    cells = np.full((len(down), len(across)), np.nan)
    for row in rows:
        cells[down.index(row[y]), across.index(row[x])] = row["mean"]
    return cells


def number_map(rows: Sequence[Row], x: str, y: str, labels: Mapping[str, str], most: float) -> Figure:
    """Draw the means over x and y as a coloured table, on a logarithmic scale. `labels` has the labels of "x" and "y",
    and the title "z". A mean greater than `most` is only known to lie above it."""
    from matplotlib.colors import LogNorm

    across, down = values_of(rows, x), values_of(rows, y)
    cells = table(rows, x, y, across, down)
    figure = new_figure(WIDTH_INCHES, 0.33 * len(down) + 1.2)
    axis = figure.subplots()
    axis.imshow(cells, cmap="Reds", norm=LogNorm(1.0, 2.0 * most), aspect="auto", origin="lower")
    _ticks(axis, across, down)
    axis.set(xlabel=labels["x"], ylabel=labels["y"])
    axis.set_title(labels["z"], fontsize=10)
    for (i, j), value in np.ndenumerate(cells):
        text = f"> {most:g}" if value > most else f"{value:.0f}"
        axis.text(j, i, text, ha="center", va="center", color="#000000" if value < LIGHT_SHARE * most else "#ffffff")
    return figure


def _ticks(
    axis: Axes, across: Sequence[float], down: Sequence[float], width: float = WIDTH_INCHES, lines: int = 20
) -> None:
    """Name the columns and rows of a map, as many as fit."""
    shown = ticks_that_fit(across, range(len(across)), width)
    axis.set_xticks(shown, [f"{across[place]:,g}" for place in shown])
    shown = list(range(0, len(down), -(-len(down) // lines)))
    axis.set_yticks(shown, [f"{down[place]:g}" for place in shown])


def maps(rows: Sequence[Row], x: str, y: str, panel: str, labels: Mapping[str, str], panel_title: str = "") -> Figure:
    """Draw a map of a ratio over x and y for each value of `panel`: red above 1, blue below, and a line at 1. `labels`
    has the labels of the axes, "x", "y" and "z", and what it means to lie above 1 and below it, "more" and "less"."""
    from matplotlib.colors import LogNorm

    panels, across, down = values_of(rows, panel), values_of(rows, x), values_of(rows, y)
    figure, axes = panels_of(len(panels), 3, 2.3, labels, True)
    tables = [table([row for row in rows if row[panel] == value], x, y, across, down) for value in panels]
    for axis, value, cells in zip(axes, panels, tables):
        shown = np.clip(cells, 1.0 / LARGEST_RATIO, LARGEST_RATIO)
        axis.set_facecolor("#bbbbbb")
        middles = range(len(across)), range(len(down))
        scale = LogNorm(1.0 / LARGEST_RATIO, LARGEST_RATIO)
        image = axis.pcolormesh(*middles, shown, cmap="RdBu_r", norm=scale, shading="nearest")
        if np.nanmin(shown) < 1.0 < np.nanmax(shown):
            whole = np.where(np.isnan(shown), LARGEST_RATIO, shown)
            axis.contour(*middles, np.log(whole), levels=[0.0], colors="#000000", linewidths=1.3)
        _ticks(axis, across, down, 1.6, 9)
        title = value if isinstance(value, str) else f"{value:g}"
        axis.set_title(textwrap.fill(f"{panel_title}{title}", 20), fontsize=10)
    for word, sides in (("more", [cells > 1.0 for cells in tables]), ("less", [cells < 1.0 for cells in tables])):
        best = int(np.argmax([side.sum() for side in sides]))
        if sides[best].any():
            i, j = (np.median(places) for places in np.nonzero(sides[best]))
            axes[best].text(j, i, labels.get(word, ""), ha="center", va="center", fontweight="bold")
    bar = figure.colorbar(image, ax=list(axes), extend="both", ticks=[0.25, 0.5, 1, 2, 4], format="%g")
    bar.ax.minorticks_off()
    bar.set_label(labels["z"])
    return figure


SEVERAL = "#dddddd"  # if rules tie for the best
DARK_TEXT = (SEVERAL, "#E69F00", "#56B4E9")  # colours that need black text
EVEN_RATIO = 1.0  # above this ratio, looking ahead makes decisions worse


def winners(rows: Sequence[Row], x: str, y: str, panel: str, rule: str, labels: Mapping[str, str]) -> Figure:
    """Draw a square for each setting: the colour, initial and mean of the rule with the lowest mean; below, the
    mean of the first rule. A frame marks settings in which the first rule is above 1."""
    from matplotlib.patches import Rectangle

    rules = list(dict.fromkeys(row[rule] for row in rows))
    panels = list(dict.fromkeys(row[panel] for row in rows))
    across, down = values_of(rows, x), values_of(rows, y)
    figure, axes = panels_of(len(panels), 3, 2.4, labels, True)
    inks = colours(rules)
    for axis, value in zip(axes, panels):
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
            if means[rules[0]] > EVEN_RATIO:
                axis.add_patch(Rectangle((j - 0.46, i - 0.46), 0.92, 0.92, fill=False, edgecolor=ink, lw=1.3))
            letter = best[0][0].upper() if len(best) == 1 else ""
            texts = {"bottom": f"{letter} {_short(least)}", "top": _short(means[rules[0]])}
            for side, text in texts.items():
                axis.text(j, i, text.strip(), ha="center", va=side, color=ink, fontsize=9, linespacing=0.9)
        axis.set_xlim(-0.5, len(across) - 0.5)
        axis.set_ylim(-0.5, len(down) - 0.5)
        _ticks(axis, across, down)
        axis.set_title(str(value), fontsize=10)
    for name, ink in {**{in_words(name): inks[name] for name in rules}, "tie": SEVERAL}.items():
        axes[0].add_patch(Rectangle((0, 0), 0, 0, color=ink, label=name))
    add_legend(figure, axes)
    return figure


def _short(number: float) -> str:
    """Two decimals without a leading zero; none from 10 on."""
    return f"{number:.0f}" if number >= 9.995 else f"{number:.2f}".removeprefix("0")
