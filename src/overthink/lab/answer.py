"""What is sent back: one JSON object, or lines of them as they are found."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from overthink.core.errors import OverthinkError
from overthink.core.json_text import to_json
from overthink.lab.pool import SECONDS, compute, stream, unless_left


def answer(found: Any, status: int = 200) -> Response:
    """One JSON object; what is no finite number is null."""
    return Response(to_json(found), status, media_type="application/json")


def refusal(sentence: str, status: int = 400) -> Response:
    """What is wrong, in one sentence."""
    return answer({"error": sentence}, status)


async def computed(function: str, *args: Any, request: Request, seconds: float = SECONDS) -> Response:
    """What a function returns in a worker, as JSON."""
    return answer(await compute(function, *args, request=request, seconds=seconds))


async def lines(function: str, *args: Any, request: Request, seconds: float) -> Response:
    """A line of JSON for everything that the function yields in a worker, sent as soon as it is there.

    The first is waited for, so that a refusal still has a status of its own; a later one is a line with an `error`.
    """
    found = stream(function, *args, request=request, seconds=seconds)
    first = await unless_left(anext(found, None), request)

    async def text() -> AsyncIterator[str]:
        try:
            if first is not None:
                yield to_json(first) + "\n"
            async for each in found:
                yield to_json(each) + "\n"
        except OverthinkError as error:
            yield to_json({"error": str(error)}) + "\n"
        finally:
            await found.aclose()

    return StreamingResponse(text(), media_type="application/x-ndjson")
