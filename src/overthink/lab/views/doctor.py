"""The view Doctor: stored reports, and positions to examine."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from overthink.core.errors import OverthinkError
from overthink.lab.answer import answer, compute_response, refusal, stream_response
from overthink.lab.request import body
from overthink.lab.views.view import View

SECONDS = 180.0
EXAMPLE = Path(__file__).parents[1] / "example-report.html.gz"  # docs/make_report.py
NAME = re.compile(r"[\w][\w .()-]{0,120}\.html?")
# A report may have its own script, for example to sort a table. The sandbox isolates it.
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
    names = [path.name for path in folder.glob("*.htm*") if path.is_file()] if folder and folder.is_dir() else []
    return answer({"reports": sorted(name for name in names if NAME.fullmatch(name)), "folder": str(folder or "")})


async def report(request: Request) -> Response:
    folder, name = request.app.state.store, request.query_params.get("name", "")
    if not NAME.fullmatch(name):
        raise OverthinkError("Give the name of a file in the folder of results, such as doctor.html.")
    if not folder or not (folder / name).is_file():
        return refusal(f"There is no report {name} in the folder of results.", 404)
    return FileResponse(folder / name, media_type="text/html", headers=REPORT)


async def example_report(request: Request) -> Response:
    """The report that comes with the lab."""
    return Response(gzip.decompress(EXAMPLE.read_bytes()), media_type="text/html", headers=REPORT)


async def frame(request: Request) -> Response:
    """An empty page that shows the report in the first message it gets."""
    return Response(FRAME, media_type="text/html", headers=REPORT)


async def rules(request: Request) -> Response:
    return await compute_response("doctor:rules", request=request)


async def example(request: Request) -> Response:
    return await compute_response("doctor:example", dict(request.query_params), request=request)


async def examine(request: Request) -> Response:
    """The progress of an examination, then the diagnosis."""
    return await stream_response("doctor:examine", await body(request), request=request, seconds=SECONDS)


VIEW = View(
    "doctor",
    "Doctor",
    [
        Route("/api/doctor/reports", reports),
        Route("/api/doctor/report", report),
        Route("/api/doctor/example-report", example_report),
        Route("/report-frame", frame),
        Route("/api/doctor/rules", rules),
        Route("/api/doctor/example", example),
        Route("/api/doctor/examine", examine, methods=["POST"]),
    ],
)
