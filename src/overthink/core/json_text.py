"""Results as JSON, for programs."""

from __future__ import annotations

import json
import math
from typing import Any

Fields = dict[str, Any]  # values by name, as in a JSON object or a row of a table


def to_json(value: object) -> str:
    """One JSON text. A number that is not finite becomes null, because JSON has no word for it."""
    return json.dumps(_plain(value), allow_nan=False)


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
