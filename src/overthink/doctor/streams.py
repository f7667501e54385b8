"""Positions side by side, in several processes.

A player may remember what it saw, such as in a table. So a player is asked in one process, in order; or its positions
are dealt to a fixed number of streams, each with a process of its own that begins from the same state and examines its
positions in order. However many processes run at once, the results are the same.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from overthink.core.processes import share_out
from overthink.doctor.examine import Record, State, Values

STREAMS = 8
FEWEST = 2  # positions that are examined even if the time is over
SPARE = 4  # parts for each process: some take longer than others
TICK = 0.2  # seconds between looks at the clock
FORK = sys.platform.startswith("linux")  # a forked process has a user's own objects already: nothing must be sent
ENDED = "The process that examined the position {state!r} was ended from outside (is memory short?)."


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
    examine: Callable[[State, Values | None, int], Record | str],
    dealt: Sequence[Sequence[Task]],
    jobs: int,
    deadline: float | None = None,
) -> Generator[Result]:
    """Yield results as they come, until all are there or the time is over. `jobs` processes run at once. A position
    whose process is lost costs that position; another process takes the rest of its part."""
    tasks, done = {task.number: task for part in dealt for task in part}, 0
    numbers = deque(deque(task.number for task in part) for part in dealt if part)
    work = partial(_examine, examine, tasks)
    with closing(share_out(numbers, work, jobs, fork=FORK, anew=True, tick=TICK)) as results:
        for result in results:
            if result:
                done += 1
                number, record = result
                yield number, ENDED.format(state=tasks[number].state) if record is None else record
            elif deadline is not None and time.monotonic() > deadline and done >= FEWEST:
                return


def _examine(
    examine: Callable[[State, Values | None, int], Record | str], tasks: dict[int, Task], number: int
) -> Record | str:
    task = tasks[number]
    return examine(task.state, task.values, number)
