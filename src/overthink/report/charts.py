"""Figures for print that need no display: curves with intervals, bars of shares, dots; and their files."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

import numpy as np

from overthink.core.errors import check_known, need
from overthink.rules import RULES, colour_of
from overthink.rules.rule import PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
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


def write_picture(figure: Figure, path: Path) -> None:
    """Write the figure as what the file's name ends in."""
    if path.suffix.lower() == ".pdf":
        from matplotlib.backends.backend_pdf import FigureCanvasPdf

        FigureCanvasPdf(figure).print_pdf(path, metadata={"CreationDate": None})  # type: ignore[no-untyped-call]
    elif path.suffix.lower() == ".svg":
        write_svg(figure, path)
    else:
        write_png(figure, path)


Row: TypeAlias = Mapping[str, Any]  # factors by name, and "mean", "low", "high", "n"


# Colour-blind readers can distinguish the colours; markers and dashes distinguish lines on paper.
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
    ("cyan", "D", "--"),
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
        wanted = PLACES.get(colour_of(name), -1) if name in RULES else -1
        free = [place for place in order if place not in taken.values()] or [len(taken) % len(STYLES)]
        taken[name] = wanted if wanted in free else free[0]
    return taken


def rule_of(name: str) -> str:
    """The rule that a line shows, as "emm" for "emm-simulated" and "EMM, simulated"; the line itself if none."""
    said = {rule: rf"({re.escape(rule)}|{re.escape(RULES[rule].label)})($|[,-]| \w)" for rule in RULES}
    return max((rule for rule in RULES if re.match(said[rule], name)), key=len, default=name)


def in_words(name: str) -> str:
    """A line as readers know it: "EMM, e = 0.1" for "emm, e = 0.1"."""
    rule = rule_of(name)
    known = rule not in RULES or name.startswith(RULES[rule].label) or not re.match(rf"{rule}($|,| )", name)
    return name if known else RULES[rule].label + name[len(rule) :]


def looks(names: Sequence[str]) -> dict[str, tuple[str, str, str]]:
    """The colour, marker and dash of each line. Lines of one rule have its colour, as everywhere."""
    found = places(list(dict.fromkeys(map(rule_of, names))))
    styles: dict[str, tuple[str, str, str]] = {}
    for number, name in enumerate(names):
        rule = rule_of(name)
        colour, marker, dash = STYLES[found[rule]]
        before = [rule_of(other) for other in names[:number]].count(rule)
        if before:
            marker, dash = STYLES[found[rule] - before][1], ("--", ":", "-.")[(before - 1) % 3]
        own = colour_of(rule) if rule in RULES else ""
        styles[name] = own if own.startswith("#") else colour, marker, dash
    return styles


def colours(names: Sequence[str]) -> dict[str, str]:
    return {name: look[0] for name, look in looks(names).items()}


WIDTH_INCHES = 7.6  # inches: a column of the documentation, where text has its size
LETTER_INCHES = 0.075  # its width in inches
LINE_POINTS = 12.5  # its height in points
MOST_NAMES = 10  # at the ends of curves; more are a legend


def spread(wanted: Sequence[float], sizes: Sequence[float]) -> list[float]:
    """Where names from 0 to 1 stand, in order and apart: as near to the wanted places as can be."""
    steps = np.cumsum([0.0, *((one + other) / 2 for one, other in pairwise(sizes))])
    free = np.asarray(wanted) - steps
    every = range(len(sizes))
    even = [max(min(np.mean(free[i:k]) for k in range(j + 1, len(free) + 1)) for i in range(j + 1)) for j in every]
    return list(np.clip(even, sizes[0] / 2, 1.0 - sizes[-1] / 2 - steps[-1]) + steps)


