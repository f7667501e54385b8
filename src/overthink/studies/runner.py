"""Runs studies: cells go out to worker processes, come back in any order, and are stored one by one.

What is stored is never done again, so a run that was stopped or killed goes on where it was.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait

from overthink.core.errors import OverthinkError
from overthink.studies import study_named
from overthink.studies.store import Store, setting_key
from overthink.studies.study import Cell, Study

Task = tuple[Study, int, int, int]  # study, number of the setting, first and last observation
TRIES = 3  # how often a cell is begun before a run gives up on workers that die over it
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
    with closing(_computed(tasks, seed, jobs)) as results:
        for (study, which, first, last), cell in results:
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


def _computed(tasks: list[Task], seed: int, jobs: int) -> Generator[tuple[Task, Cell]]:
    if jobs == 1 or len(tasks) < 2:
        for task in tasks:
            yield task, compute(*_message(task), seed)
        return
    queue, lost = deque(tasks), Counter[tuple[str, int, int, int]]()
    workers = [Worker(seed) for _ in range(min(jobs, len(tasks)))]
    try:
        for worker in workers:
            worker.begin(queue.popleft())
        while busy := [worker for worker in workers if worker.task]:
            ready = wait([worker.pipe for worker in busy])
            for worker in (worker for worker in busy if worker.pipe in ready):
                task, cell = worker.finish()
                if cell is not None:
                    yield task, cell
                else:  # it was ended from outside: another one does the cell again
                    lost[_message(task)] += 1
                    if lost[_message(task)] == TRIES:
                        raise OverthinkError(
                            f"The worker on {task[0].name} was ended from outside {TRIES} times (short of memory?); "
                            "what was finished is kept: run the same command again, perhaps with --jobs 1."
                        )
                    queue.appendleft(task)
                    workers[workers.index(worker)] = worker = Worker(seed)
                if queue:
                    worker.begin(queue.popleft())
    finally:
        for worker in workers:
            worker.process.terminate()
            worker.process.join()


def _message(task: Task) -> tuple[str, int, int, int]:
    study, which, first, last = task
    return study.name, which, first, last


class Worker:
    """A process that computes cells. Each has a pipe of its own, so that losing one leaves the others whole."""

    def __init__(self, seed: int):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, seed), daemon=True)
        if threading.current_thread() is threading.main_thread():
            patient = signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited: Ctrl-C is the parent's business
            self.process.start()
            signal.signal(signal.SIGINT, patient)
        else:
            self.process.start()
        theirs.close()
        self.task: Task | None = None

    def begin(self, task: Task) -> None:
        self.task = task
        with suppress(OSError):  # a worker that is gone is noticed when its answer is read
            self.pipe.send(_message(task))

    def finish(self) -> tuple[Task, Cell | None]:
        """The task and its cell; no cell if the worker is gone."""
        assert self.task
        task, self.task = self.task, None
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            return task, None
        if isinstance(answer, OverthinkError):
            raise answer
        return task, answer


def _work(pipe: Connection, seed: int) -> None:
    """Ends when the parent does: nothing more comes through the pipe, or goes."""
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            name, which, first, last = pipe.recv()
            try:
                pipe.send(compute(name, which, first, last, seed))
            except OverthinkError as error:
                pipe.send(error)
