"""The view Simulations: UCT step by step. The page replays the steps."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.answer import compute_response
from overthink.lab.views.view import View


async def choices(request: Request) -> Response:
    """The games and the rules."""
    return await compute_response("simulations:choices", request=request)


async def trace(request: Request) -> Response:
    """The tree, and the steps to it."""
    return await compute_response("simulations:simulate", dict(request.query_params), request=request)


VIEW = View(
    "simulations",
    "Simulations",
    [Route("/api/simulations/choices", choices), Route("/api/simulations/trace", trace)],
)
