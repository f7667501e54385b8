"""What is sent to a worker, and who may be one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from overthink.studies.own import address, find
from overthink.studies.samples import Cell
from overthink.studies.study import Job

Message = tuple[str, int, int, int, int]  # a job with its study's address and edition: what goes to a worker
Results = Generator[tuple[Job, Cell], None, None]
Workers = Callable[[Sequence[Job], int], Results]  # given jobs and the seed
TRIES = 3  # how often a cell is begun before a run gives up on workers that die over it


def compute(name: str, edition: int, which: int, start: int, stop: int, seed: int) -> Cell:
    """One cell, wherever it runs."""
    return Job(find(name, edition), which, start, stop).run(seed)


def message(job: Job) -> Message:
    """What a worker is told."""
    return address(job.study), job.study.edition, job.which, job.start, job.stop
