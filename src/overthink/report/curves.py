"""Curves with intervals, for print: one panel for each value of a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from overthink.report.figure import new_figure
from overthink.report.shown import Row
from overthink.rules import RULES, colour_of
from overthink.rules.colours import PALETTE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Colour-blind readers can distinguish the colours; markers and dashes distinguish lines in print.
MARKS = [
    ("ink", "o", "-"),
    ("blue", "s", "-"),
    ("vermilion", "^", "-"),
    ("green", "D", "-"),
    ("pink", "v", "-"),
    ("orange", "P", "--"),
    ("sky", "X", "--"),
    ("grey", "*", "--"),
    ("purple", "<", ":"),
    ("brown", ">", ":"),
    ("olive", "h", ":"),
    ("teal", "d", "--"),
    ("crimson", "p", ":"),
    ("indigo", "H", "--"),
    ("maroon", "8", ":"),
    ("magenta", "o", "--"),
    ("khaki", "^", "--"),
    ("forest", "s", ":"),
]
STYLES = [(PALETTE[colour], marker, dash) for colour, marker, dash in MARKS]
PLACES = {colour: place for place, (colour, _, _) in enumerate(MARKS)}


def places(names: Sequence[str]) -> dict[str, int]:
    """Assign a style to each line, all different if there are enough. A rule looks the same in every figure; other
    lines take a free style, beside rules one that no rule has."""
    taken: dict[str, int] = {}
    of_rules = {PLACES.get(colour_of(rule)) for rule in RULES} if any(name in RULES for name in names) else set()
    order = sorted(range(len(STYLES)), key=lambda place: place in of_rules)
    for name in sorted(names, key=lambda name: name not in RULES or colour_of(name) not in PALETTE):
        family = name if name in RULES else name.split("-")[0]
        wanted = PLACES.get(colour_of(family), -1) if family in RULES else -1
        free = [place for place in order if place not in taken.values()] or [len(taken) % len(STYLES)]
        taken[name] = wanted if wanted in free else free[0]
    return taken


def colours(names: Sequence[str]) -> dict[str, str]:
    """The printed colour of each line."""
    own = {name: colour_of(name) for name in names if name in RULES}
    return {
        name: PALETTE.get(own[name], own[name]) if name in own else STYLES[place][0]
        for name, place in places(names).items()
    }


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
    log_x: bool = False,
) -> Figure:
    """Draw one line for each value of `line`, with 95% intervals, over `x`; one panel for each value of `panel`.

    `labels` has the labels of the axes ("x", "y") and of lines that need one. `level` draws a thin reference line.
    Without `joined` only the points are drawn. `log` and `log_x` make the axes logarithmic.
    """
    panels = list(dict.fromkeys(row[panel] for row in rows)) if panel else [None]
    lines = list(dict.fromkeys(row[line] for row in rows))
    columns = 2 if len(panels) == 4 else min(len(panels), 3)
    styles, inks = places([str(name) for name in lines]), colours([str(name) for name in lines])
    words = {**{name: rule.label for name, rule in RULES.items()}, **labels}
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
            _, marker, dash = STYLES[styles[str(name)]]
            means = [row["mean"] for row in points]
            errors = [
                [max(0.0, row["mean"] - row["low"]) for row in points],
                [max(0.0, row["high"] - row["mean"]) for row in points],
            ]
            axis.errorbar(
                [row[x] for row in points], means, errors, label=words.get(str(name), str(name)),
                color=inks[str(name)],
                marker=marker, linestyle=dash if joined else "none", markersize=5, linewidth=1.4, capsize=2,
                zorder=20 - styles[str(name)],
            )  # fmt: skip
        if level is not None:
            axis.axhline(level, color="#666666", linewidth=0.8, linestyle=":")
        if log:
            axis.set_yscale("log")
        if log_x:
            axis.set_xscale("log")
        ticks = sorted({row[x] for row in rows if panel is None or row[panel] == value})
        if len(ticks) <= 12 and not log_x:
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
