"""What a request asks for, read and checked: a wrong parameter is one sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.requests import Request

from overthink.core.errors import OverthinkError, unknown

Given = Mapping[str, Any]  # the parameters of an address, or a JSON object
DEEPEST = 100  # lists in lists in a request
SEED = 2**53  # what JavaScript can count to


def _given(given: Given, name: str, usual: Any) -> Any:
    found = given.get(name, usual)
    if found is None:
        raise OverthinkError(f"'{name}' is missing.")
    return found


def integer(given: Given, name: str, least: int, most: int, usual: int | None = None) -> int:
    """A whole number from `least` to `most`."""
    found = _given(given, name, usual)
    if isinstance(found, str) and len(found) < 20 and found.strip().lstrip("-").isdecimal():
        found = int(found)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise OverthinkError(f"'{name}' is a whole number from {least} to {most}.")
    return found


def number(given: Given, name: str, least: float, most: float, usual: float | None = None) -> float:
    """A number from `least` to `most`."""
    found = _given(given, name, usual)
    try:
        value = math.nan if isinstance(found, bool) else float(found)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if not least <= value <= most:
        raise OverthinkError(f"'{name}' is a number from {least:g} to {most:g}.")
    return value


def choice(given: Given, name: str, known: Iterable[str], usual: str | None = None) -> str:
    """One of the known names."""
    found, names = _given(given, name, usual), list(known)
    if found not in names:
        raise unknown(name, str(found)[:60], names)
    return str(found)


def choices(given: Given, name: str, known: Iterable[str], most: int, usual: str | None = None) -> list[str]:
    """Some of the known names, from a list or with commas between them, each once."""
    found, names = _given(given, name, usual), list(known)
    parts = found.split(",") if isinstance(found, str) else found
    if not isinstance(parts, list) or not parts or len(parts) > most:
        raise OverthinkError(f"'{name}' names 1 to {most} of: {', '.join(names)}.")
    return list(dict.fromkeys(choice({name: part}, name, names) for part in parts))


async def body(request: Request) -> dict[str, Any]:
    """The JSON object that a request carries."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise OverthinkError("Send a JSON object, with the content type application/json.")
    text = await request.body()
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise OverthinkError("The request is no JSON, or nested too deeply.") from None
    if not isinstance(found, dict):
        raise OverthinkError("The request is no JSON object.")
    layer: list[Any] = [found]
    for _ in range(DEEPEST):
        layer = [
            inner
            for each in layer
            if isinstance(each, list | dict)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    if layer:
        raise OverthinkError(f"The request is nested more than {DEEPEST} deep.")
    return found
