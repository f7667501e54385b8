"""Writes what comes with the lab, so that it needs no computation when it is opened.

.venv/bin/python docs/make_shipped.py story            the numbers of the first view
.venv/bin/python docs/make_shipped.py nets FOLDER      the numbers of the view Nets, from a run of beyond/strong
.venv/bin/python docs/make_shipped.py curve            the first picture of the view Depth curve
.venv/bin/python docs/make_shipped.py report           the example report of the view Doctor: boards of Kalah
.venv/bin/python docs/make_shipped.py maps FOLDER      the maps, from runs of nau/fig7, fig8 and fig9 at paper scale
.venv/bin/python docs/make_shipped.py papers FOLDER    verdicts and figures of the papers, of runs at paper scale
.venv/bin/python docs/make_shipped.py cells FOLDER     the cells of runs at paper scale: files of overthink_papers.cells
.venv/bin/python docs/make_shipped.py pages            docs/statements.md and what pages show of shipped runs
"""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

import overthink
from overthink.core.errors import OverthinkError
from overthink.core.plain import to_json

STORY = Path(overthink.__file__).parent / "lab" / "page" / "views" / "story" / "story.json"
BOARDS = {"pits": 4, "seeds": 3}
MADE = {"date": date.today().isoformat(), "version": overthink.__version__}


def write_story() -> None:
    from story_numbers import story  # beside this file

    write_numbers(STORY, story())


def write_nets(folder: Path) -> None:
    from net_numbers import nets  # beside this file

    write_numbers(STORY.parent.parent / "nets" / "nets.json", nets(folder))


def write_numbers(path: Path, found: dict[str, Any]) -> None:
    parts = {"made": MADE, **json.loads(to_json(found))}
    lines = (f"{json.dumps(name)}: {json.dumps(part, separators=(',', ':'))}" for name, part in parts.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def write_curve() -> None:
    """The curves of the usual setting, with the setting as the page writes it."""
    from overthink.lab.workers.depth_curve import curve, subjects

    subject = subjects()["board-splitting"]
    sliders = {each.name: each.default for each in subject.sliders}
    setting = {"subject": "board-splitting", **sliders, "rules": subject.usual, "depths": "odd", "seed": 0}
    found = next(
        each for each in curve({name: str(value) for name, value in setting.items()}) if each and each["n"] >= 1024
    )
    text = to_json({"setting": setting, **found})
    (STORY.parent.parent / "depth-curve" / "first.json").write_text(f"{text}\n", "utf-8")


def write_report() -> None:
    from overthink.lab.views import EXAMPLE
    from overthink.lab.workers.doctor import examine, example

    boards = example({name: str(value) for name, value in BOARDS.items()})["text"]
    asked = {**BOARDS, "depth": 5, "truth": 9, "rules": "minimax,emm", "text": boards}
    (last,) = examine(asked)
    made = f"<!-- made {MADE['date']} by Overthink {MADE['version']} -->\n"
    EXAMPLE.write_bytes(gzip.compress((made + last["report"]).encode("utf-8"), mtime=0))


def write_maps(folder: Path) -> None:
    from overthink.lab.shipped import SHIPPED, STUDIES
    from overthink.lab.workers.map import cube

    for model, path in SHIPPED.items():
        axes, *columns = (line for line in cube({"model": model}, folder) if line)
        if not axes["source"].startswith("the stored run"):
            raise OverthinkError(f"{folder} has no finished run of {STUDIES[model]}.")
        axes["source"] = f"the run of {STUDIES[model]} that comes with Overthink"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in (axes, *map(rounded, columns))), "utf-8")


def rounded(line: dict[str, Any]) -> dict[str, Any]:
    """Estimates to four digits, which is more than their intervals tell."""
    ends = {end: [p if p is None else float(f"{p:.4g}") for p in line[end]] for end in ("mean", "low", "high")}
    return {**line, **ends}


