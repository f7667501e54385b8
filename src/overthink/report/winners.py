"""A map of the best rule over two factors, with a panel for each value of a third."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from overthink.report.curves import colours
from overthink.report.figure import new_figure
from overthink.report.shown import Row
from overthink.report.surfaces import values_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SEVERAL = "#dddddd"  # if rules tie for the best
LIGHT = (SEVERAL, "#E69F00", "#56B4E9")  # colours that need black text
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
            ink = "black" if colour in LIGHT else "white"
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
