"""Runs studies: jobs go out to workers, cells come back in any order, and are stored one by one.

What is stored is never done again, so a run that was stopped or killed resumes where it stopped.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing

from overthink.studies.processes import Workers, processes
from overthink.studies.store import Store, place
from overthink.studies.study import Job, Study

Progress = Callable[[str, int, int, int, int], None]  # study, its cells done and in all, cells of all studies likewise


def pending(store: Store, study: Study, seed: int, observations: int) -> list[Job]:
    """The jobs that are still to be done."""
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
    for study in studies:
        for sentence in store.drop_damaged(study, seed):
            warnings.warn(sentence, stacklevel=2)
    jobs = [job for study in studies for job in pending(store, study, seed, wanted[study.name])]
    cells = {study.name: len(study.jobs(wanted[study.name])) for study in studies}
    left, total = Counter(job.study.name for job in jobs), sum(cells.values())

    def show(name: str) -> None:
        if progress:
            progress(name, cells[name] - left[name], cells[name], total - left.total(), total)

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
