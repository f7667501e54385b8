"""The cells of `beyond/strong` that come with Overthink: every number of every group of positions, so that anybody can
compute paired differences again.

>>> from overthink_papers.beyond.strong import cells, results
>>> samples = cells.load()
>>> place = {"game": "othello", "source": "random play", "net": "strong", "depth": 3}
>>> results.gain(samples, place, {"rule": "product"}, {"rule": "minimax"})  # doctest: +SKIP

python -m overthink_papers.beyond.strong.cells FOLDER      writes them from a stored run at the scale "paper"
"""

import json
import sys
from contextlib import closing
from pathlib import Path

import numpy as np

import overthink_papers
from overthink.studies.samples import Samples
from overthink.studies.store import Store
from overthink_papers.beyond.strong.strong import STUDY

FILE = Path(overthink_papers.__file__).parent / "shipped" / "strong-cells.npz"
PARTS = 20 * 840  # a mean of 20 shares with denominators up to 8 is a whole number of these


def write(samples: Samples) -> None:
    """Shares as whole numbers, other measures as float32."""
    shares = [sample for point, sample in samples.entries if "rule" in point]
    others = [sample for point, sample in samples.entries if "rule" not in point]
    points = json.dumps([point for point, _ in samples.entries]).encode()
    np.savez_compressed(
        FILE,
        points=np.frombuffer(points, np.uint8),
        shares=np.rint(np.array(shares) * PARTS).astype(np.int16),
        others=np.array(others, np.float32),
    )


def load() -> Samples:
    """The shipped cells as samples, by point."""
    with np.load(FILE) as parts:
        points = json.loads(parts["points"].tobytes())
        shares, others = iter(parts["shares"] / PARTS), iter(parts["others"].astype(float))
    return Samples([(point, next(shares if "rule" in point else others)) for point in points])


if __name__ == "__main__":
    with closing(Store(sys.argv[1], make=False)) as store:
        write(store.samples(STUDY, 0, STUDY.scales["paper"]))
