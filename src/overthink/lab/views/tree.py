"""The view Tree: a tree and the steps of a search in it. The page replays the steps."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.pool import compute
from overthink.lab.views.view import View

LONGEST = 20_000  # characters of a parameter
SECONDS = 60.0  # includes compiling kernels for the first tree of a kind


async def choices(request: Request) -> Response:
    return Response(await compute("tree:choices", request=request), media_type="application/json")


async def trace(request: Request) -> Response:
    """The tree and one or two traces."""
    given = {name: value[:LONGEST] for name, value in request.query_params.items()}
    text = await compute("tree:trace_tree", given, request=request, seconds=SECONDS)
    return Response(text, media_type="application/json")


VIEW = View("tree", "Tree", [Route("/api/tree/choices", choices), Route("/api/tree/trace", trace)])
