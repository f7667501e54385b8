"""Pages that open from disk and need nothing else: how templates are filled and written.

A template lies beside the code that fills it, and is named from the package down: "report/gallery.html.jinja".
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from overthink.core.errors import OverthinkError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("overthink", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["first_upper"] = lambda text: text[:1].upper() + text[1:]
    return environment


def render(template: str, **values: object) -> Markup:
    """A template filled with these values, every text among them escaped."""
    return Markup(_templates().get_template(template).render(values))


def write_html(path: Path, template: str, **values: object) -> Path:
    """Write a page, and return where it is."""
    try:
        path.write_text(render(template, **values) + "\n", encoding="utf-8")
    except OSError as exc:
        raise OverthinkError(f"{path} cannot be written ({exc.strerror}).") from None
    return path


def svg(figure: Figure, name: str) -> Markup:
    """The figure as inline SVG, salted so that figures on one page do not borrow each other's marks."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return Markup(text[text.index("<svg") :])
