"""The server: our own page, plotly.js as its package has it, and what the views ask for."""

from __future__ import annotations

import importlib.util
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from overthink.core.errors import OverthinkError
from overthink.lab.answer import answer, refusal
from overthink.lab.guard import Guard
from overthink.lab.pool import BusyError, LeftError, Workers
from overthink.lab.views import depth_curve, docs, doctor, papers, play, tree
from overthink.lab.views import map as map_view

PAGE = Path(__file__).parent / "page"
VIEWS = (tree, depth_curve, map_view, play, papers, doctor, docs)


def create_app(store: Path | None = None) -> Starlette:
    """The lab, with the results in the folder `store`, if one is given."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.workers.warm()
        yield
        app.state.workers.close()

    app = Starlette(
        routes=[
            *(route for view in VIEWS for route in view.ROUTES),
            Route("/api/{rest:path}", nothing_here, methods=["GET", "POST"]),
            Route("/plotly.min.js", plotly),
            Mount("/docs", StaticFiles(directory=docs.folder(), check_dir=False)),
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={
            OverthinkError: lambda _, error: refusal(str(error)),
            BusyError: lambda _, error: refusal(str(error), 503),
            LeftError: lambda _, error: Response(status_code=499),
            HTTPException: said_in_json,
            Exception: lambda _, error: refusal(f"The lab made a mistake ({type(error).__name__}).", 500),
        },
        lifespan=lifespan,
    )
    app.state.workers = Workers()
    app.state.store = store
    return app


async def nothing_here(request: Request) -> Response:
    return refusal("There is nothing here.", 404)


async def said_in_json(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return answer({"error": f"{error.detail}."}, error.status_code)


async def plotly(request: Request) -> Response:
    """plotly.js out of the installed package, which itself is not imported."""
    found = importlib.util.find_spec("plotly")
    if not found or not found.origin:
        return refusal('Charts need the package plotly: pip install "overthink[lab]".', 404)
    file = Path(found.origin).parent / "package_data" / "plotly.min.js"
    return FileResponse(file, media_type="text/javascript", headers={"cache-control": "max-age=86400"})
