"""Runs studies: cells go out to workers, come back in any order, and are stored one by one.

What is stored is never done again, so a run that was stopped or killed goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing

from overthink.studies.engine.processes import processes
from overthink.studies.engine.store import Store, setting_key
from overthink.studies.engine.study import Study
from overthink.studies.engine.work import Task, Workers

Progress = Callable[[str, int, int, int, int], None]  # study, its cells done and in all, cells of all studies likewise


def pending(store: Store, study: Study, seed: int, observations: int) -> list[Task]:
    """The cells that are still to be done."""
    there = store.finished(study, seed)
    return [
        (study, which, first, last)
        for which, first, last in study.cells(observations)
        if (setting_key(study, which), first, last) not in there
    ]


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
    tasks = [task for study in studies for task in pending(store, study, seed, wanted[study.name])]
    cells = {study.name: len(study.cells(wanted[study.name])) for study in studies}
    left, total = Counter(study.name for study, *_ in tasks), sum(cells.values())

    def show(name: str) -> None:
        if progress:
            progress(name, cells[name] - left[name], cells[name], total - left.total(), total)

    for study in studies:
        if not left[study.name]:
            store.complete(study, seed, wanted[study.name])
    show(tasks[0][0].name if tasks else studies[-1].name)
    with closing((workers or processes(1))(tasks, seed)) as results:
        for (study, which, first, last), cell in results:
            store.add(study, seed, which, first, last, cell)
            left[study.name] -= 1
            if not left[study.name]:
                store.complete(study, seed, wanted[study.name])
            show(study.name)
