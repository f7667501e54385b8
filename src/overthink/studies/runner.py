"""Runs studies: cells go out to worker processes, come back in any order, and are stored one by one.

What is stored is never done again, so a run that was stopped or killed goes on where it was.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection

from overthink.core.errors import OverthinkError
from overthink.studies import study_named
from overthink.studies.store import Store, setting_key
from overthink.studies.study import Cell, Study

Task = tuple[Study, int, int, int]  # study, number of the setting, first and last observation
Progress = Callable[[int, int, str], None]  # cells done, cells in all, study


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
    jobs: int = 1,
    progress: Progress | None = None,
) -> None:
    """Brings every study to the scale. Whatever happens, the cells that are finished stay."""
    wanted = {study.name: study.observations(scale) for study in studies}
    tasks = [task for study in studies for task in pending(store, study, seed, wanted[study.name])]
    total = sum(len(study.cells(wanted[study.name])) for study in studies)
    done = total - len(tasks)
    if progress:
        progress(done, total, tasks[0][0].name if tasks else studies[-1].name)
    for (study, which, first, last), cell in _computed(tasks, seed, jobs):
        store.add(study, seed, which, first, last, cell)
        done += 1
        if progress:
            progress(done, total, study.name)
    for study in studies:
        store.complete(study, seed, wanted[study.name])


def compute(name: str, which: int, first: int, last: int, seed: int) -> Cell:
    """One cell, wherever it runs."""
    study = study_named(name)
    return study.run(study.settings[which], first, last, seed)


def _computed(tasks: list[Task], seed: int, jobs: int) -> Iterator[tuple[Task, Cell]]:
    if jobs == 1 or len(tasks) < 2:
        for task in tasks:
            yield task, compute(task[0].name, *task[1:], seed)
        return
    context = multiprocessing.get_context("spawn")
    lifeline, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), context, _begin_worker, (lifeline,))
    queue, running = iter(tasks), dict[Future[Cell], Task]()
    try:
        while True:
            for task in islice(queue, max(0, 2 * jobs - len(running))):
                running[pool.submit(compute, task[0].name, *task[1:], seed)] = task
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise OverthinkError(
            "A worker process was ended from outside (short of memory?); what was finished is kept: "
            "run the same command again, perhaps with --jobs 1."
        ) from None
    finally:
        ours.close()
        pool.shutdown(wait=False, cancel_futures=True)


def _begin_worker(lifeline: Connection) -> None:
    """Workers leave Ctrl-C to the parent, and end at once when it ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(EOFError, OSError):
            lifeline.recv_bytes()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
