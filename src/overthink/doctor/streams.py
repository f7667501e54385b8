"""Positions side by side, in several processes.

A player may remember what it saw, such as in a table. So a player is asked in one process, in order; or its positions
are dealt to a fixed number of streams, each with a process of its own that begins from the same state and examines its
positions in order. However many processes run at once, the results are the same.
"""

from __future__ import annotations

import multiprocessing
import pickle
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from overthink.core.processes import deaf_to_ctrl_c, end_with_parent
from overthink.core.threads import jobs as threads_at_most
from overthink.doctor.examine import Record, State, Values

if TYPE_CHECKING:
    from overthink.doctor.inquiry import Inquiry

STREAMS = 8
FEWEST = 2  # positions that are examined even if the time is over
SPARE = 4  # parts for each process: some take longer than others
TICK = 0.2  # seconds between looks at the clock
FORK = sys.platform.startswith("linux")  # a forked process has a user's own objects already: nothing must be sent
ENDED = "The process that examined the position {state!r} was ended from outside (is memory short?)."


class CannotSendError(Exception):
    """A game, a player, an evaluator or a move cannot be sent to another process."""


@dataclass(frozen=True)
class Task:
    """One position to examine. The values are None if the worker computes them too."""

    number: int
    state: State
    values: Values | None


Result = tuple[int, Record | str]  # the number of a position, and its record or why there is none


def streams(tasks: Sequence[Task]) -> list[Sequence[Task]]:
    """Deal the positions, for searches that may remember: always to the same streams."""
    return [[task for task in tasks if task.number % STREAMS == k] for k in range(STREAMS)]


def parts(tasks: Sequence[Task], jobs: int) -> list[Sequence[Task]]:
    """Cut the positions into parts, for searches that do not remember."""
    count = SPARE * jobs
    return [tasks[k * len(tasks) // count : (k + 1) * len(tasks) // count] for k in range(count)]


def run_parts(
    inquiry: Inquiry, dealt: Sequence[Sequence[Task]], jobs: int, deadline: float | None = None
) -> Generator[Result]:
    """Yield results as they come, until all are there or the time is over. `jobs` processes run at once."""
    waiting, running, done = deque(deque(part) for part in dealt if part), list[_Worker](), 0
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(_Worker(inquiry, waiting.popleft()))
            ready = wait([worker.pipe for worker in running], TICK)
            for worker in [worker for worker in running if worker.pipe in ready]:
                result = worker.result()
                done += 1
                if result is not None:
                    yield result
                if result is None or not worker.tasks:
                    running.remove(worker)
                    worker.end()
                if result is None:  # it was ended from outside: another one takes the rest
                    lost = worker.tasks.popleft()
                    yield lost.number, ENDED.format(state=lost.state)
                    if worker.tasks:
                        waiting.appendleft(worker.tasks)
            if deadline is not None and time.monotonic() > deadline and done >= FEWEST:
                return
    finally:
        for worker in running:
            worker.end()


class _Worker:
    """A process that examines some positions, in order."""

    def __init__(self, inquiry: Inquiry, tasks: deque[Task]):
        self.tasks = tasks  # without a result so far
        context: Any = multiprocessing.get_context("fork" if FORK else "spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, inquiry, list(tasks)), daemon=True)
        try:
            with deaf_to_ctrl_c(), warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # threads of NumPy and of the progress bar
                self.process.start()
        except (pickle.PicklingError, AttributeError, TypeError, ValueError) as exc:
            raise CannotSendError(str(exc)) from None
        theirs.close()

    def result(self) -> Result | None:
        """The next result; None if the process is gone."""
        try:
            result: Result | CannotSendError = self.pipe.recv()
        except (EOFError, OSError):
            return None
        except Exception as exc:  # a user's own object may refuse to be put together again
            raise CannotSendError(str(exc)) from None
        if isinstance(result, CannotSendError):
            raise result
        self.tasks.popleft()
        return result

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _work(pipe: Connection, inquiry: Inquiry, tasks: Sequence[Task]) -> None:
    threading.Thread(target=end_with_parent, daemon=True).start()
    with threads_at_most(1), suppress(BrokenPipeError, ConnectionResetError):
        for task in tasks:
            result = task.number, inquiry.result(task.state, task.values, task.number)
            try:
                pipe.send(result)
            except (BrokenPipeError, ConnectionResetError):
                raise
            except Exception as exc:
                pipe.send(CannotSendError(str(exc)))
                return
