"""The view Play: a list of moves comes in, and the position after them, or a machine's next move, goes out.

The server keeps nothing of a game.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.answer import computed

LONGEST = 4_000  # characters of a list of moves
SECONDS = 60.0  # kernels may have to be compiled, and tables of endgames made


async def games(request: Request) -> Response:
    """What there is to play."""
    return await computed("play:known", request=request)


async def position(request: Request) -> Response:
    return await computed("play:shown", _given(request), request=request, seconds=SECONDS)


async def think(request: Request) -> Response:
    return await computed("play:thought", _given(request), request=request, seconds=SECONDS)


def _given(request: Request) -> dict[str, str]:
    return {name: value[:LONGEST] for name, value in request.query_params.items()}


ROUTES = [
    Route("/api/play/games", games),
    Route("/api/play/position", position),
    Route("/api/play/think", think),
]
