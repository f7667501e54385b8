"""The view Depth curve: accuracy against depth, live."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.answer import answer, lines
from overthink.lab.work import compute

SECONDS = 60.0  # of growing batches


async def subjects(request: Request) -> Response:
    """What there is to choose from."""
    return answer(await compute(_described, request=request))


async def curve(request: Request) -> Response:
    """Curves with narrowing intervals, a line for each batch."""
    return await lines(_curve, dict(request.query_params), request=request, seconds=SECONDS)


def _described() -> dict[str, Any]:
    from overthink.lab import curves

    return curves.described()


def _curve(given: Mapping[str, str]) -> Iterator[dict[str, Any] | None]:
    from overthink.lab import curves

    return curves.curve(given)


ROUTES = [Route("/api/depth-curve/subjects", subjects), Route("/api/depth-curve/curve", curve)]
