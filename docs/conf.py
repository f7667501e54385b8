"""How Sphinx makes the documentation site. `docs/make_site.py` hands it the pages."""

from typing import Any

import overthink

project = "Overthink"
author = "The Overthink authors"
copyright = author
version = release = overthink.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 88
default_role = "py:obj"  # a name in backticks leads to its entry, if it has one
myst_heading_anchors = 4
highlight_language = "none"
pygments_style = "friendly"
pygments_dark_style = "github-dark"

html_theme = "furo"
html_title = f"Overthink {version}"
html_copy_source = False
html_show_sphinx = False
html_static_path: list[str] = []
html_theme_options = {"navigation_with_keys": True}


def begin_below(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Napoleon takes what stands before a colon in the first line of an attribute for its type."""
    if what in ("attribute", "property", "data"):
        lines.insert(0, "")


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", begin_below, priority=1)
