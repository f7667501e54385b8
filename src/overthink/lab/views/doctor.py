"""The view Doctor: reports that are there, and positions to be examined."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from overthink.core.errors import OverthinkError
from overthink.lab.answer import answer, computed, lines, refusal
from overthink.lab.request import body

SECONDS = 180.0
NAME = re.compile(r"[\w][\w .()-]{0,120}\.html?")
# A report may have a script of its own, to sort a table for one; it is no part of our page and reaches nobody.
REPORT = {
    "content-security-policy": "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
}

FRAME = """<!doctype html><meta charset="utf-8"><title>Report</title><script>
addEventListener("message", (event) => {
  document.open();
  document.write(event.data);
  document.close();
}, { once: true });
</script>"""


async def reports(request: Request) -> Response:
    """The HTML files beside the store."""
    folder: Path | None = request.app.state.store
    there = [path.name for path in folder.glob("*.htm*") if path.is_file()] if folder and folder.is_dir() else []
    return answer({"reports": sorted(name for name in there if NAME.fullmatch(name)), "folder": str(folder or "")})


async def report(request: Request) -> Response:
    folder, name = request.app.state.store, request.query_params.get("name", "")
    if not NAME.fullmatch(name):
        raise OverthinkError("A report is a file of the results' folder, such as doctor.html.")
    if not folder or not (folder / name).is_file():
        return refusal(f"There is no report {name} in the results' folder.", 404)
    return FileResponse(folder / name, media_type="text/html", headers=REPORT)


async def frame(request: Request) -> Response:
    """An empty page that becomes the report it is sent."""
    return Response(FRAME, media_type="text/html", headers=REPORT)


async def example(request: Request) -> Response:
    return await computed("doctor:example", dict(request.query_params), request=request)


async def examine(request: Request) -> Response:
    """A diagnosis, with its progress."""
    return await lines("doctor:examined", await body(request), request=request, seconds=SECONDS)


ROUTES = [
    Route("/api/doctor/reports", reports),
    Route("/api/doctor/report", report),
    Route("/api/doctor/frame", frame),
    Route("/api/doctor/example", example),
    Route("/api/doctor/examine", examine, methods=["POST"]),
]
