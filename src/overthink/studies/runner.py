"""Runs studies: jobs go out to workers, cells come back in any order, and are stored one by one.

What is stored is never done again, so a run that was stopped or killed resumes where it stopped.
"""

from __future__ import annotations

import warnings
from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial

from overthink.core.errors import require
from overthink.core.kinds import Progress
from overthink.core.processes import share_out
from overthink.core.threads import cores
from overthink.core.threads import jobs as threads_at_most
from overthink.studies import address, find
from overthink.studies.samples import Cell
from overthink.studies.store import Store, place
from overthink.studies.study import Job, Study


def pending(store: Store, study: Study, seed: int, observations: int) -> list[Job]:
    there = store.finished(study, seed)
    return [job for job in study.jobs(observations) if place(job) not in there]


def run(
    store: Store,
    studies: Sequence[Study],
    scale: str,
    seed: int = 0,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> None:
    """Brings every study to the scale. Whatever happens, the cells that are finished stay."""
    wanted = {study.name: study.observations(scale) for study in studies}
    store.check_writable()
    for study in studies:
        for sentence in store.drop_damaged(study, seed):
            warnings.warn(sentence, stacklevel=2)
    jobs = [job for study in studies for job in pending(store, study, seed, wanted[study.name])]
    left = Counter(job.study.name for job in jobs)
    total = sum(len(study.jobs(wanted[study.name])) for study in studies)

    def show(name: str) -> None:
        if progress:
            progress(name, 1.0 - left.total() / total)

    for study in studies:
        if not left[study.name]:
            store.complete(study, seed, wanted[study.name])
    show(jobs[0].study.name if jobs else studies[-1].name)
    with closing((workers or processes(1))(jobs, seed)) as results:
        for job, cell in results:
            store.add(job, seed, cell)
            study = job.study
            left[study.name] -= 1
            if not left[study.name]:
                store.complete(study, seed, wanted[study.name])
            show(study.name)


JobMessage = tuple[str, int, int, int, int]  # a job with its study's address and edition: what goes to a worker
Results = Generator[tuple[Job, Cell], None, None]
Workers = Callable[[Sequence[Job], int], Results]  # given jobs and the seed
TRIES_PER_CELL = 3  # how often a cell is begun before a run gives up on workers that die over it


def compute(message: JobMessage, seed: int) -> Cell:
    """One cell, wherever it runs."""
    name, edition, which, start, stop = message
    return Job(find(name, edition), which, start, stop).run(seed)


def message(job: Job) -> JobMessage:
    return address(job.study), job.study.edition, job.which, job.start, job.stop


def processes(most: int) -> Workers:
    """This many processes; one is this process itself. Where there are fewer cells, each has several threads."""

    def work(jobs: Sequence[Job], seed: int) -> Results:
        if most == 1 or len(jobs) < 2:
            for job in jobs:
                with threads_at_most(most):
                    cell = job.run(seed)
                yield job, cell
            return
        workers = min(most, len(jobs))
        yield from _share_out(jobs, seed, workers, max(1, min(most, cores()) // workers))

    return work


def _share_out(jobs: Sequence[Job], seed: int, workers: int, threads: int) -> Results:
    known = {message(job): job for job in jobs}
    lost = Counter[JobMessage]()
    parts = deque(deque([task]) for task in known)
    with closing(share_out(parts, partial(compute, seed=seed), workers, threads=threads)) as results:
        for result in results:
            assert result
            task, cell = result
            if cell is not None:
                yield known[task], cell
                continue
            lost[task] += 1
            require(
                lost[task] != TRIES_PER_CELL,
                f"The worker on {known[task]} ended {TRIES_PER_CELL} times without a result (is memory short, or does "
                "`run` leave Python?); "
                "what was finished is kept: run the same command again, perhaps with --jobs 1.",
            )
            parts.appendleft(deque([task]))
