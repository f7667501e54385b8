"""The view Depth curve: accuracy against depth, live."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.answer import computed, lines

SECONDS = 60.0  # of growing batches


async def subjects(request: Request) -> Response:
    """What there is to choose from."""
    return await computed("depth_curve:described", request=request)


async def curve(request: Request) -> Response:
    """Curves with narrowing intervals, a line for each batch."""
    return await lines("depth_curve:curve", dict(request.query_params), request=request, seconds=SECONDS)


ROUTES = [Route("/api/depth-curve/subjects", subjects), Route("/api/depth-curve/curve", curve)]
