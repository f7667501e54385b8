"""The server: the lab's page and the routes of the views; on a socket by uvicorn, with an end without complaints."""

import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol

from overthink.core.errors import OverthinkError
from overthink.lab.docs import folder
from overthink.lab.export import page_to_save
from overthink.lab.guard import Guard
from overthink.lab.pool import WORKERS, BusyError, LabWorker, LaneWorkers, LeftError, answer, refusal
from overthink.lab.views import PAGE, VIEWS, page_with
from overthink.lab.worker import Own, compile_ahead


def create_app(store: Path | None = None, token: str = "", own: Own = ()) -> Starlette:
    """Create the lab. `store` is the folder of results, if there is one. With a token, only those who have it may ask
    for results and computations. `own` are the user's own rules, games and studies."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        lanes: Iterable[LaneWorkers] = app.state.workers.values()
        for workers in lanes:
            workers.warm()
        ahead = LabWorker(compile_ahead)
        yield
        ahead.end()
        for workers in lanes:
            workers.close()

    app = Starlette(
        routes=[
            *(route for view in VIEWS.values() for route in view.routes),
            Route("/api/alive", alive),
            Route("/api/page", page_to_save),
            Route("/api/{rest:path}", not_found, methods=["GET", "POST"]),
            Mount("/docs", StaticFiles(directory=folder(), check_dir=False)),
            Route("/", home),
            *(view.files for view in VIEWS.values()),
            Mount("/", StaticFiles(directory=PAGE)),
        ],
        middleware=[Middleware(Guard, token=token)],
        exception_handlers={
            OverthinkError: lambda _, exc: refusal(str(exc)),
            BusyError: lambda _, exc: refusal(str(exc), 503),
            LeftError: lambda _, exc: Response(status_code=499),
            ClientDisconnect: lambda _, exc: Response(status_code=499),
            HTTPException: http_error,
            Exception: lambda _, exc: refusal(f"The lab failed ({type(exc).__name__}).", 500),
        },
        lifespan=lifespan,
    )
    app.state.workers = {lane: LaneWorkers(lane, own) for lane in WORKERS}
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


class QuietProtocol(H11Protocol):
    """Prints no traceback for a request that breaks off."""

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request. What breaks off inside one has its answer already, or gets none."""
        if self.conn.our_state is h11.IDLE:
            super().send_400_response(msg)
        else:
            self.transport.abort()


class Server(uvicorn.Server):
    """A server that does not wait for computations when it ends."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections first. To the computations, their clients have left, so they stop in good order."""
        for connection in list(self.server_state.connections):
            transport = getattr(connection, "transport", None)
            if transport:
                transport.abort()
        await super().shutdown(sockets)


def serve(app: Starlette, listening: socket.socket) -> None:
    config = uvicorn.Config(app, http=QuietProtocol, log_level="error", timeout_graceful_shutdown=3)
    Server(config).run([listening])
