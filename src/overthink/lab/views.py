"""The views of the page: their names, titles and routes. What they compute is in `overthink.lab.workers`, by name.

A view has a folder of its page, `page/views/<name>`, with `index.js`, and with `<name>.css` if it needs one.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from overthink.core.errors import OverthinkError
from overthink.lab import docs
from overthink.lab.pool import Lane, answer, compute, refusal, respond_with, stream_response
from overthink.lab.request import Given, body
from overthink.lab.shipped import SHIPPED, read_slice
from overthink.report import shipped

PAGE = Path(__file__).with_name("page")
COMPILING = 60.0  # seconds, with kernels to compile and tables of endgames to build
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


# --- Depth curve, Map ------------------------------------------------------------------------------------------------


async def curve(request: Request) -> Response:
    """The curves after each batch, with ever narrower intervals."""
    return await stream_response("depth_curve:curve", dict(request.query_params), request=request, seconds=60.0)


async def cube(request: Request) -> Response:
    """The whole space: one line for each branching factor and similarity."""
    store, given = request.app.state.store, dict(request.query_params)
    model, _, _ = read_slice(given)
    if not _has_store(request):
        return FileResponse(SHIPPED[model], media_type="application/x-ndjson")
    return await stream_response("map:cube", given, store, request=request, seconds=90.0)


# --- Play ------------------------------------------------------------------------------------------------------------


def play_lane(given: Given) -> Lane:
    """An endgame is solved first, which can take a minute."""
    return "long" if given.get("game") == "chess-endgame" else "short"


# --- Papers ----------------------------------------------------------------------------------------------------------

JUDGING = 120.0  # to judge a study at its paper's scale
STUDY = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
PICTURE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:"}


def _name(request: Request) -> str:
    name = request.query_params.get("name", "")
    if not STUDY.fullmatch(name):
        raise OverthinkError("Give the name of a study, such as 'emm/fig6'.")
    return name


async def progress(request: Request) -> Response:
    return answer(await compute("papers:progress", request.app.state.store, request=request))


async def study(request: Request) -> Response:
    return answer(await compute("papers:describe", _name(request), request.app.state.store, request=request))


def _has_store(request: Request) -> bool:
    """Whether there may be runs of one's own. Without them, what comes with the lab needs no worker."""
    store: Path | None = request.app.state.store
    return bool(store and any(store.glob("*.sqlite")))


async def verdicts(request: Request) -> Response:
    if not _has_store(request):
        return answer({"claims": shipped.claims_of(_name(request))})
    store = request.app.state.store
    claims = await compute("papers:verdicts", _name(request), store, request=request, seconds=JUDGING, lane="long")
    return answer({"claims": claims})


async def figure(request: Request) -> Response:
    """The figure, drawn from the same run as the verdicts. A file beside the store may be older than the store."""
    name, store = _name(request), request.app.state.store
    if _has_store(request):
        picture = await compute("papers:figure", name, store, request=request, seconds=JUDGING, lane="long")
    else:
        picture = shipped.picture_of(name)
    if picture is None:
        return refusal(f"There is no finished run of {name}.", 404)
    return Response(picture, media_type="image/svg+xml", headers=PICTURE)


# --- Doctor ----------------------------------------------------------------------------------------------------------

EXAMPLE = Path(__file__).with_name("example-report.html.gz")  # docs/make_shipped.py report
FILE = re.compile(r"[\w][\w .()-]{0,120}\.html?")
# A report may have its own script, for example to sort a table. The sandbox isolates it.
REPORT = {
    "content-security-policy": "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
}

FRAME = """<!doctype html><meta charset="utf-8"><title>Report</title><script>
addEventListener("message", (event) => {
  document.open();
  document.write(event.data);
  document.close();
}, { once: true });
</script>"""


