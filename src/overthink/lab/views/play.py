"""The view Play: a request holds a list of moves; the response is the position after them, or the machine's next move.

The server stores no games.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.answer import compute_response
from overthink.lab.pool import Lane
from overthink.lab.views.view import View

LONGEST = 4_000  # characters of a list of moves
SECONDS = 60.0  # includes compiling kernels and building tables of endgames


async def games(request: Request) -> Response:
    """The games to play."""
    return await compute_response("play:games", request=request)


async def position(request: Request) -> Response:
    given = _given(request)
    return await compute_response("play:position", given, request=request, seconds=SECONDS, lane=_lane(given))


async def think(request: Request) -> Response:
    given = _given(request)
    return await compute_response("play:think", given, request=request, seconds=SECONDS, lane=_lane(given))


def _lane(given: dict[str, str]) -> Lane:
    """An endgame is solved first, which can take a minute."""
    return "long" if given.get("game") == "chess-endgame" else "short"


def _given(request: Request) -> dict[str, str]:
    return {name: value[:LONGEST] for name, value in request.query_params.items()}


VIEW = View(
    "play",
    "Play",
    [
        Route("/api/play/games", games),
        Route("/api/play/position", position),
        Route("/api/play/think", think),
    ],
)
