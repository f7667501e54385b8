"""What comes with a package of studies: the verdicts and figures of a run at the papers' scale, made by
`docs/make_shipped.py`."""

from __future__ import annotations

import gzip
import json
from functools import cache

from overthink.core import user_code
from overthink.core.plain import Fields

FOLDERS = [folder / "shipped" for folder in user_code.folders("studies")]
VERDICTS = "verdicts.json.gz"


@cache
def _shipped() -> Fields:
    """For each figure the size of its run, its claims, when it was made, and its folder."""
    figures: Fields = {}
    for folder in FOLDERS:
        if (folder / VERDICTS).is_file():
            shipped = json.loads(gzip.decompress((folder / VERDICTS).read_bytes()))
            more = {"made": shipped["made"], "folder": folder}
            figures |= {name: more | figure for name, figure in shipped["figures"].items()}
    return figures


def names() -> list[str]:
    return list(_shipped())


def run_of(name: str) -> Fields | None:
    """The size of the shipped run of a figure, its date and version; None if it has none."""
    figure = _shipped().get(name)
    return {"observations": figure["observations"], **figure["made"]} if figure else None


def claims_of(name: str) -> list[Fields]:
    """Every claim of a figure, as judged on its shipped run."""
    return list(_shipped().get(name, {}).get("claims", ()))


def picture_of(name: str) -> str | None:
    path = _shipped()[name]["folder"] / picture_file(name) if run_of(name) else None
    return gzip.decompress(path.read_bytes()).decode("utf-8") if path and path.is_file() else None


def picture_file(name: str) -> str:
    return f"{name.replace('/', '-')}.svg.gz"


def names_of_files() -> dict[str, str]:
    """The names of the figures, by the files that show them: emm-fig6.svg."""
    return {f"{name.replace('/', '-')}.svg": name for name in names()}
