"""Fill templates and write self-contained HTML pages.

A template lies beside the code that fills it. Its name starts in the package: "doctor/page.html.jinja".
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from overthink.core.errors import parse_file_name, write_file
from overthink.report.charts import write_svg

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
    environment.filters["first_upper"] = first_upper
    return environment


def first_upper(text: str) -> str:
    """A sentence begins with a capital letter."""
    return text[:1].upper() + text[1:]


def write_html(path: Path, template: str, **values: object) -> Path:
    """Write a page, a template filled with these values, and return its path. All text is escaped."""
    page = _templates().get_template(template).render(values)
    return write_file(parse_file_name("A report", path, ".html", ".htm", ""), page + "\n")


def svg(figure: Figure, name: str) -> Markup:
    """The figure as inline SVG. The salt keeps its ids different from those of other figures on the page."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        write_svg(figure, buffer)
    text = buffer.getvalue()
    return Markup(text[text.index("<svg") :])
