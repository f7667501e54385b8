"""The maps that come with the lab, and the parameters that choose a part of one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from overthink.lab.request import choice, number

GREATEST = 300  # granularity
SHIPPED = {
    model: Path(__file__).with_name("maps") / f"{model}.jsonl" for model in ("top-down", "bottom-up", "one-player")
}


def read_slice(given: Mapping[str, str]) -> tuple[str, str, float]:
    """Read the model, the axis of the slice, and its place."""
    model = choice(given, "model", SHIPPED, "top-down")
    return model, choice(given, "slice", ("b", "s", "g"), "b"), number(given, "at", 0, GREATEST, 4)
