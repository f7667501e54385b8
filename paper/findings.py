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

from tests import checksums

from overthink.report import shipped
from overthink.studies import study_named
from overthink.studies.store import Store
from overthink.studies.verdicts import JudgedClaim, judge, samples_of

PAGE = Path(__file__).with_name("findings.md")
OUT = "results/findings"
# A row: study, settings and observations, seed, minutes, checksum of the whole run, checksum of one cell.
ROW = re.compile(r"^(\| `([\w/-]+)` \|.+\| )`(\w+)` \| `(\w+)` \|$", re.MULTILINE)


def digest(claims: Iterable[JudgedClaim]) -> str:
    """A checksum of all claims of a study: verdicts, numbers of observations, and estimates with their intervals, to
    six decimals. The words of a claim do not count."""
    rows = []
    for claim in claims:
        ends = claim.estimate.mean, claim.estimate.low, claim.estimate.high
        rows.append([claim.study, str(claim.verdict), claim.estimate.n, *(round(x, 6) + 0.0 for x in ends)])
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:12]


def whole(name: str, device: str) -> str:
    """Run a study at the papers' scale, and the checksum of its claims as this run decides them."""
    command = ["reproduce", name, "--scale", "paper", "--seed", str(checksums.SEED), "--device", device, "--out", OUT]
    if subprocess.run([sys.executable, "-m", "overthink", *command], stdout=subprocess.DEVNULL).returncode:
        return "no result"
    study = study_named(name)
    with closing(Store(OUT, make=False)) as store:
        pairs = [(study, figure) for figure in study.figures]
        runs = samples_of(store, pairs, checksums.SEED, "paper")
        return digest(claim for _, figure, samples in runs for claim in judge(figure, samples))


def cell(name: str, device: str) -> str:
    """The checksum of one small cell of a study, as the tests have it."""
    study = study_named(name)
    return checksums.digest(checksums.run(study), name in checksums.LAST_BIT)[:12]


def known(name: str) -> tuple[str, str]:
    """Both checksums of a study, as they come with Overthink."""
    claims = [claim for figure in study_named(name).figures for claim in shipped.claims_of(figure.name)]
    one = json.loads(checksums.FILE.read_text())["cells"][name]["sha256"]
    return digest(map(JudgedClaim.read, claims)), one[:12]


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
    differ = 0
    for name in asked.studies or rows:
        begun = time.monotonic()
        found = compute(name, asked.device)
        differ += found != rows[name]
        told = "same   " if found == rows[name] else f"differs, {found} here:"
        print(f"{told} {name} {rows[name]} ({time.monotonic() - begun:.0f} s)", flush=True)
    print(f"{len(asked.studies or rows) - differ} same, {differ} differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
