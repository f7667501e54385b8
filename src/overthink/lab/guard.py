"""The guard: only a browser on this machine, on the lab's own page, may send requests, and only small ones.

Requests for results and computations need the token of the address that the lab printed. Other users of the machine do
not have it. It is kept, so that an open page still works after the lab is started again.
"""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from overthink.games.cache import folder
from overthink.lab.pool import refusal

MOST_BYTES = 256 * 1024  # bytes of a request
LARGEST_UPLOAD = 16 * 1024 * 1024
UPLOADS = "/api/doctor/"
TOKEN = "x-overthink-token"  # the header
NAMES = ("127.0.0.1", "localhost")
HEADERS = {
    # Styles: views set them on elements. Frames: a report opened from disk, sandboxed.
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
NO_TOKEN = "This page has no token. Open the whole address that 'overthink lab' printed: it ends with the token."


class TooLargeError(Exception):
    """The request has too many bytes."""


class Guard:
    """Refuse other hosts, other origins and large bodies, and set the headers of every response."""

    def __init__(self, app: ASGIApp, token: str = ""):
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = LARGEST_UPLOAD if scope["path"].startswith(UPLOADS) else MOST_BYTES
        too_large = refusal(f"This request is larger than {most // 1024} kB. Send a smaller one.", 413)
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
        reason = foreign(scope, headers)
        if reason:
            await refusal(reason, 403)(scope, receive, guarded_send)
        elif scope["path"].startswith("/api/") and not self.knows_token(headers):
            await refusal(NO_TOKEN, 401)(scope, receive, guarded_send)
        elif not headers.get("content-length", "0").isdecimal() or int(headers.get("content-length", "0")) > most:
            await too_large(scope, receive, guarded_send)
        else:
            try:
                await self.app(scope, count_bytes(receive, most), guarded_send)
            except TooLargeError:
                if not started:
                    await too_large(scope, receive, guarded_send)

    def knows_token(self, headers: Headers) -> bool:
        """Whether a request has the token, or none is asked for."""
        return secrets.compare_digest(headers.get(TOKEN, "").encode(), self.token.encode()) or not self.token


def count_bytes(receive: Receive, most: int) -> Receive:
    """Pass messages on, and raise TooLargeError after `most` bytes."""
    left = most

    async def counting() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooLargeError
        return message

    return counting


def foreign(scope: Scope, headers: Headers) -> str | None:
    """The reason why a request is foreign, or None."""
    port = (scope.get("server") or ("", 0))[1]
    hosts = [f"{name}:{port}" for name in NAMES] + (list(NAMES) if port == 80 else [])
    if headers.get("host", "").lower() not in hosts:
        return f"The lab answers only at http://127.0.0.1:{port}."
    if headers.get("origin", "http://" + hosts[0]).lower() not in ["http://" + host for host in hosts]:
        return "The lab answers only its own page."
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and scope["path"].startswith("/api/"):
        return "The lab answers only its own page."
    return None


FILE = "lab-token"
FORM = re.compile(r"[\w-]{32,64}")


def read_token() -> str:
    """Read the token from a file that only this user can read, or write a new one. Without such a file, the token lasts
    as long as the lab."""
    path = folder() / FILE
    fresh = secrets.token_urlsafe(24)
    with suppress(OSError):
        known = _private(path)
        if known:
            return known
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(fresh)
    return fresh


def _private(path: Path) -> str | None:
    """The token in a file, unless others could read or write it."""
    if not path.is_file() or path.is_symlink():
        return None
    about = path.stat()
    if os.name == "posix" and (about.st_mode & 0o077 or about.st_uid != os.getuid()):
        return None
    text = path.read_text(encoding="ascii", errors="replace").strip()
    return text if FORM.fullmatch(text) else None
