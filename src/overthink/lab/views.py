"""The views of the page: their names, titles and routes. What they compute is in `overthink.lab.workers`, by name.

A view has a folder of its page, `page/views/<name>`, with `index.js`, and with `<name>.css` if it needs one.
"""

import gzip
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from overthink.core.errors import OverthinkError
from overthink.lab import docs
from overthink.lab.pool import Endpoint, Lane, answer, compute, refusal, respond_with, stream_response
from overthink.lab.request import body
from overthink.lab.shipped import SHIPPED, read_slice
from overthink.report import shipped

PAGE = Path(__file__).with_name("page")
COMPILING_SECONDS = 60.0  # seconds, with kernels to compile and tables of endgames to build


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


# --- Depth curve, Map ------------------------------------------------------------------------------------------------


async def curve(request: Request) -> Response:
    """The curves after each batch, with ever narrower intervals."""
    return await stream_response("depth_curve:curve", dict(request.query_params), request=request, seconds=180.0)


async def cube(request: Request) -> Response:
    """The whole space: one line for each branching factor and similarity."""
    store = request.app.state.store
    given = dict(request.query_params)
    model, _, _ = read_slice(given)
    if not _has_store(request):
        return FileResponse(SHIPPED[model], media_type="application/x-ndjson")
    return await stream_response("map:cube", given, store, request=request, seconds=90.0)


# --- Play ------------------------------------------------------------------------------------------------------------


def play_lane(request: Request) -> Lane:
    """An endgame is solved first, which can take a minute."""
    return "long" if request.query_params.get("game") == "chess-endgame" else "short"


# --- Papers ----------------------------------------------------------------------------------------------------------

JUDGING_SECONDS = 120.0  # to judge a study at its paper's scale
STUDY = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
PICTURE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:"}


def _name(request: Request) -> str:
    name = request.path_params.get("name") or request.query_params.get("name", "")
    if not STUDY.fullmatch(name):
        raise OverthinkError("Give the name of a study, such as 'emm/fig6'.")
    return name


def _has_store(request: Request) -> bool:
    """Whether there may be runs of one's own. Without them, what comes with the lab needs no worker."""
    store: Path | None = request.app.state.store
    return bool(store and any(store.glob("*.sqlite")))


async def verdicts(request: Request) -> Response:
    """The verdicts on a figure's claims, from the store, or as shipped."""
    if not _has_store(request):
        return answer({"claims": shipped.claims_of(_name(request))})
    store = request.app.state.store
    claims = await compute(
        "papers:verdicts", _name(request), store, request=request, seconds=JUDGING_SECONDS, lane="long"
    )
    return answer({"claims": claims})


async def figure(request: Request) -> Response:
    """The figure, drawn from the same run as the verdicts. A file beside the store may be older than the store."""
    name = _name(request)
    store = request.app.state.store
    if _has_store(request):
        picture = await compute("papers:figure", name, store, request=request, seconds=JUDGING_SECONDS, lane="long")
    else:
        picture = shipped.picture_of(name)
    if picture is None:
        return refusal(f"There is no finished run of {name}.", 404)
    return Response(picture, media_type="image/svg+xml", headers=PICTURE)


# --- Doctor ----------------------------------------------------------------------------------------------------------

EXAMPLE = Path(__file__).with_name("example-report.html.gz")  # docs/make_shipped.py report
FILE = re.compile(r"[\w][\w .()-]{0,120}\.html?")
# A report may be anybody's: it runs nothing and loads nothing.
REPORT = {
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'"
}


async def reports(request: Request) -> Response:
    """The HTML files beside the store."""
    folder: Path | None = request.app.state.store
    names = [path.name for path in folder.glob("*.htm*") if path.is_file()] if folder and folder.is_dir() else []
    found = {"reports": sorted(name for name in names if FILE.fullmatch(name)), "folder": str(folder or "")}
    return answer({"local": found})


async def report(request: Request) -> Response:
    folder = request.app.state.store
    name = request.query_params.get("name", "")
    if not FILE.fullmatch(name):
        raise OverthinkError("Give the name of a file in the folder of results, such as doctor.html.")
    if not folder or not (folder / name).is_file():
        return refusal(f"There is no report {name} in the folder of results.", 404)
    return FileResponse(folder / name, media_type="text/html", headers=REPORT)


async def example_report(request: Request) -> Response:
    return Response(gzip.decompress(EXAMPLE.read_bytes()), media_type="text/html", headers=REPORT)


async def examine(request: Request) -> Response:
    """The progress of an examination, then the diagnosis."""
    return await stream_response("doctor:examine", await body(request), request=request, seconds=180.0)


async def table(request: Request) -> Response:
    """What may be the effort in a table, then the diagnosis."""
    return await stream_response("doctor:table", await body(request), request=request, seconds=180.0)


# --- all of them, in the order of their tabs -------------------------------------------------------------------------

fixed = partial(respond_with, given=lambda _: ())  # the same answer for everyone


def _view(name: str, title: str, *more: Route, **endpoints: Endpoint) -> View:
    """A view of the lab: the endpoint `example_report` is at /api/<name>/example-report."""
    own = (Route(f"/api/{name}/{path.replace('_', '-')}", endpoint) for path, endpoint in endpoints.items())
    return View(name, title, [*own, *more])


BUILT_IN = (
    View("story", "Story"),
    _view("tree", "Tree", choices=fixed("tree:choices"), trace=respond_with("tree:trace_tree", COMPILING_SECONDS)),
    _view(
        "depth-curve", "Depth curve", Route("/api/rules", fixed("depth_curve:styles")),
        subjects=fixed("depth_curve:describe"), curve=curve,
    ),
    _view(
        "simulations", "Simulations",
        choices=fixed("simulations:choices"), trace=respond_with("simulations:show_simulations"),
        growth=respond_with("growth:show_growth", COMPILING_SECONDS),
    ),
    _view("map", "Map", cube=cube),
    _view(
        "play", "Play", games=fixed("play:games"), position=respond_with("play:position", COMPILING_SECONDS, play_lane),
        think=respond_with("play:think", COMPILING_SECONDS, play_lane),
    ),
    _view(
        "papers", "Papers", list=fixed("papers:papers"), verdicts=verdicts, figure=figure,
        progress=respond_with("papers:progress", given=lambda request: [request.app.state.store]),
        study=respond_with("papers:describe", given=lambda request: [_name(request), request.app.state.store]),
    ),
    _view(
        "doctor", "Doctor", Route("/api/doctor/examine", examine, methods=["POST"]),
        Route("/api/doctor/table", table, methods=["POST"]), reports=reports, report=report,
        example_report=example_report, rules=fixed("doctor:rules"), example=respond_with("doctor:example"),
    ),
    _view("votes", "Votes", votes=respond_with("votes:votes"), best=respond_with("votes:best")),
    View("nets", "Nets"),
    _view("docs", "", Route("/api/docs/figure/{name:path}", figure), page=docs.page),
)  # fmt: skip
VIEWS = {view.name: view for view in BUILT_IN}


def add_view(view: View) -> View:
    """Add a view of your own: the lab that is created next has it."""
    if any(view.name == own.name for own in BUILT_IN):
        raise OverthinkError(f"The lab has a view named '{view.name}'. Give yours another name.")
    if not (view.folder / "index.js").is_file():
        raise OverthinkError(f"The view '{view.name}' needs the file {view.folder / 'index.js'}.")
    VIEWS[view.name] = view
    return view
