"""One HTML file of a view that opens from disk, without a server or a network: the page's scripts and styles, and the
answers that the lab gave."""

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from overthink.core.errors import OverthinkError
from overthink.lab.views import PAGE, VIEWS, View, page_with

STORED = "<!-- stored -->"  # where the answers belong
IMPORT = re.compile(r"""(from |import\()(["`])(\.[^"`]*)\2""")
CODED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "%#<>\t\n\r"})  # what cannot stand in an address as it is
BARE = "lab/"  # before the name of a module: a script that is part of a page has no address to start from
# Scripts, styles and pictures are in the file, and nothing is asked for.
POLICY = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data: blob:"
HIDDEN = ".tools a, #copy-link, #save-page { display: none; }"


def page_of(views: Sequence[View], policy: str = POLICY, hidden: str = HIDDEN) -> str:
    """The page with these views; `STORED` stands where the answers belong."""
    scripts = dict[str, str]()
    waiting = ["main.js", *(f"views/{view.name}/index.js" for view in views)]
    own_folders = {view.name: view.folder for view in views}
    while waiting:
        name = waiting.pop()
        if name in scripts or "$" in name:
            continue
        part = name.split("/", 2)
        path = own_folders[part[1]] / part[2] if part[0] == "views" and part[1] in own_folders else PAGE / name
        here = posixpath.dirname(name)
        text = path.read_text("utf-8")
        waiting += [posixpath.normpath(posixpath.join(here, found[3])) for found in IMPORT.finditer(text)]
        scripts[name] = IMPORT.sub(
            lambda found, here=here: (  # type: ignore[misc]
                f"{found[1]}{found[2]}{BARE}{posixpath.normpath(posixpath.join(here, found[3]))}{found[2]}"
            ),
            text,
        )
    shown = dict.fromkeys([*own_folders, *(name.split("/")[1] for name in scripts if name.startswith("views/"))])
    folders = {name: own_folders.get(name, PAGE / "views" / name) for name in shown}
    own = (folder / f"{name}.css" for name, folder in folders.items())
    sheets = [path for path in (PAGE / "style.css", *own) if path.is_file()]
    style = "\n".join([*(path.read_text("utf-8") for path in sheets), hidden])
    coded = {
        BARE + name: "data:text/javascript;charset=utf-8," + text.translate(CODED) for name, text in scripts.items()
    }
    head = (
        f'<meta http-equiv="content-security-policy" content="{escape(policy)}">\n<style>{style}</style>\n{STORED}\n'
        f'<script type="importmap">{json.dumps({"imports": coded}, ensure_ascii=False)}</script>\n'
        f'<script type="module">import "{BARE}main.js";</script>\n</head>'
    )
    return re.sub(r"\s*<(link|script)\b[^>]*>(</script>)?", "", page_with(views)).replace("</head>", head)


def story_file() -> str:
    name = "views/story/story.json"
    answers: Mapping[str, list[str]] = {name: ["application/json", (PAGE / name).read_text("utf-8")]}
    return store(page_of([VIEWS["story"]]), {"view": "story", "link": "#/story", "answers": answers})


def store(page: str, held: Mapping[str, object]) -> str:
    """Put what a page holds into it."""
    text = json.dumps(held, ensure_ascii=False).replace("</", "<\\/")
    return page.replace(STORED, f'<script type="application/json" id="stored">{text}</script>')


async def page_to_save(request: Request) -> Response:
    """The page of a view; the browser adds the answers that it got."""
    view = VIEWS.get(request.query_params.get("view", ""))
    if not view:
        raise OverthinkError("There is no such view.")
    return HTMLResponse(page_of([view]))
