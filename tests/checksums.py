"""Check sums of one small cell of every study: the same seed gives the same numbers on every machine and Python.

    .venv/bin/python -m tests.checksums          rewrites tests/data/checksums.json (`make checksums`)

An entry holds the study's edition, the setting, how many observations, a sha256 of points and numbers, and the mean of
the numbers, which says how far apart two machines are where the sums differ. `LAST_BIT` names the studies whose numbers
may differ in a last bit, with the reason; these are rounded to `DIGITS` digits before they are summed.
"""

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from validation.doctor_power import STUDY

from overthink.studies import all_studies
from overthink.studies.samples import Cell
from overthink.studies.study import Study

FILE = Path(__file__).parent / "data" / "checksums.json"
SEED = 0
DIGITS = 12
# Number of the setting and observations, where those of `chosen` take long or show little.
CELLS = {
    "nau/champions": (0, 1),
    "nau/fig9": (5, 4),
    "nau/fig11": (0, 1),
    "nau/endgames": (0, 1),
    "nau/puzzle-factors": (0, 1),
    "nau/puzzle": (0, 500),
    "althofer/burden": (0, 2),
    "bab/fig2": (1, 2),
    "bab/fig3": (1, 2),
    "bab/choosing": (0, 2),
    "bab/extremes": (14, 2),
    "bab/cops": (0, 2),
    "bab/chance-cops": (0, 1),
    "bab/play": (3, 1),
    "cwl/fig5": (20, 1),
    "cwl/evaluators": (1, 4),
    "emm/pruning": (0, 1),
    "beyond/cure-games": (0, 1),
    "validation/doctor-power": (3, 1),
    "beyond/learned": (1, 1),
    "beyond/strong": (7, 1),
    "beyond/best-first": (13, 1),
    "beyond/best-first-strengths": (34, 1),
    "beyond/best-first-larger": (0, 2),
    "beyond/best-first-play": (12, 1),
    "beyond/net-play": (23, 1),
    "beyond/best-first-trees": (4, 2),
    "beyond/best-first-models": (5, 2),
    "beyond/heredity": (1, 1),
    "beyond/epsilon-equilibrium": (3, 2),
    "beyond/equal-cost": (2, 1),
    "beyond/play": (12, 1),
}
SMALL_ENDGAME = "KRK"  # stands in for endgames of four pieces: the same code, and to list their positions takes seconds
SKIPPED = {
    "nau/champions": "asks chess engines, whose answers depend on their version",
}
LAST_BIT: dict[str, str] = {
    "althofer/rate": "sums and powers of long arrays",
    "beyond/heredity": "sums of long arrays",
    "beyond/strong": "logarithms",
    "beyond/best-first-models": "logarithms",
    "beyond/best-first-trees": "logarithms",
    "beyond/votes": "products of matrices",
    "beyond/best-of-n": "products of matrices",
}


def every_study() -> dict[str, Study]:
    """All studies, also the doctor's own, which is not in the packages."""
    return {**all_studies(), STUDY.name: STUDY}


def chosen(study: Study) -> tuple[dict[str, Any], int]:
    """The setting, and how many observations make the cell: small, but not one of the two ends."""
    which, observations = CELLS.get(study.name, (min(4, len(study.settings) - 1), 4))
    setting = dict(study.settings[which])
    return {**setting, "endgame": SMALL_ENDGAME} if "endgame" in setting else setting, observations


def digest(cell: Cell, rounded: bool = False) -> str:
    """The sha256 of a cell; every not-a-number counts as the same, and so do both zeros."""
    points, observations = cell
    numbers = np.where(np.isnan(observations), np.nan, observations + 0.0).astype("<f8")
    if rounded:
        numbers = np.array([float(f"{number:.{DIGITS}g}") for number in numbers.ravel()], "<f8")
    text = json.dumps(points, sort_keys=True).encode()
    return hashlib.sha256(text + b"\n" + np.ascontiguousarray(numbers).tobytes()).hexdigest()


def run(study: Study) -> Cell:
    setting, observations = chosen(study)
    return study.run(setting, 0, observations, SEED)


def entry(study: Study, cell: Cell) -> dict[str, Any]:
    """What the file holds of a study."""
    setting, observations = chosen(study)
    known = cell[1][np.isfinite(cell[1])]
    return {
        "edition": study.edition,
        "setting": setting,
        "observations": observations,
        "mean": math.fsum(known) / max(1, len(known)),
        "sha256": digest(cell, study.name in LAST_BIT),
        **({"rounded": LAST_BIT[study.name]} if study.name in LAST_BIT else {}),
    }


def difference(study: Study, cell: Cell, there: dict[str, Any]) -> str:
    """A sentence, if this cell of the study is not the one in the file."""
    here = json.loads(json.dumps(entry(study, cell)))
    apart = [key for key in sorted(here.keys() | there.keys()) if key != "mean" and here.get(key) != there.get(key)]
    means = f"mean {here['mean']!r} here, {there.get('mean')!r} in the file"
    return f"{study.name} differs in {', '.join(apart)}: {means}" if apart else ""


if __name__ == "__main__":
    entries = {name: entry(study, run(study)) for name, study in every_study().items() if name not in SKIPPED}
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps({"skipped": SKIPPED, "cells": entries}, indent=1, ensure_ascii=False) + "\n")
