"""Worker processes on this machine. Each has a pipe of its own, so that losing one leaves the others whole."""

from __future__ import annotations

import threading
import traceback
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.processes import (
    PROCESSES,
    UNGUARDED,
    deaf_to_ctrl_c,
    end_with_parent,
    leave_if_read_again,
    load_for_all,
)
from overthink.core.threads import cores
from overthink.core.threads import jobs as threads_at_most
from overthink.studies.samples import Cell
from overthink.studies.study import Job
from overthink.studies.work import TRIES, Message, Results, Workers, compute, message


def processes(most: int) -> Workers:
    """So many processes; one is this process itself. Where there are fewer cells, each has several threads."""

    def work(jobs: Sequence[Job], seed: int) -> Results:
        if most == 1 or len(jobs) < 2:
            for job in jobs:
                with threads_at_most(most):
                    cell = job.run(seed)
                yield job, cell
            return
        workers = min(most, len(jobs))
        yield from _shared_out(jobs, seed, workers, max(1, min(most, cores()) // workers))

    return work


def _shared_out(jobs: Sequence[Job], seed: int, count: int, threads: int) -> Results:
    leave_if_read_again()
    load_for_all("numba")
    queue, lost, workers = deque(jobs), Counter[Message](), list[Worker]()
    try:
        for _ in range(count):
            workers.append(Worker(seed, threads))
            workers[-1].begin(queue.popleft())
        while busy := [worker for worker in workers if worker.job]:
            ready = wait([worker.pipe for worker in busy])
            for worker in (worker for worker in busy if worker.pipe in ready):
                job, cell = worker.finish()
                if cell is not None:
                    yield job, cell
                else:  # it was ended from outside: another one does the cell again
                    lost[message(job)] += 1
                    if (times := lost[message(job)]) == TRIES:
                        raise OverthinkError(
                            f"The worker on {job} was ended from outside {times} times (short of memory?); "
                            "what was finished is kept: run the same command again, perhaps with --jobs 1."
                        )
                    queue.appendleft(job)
                    workers[workers.index(worker)] = worker = Worker(seed, threads)
                if queue:
                    worker.begin(queue.popleft())
    finally:
        for worker in workers:
            worker.process.terminate()
            worker.process.join()


class Worker:
    """A process that computes cells, one at a time."""

    def __init__(self, seed: int, threads: int):
        self.pipe, theirs = PROCESSES.Pipe()
        self.process = PROCESSES.Process(target=_work, args=(theirs, seed, threads), daemon=True)
        with deaf_to_ctrl_c():
            self.process.start()
        theirs.close()
        self.job: Job | None = None

    def begin(self, job: Job) -> None:
        self.job = job
        with suppress(OSError):  # a worker that is gone is noticed when its answer is read
            self.pipe.send(message(job))

    def finish(self) -> tuple[Job, Cell | None]:
        """The job and its cell; no cell if the worker is gone."""
        assert self.job
        job, self.job = self.job, None
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(10)
            if self.process.exitcode == UNGUARDED:
                raise OverthinkError(
                    "Worker processes import your script, and it starts workers again. Put the code that it runs "
                    'under `if __name__ == "__main__":`, or use jobs=1.'
                ) from None
            return job, None
        if isinstance(answer, Exception):
            raise answer
        return job, answer


def _work(pipe: Connection, seed: int, threads: int) -> None:
    """Answers until nothing more comes through the pipe, or goes."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    with threads_at_most(threads), suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            received: Message = pipe.recv()
            try:
                answer: Any = compute(*received, seed)
            except Exception as exc:
                exc.add_note(traceback.format_exc())
                answer = exc
            pipe.send(answer)
