"""A figure that needs no display."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from overthink.core.errors import OverthinkError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def can_draw() -> bool:
    """Whether the package that draws is installed. It is an extra, because it weighs a quarter of all the rest."""
    return find_spec("matplotlib") is not None


def check_drawing() -> None:
    """Refuse to go on where nothing can be drawn."""
    if not can_draw():
        raise OverthinkError('Figures and reports need matplotlib: pip install "overthink[figures]".')


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
