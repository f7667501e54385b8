"""The maps that come with the lab, and which part of one a request asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from overthink.lab.request import choice, number

GREATEST = 300  # granularity
SHIPPED = {
    model: Path(__file__).with_name("maps") / f"{model}.jsonl" for model in ("top-down", "bottom-up", "one-player")
}


def wanted(given: Mapping[str, str]) -> tuple[str, str, float]:
    """Model, axis that is cut, and where."""
    model = choice(given, "model", SHIPPED, "top-down")
    return model, choice(given, "slice", ("b", "s", "g"), "b"), number(given, "at", 0, GREATEST, 4)
