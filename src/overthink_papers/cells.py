"""The cells of studies that come with Overthink: every number of every observation, so that anybody can compute paired
differences again.

>>> from overthink_papers import cells
>>> from overthink_papers.beyond.best_first import cost
>>> samples = cells.load("beyond/best-first")
>>> place = {"game": "othello", "source": "random play", "net": "strong"}
>>> cost.lead(samples, place, "best-first", "alpha-beta", cost.MIDDLE)  # doctest: +SKIP

python -m overthink_papers.cells FOLDER      writes them from what is stored there at the scale "paper"
"""

import io
import json
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np

from overthink.studies import study_named
from overthink.studies.samples import Samples
from overthink.studies.store import Store

SHIPPED = Path(__file__).parent / "shipped"
PARTS = {np.dtype(np.uint8): 4, np.dtype(np.int16): 20 * 840}  # a share is a whole number of these


def names() -> list[str]:
    """The studies whose cells come with Overthink."""
    return sorted(f"beyond/{path.name.removesuffix('-cells.npz')}" for path in SHIPPED.glob("*-cells.npz"))


def file_of(name: str) -> Path:
    """The file of a study."""
    return SHIPPED / f"{name.removeprefix('beyond/')}-cells.npz"


def write(name: str, samples: Samples) -> None:
    """Shares as whole numbers, other measures as float32."""
    shares = np.array([sample for point, sample in samples.entries if "measure" not in point])
    others = [sample for point, sample in samples.entries if "measure" in point]
    points = json.dumps([point for point, _ in samples.entries]).encode()
    kind, parts = next((k, p) for k, p in PARTS.items() if np.allclose(shares * p, np.rint(shares * p), atol=1e-6))
    arrays = {
        "points": np.frombuffer(points, np.uint8),
        "shares": np.rint(shares * parts).astype(kind),
        "others": np.array(others, np.float32),
    }
    with zipfile.ZipFile(file_of(name), "w", zipfile.ZIP_LZMA) as archive:  # a fifth smaller than NumPy's own
        for part, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{part}.npy"), content.getvalue(), zipfile.ZIP_LZMA)


def load(name: str) -> Samples:
    """The shipped cells of a study as samples, by point."""
    with np.load(file_of(name)) as stored:
        points = json.loads(stored["points"].tobytes())
        shares = iter(stored["shares"] / PARTS[stored["shares"].dtype])
        others = iter(stored["others"].astype(float))
    return Samples([(point, next(others if "measure" in point else shares)) for point in points])


if __name__ == "__main__":
    with closing(Store(sys.argv[1], make=False)) as store:
        for name in store.studies():
            study = study_named(name)
            write(name, store.samples(study, 0, study.scales["paper"]))
