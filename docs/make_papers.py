"""Writes the verdicts and figures that come with the lab, from a folder with runs at the papers' scale.

.venv/bin/python docs/make_papers.py results/paper
"""

from __future__ import annotations

import gzip
import json
import sys
from contextlib import closing
from datetime import date
from typing import Any

import overthink
from overthink.core.json_text import to_json
from overthink.lab.shipped_papers import FOLDERS, VERDICTS, picture_file
from overthink.lab.workers.papers import figure, verdicts
from overthink.studies import figures_named
from overthink.studies.store import Store


def finished(folder: str) -> dict[str, int]:
    """The figures whose largest finished run is at least of the paper's scale, and its size."""
    with closing(Store(folder, make=False)) as store:
        sizes = {shown.name: (store.observations(study, 0), study) for study, shown in figures_named("all")}
    return {name: size for name, (size, study) in sizes.items() if size and size >= study.scales.get("paper", 1)}


def main(folder: str) -> None:
    (shipped,) = FOLDERS
    shipped.mkdir(exist_ok=True)
    for old in shipped.glob("*"):
        old.unlink()
    figures: dict[str, Any] = {}
    for name, size in finished(folder).items():
        figures[name] = {"observations": size, "claims": json.loads(to_json(verdicts(name, folder)))}
        picture = figure(name, folder)
        assert picture
        (shipped / picture_file(name)).write_bytes(gzip.compress(picture.encode("utf-8"), mtime=0))
    made = {"date": date.today().isoformat(), "version": overthink.__version__}
    lines = (f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in figures.items())
    text = f'{{"made": {json.dumps(made)}, "figures": {{\n' + ",\n".join(lines) + "\n}}\n"
    (shipped / VERDICTS).write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
