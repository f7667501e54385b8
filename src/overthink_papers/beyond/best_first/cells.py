"""The cells of the three studies of `best_first` that come with Overthink.

>>> from overthink_papers.beyond.best_first import cells, cost
>>> samples = cells.load("beyond/best-first")
>>> place = {"game": "othello", "source": "random play", "net": "strong"}
>>> cost.lead(samples, place, "best-first", "alpha-beta", cost.MIDDLE)  # doctest: +SKIP

python -m overthink_papers.beyond.best_first.cells FOLDER      writes them from stored runs at the scale "paper"
"""

import json
import sys
from contextlib import closing
from pathlib import Path

import numpy as np

import overthink_papers
from overthink.studies.samples import Samples
from overthink.studies.store import Store
from overthink.studies.study import Study
from overthink_papers.beyond.best_first import cost, models, play

STUDIES: dict[str, Study] = {each.name: each for each in (cost.STUDY, play.STUDY, models.STUDY)}
PARTS = 4  # a share of right moves, or of two games, is a whole number of these


def file_of(name: str) -> Path:
    """The file of a study."""
    return Path(overthink_papers.__file__).parent / "shipped" / f"{name.replace('beyond/', '')}-cells.npz"


def write(name: str, samples: Samples) -> None:
    """Shares as whole numbers, other measures as float32."""
    shares = [sample * PARTS for point, sample in samples.entries if "measure" not in point]
    others = [sample for point, sample in samples.entries if "measure" in point]
    points = json.dumps([point for point, _ in samples.entries]).encode()
    np.savez_compressed(
        file_of(name),
        points=np.frombuffer(points, np.uint8),
        shares=np.rint(shares).astype(np.uint8),
        others=np.array(others, np.float32),
    )


def load(name: str) -> Samples:
    """The shipped cells of a study as samples, by point."""
    with np.load(file_of(name)) as parts:
        points = json.loads(parts["points"].tobytes())
        shares, others = iter(parts["shares"] / PARTS), iter(parts["others"].astype(float))
    return Samples([(point, next(others if "measure" in point else shares)) for point in points])


if __name__ == "__main__":
    with closing(Store(sys.argv[1], make=False)) as store:
        for name, study in STUDIES.items():
            write(name, store.samples(study, 0, study.scales["paper"]))
