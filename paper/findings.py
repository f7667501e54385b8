"""Runs the findings of findings.md again and compares their checksums, a line each: same or differs.

.venv/bin/python -m paper.findings            all of them at the papers' scale: a night. If stopped, it resumes there.
.venv/bin/python -m paper.findings cells      one small cell of each: minutes
.venv/bin/python -m paper.findings write      into findings.md: the checksums of the results that come with Overthink

Add names of studies for some of them, and --device gpu to use a GPU. Ends with 1 if a checksum differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from tests import checksums

from overthink.report import shipped
from overthink.studies import study_named
from overthink.studies.store import Store
from overthink.studies.verdicts import JudgedClaim, judge, samples_of

PAGE = Path(__file__).with_name("findings.md")
OUT = "results/findings"
# A row: study, settings and observations, seed, minutes, checksum of the whole run, checksum of one cell.
ROW = re.compile(r"^(\| `([\w/-]+)` \|.+\| )`(\w+)` \| `(\w+)` \|$", re.MULTILINE)


def measured(claims: Iterable[JudgedClaim]) -> list[list[Any]]:
    """Of each claim its figure, verdict, number of observations, and estimate with its interval to six decimals. The
    words of a claim do not count."""
    ends = [(claim, (claim.estimate.mean, claim.estimate.low, claim.estimate.high)) for claim in claims]
    return [[each.study, str(each.verdict), each.estimate.n, *(round(x, 6) + 0.0 for x in xs)] for each, xs in ends]


def digest(rows: list[list[Any]]) -> str:
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:12]


def published(name: str) -> list[list[Any]]:
    """What the results that come with Overthink have of a study."""
    claims = [claim for figure in study_named(name).figures for claim in shipped.claims_of(figure.name)]
    return measured(map(JudgedClaim.read, claims))


def whole(name: str, device: str) -> tuple[str, str]:
    """Run a study at the papers' scale: the checksum of its claims, and how they differ from those that come with
    Overthink. A claim of several parts reports one of them, so numbers may differ where verdicts do not."""
    command = ["reproduce", name, "--scale", "paper", "--seed", str(checksums.SEED), "--device", device, "--out", OUT]
    if subprocess.run([sys.executable, "-m", "overthink", *command], stdout=subprocess.DEVNULL).returncode:
        return "no result", ""
    study = study_named(name)
    with closing(Store(OUT, make=False)) as store:
        runs = samples_of(store, [(study, figure) for figure in study.figures], checksums.SEED, "paper")
        rows = measured(claim for _, figure, samples in runs for claim in judge(figure, samples))
    pairs = list(zip(rows, published(name)))
    numbers, verdicts = (sum(a[:end] != b[:end] for a, b in pairs) for end in (6, 2))
    return digest(rows), f"numbers of {numbers} and verdicts of {verdicts} of {len(pairs)} claims differ"


def cell(name: str, device: str) -> tuple[str, str]:
    """The checksum of one small cell of a study, as the tests have it."""
    return checksums.digest(checksums.run(study_named(name)), name in checksums.LAST_BIT)[:12], "one small cell"


def known(name: str) -> tuple[str, str]:
    """Both checksums of a study, as they come with Overthink."""
    return digest(published(name)), json.loads(checksums.FILE.read_text())["cells"][name]["sha256"][:12]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=("whole", "cells", "write"), default="whole")
    parser.add_argument("studies", nargs="*")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    asked = parser.parse_args()
    if asked.part == "write":
        PAGE.write_text(ROW.sub(lambda row: row[1] + "`{}` | `{}` |".format(*known(row[2])), PAGE.read_text("utf-8")))
        return 0
    compute, column = (cell, 4) if asked.part == "cells" else (whole, 3)
    rows = {row[2]: row[column] for row in ROW.finditer(PAGE.read_text("utf-8"))}
    names = asked.studies or list(rows)
    if strange := [name for name in names if name not in rows]:
        parser.error(f"{PAGE.name} does not have {', '.join(strange)}.")
    differ = 0
    for name in names:
        begun = time.monotonic()
        found, note = compute(name, asked.device)
        differ += found != rows[name]
        told = f"same    {name}" if found == rows[name] else f"differs {name}: {found} here ({note}),"
        print(f"{told} {rows[name]} ({time.monotonic() - begun:.0f} s)", flush=True)
    print(f"{len(names) - differ} same, {differ} differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
