"""Read and check the parameters of a request. A wrong parameter gives an error in one sentence."""

import json
import pickle
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import Request

from overthink.core.errors import OverthinkError, parse_number, parse_whole, require, unknown
from overthink.core.plain import Fields

Given = Mapping[str, Any]  # the parameters of a URL, or a JSON object
LARGEST_SEED = 2**53  # the largest integer of JavaScript


def _value(given: Given, name: str, default: object) -> Any:
    value = given.get(name, default)
    require(value is not None, f"'{name}' is missing.")
    return value


def integer(given: Given, name: str, least: int, most: int, default: int | None = None) -> int:
    value = _value(given, name, default)
    with suppress(ValueError):
        value = int(value) if isinstance(value, str) else value
    return parse_whole(f"'{name}'", value, least, most)


def number(given: Given, name: str, least: float, most: float, default: float | None = None) -> float:
    value = _value(given, name, default)
    with suppress(ValueError):
        value = float(value) if isinstance(value, str) else value
    return parse_number(f"'{name}'", value, least, most)


def choice(given: Given, name: str, known: Iterable[str], default: str | None = None) -> str:
    value = _value(given, name, default)
    names = list(known)
    if value not in names:
        raise unknown(name, str(value)[:60], names)
    return str(value)


def choices(given: Given, name: str, known: Iterable[str], default: str) -> list[str]:
    """Some of the known names, each once, from a list or from text with commas."""
    value = _value(given, name, default)
    names = list(known)
    parts = value.split(",") if isinstance(value, str) else value
    fits = isinstance(parts, list) and 0 < len(parts) <= len(names)
    require(fits, f"'{name}' must name 1 to {len(names)} of: {', '.join(names)}.")
    return list(dict.fromkeys(choice({name: part}, name, names) for part in parts))


async def body(request: Request) -> Fields:
    """Read the JSON object in the body of a request."""
    kind = request.headers.get("content-type", "").split(";")[0].strip()
    require(kind == "application/json", "Send a JSON object with the content type application/json.")
    text = await request.body()
    try:
        content = json.loads(text)
        pickle.dumps(content)  # a worker gets it so
    except (ValueError, RecursionError):
        raise OverthinkError("The request is not valid JSON, or is nested too deeply.") from None
    require(isinstance(content, dict), "The request is not a JSON object.")
    return dict(content)
