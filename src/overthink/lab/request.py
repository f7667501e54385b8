"""Read and check the parameters of a request. A wrong parameter gives an error in one sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.requests import Request

from overthink.core.errors import OverthinkError, unknown

Given = Mapping[str, Any]  # the parameters of a URL, or a JSON object
DEEPEST = 100  # levels of nesting in a request
SEED = 2**53  # the largest integer of JavaScript


def _value(given: Given, name: str, default: object) -> Any:
    value = given.get(name, default)
    if value is None:
        raise OverthinkError(f"'{name}' is missing.")
    return value


def integer(given: Given, name: str, least: int, most: int, default: int | None = None) -> int:
    """A whole number from `least` to `most`."""
    value = _value(given, name, default)
    if isinstance(value, str) and len(value) < 20 and value.strip().lstrip("-").isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise OverthinkError(f"'{name}' must be a whole number from {least} to {most}.")
    return value


def number(given: Given, name: str, least: float, most: float, default: float | None = None) -> float:
    """A number from `least` to `most`."""
    given_value = _value(given, name, default)
    try:
        value = math.nan if isinstance(given_value, bool) else float(given_value)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if not least <= value <= most:
        raise OverthinkError(f"'{name}' must be a number from {least:g} to {most:g}.")
    return value


def choice(given: Given, name: str, known: Iterable[str], default: str | None = None) -> str:
    """One of the known names."""
    value, names = _value(given, name, default), list(known)
    if value not in names:
        raise unknown(name, str(value)[:60], names)
    return str(value)


def choices(given: Given, name: str, known: Iterable[str], most: int, default: str | None = None) -> list[str]:
    """Some of the known names, each once, from a list or from text with commas."""
    value, names = _value(given, name, default), list(known)
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list) or not parts or len(parts) > most:
        raise OverthinkError(f"'{name}' must name 1 to {most} of: {', '.join(names)}.")
    return list(dict.fromkeys(choice({name: part}, name, names) for part in parts))


async def body(request: Request) -> dict[str, Any]:
    """Read the JSON object in the body of a request."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise OverthinkError("Send a JSON object with the content type application/json.")
    text = await request.body()
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise OverthinkError("The request is not valid JSON, or is nested too deeply.") from None
    if not isinstance(content, dict):
        raise OverthinkError("The request is not a JSON object.")
    layer: list[object] = [content]
    for _ in range(DEEPEST):
        layer = [
            inner
            for outer in layer
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    if layer:
        raise OverthinkError(f"The request is nested more than {DEEPEST} levels deep.")
    return content