def write_papers(folder: Path) -> None:
    from overthink.lab.workers.papers import figure, verdicts
    from overthink.report.shipped import FOLDERS, VERDICTS, picture_file
    from overthink.studies import all_figures
    from overthink.studies.verdicts import JudgedClaim

    (shipped,) = FOLDERS
    before = json.loads(gzip.decompress((shipped / VERDICTS).read_bytes()))
    figures: dict[str, Any] = {}
    for name, each in before["figures"].items():
        if name in all_figures():  # what is not claimed any more goes; a claim that changed needs a run
            now = {(claim.says, claim.printed, claim.reading) for claim in all_figures()[name][1].claims}
            judged = [(JudgedClaim.read(claim), claim) for claim in each["claims"]]
            kept = [claim for one, claim in judged if (one.says, one.printed, one.reading) in now]
            figures[name] = {**each, "claims": kept}
    for name, size in finished(folder).items():
        claims = json.loads(to_json(verdicts(name, folder)))
        figures[name] = {"observations": size, "claims": claims, "made": MADE}
        picture = figure(name, folder)
        assert picture
        (shipped / picture_file(name)).write_bytes(gzip.compress(picture.encode("utf-8"), mtime=0))
    lines = (f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in figures.items())
    text = f'{{"made": {json.dumps(before["made"])}, "figures": {{\n' + ",\n".join(lines) + "\n}}\n"
    (shipped / VERDICTS).write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


def write_cells(folder: Path) -> None:
    """Shares as whole numbers, other measures as float32."""
    from overthink.studies import study_named
    from overthink.studies.store import Store
    from overthink_papers.cells import PARTS, file_of

    with closing(Store(folder, make=False)) as store:
        for name in store.studies():
            study = study_named(name)
            entries = store.samples(study, 0, study.scales["paper"]).entries
            shares = np.array([sample for point, sample in entries if "measure" not in point])
            kind, parts = next(
                (k, p) for k, p in PARTS.items() if np.allclose(shares * p, np.rint(shares * p), atol=1e-6)
            )
            arrays = {
                "points": np.frombuffer(json.dumps([point for point, _ in entries]).encode(), np.uint8),
                "shares": np.rint(shares * parts).astype(kind),
                "others": np.array([sample for point, sample in entries if "measure" in point], np.float32),
            }
            with zipfile.ZipFile(file_of(name), "w", zipfile.ZIP_LZMA) as archive:  # a fifth smaller than NumPy's own
                for part, array in arrays.items():
                    content = io.BytesIO()
                    np.lib.format.write_array(content, array, allow_pickle=False)
                    archive.writestr(zipfile.ZipInfo(f"{part}.npy"), content.getvalue(), zipfile.ZIP_LZMA)


def write_pages() -> None:
    for path, text in made_pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


def made_pages() -> dict[Path, str]:
    """The pages with what programs write in them, and the figures that they show, by their files."""
    from small_svg import small_svg  # beside this file
    from statement_tables import every_statement, write

    from overthink.report import shipped

    docs = Path(__file__).parent
    made = {}
    for path in sorted(docs.rglob("*.md")):
        written = path.read_text("utf-8")
        made[path] = write(written, "../" * (len(path.relative_to(docs).parts) - 1))
        for file in re.findall(r"\(\.{0,2}/?figures/([\w-]+\.svg)\)", written):
            picture = shipped.picture_of(shipped.names_of_files()[file])
            assert picture
            made[docs / "figures" / file] = small_svg(picture)
    page = Path(__file__).parent / "statements.md"
    title, introduction, *_ = page.read_text("utf-8").split("\n\n")
    return {**made, page: "\n\n".join([title, introduction, every_statement()])}


def finished(folder: Path) -> dict[str, int]:
    """The figures whose largest finished run is at least of the paper's scale, and its size."""
    from overthink.studies import figures_named
    from overthink.studies.store import Store

    with closing(Store(folder, make=False)) as store:
        sizes = {shown.name: (store.observations(study, 0), study) for study, shown in figures_named("all")}
    return {name: size for name, (size, study) in sizes.items() if size and size >= study.scales.get("paper", 1)}


WRITERS: dict[str, Callable[..., None]] = {
    "story": write_story,
    "nets": write_nets,
    "curve": write_curve,
    "report": write_report,
    "maps": write_maps,
    "papers": write_papers,
    "cells": write_cells,
    "pages": write_pages,
}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in WRITERS:
        sys.exit(__doc__)
    WRITERS[sys.argv[1]](*map(Path, sys.argv[2:]))
