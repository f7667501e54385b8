"""The cells of studies that come with Overthink: every number of every observation, so that anybody can compute paired
differences again.

>>> from overthink_papers import cells
>>> from overthink_papers.beyond.best_first import cost
>>> samples = cells.load("beyond/best-first")
>>> place = {"game": "othello", "source": "random play", "net": "strong"}
>>> cost.lead(samples, place, "best-first", "alpha-beta", cost.MIDDLE)  # doctest: +SKIP

`docs/make_shipped.py` writes them.
"""

import json
from pathlib import Path

import numpy as np

from overthink.studies.samples import Samples

SHIPPED = Path(__file__).parent / "shipped"
PARTS = {np.dtype(np.uint8): 4, np.dtype(np.int16): 20 * 840}  # a share is a whole number of these


def names() -> list[str]:
    """The studies whose cells come with Overthink."""
    return sorted(f"beyond/{path.name.removesuffix('-cells.npz')}" for path in SHIPPED.glob("*-cells.npz"))


def file_of(name: str) -> Path:
    """The file of a study."""
    return SHIPPED / f"{name.removeprefix('beyond/')}-cells.npz"


def load(name: str) -> Samples:
    """The shipped cells of a study as samples, by point."""
    with np.load(file_of(name)) as stored:
        points = json.loads(stored["points"].tobytes())
        shares = iter(stored["shares"] / PARTS[stored["shares"].dtype])
        others = iter(stored["others"].astype(float))
    return Samples([(point, next(others if "measure" in point else shares)) for point in points])
