"""The verdicts and figures of a run at the papers' scale that come with the lab (docs/make_papers.py). They are shown
where the folder of results has no finished run."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

from overthink.core.json_text import Fields

FOLDER = Path(__file__).with_name("papers")
VERDICTS = FOLDER / "verdicts.json.gz"


@cache
def _shipped() -> Fields:
    shipped: Fields = json.loads(gzip.decompress(VERDICTS.read_bytes())) if VERDICTS.is_file() else {"figures": {}}
    return shipped


def names() -> list[str]:
    """The figures that come with the lab."""
    return list(_shipped()["figures"])


def run_of(name: str) -> Fields | None:
    """The size of the run of a figure, its date and version; None if it does not come with the lab."""
    figure = _shipped()["figures"].get(name)
    return {"observations": figure["observations"], **_shipped()["made"]} if figure else None


def all_verdicts(name: str) -> list[Fields]:
    """Every verdict on a figure that comes with the lab."""
    return list(_shipped()["figures"].get(name, {}).get("claims", ()))


def verdicts_of(name: str, claims: list[str]) -> list[Fields]:
    """The verdicts on these claims, as far as they come with the lab."""
    known = {claim["claim"]: claim for claim in all_verdicts(name)}
    return [known[claim] for claim in claims if claim in known]


def picture_file(name: str) -> Path:
    return FOLDER / f"{name.replace('/', '-')}.svg.gz"


def picture_of(name: str) -> str | None:
    """The picture of a figure, as SVG."""
    path = picture_file(name)
    return gzip.decompress(path.read_bytes()).decode("utf-8") if run_of(name) and path.is_file() else None
