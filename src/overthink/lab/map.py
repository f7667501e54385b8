"""The view Map: the degree of pathology over branching factor, granularity and local similarity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from overthink.lab import asked
from overthink.lab.answer import lines

SECONDS = 90.0
GREATEST = 300  # granularity
SHIPPED = {
    model: Path(__file__).with_name("maps") / f"{model}.jsonl" for model in ("top-down", "bottom-up", "one-player")
}


def wanted(given: Mapping[str, str]) -> tuple[str, str, float]:
    """Model, axis that is cut, and where."""
    model = asked.choice(given, "model", SHIPPED, "top-down")
    return model, asked.choice(given, "slice", ("b", "s", "g"), "b"), asked.number(given, "at", 0, GREATEST, 4)


async def cube(request: Request) -> Response:
    """The whole space, a line for each branching factor and similarity."""
    store, given = request.app.state.store, dict(request.query_params)
    model, _, _ = wanted(given)
    if store is None or not store.is_dir():
        return FileResponse(SHIPPED[model], media_type="application/x-ndjson")
    return await lines(_cube, given, str(store), request=request, seconds=SECONDS)


def _cube(given: Mapping[str, str], folder: str) -> Iterator[dict[str, Any] | None]:
    from overthink.lab.cube import cube

    return cube(given, folder)


ROUTES = [Route("/api/map/cube", cube)]
