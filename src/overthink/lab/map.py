"""The view Map: the degree of pathology over branching factor, granularity and local similarity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.answer import lines

SECONDS = 90.0


async def cube(request: Request) -> Response:
    """The whole space, a line for each branching factor and similarity."""
    store = request.app.state.store
    return await lines(_cube, dict(request.query_params), store and str(store), request=request, seconds=SECONDS)


def _cube(given: Mapping[str, str], folder: str | None) -> Iterator[dict[str, Any] | None]:
    from overthink.lab.cube import cube

    return cube(given, folder)


ROUTES = [Route("/api/map/cube", cube)]
