"""What is sent to a worker, and who may be one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from overthink.studies import study_named
from overthink.studies.engine.samples import Cell
from overthink.studies.engine.study import Job

Message = tuple[str, int, int, int]  # a job with its study's name: what goes to a worker
Results = Generator[tuple[Job, Cell], None, None]
Workers = Callable[[Sequence[Job], int], Results]  # given jobs and the seed
TRIES = 3  # how often a cell is begun before a run gives up on workers that die over it


def compute(name: str, which: int, start: int, stop: int, seed: int) -> Cell:
    """One cell, wherever it runs."""
    return Job(study_named(name), which, start, stop).run(seed)


def message(job: Job) -> Message:
    """What a worker is told."""
    return job.study.name, job.which, job.start, job.stop
