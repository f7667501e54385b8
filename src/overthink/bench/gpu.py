"""A graphics card against this machine's processors: part of a published grid, [Nau2010] section 5, on the same trees.

Eleven local similarities, b = 10, height 5, 59 granularities, in the reading where noise is added to the middles of
buckets. All decision errors must agree. The processors use all cores, one tree each. Both sides run in turn after a
first run that compiles, and the fastest time of each counts. `benchmarks/gpu.py` has more.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from overthink.bench.row import Row, in_turn, seconds
from overthink.core.errors import OverthinkError
from overthink.gpu.device import require
from overthink.models import TopDown
from overthink.models.granular import GRAINS, SIMILARITIES


def rows(quick: bool) -> list[Row]:
    """One row: trees per second."""
    try:
        require()
    except OverthinkError:
        raise OverthinkError("There is no GPU that CUDA can use.") from None
    from overthink.gpu.forest import mean_errors

    trees, rounds = (20, 2) if quick else (200, 3)
    models = [TopDown(b=10, s=s, reading="bucketed") for s in SIMILARITIES]

    def card() -> list[np.ndarray]:
        return list(mean_errors(models, 0, trees, 1, 0, 1, GRAINS))

    def processors() -> list[np.ndarray]:
        with ThreadPoolExecutor() as pool:
            return list(pool.map(lambda model: model.decision_errors(0, trees, 0, 1, GRAINS), models))

    for ours, theirs in zip(card(), processors(), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    times = in_turn({"ours": lambda: seconds(card), "theirs": lambda: seconds(processors)}, rounds)
    total = trees * len(models)
    how = f"all decision errors of {total:,} trees agree; fastest of {rounds} in turn"
    task = "top-down model, b = 10, on a graphics card"
    return [Row(task, "the processors", times["ours"], times["theirs"], how, total, "trees")]
