"""The view Papers: every figure of every paper, its claims, and a run under way in another terminal."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from overthink.core.errors import OverthinkError
from overthink.lab.answer import answer, computed, refusal
from overthink.lab.pool import compute

SECONDS = 120.0  # to judge a study at its paper's scale
NAME = re.compile(r"[a-z0-9]+/[a-z0-9-]+")
PICTURE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:"}


def _folder(request: Request) -> str | None:
    store: Path | None = request.app.state.store
    return str(store) if store else None


def _name(request: Request) -> str:
    name = request.query_params.get("name", "")
    if not NAME.fullmatch(name):
        raise OverthinkError("A study is named like 'emm/fig6'.")
    return name


async def listed(request: Request) -> Response:
    return await computed("papers:listed", request=request)


async def progress(request: Request) -> Response:
    return await computed("papers:progress", _folder(request), request=request)


async def study(request: Request) -> Response:
    return await computed("papers:shown", _name(request), _folder(request), request=request)


async def verdicts(request: Request) -> Response:
    found = await compute("papers:verdicts", _name(request), _folder(request), request=request, seconds=SECONDS)
    return answer({"claims": found})


async def figure(request: Request) -> Response:
    """As the last run drew it beside the store, or drawn now."""
    name, folder = _name(request), _folder(request)
    written = Path(folder or "") / f"{name.replace('/', '-')}.svg"
    if folder and written.is_file():
        return FileResponse(written, media_type="image/svg+xml", headers=PICTURE)
    drawn = await compute("papers:figure", name, folder, request=request, seconds=SECONDS)
    if drawn is None:
        return refusal(f"There is no finished run of {name}.", 404)
    return Response(drawn, media_type="image/svg+xml", headers=PICTURE)


ROUTES = [
    Route("/api/papers/list", listed),
    Route("/api/papers/progress", progress),
    Route("/api/papers/study", study),
    Route("/api/papers/verdicts", verdicts),
    Route("/api/papers/figure", figure),
]
