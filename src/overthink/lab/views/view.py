"""A view of the lab: its name, the title on its tab, what it answers, and the folder of its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from overthink.core.errors import OverthinkError

PAGE = Path(__file__).parents[1] / "page"


@dataclass(frozen=True)
class View:
    """A view. The browser imports `index.js` from its folder, and takes `<name>.css` if there is one."""

    name: str  # in links
    title: str = ""  # on its tab; a view without a title has no tab
    routes: Sequence[Route | Mount] = ()
    page: Path | None = None  # the folder of its page, if it is not a part of the lab

    @property
    def folder(self) -> Path:
        return self.page or PAGE / "views" / self.name

    @property
    def mounted(self) -> list[Route | Mount]:
        """What it answers, and its page."""
        return [*self.routes, Mount(f"/views/{self.name}", StaticFiles(directory=self.folder))]


def checked(view: View) -> View:
    """A view that a browser can load."""
    if not (view.folder / "index.js").is_file():
        raise OverthinkError(f"The view '{view.name}' needs the file {view.folder / 'index.js'}.")
    return view


def page_with(views: Sequence[View]) -> str:
    """The lab's page, with the tabs and the style sheets of the views."""
    tabs = "".join(
        f'<a href="#/{escape(view.name)}" data-view="{escape(view.name)}">{escape(view.title)}</a>'
        for view in views
        if view.title
    )
    sheets = "".join(
        f'<link rel="stylesheet" href="views/{view.name}/{view.name}.css">\n  '
        for view in views
        if (view.folder / f"{view.name}.css").is_file()
    )
    text = (PAGE / "index.html").read_text("utf-8")
    return text.replace("<!-- sheets -->", sheets).replace("<!-- tabs -->", tabs)