def name_ends(axis: Axes, letters: int = 20) -> bool:
    """Name the curves of a panel beside their right ends, in their colours; False if they do not fit there."""
    drawn: list[Any] = [each[0] if isinstance(each, tuple) else each for each in axis.get_legend_handles_labels()[0]]
    lines = dict(zip(axis.get_legend_handles_labels()[1], drawn))
    place_of = axis.get_subplotspec()
    figure: Any = axis.figure
    rows, columns, *_ = place_of.get_geometry() if place_of else (1, 1)
    height = LINE_POINTS / (figure.get_figheight() * 72 / rows - 4.5 * LINE_POINTS)
    seen = axis.transScale + axis.transLimits
    shown = {name: seen.transform(line.get_xydata())[::-1, 1] for name, line in lines.items()}
    order = sorted(lines, key=lambda name: shown[name] @ 0.15 ** np.arange(len(shown[name])))  # together: as they came
    texts = [textwrap.fill(name, letters) for name in order]
    sizes = [height * (text.count("\n") + 1) for text in texts]
    if len(lines) > MOST_NAMES or sum(sizes) > 1:
        return False
    for name, text, place in zip(order, texts, spread([shown[name][0] for name in order], sizes) if order else ()):
        line = lines[name]
        colour = line.get_color()
        dash = line.get_linestyle() if line.is_dashed() else "-"
        leader = {"arrowstyle": "-", "color": colour, "linestyle": dash, "lw": 0.9, "shrinkA": 1, "shrinkB": 3}
        axis.annotate(
            text, tuple(line.get_xydata()[-1]), (1.04, place), textcoords="axes fraction", color=colour, va="center",
            fontsize=10, linespacing=1.05, annotation_clip=False, arrowprops={**leader, "relpos": (0.0, 0.5)},
        ).set_in_layout(columns < 3 or not place_of or place_of.is_last_col())  # fmt: skip  # elsewhere there is room
    return True


def ticks_that_fit(values: Sequence[float], places: Sequence[float], width: float) -> list[int]:
    """Which values can stand side by side at these places of an axis of this many inches."""
    kept: list[int] = []
    for number, value in enumerate(values):
        room = LETTER_INCHES * (len(f"{value:,.6g}") + 1) * (places[-1] - places[0]) / width
        if not kept or places[number] - places[kept[-1]] >= room:
            kept.append(number)
    return kept


