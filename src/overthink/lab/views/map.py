"""The view Map: the degree of pathology over branching factor, granularity and local similarity."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from overthink.lab.answer import stream_response
from overthink.lab.shipped_maps import SHIPPED, may_be_stored, read_slice
from overthink.lab.views.view import View

SECONDS = 90.0


async def cube(request: Request) -> Response:
    """The whole space: one line for each branching factor and similarity."""
    store, given = request.app.state.store, dict(request.query_params)
    model, _, _ = read_slice(given)
    if not may_be_stored(model, store):
        return FileResponse(SHIPPED[model], media_type="application/x-ndjson")
    return await stream_response("map:cube", given, str(store), request=request, seconds=SECONDS)


VIEW = View("map", "Map", [Route("/api/map/cube", cube)])
