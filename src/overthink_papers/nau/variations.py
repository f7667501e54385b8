"""What variations on the models of section 5 share: each has a name in a column, and with noise on real utilities
another name."""

from __future__ import annotations

from collections.abc import Callable

from overthink.studies.claim import Evidence
from overthink.studies.samples import Samples
from overthink_papers.experiments.granularity import averaging
from overthink_papers.nau.model_readings import CLOSEST, MODEL_READINGS, REAL, ModelReading
from overthink_papers.nau.surface import from_end_to_end, heights

SIMILARITIES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
LABELS = {"x": "local similarity s", "y": "granularity needed"}
TESTED = tuple(way for way in MODEL_READINGS if way.noise == REAL or way == CLOSEST)


def on_real(name: str) -> str:
    """The name of a variation with noise on real utilities."""
    return f"{name}, real utilities"


def of_variation(samples: Samples, column: str, name: str, way: ModelReading) -> Samples:
    """The samples of a variation in one reading, as those of a deep and a shallow search."""
    chosen = on_real(name) if way.noise == REAL else name
    return averaging(Samples(samples.select(**{column: chosen})), way.average)


def named(name: str, way: ModelReading) -> str:
    return name if way == CLOSEST else f"{name}, {way}"


def trend(variation: str, way: ModelReading, row: str, column: str, falls: bool) -> Callable[[Samples, str], Evidence]:
    """Whether the granularity needed by a variation, named in its column, falls or rises from one end of another column
    to the other, on every row."""
    return lambda samples, name: from_end_to_end(
        heights(of_variation(samples, variation, name, way), row, column), falls
    )
