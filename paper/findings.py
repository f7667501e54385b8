"""Runs the findings of findings.md again and compares their checksums, a line each: same or differs.

.venv/bin/python -m paper.findings            all of them at the papers' scale: a night. If stopped, it resumes there.
.venv/bin/python -m paper.findings cells      one small cell of each: minutes
.venv/bin/python -m paper.findings write      writes the checksums of what was run here into findings.md

Add names of studies for some of them, and --device gpu to use a GPU. Ends with 1 if a checksum differs.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from operator import eq
from pathlib import Path

from tests import checksums

from overthink.report import shipped
from overthink.studies import study_named
from overthink.studies.store import FILE, Store
from overthink.studies.verdicts import judge

PAGE = Path(__file__).with_name("findings.md")
OUT = "results/findings"
DIGITS = 6  # where last bits differ by machine
NONE = "—"  # instead of the checksum of a run that was not made again yet
# A row: study, settings and observations, seed, minutes, checksum of the whole run, checksum of one cell.
ROW = re.compile(rf"^(\| `([\w/-]+)` \|.+\| )`(\w+|{NONE})` \| `(\w+)` \|$", re.MULTILINE)


def stored(name: str) -> tuple[str, str]:
    """The checksum of a stored run at the papers' scale, and whether its verdicts are those that come with Overthink;
    none if there is no such run."""
    study = study_named(name)
    if not (Path(OUT) / FILE).is_file():
        return NONE, ""
    with closing(Store(OUT, make=False)) as store:
        if (store.observations(study, checksums.SEED) or 0) < study.observations("paper"):
            return NONE, ""
        samples = store.samples(study, checksums.SEED, study.observations("paper"))
    here = [claim.verdict for figure in study.figures for claim in judge(figure, figure.part(samples))]
    there = [claim["verdict"] for figure in study.figures for claim in shipped.claims_of(figure.name)]
    note = f"{sum(map(eq, here, there))} of {len(there)} verdicts as shipped"
    return samples.checksum(DIGITS if name in checksums.LAST_BIT else None), note


def whole(name: str, device: str) -> tuple[str, str]:
    """Run a study at the papers' scale; its checksum, and a note on its verdicts."""
    command = ["reproduce", name, "--scale", "paper", "--seed", str(checksums.SEED), "--device", device, "--out", OUT]
    ended = subprocess.run([sys.executable, "-m", "overthink", *command], stdout=subprocess.DEVNULL)
    return ("no result", "") if ended.returncode else stored(name)


def cell(name: str, device: str) -> tuple[str, str]:
    """The checksum of one small cell of a study, as the tests have it."""
    return checksums.digest(checksums.run(study_named(name)), name in checksums.LAST_BIT)[:12], "one small cell"


def renewed(row: re.Match[str]) -> str:
    """A row with the checksums of what is stored here, and of the tests' cells."""
    run, _ = stored(row[2])
    one = json.loads(checksums.FILE.read_text())["cells"][row[2]]["sha256"][:12]
    return f"{row[1]}`{row[3] if run == NONE else run}` | `{one}` |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=("whole", "cells", "write"), default="whole")
    parser.add_argument("studies", nargs="*")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    asked = parser.parse_args()
    page = PAGE.read_text("utf-8")
    if asked.part == "write":
        PAGE.write_text(ROW.sub(renewed, page), "utf-8")
        return 0
    compute, column = (cell, 4) if asked.part == "cells" else (whole, 3)
    rows = {row[2]: row[column] for row in ROW.finditer(page)}
    names = asked.studies or list(rows)
    if strange := [name for name in names if name not in rows]:
        parser.error(f"{PAGE.name} does not have {', '.join(strange)}.")
    counts = Counter[str]()
    for name in names:
        begun = time.monotonic()
        found, note = compute(name, asked.device)
        word = "same" if found == rows[name] else "new" if rows[name] == NONE else "differs"
        counts[word] += 1
        more = f" instead of {rows[name]}" if word == "differs" else ""
        print(f"{word:8}{name} {found}{more} ({note}; {time.monotonic() - begun:.0f} s)", flush=True)
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    return int(counts["differs"] > 0)


if __name__ == "__main__":
    sys.exit(main())
