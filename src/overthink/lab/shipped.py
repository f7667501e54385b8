"""The maps that come with the lab (docs/make_shipped.py). They are shown where the folder of results has no finished
run."""

from collections.abc import Mapping
from pathlib import Path

from overthink.lab.request import choice, number

LARGEST_GRANULARITY = 300  # granularity
STUDIES = {"top-down": "nau/fig7", "bottom-up": "nau/fig8", "one-player": "nau/fig9"}
SHIPPED = {model: Path(__file__).with_name("maps") / f"{model}.jsonl" for model in STUDIES}


def read_slice(given: Mapping[str, str]) -> tuple[str, str, float]:
    """Read the model, the axis of the slice, and its place."""
    model = choice(given, "model", SHIPPED, "top-down")
    return model, choice(given, "slice", ("b", "s", "g"), "b"), number(given, "at", 0, LARGEST_GRANULARITY, 4)
