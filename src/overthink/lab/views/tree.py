"""The view Tree: a tree, and what a search did to it, step by step; stepping itself is the page's business."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.pool import compute

LONGEST = 20_000  # characters of a parameter
SECONDS = 60.0  # the first tree of its kind may have to wait until its kernels are compiled


async def choices(request: Request) -> Response:
    return Response(await compute("tree:known", request=request), media_type="application/json")


async def traced(request: Request) -> Response:
    """The tree and one or two traces of it."""
    given = {name: value[:LONGEST] for name, value in request.query_params.items()}
    text = await compute("tree:looked", given, request=request, seconds=SECONDS)
    return Response(text, media_type="application/json")


ROUTES = [Route("/api/tree/choices", choices), Route("/api/tree/trace", traced)]
