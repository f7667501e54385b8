"""The verdicts and figures of a run at the papers' scale that come with the lab (docs/make_papers.py). They are shown
where the folder of results has no finished run."""

from __future__ import annotations

import gzip
import json
from functools import cache

from overthink.core import plugins
from overthink.core.json_text import Fields

FOLDERS = [folder / "shipped" for folder in plugins.folders("studies")]
VERDICTS = "verdicts.json.gz"


@cache
def _shipped() -> Fields:
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
    return list(_shipped())


def run_of(name: str) -> Fields | None:
    """The size of the run of a figure, its date and version; None if it does not come with the lab."""
    figure = _shipped().get(name)
    return {"observations": figure["observations"], **figure["made"]} if figure else None


def all_verdicts(name: str) -> list[Fields]:
    """Every verdict on a figure that comes with the lab."""
    return list(_shipped().get(name, {}).get("claims", ()))


def verdicts_of(name: str, claims: list[str]) -> list[Fields]:
    """The verdicts on these claims, as far as they come with the lab."""
    known = {claim["claim"]: claim for claim in all_verdicts(name)}
    return [known[claim] for claim in claims if claim in known]


def picture_of(name: str) -> str | None:
    """The picture of a figure, as SVG."""
    path = _shipped()[name]["folder"] / picture_file(name) if run_of(name) else None
    return gzip.decompress(path.read_bytes()).decode("utf-8") if path and path.is_file() else None


def picture_file(name: str) -> str:
    return f"{name.replace('/', '-')}.svg.gz"
