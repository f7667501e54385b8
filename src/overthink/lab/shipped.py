"""What comes with the lab: maps, and the verdicts and figures of a run at the papers' scale (docs/make_shipped.py).
It is shown where the folder of results has no finished run."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from overthink.core import user_code
from overthink.core.plain import Fields
from overthink.lab.request import choice, number

GREATEST = 300  # granularity
STUDIES = {"top-down": "nau/fig7", "bottom-up": "nau/fig8", "one-player": "nau/fig9"}
SHIPPED = {model: Path(__file__).with_name("maps") / f"{model}.jsonl" for model in STUDIES}


def read_slice(given: Mapping[str, str]) -> tuple[str, str, float]:
    """Read the model, the axis of the slice, and its place."""
    model = choice(given, "model", SHIPPED, "top-down")
    return model, choice(given, "slice", ("b", "s", "g"), "b"), number(given, "at", 0, GREATEST, 4)


FOLDERS = [folder / "shipped" for folder in user_code.folders("studies")]
VERDICTS = "verdicts.json.gz"


@cache
def _load_figures() -> Fields:
    """For each figure the size of its run, its claims, when it was made, and its folder."""
    figures: Fields = {}
    for folder in FOLDERS:
        if (folder / VERDICTS).is_file():
            shipped = json.loads(gzip.decompress((folder / VERDICTS).read_bytes()))
            more = {"made": shipped["made"], "folder": folder}
            figures |= {name: figure | more for name, figure in shipped["figures"].items()}
    return figures


def names() -> list[str]:
    """The figures that come with the lab."""
    return list(_load_figures())


def run_of(name: str) -> Fields | None:
    """The size of the run of a figure, its date and version; None if it does not come with the lab."""
    figure = _load_figures().get(name)
    return {"observations": figure["observations"], **figure["made"]} if figure else None


def all_verdicts(name: str) -> list[Fields]:
    """Every verdict on a figure that comes with the lab."""
    return list(_load_figures().get(name, {}).get("claims", ()))


def picture_of(name: str) -> str | None:
    """The picture of a figure, as SVG."""
    path = _load_figures()[name]["folder"] / picture_file(name) if run_of(name) else None
    return gzip.decompress(path.read_bytes()).decode("utf-8") if path and path.is_file() else None


def picture_file(name: str) -> str:
    return f"{name.replace('/', '-')}.svg.gz"
