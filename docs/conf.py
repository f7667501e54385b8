"""How Sphinx makes the documentation site. `docs/make_site.py` hands it the pages."""

import overthink

project = "Overthink"
author = "The Overthink authors"
copyright = author
version = release = overthink.__version__

extensions = ["myst_parser"]
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