async def reports(request: Request) -> Response:
    """The HTML files beside the store."""
    folder: Path | None = request.app.state.store
    names = [path.name for path in folder.glob("*.htm*") if path.is_file()] if folder and folder.is_dir() else []
    return answer({"reports": sorted(name for name in names if FILE.fullmatch(name)), "folder": str(folder or "")})


async def report(request: Request) -> Response:
    folder, name = request.app.state.store, request.query_params.get("name", "")
    if not FILE.fullmatch(name):
        raise OverthinkError("Give the name of a file in the folder of results, such as doctor.html.")
    if not folder or not (folder / name).is_file():
        return refusal(f"There is no report {name} in the folder of results.", 404)
    return FileResponse(folder / name, media_type="text/html", headers=REPORT)


async def example_report(request: Request) -> Response:
    """The report that comes with the lab."""
    return Response(gzip.decompress(EXAMPLE.read_bytes()), media_type="text/html", headers=REPORT)


async def frame(request: Request) -> Response:
    """An empty page that shows the report in the first message it gets."""
    return Response(FRAME, media_type="text/html", headers=REPORT)


async def examine(request: Request) -> Response:
    """The progress of an examination, then the diagnosis."""
    return await stream_response("doctor:examine", await body(request), request=request, seconds=180.0)


# --- all of them, in the order of their tabs -------------------------------------------------------------------------

BUILT_IN = (
    View("story", "Story"),
    View(
        "tree",
        "Tree",
        [
            Route("/api/tree/choices", respond_with("tree:choices", given=False)),
            Route("/api/tree/trace", respond_with("tree:trace_tree", COMPILING)),
        ],
    ),
    View(
        "depth-curve",
        "Depth curve",
        [
            Route("/api/depth-curve/subjects", respond_with("depth_curve:describe", given=False)),
            Route("/api/depth-curve/curve", curve),
            Route("/api/rules", respond_with("depth_curve:styles", given=False)),
        ],
    ),
    View(
        "simulations",
        "Simulations",
        [
            Route("/api/simulations/choices", respond_with("simulations:choices", given=False)),
            Route("/api/simulations/trace", respond_with("simulations:show_simulations")),
        ],
    ),
    View("map", "Map", [Route("/api/map/cube", cube)]),
    View(
        "play",
        "Play",
        [
            Route("/api/play/games", respond_with("play:games", given=False)),
            Route("/api/play/position", respond_with("play:position", COMPILING, play_lane)),
            Route("/api/play/think", respond_with("play:think", COMPILING, play_lane)),
        ],
    ),
    View(
        "papers",
        "Papers",
        [
            Route("/api/papers/list", respond_with("papers:papers", given=False)),
            Route("/api/papers/progress", progress),
            Route("/api/papers/study", study),
            Route("/api/papers/verdicts", verdicts),
            Route("/api/papers/figure", figure),
        ],
    ),
    View(
        "doctor",
        "Doctor",
        [
            Route("/api/doctor/reports", reports),
            Route("/api/doctor/report", report),
            Route("/api/doctor/example-report", example_report),
            Route("/report-frame", frame),
            Route("/api/doctor/rules", respond_with("doctor:rules", given=False)),
            Route("/api/doctor/example", respond_with("doctor:example")),
            Route("/api/doctor/examine", examine, methods=["POST"]),
        ],
    ),
    View(
        "votes",
        "Votes",
        [Route("/api/votes/votes", respond_with("votes:votes")), Route("/api/votes/best", respond_with("votes:best"))],
    ),
    View("docs", routes=[Route("/api/docs/page", docs.page)]),
)
VIEWS = {view.name: view for view in BUILT_IN}


def add_view(view: View) -> View:
    """Add a view of your own: the lab that is created next has it."""
    if any(view.name == own.name for own in BUILT_IN):
        raise OverthinkError(f"The lab has a view named '{view.name}'. Give yours another name.")
    if not (view.folder / "index.js").is_file():
        raise OverthinkError(f"The view '{view.name}' needs the file {view.folder / 'index.js'}.")
    VIEWS[view.name] = view
    return view
