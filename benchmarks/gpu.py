"""The synthetic models on a GPU: do they agree with a processor, and how long does a published grid take?

A grid is [Nau2010] section 5's: b = 2 … 10, eleven local similarities, height 5, the granularities of its figure, and
10,000 trees for each, or as many as are given. Times are the GPU's own, between two events around all its work, after
one run that is not counted; the fastest of three.

The floor is what the arithmetic of a search cannot do without, at one operation a lane and a clock: in the bucketed
readings, for each leaf, similarity and granularity, two products, five sums (three of which also round), two limits
and one comparison; in "real" a sum and two comparisons, and for each leaf alone what its random numbers need, about 30
operations for each of its four hashes. Usage: python benchmarks/gpu.py [trees] [reading]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from overthink.core.errors import OverthinkError
from overthink.core.gpu import cuda, require
from overthink.models import BottomUp, OnePlayer, TopDown
from overthink.models.forest import mean_errors
from overthink.models.granular import BRANCHING, GRAINS, ONE_PLAYER_GRAINS, SIMILARITIES, GranularModel

MODELS: dict[type[GranularModel], Sequence[int]] = {TopDown: GRAINS, BottomUp: GRAINS, OnePlayer: ONE_PLAYER_GRAINS}
PUBLISHED, COMPARED, ROUNDS = 10_000, 100, 3
OPERATIONS, REAL_OPERATIONS, DRAWN = 10, 3, 120


def models(make: type[GranularModel], b: int, reading: str) -> list[GranularModel]:
    return [make(b=b, s=s, reading=reading) for s in SIMILARITIES]


def differences(make: type[GranularModel], reading: str, trees: int) -> tuple[int, int]:
    """Decision errors, one for each tree, search and granularity, that are not the same on both; and all of them."""
    differ = compared = 0
    with ThreadPoolExecutor() as pool:
        for b in BRANCHING:
            ours = models(make, b, reading)
            there = mean_errors(ours, 0, trees, 1, 0, 1, MODELS[make])
            here = pool.map(lambda model: model.decision_errors(0, trees, 0, 1, MODELS[make]), ours)
            for one, other in zip(here, there):
                differ, compared = differ + int((one != other).sum()), compared + one.size
    return differ, compared


def seconds(make: type[GranularModel], reading: str, trees: int) -> float:
    """The GPU's time for one grid."""
    began, ended = cuda.event(), cuda.event()
    began.record()
    for b in BRANCHING:
        mean_errors(models(make, b, reading), 0, 1, trees, 0, 1, MODELS[make])
    ended.record()
    ended.synchronize()
    return cuda.event_elapsed_time(began, ended) / 1e3


def floor(make: type[GranularModel], reading: str, trees: int) -> float:
    """Seconds that the arithmetic takes at the least."""
    device = cuda.get_current_device()
    rate = device.MULTIPROCESSOR_COUNT * 128 * device.CLOCK_RATE * 1e3
    leaves = trees * sum(b**5 for b in BRANCHING)
    if reading != "real":
        return leaves * len(SIMILARITIES) * len(MODELS[make]) * OPERATIONS / rate
    return leaves * (len(SIMILARITIES) * REAL_OPERATIONS + DRAWN) / rate


def main(trees: int, readings: Sequence[str]) -> None:
    try:
        require()
    except OverthinkError as error:
        sys.exit(str(error))
    device = cuda.get_current_device()
    print(f"{device.name}, {device.MULTIPROCESSOR_COUNT} multiprocessors, {device.CLOCK_RATE / 1e6:.2f} GHz\n")
    print(f"| model | reading | differ, {COMPARED} trees a cell | seconds, {trees:,} trees a cell | floor | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    for make in MODELS:
        for reading in readings:
            differ, compared = differences(make, reading, COMPARED)
            took = [seconds(make, reading, trees) for _ in range(ROUNDS + 1)]
            least, best = floor(make, reading, trees), min(took[1:])
            cells = [
                make.word,
                reading,
                f"{differ} of {compared:,}",
                f"{best:.3f}",
                f"{least:.3f}",
                f"{best / least:.1f}",
            ]
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PUBLISHED, sys.argv[2:] or ("bucketed", "real"))
