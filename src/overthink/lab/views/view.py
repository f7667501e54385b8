"""A view of the lab: its name, the title on its tab, what it answers, and the folder of its page."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from overthink.core.errors import OverthinkError

PAGE = Path(__file__).parents[1] / "page"
EDITION = "/page-"  # what is below this address and a hash of all files never changes: a browser may keep it


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
    def files(self) -> Mount:
        return Mount(f"/views/{self.name}", StaticFiles(directory=self.folder))


def checked(view: View) -> View:
    """A view that a browser can load."""
    if not (view.folder / "index.js").is_file():
        raise OverthinkError(f"The view '{view.name}' needs the file {view.folder / 'index.js'}.")
    return view


def edition(views: Sequence[View]) -> str:
    """Where the files of the page are as they are now."""
    folders = [PAGE, *(view.page for view in views if view.page)]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    about = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files]
    return f"{EDITION}{hashlib.sha256(repr(about).encode()).hexdigest()[:16]}/"


def page_with(views: Sequence[View]) -> str:
    """The lab's page, with the tabs and the style sheets of the views."""
    here = edition(views)[1:]
    tabs = "".join(
        f'<a href="#/{escape(view.name)}" data-view="{escape(view.name)}">{escape(view.title)}</a>'
        for view in views
        if view.title
    )
    sheets = "".join(
        f'<link rel="stylesheet" href="{here}views/{view.name}/{view.name}.css">\n  '
        for view in views
        if (view.folder / f"{view.name}.css").is_file()
    )
    text = (PAGE / "index.html").read_text("utf-8")
    for name in ("style.css", "main.js"):
        text = text.replace(f'"{name}"', f'"{here}{name}"')
    return text.replace("<!-- sheets -->", sheets).replace("<!-- tabs -->", tabs)
