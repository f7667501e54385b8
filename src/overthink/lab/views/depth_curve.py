"""The view Depth curve: accuracy against depth, or against simulations, live."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.answer import compute_response, stream_response
from overthink.lab.views.view import View

SECONDS = 60.0  # of growing batches


async def subjects(request: Request) -> Response:
    """The models and games to choose from."""
    return await compute_response("depth_curve:describe", request=request)


async def rules(request: Request) -> Response:
    """The name and the colour of each rule, for every view."""
    return await compute_response("depth_curve:styles", request=request)


async def curve(request: Request) -> Response:
    """The curves after each batch, with ever narrower intervals."""
    return await stream_response("depth_curve:curve", dict(request.query_params), request=request, seconds=SECONDS)


VIEW = View(
    "depth-curve",
    "Depth curve",
    [
        Route("/api/depth-curve/subjects", subjects),
        Route("/api/depth-curve/curve", curve),
        Route("/api/rules", rules),
    ],
)
