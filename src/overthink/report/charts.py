"""Figures for print that need no display: curves with intervals, bars of shares, dots; and their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from overthink.core.errors import need
from overthink.rules import RULES, colour_of
from overthink.rules.rule import PALETTE

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def can_draw() -> bool:
    """Whether the package that draws is installed. It is an extra, because it weighs a quarter of all the rest."""
    return find_spec("matplotlib") is not None


def check_drawing() -> None:
    """Refuse to go on where nothing can be drawn."""
    need("A figure or a report needs", "matplotlib")


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, its size in inches."""
    check_drawing()
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def write_svg(figure: Figure, target: Path | TextIO) -> None:
    """Write the figure as SVG. `savefig` would draw it twice."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    FigureCanvasSVG(figure).print_svg(target, metadata={"Date": None})  # type: ignore[no-untyped-call]
    figure.set_layout_engine("none")  # all is in its place now, also for the next file


def write_png(figure: Figure, path: Path) -> None:
    """Write the figure as PNG, 150 points to the inch."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure.set_dpi(150)
    FigureCanvasAgg(figure).print_png(path)  # type: ignore[no-untyped-call]


Row: TypeAlias = Mapping[str, Any]  # factors by name, and "mean", "low", "high", "n"


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
