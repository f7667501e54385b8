"""A study's figure and numbers as files beside the store: SVG, PNG and CSV; CSV alone where nothing can be drawn."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.report.figure import can_draw, write_png, write_svg


def write_files(study: Any, samples: Any, rows: Sequence[Mapping[str, Any]], folder: Path) -> list[Path]:
    """Write NAME.csv, NAME.svg and NAME.png, with a dash for the slash in the study's name."""
    stem = folder / study.name.replace("/", "-")
    paths = [stem.with_suffix(kind) for kind in ((".csv", ".svg", ".png") if can_draw() else (".csv",))]
    drafts = [path.with_name(f".{path.name}") for path in paths]
    figure = study.draw(samples, study.shown(samples)) if can_draw() else None
    try:
        if figure:
            write_svg(figure, drafts[1])
            write_png(figure, drafts[2])
        with drafts[0].open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        for draft, path in zip(drafts, paths):  # the lab may read a file at any time: it is there whole or not at all
            draft.replace(path)
    except OSError as exc:
        raise OverthinkError(f"{stem} cannot be written ({exc.strerror}). The results are kept.") from None
    return paths
