"""Responses: one JSON object, or a stream of JSON lines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from overthink.core.errors import OverthinkError
from overthink.core.plain import to_json
from overthink.lab.pool import SECONDS, Lane, compute, stream, unless_left
from overthink.lab.request import Given

Endpoint = Callable[[Request], Awaitable[Response]]
LONGEST = 20_000  # characters of a parameter


def answer(content: object, status: int = 200) -> Response:
    """One JSON object. A number that is not finite becomes null."""
    return Response(to_json(content), status, media_type="application/json")


def refusal(sentence: str, status: int = 400) -> Response:
    """An error, in one sentence."""
    return answer({"error": sentence}, status)


def respond_with(
    function: str, seconds: float = SECONDS, lane: Lane | Callable[[Given], Lane] = "short", given: bool = True
) -> Endpoint:
    """An endpoint that runs a function in a worker with the parameters of the request, if it is `given` them, and sends
    its result as JSON. A function that returns text has written the JSON itself."""

    async def respond(request: Request) -> Response:
        parameters = {name: value[:LONGEST] for name, value in request.query_params.items()}
        result = await compute(
            function,
            *([parameters] if given else []),
            request=request,
            seconds=seconds,
            lane=lane(parameters) if callable(lane) else lane,
        )
        return Response(result, media_type="application/json") if isinstance(result, str) else answer(result)

    return respond


async def stream_response(function: str, *args: object, request: Request, seconds: float) -> Response:
    """Run a generator function in a worker, and send each result as a line of JSON at once.

    The response starts with the first result, so that an early refusal has its own status. A later refusal is a line
    with an `error`.
    """
    results = stream(function, *args, request=request, seconds=seconds)
    first = await unless_left(anext(results, None), request)

    async def text() -> AsyncIterator[str]:
        try:
            if first is not None:
                yield to_json(first) + "\n"
            async for result in results:
                yield to_json(result) + "\n"
        except OverthinkError as exc:
            yield to_json({"error": str(exc)}) + "\n"
        finally:
            await results.aclose()

    return StreamingResponse(text(), media_type="application/x-ndjson")
