"""The maps that come with the lab, and the parameters that choose a part of one."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from overthink.lab.request import choice, number

GREATEST = 300  # granularity
STUDIES = {"top-down": "nau/fig7", "bottom-up": "nau/fig8", "one-player": "nau/fig9"}
SHIPPED = {model: Path(__file__).with_name("maps") / f"{model}.jsonl" for model in STUDIES}


def may_be_stored(model: str, folder: Path | None) -> bool:
    """Whether a worker should look for a run of this model in the folder. To ask the file takes no time."""
    file = folder / "overthink.sqlite" if folder else None
    if not file or not file.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as store:
            return bool(store.execute("SELECT 1 FROM runs WHERE study = ?", (STUDIES[model],)).fetchone())
    except sqlite3.Error:  # the worker says what is wrong
        return True


def read_slice(given: Mapping[str, str]) -> tuple[str, str, float]:
    """Read the model, the axis of the slice, and its place."""
    model = choice(given, "model", SHIPPED, "top-down")
    return model, choice(given, "slice", ("b", "s", "g"), "b"), number(given, "at", 0, GREATEST, 4)
