"""One HTML file of a view that opens from disk, without a server or a network: the page's scripts and styles, and the
answers that the lab gave."""

import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Mapping
from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from overthink.core.errors import OverthinkError
from overthink.lab.views import PAGE, VIEWS, View, page_with

STORED = "<!-- stored -->"  # where the answers belong
IMPORT = re.compile(r"""(from |import\()(["`])(\.[^"`]*)\2""")
BARE = "lab/"  # before the name of a module: a script that is part of a page has no address to start from
# Scripts, styles and pictures are in the file, and nothing is asked for.
POLICY = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data: blob:"
HIDDEN = ".tools a, #copy-link, #save-page { display: none; }"


def page_of(view: View) -> str:
    """The page with one view; `STORED` stands where the answers belong."""
    scripts = dict[str, str]()
    waiting = ["main.js", f"views/{view.name}/index.js"]
    while waiting:
        name = waiting.pop()
        if name in scripts or "$" in name:
            continue
        path = view.folder / name.split("/", 2)[2] if name.startswith(f"views/{view.name}/") else PAGE / name
        here = posixpath.dirname(name)
        text = path.read_text("utf-8")
        waiting += [posixpath.normpath(posixpath.join(here, found[3])) for found in IMPORT.finditer(text)]
        scripts[name] = IMPORT.sub(
            lambda found, here=here: (  # type: ignore[misc]
                f"{found[1]}{found[2]}{BARE}{posixpath.normpath(posixpath.join(here, found[3]))}{found[2]}"
            ),
            text,
        )
    shown = dict.fromkeys([view.name, *(name.split("/")[1] for name in scripts if name.startswith("views/"))])
    folders = {name: view.folder if name == view.name else PAGE / "views" / name for name in shown}
    own = (folder / f"{name}.css" for name, folder in folders.items())
    sheets = [path for path in (PAGE / "style.css", *own) if path.is_file()]
    style = "\n".join([*(path.read_text("utf-8") for path in sheets), HIDDEN])
    coded = {BARE + name: "data:text/javascript;base64," + _base64(text) for name, text in scripts.items()}
    head = (
        f'<meta http-equiv="content-security-policy" content="{escape(POLICY)}">\n<style>{style}</style>\n{STORED}\n'
        f'<script type="importmap">{json.dumps({"imports": coded})}</script>\n'
        f'<script type="module">import "{BARE}main.js";</script>\n</head>'
    )
    return re.sub(r"\s*<(link|script)\b[^>]*>(</script>)?", "", page_with([view])).replace("</head>", head)


def _base64(text: str) -> str:
    return b64encode(text.encode("utf-8")).decode("ascii")


def story_file() -> str:
    """The story as one file."""
    name = "views/story/story.json"
    answers: Mapping[str, list[str]] = {name: ["application/json", (PAGE / name).read_text("utf-8")]}
    stored = json.dumps({"view": "story", "link": "#/story", "answers": answers}).replace("</", "<\\/")
    return page_of(VIEWS["story"]).replace(STORED, f'<script type="application/json" id="stored">{stored}</script>')


async def page_to_save(request: Request) -> Response:
    """The page of a view; the browser adds the answers that it got."""
    view = VIEWS.get(request.query_params.get("view", ""))
    if not view:
        raise OverthinkError("There is no such view.")
    return HTMLResponse(page_of(view))
