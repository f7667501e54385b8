"""Who may speak to the lab: this machine's own browser, on our own page, in small messages."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overthink.lab.answer import refusal

LARGEST = 256 * 1024  # bytes of a request
LARGEST_UPLOAD = 4 * 1024 * 1024
UPLOADS = "/api/doctor/"
NAMES = ("127.0.0.1", "localhost")
HEADERS = {
    # Styles: plotly sets them on elements. Frames: a report opened from disk, sandboxed.
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


class TooLargeError(Exception):
    """More bytes came than a request may have."""


class Guard:
    """Refuses foreign hosts and origins and large bodies, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = LARGEST_UPLOAD if scope["path"].startswith(UPLOADS) else LARGEST
        too_large = refusal(f"A request may have {most // 1024} kB; this one is larger.", 413)
        started = False

        async def guarded_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        refused = foreign(scope, headers)
        if refused:
            await refusal(refused, 403)(scope, receive, guarded_send)
        elif not headers.get("content-length", "0").isdecimal() or int(headers.get("content-length", "0")) > most:
            await too_large(scope, receive, guarded_send)
        else:
            try:
                await self.app(scope, counted(receive, most), guarded_send)
            except TooLargeError:
                if not started:
                    await too_large(scope, receive, guarded_send)


def counted(receive: Receive, most: int) -> Receive:
    """The same messages, until their bytes are more than these."""
    left = most

    async def counting() -> MutableMapping[str, Any]:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooLargeError
        return message

    return counting


def foreign(scope: Scope, headers: Headers) -> str | None:
    """Why a request is none of ours, if it is not."""
    port = (scope.get("server") or ("", 0))[1]
    hosts = [f"{name}:{port}" for name in NAMES] + (list(NAMES) if port == 80 else [])
    if headers.get("host", "").lower() not in hosts:
        return f"The lab answers at http://127.0.0.1:{port} only."
    if headers.get("origin", "http://" + hosts[0]).lower() not in ["http://" + host for host in hosts]:
        return "The lab answers its own page only."
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and scope["path"].startswith("/api/"):
        return "The lab answers its own page only."
    return None
