"""Board-splitting studies on a GPU and on all processors: do they agree, and how long does each take?

Every observation of every study that has a form for both is compared, bit for bit. Both sides have run a few games
before, so that all is compiled. A study's seconds are those of all its games: drawn, judged, searched and handed back
as cells, without the store; on the processors, with the start of the processes. Then one study at rising scales.
Usage: python benchmarks/games_gpu.py [games]
"""

from __future__ import annotations

import os
import sys
from time import perf_counter
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.studies import all_studies, study_named
from overthink.studies.gpu import gpu
from overthink.studies.processes import processes
from overthink.studies.study import Study
from overthink.studies.work import Workers
from overthink_papers.experiments.accuracy import AT_ONCE

RISING = "emm/fig6", (1_000, 10_000, 100_000)


def observed(study: Study, workers: Workers, games: int) -> tuple[float, dict[Any, Any]]:
    """Seconds, and the observations of every cell."""
    jobs = study.jobs(games)
    began = perf_counter()
    found = {job[1:]: cell[1] for job, cell in workers(jobs, 0)}
    return perf_counter() - began, found


def compared(study: Study, sides: list[Workers], games: int) -> str:
    """A row of the table."""
    (there, one), (here, other) = (observed(study, side, games) for side in sides)
    assert one.keys() == other.keys()
    differ = sum(int((np.asarray(one[cell]) != other[cell]).sum()) for cell in one)
    count = sum(np.size(cell) for cell in other.values())
    cells = (study.name, f"{games * len(study.settings):,}", f"{differ} of {count:,}", f"{there:.2f}", f"{here:.2f}")
    return f"| {' | '.join(cells)} | {here / there:.1f} |"


def main(games: int) -> None:
    jobs = os.cpu_count() or 1
    try:
        sides = [gpu(jobs, lambda text: None), processes(jobs)]
    except OverthinkError as error:
        sys.exit(str(error))
    print(f"| study | games | observations that differ | seconds, GPU | seconds, {jobs} processes | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    for study in all_studies().values():
        if study.together and study.at_once == AT_ONCE:
            compared(study, sides, 2 * jobs)
            print(compared(study, sides, games), flush=True)
    name, scales = RISING
    for scale in scales:
        print(compared(study_named(name), sides, scale), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
