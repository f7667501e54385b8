"""The view Papers: every figure of every paper, its claims, and the progress of a run in another terminal."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.core.errors import OverthinkError
from overthink.lab import shipped_papers
from overthink.lab.answer import answer, compute_response, refusal
from overthink.lab.pool import compute
from overthink.lab.views.view import View

SECONDS = 120.0  # to judge a study at its paper's scale
NAME = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
PICTURE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:"}


def _folder(request: Request) -> str | None:
    store: Path | None = request.app.state.store
    return str(store) if store else None


def _name(request: Request) -> str:
    name = request.query_params.get("name", "")
    if not NAME.fullmatch(name):
        raise OverthinkError("Give the name of a study, such as 'emm/fig6'.")
    return name


async def papers(request: Request) -> Response:
    return await compute_response("papers:papers", request=request)


async def progress(request: Request) -> Response:
    return await compute_response("papers:progress", _folder(request), request=request)


async def study(request: Request) -> Response:
    return await compute_response("papers:describe", _name(request), _folder(request), request=request)


def _has_store(request: Request) -> bool:
    """Whether there may be runs of one's own. Without them, what comes with the lab needs no worker."""
    store: Path | None = request.app.state.store
    return bool(store and any(store.glob("*.sqlite")))


async def verdicts(request: Request) -> Response:
    if not _has_store(request):
        return answer({"claims": shipped_papers.all_verdicts(_name(request))})
    claims = await compute(
        "papers:verdicts", _name(request), _folder(request), request=request, seconds=SECONDS, lane="long"
    )
    return answer({"claims": claims})


async def figure(request: Request) -> Response:
    """The figure, drawn from the same run as the verdicts. A file beside the store may be older than the store."""
    name, folder = _name(request), _folder(request)
    if _has_store(request):
        picture = await compute("papers:figure", name, folder, request=request, seconds=SECONDS, lane="long")
    else:
        picture = shipped_papers.picture_of(name)
    if picture is None:
        return refusal(f"There is no finished run of {name}.", 404)
    return Response(picture, media_type="image/svg+xml", headers=PICTURE)


VIEW = View(
    "papers",
    "Papers",
    [
        Route("/api/papers/list", papers),
        Route("/api/papers/progress", progress),
        Route("/api/papers/study", study),
        Route("/api/papers/verdicts", verdicts),
        Route("/api/papers/figure", figure),
    ],
)
