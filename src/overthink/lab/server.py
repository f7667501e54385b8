"""The server: the lab's page, plotly.js from its package, and the routes of the views."""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from overthink.core.errors import OverthinkError
from overthink.lab.answer import answer, refusal
from overthink.lab.guard import Guard
from overthink.lab.pool import WORKERS, BusyError, LabWorker, LeftError, Workers
from overthink.lab.views import VIEWS
from overthink.lab.views.docs import folder
from overthink.lab.views.view import EDITION, PAGE, page_with
from overthink.lab.worker import Own, compile_ahead


def create_app(store: Path | None = None, token: str = "", own: Own = ()) -> Starlette:
    """Create the lab. `store` is the folder of results, if there is one. With a token, only those who have it may ask
    for results and computations. `own` are the user's own rules, games and studies."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        lanes: Iterable[Workers] = app.state.workers.values()
        for workers in lanes:
            workers.warm()
        ahead = LabWorker(compile_ahead)
        yield
        ahead.end()
        for workers in lanes:
            workers.close()

    files = [*(view.files for view in VIEWS.values()), Mount("/", StaticFiles(directory=PAGE))]
    app = Starlette(
        routes=[
            *(route for view in VIEWS.values() for route in view.routes),
            Route("/api/alive", alive),
            Route("/api/{rest:path}", not_found, methods=["GET", "POST"]),
            Route("/plotly.min.js", plotly),
            Mount("/docs", StaticFiles(directory=folder(), check_dir=False)),
            Route("/", home),
            Mount(EDITION + "{hash}", routes=files),
            *files,
        ],
        middleware=[Middleware(Guard, token=token)],
        exception_handlers={
            OverthinkError: lambda _, exc: refusal(str(exc)),
            BusyError: lambda _, exc: refusal(str(exc), 503),
            LeftError: lambda _, exc: Response(status_code=499),
            HTTPException: http_error,
            Exception: lambda _, exc: refusal(f"The lab failed ({type(exc).__name__}).", 500),
        },
        lifespan=lifespan,
    )
    app.state.workers = {lane: Workers(lane, own) for lane in WORKERS}
    app.state.store = store
    return app


async def home(request: Request) -> Response:
    return HTMLResponse(page_with([*VIEWS.values()]))


async def alive(request: Request) -> Response:
    """The page asks from time to time whether the lab is still there."""
    return answer({"alive": True})


async def not_found(request: Request) -> Response:
    return refusal("There is nothing at this address.", 404)


async def http_error(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, HTTPException)
    return answer({"error": f"{exc.detail}."}, exc.status_code)


async def plotly(request: Request) -> Response:
    """plotly.js from the installed package, without importing the package."""
    spec = importlib.util.find_spec("plotly")
    if not spec or not spec.origin:
        return refusal('Charts need the package plotly: pip install "overthink[lab]".', 404)
    file = Path(spec.origin).parent / "package_data" / "plotly.min.js"
    return FileResponse(file, media_type="text/javascript", headers={"cache-control": "max-age=86400"})