def panels_of(count: int, columns: int, height: float, labels: Mapping[str, str], sharex: bool) -> tuple[Figure, Any]:
    """A figure of this many panels, their height in inches, and the panels; labels of "x" and "y" stand once."""
    lines = -(-count // columns)
    figure = new_figure(WIDTH_INCHES, height * lines + 0.35)
    axes = figure.subplots(lines, columns, squeeze=False, sharex=sharex, sharey=True).flatten()
    for axis in axes[count:]:
        axis.set_visible(False)
    figure.supxlabel(labels["x"], fontsize=10)
    figure.supylabel(textwrap.fill(labels.get("y", ""), int(0.8 * figure.get_figheight() / LETTER_INCHES)), fontsize=10)
    return figure, axes[:count]


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
    """Draw one line for each value of `line`, with 95% intervals, over `x`; one panel for each value of `panel`. Lines
    are named at their ends, or above the figure if they are many.

    `labels` has the labels of the axes ("x", "y") and of lines that need one. `level` draws a thin reference line.
    Without `joined` only the points are drawn. `log` and `log_x` make the axes logarithmic.
    """
    for column in filter(None, (x, line, panel)):
        check_known("column of the rows", column, rows[0])
    panels = list(dict.fromkeys(row[panel] for row in rows)) if panel else [None]
    lines = list(dict.fromkeys(row[line] for row in rows))
    columns = 2 if len(panels) == 4 else min(len(panels), 3)
    styles = looks([str(name) for name in lines])
    height = (3.9, 2.9, 2.35 if len(panels) > 3 else 2.9)[columns - 1]
    figure, axes = panels_of(len(panels), columns, height, labels, False)
    for axis, value in zip(axes, panels):
        for place, name in enumerate(lines):
            points = sorted(
                (row for row in rows if row[line] == name and (panel is None or row[panel] == value)),
                key=lambda row: row[x],
            )
            if not points:
                continue
            colour, marker, dash = styles[str(name)]
            means = [row["mean"] for row in points]
            errors = [
                [max(0.0, row["mean"] - row["low"]) for row in points],
                [max(0.0, row["high"] - row["mean"]) for row in points],
            ]
            axis.errorbar(
                [row[x] for row in points], means, errors, label=labels.get(str(name)) or in_words(str(name)),
                color=colour, marker=marker, linestyle=dash if joined else "none", markersize=4, linewidth=1.4,
                capsize=2, zorder=20 - place,
            )  # fmt: skip
        if level is not None:
            axis.axhline(level, color="#666666", linewidth=0.8, linestyle=":")
        if log:
            axis.set_yscale("log")
        if log_x:
            axis.set_xscale("log")
        ticks = sorted({row[x] for row in rows if panel is None or row[panel] == value})
        even = all(tick >= 1 and tick % 1 == 0 if log_x else tick == round(tick, 3) for tick in ticks)
        if len(ticks) <= 12 and even:
            places = [math.log(tick) for tick in ticks] if log_x else ticks
            fitting = [ticks[place] for place in ticks_that_fit(ticks, places, (5.4, 2.1, 1.35)[columns - 1])]
            axis.set_xticks(fitting, [f"{tick:,.6g}" for tick in fitting])
            axis.tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
        axis.grid(True, linewidth=0.4, color="#dddddd")
        axis.spines[["top", "right"]].set_visible(False)
        if panel:
            shown = f"{value:.3g}" if isinstance(value, float) else str(value)
            axis.set_title(textwrap.fill(f"{panel_title}{shown}", 72 // columns), fontsize=10)
    at_ends = [number for number in range(len(panels)) if columns < 3 or number % 3 == 2 or number == len(panels) - 1]
    named = {row[line] for row in rows if panel is None or panels.index(row[panel]) in at_ends}
    fits = [name_ends(axes[number], (26, 14, 20)[columns - 1]) for number in at_ends]
    if len(named) < len(lines) or not all(fits):
        for text in [text for axis in axes for text in axis.texts]:
            text.remove()
        add_legend(figure, axes)
    return figure


def add_legend(figure: Figure, axes: Sequence[Axes]) -> None:
    """Name the lines of all panels above them."""
    handles = {name: handle for axis in axes for handle, name in zip(*axis.get_legend_handles_labels())}
    columns = min(len(handles), max(1, int(figure.get_figwidth() / (LETTER_INCHES * max(map(len, handles)) + 0.5))))
    figure.set_figheight(figure.get_figheight() + 0.22 * -(-len(handles) // columns))
    figure.legend(
        list(handles.values()), list(handles), loc="outside upper center", ncols=columns, frameon=False, fontsize=10
    )


def bars(rows: Sequence[Row], bar: str, part: str, label: str) -> Figure:
    """Draw one bar for each value of `bar`, with its parts and their shares."""
    names = list(dict.fromkeys(row[bar] for row in rows))
    parts = list(dict.fromkeys(row[part] for row in rows))
    figure = new_figure(WIDTH_INCHES, 0.5 * len(names) + 1.2)
    axis = figure.subplots()
    left = dict.fromkeys(names, 0.0)
    for number, kind in enumerate(parts):
        colour = STYLES[(1, 2, 7)[number % 3]][0]
        shares = {row[bar]: row["mean"] for row in rows if row[part] == kind}
        axis.barh(names, [shares[n] for n in names], left=[left[n] for n in names], color=colour, label=str(kind))
        for name in names:
            middle = left[name] + shares[name] / 2
            axis.text(middle, name, f"{100 * shares[name]:.1f}%", ha="center", va="center", color="white", fontsize=10)
            left[name] += shares[name]
    axis.set_xlim(0, 1)
    axis.set_xlabel(label)
    axis.invert_yaxis()
    axis.spines[["top", "right", "left"]].set_visible(False)
    add_legend(figure, [axis])
    return figure


DOT_GAP = 0.22  # between two dots of one thing, where things are 1 apart


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
    styles = looks(lines)
    figure, axes = panels_of(len(panels), len(panels), (0.11 * len(lines) + 0.2) * len(things) + 0.75, labels, True)
    for axis, title in zip(axes, panels):
        for number, name in enumerate(lines):
            points = [row for row in rows if str(row[line]) == name and (not panel or str(row[panel]) == title)]
            axis.errorbar(
                [row["mean"] for row in points],
                [things.index(str(row[thing])) + DOT_GAP * (number - (len(lines) - 1) / 2) for row in points],
                xerr=[[row["mean"] - row["low"] for row in points], [row["high"] - row["mean"] for row in points]],
                label=in_words(name),
                color=styles[name][0], marker=styles[name][1], linestyle="none", markersize=6, linewidth=1.6, capsize=3,
            )  # fmt: skip
        if level is not None:
            axis.axvline(level, color="#666666", linewidth=1.0, linestyle=":")
        axis.set_title(labels.get(title, title), fontsize=10)
        axis.set_yticks(range(len(things)), things)
        axis.tick_params(axis="y", length=0)
        axis.grid(True, axis="x", linewidth=0.4, color="#dddddd")
        axis.spines[["top", "right", "left"]].set_visible(False)
    axes[0].invert_yaxis()
    if len(lines) > 1:
        add_legend(figure, axes)
    return figure
