"""How many threads may work at once, and work on a range that is cut into parts for them.

Compiled kernels let go of Python's lock, so threads of one process keep as many processors busy. What is cut, and
where, never depends on how many threads there are if a result could: the numbers are the same for any number.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise
from typing import TypeVar

from overthink.core.errors import check_whole, parse_whole, require

LEAST_PART = 1 << 14  # of a range that is worth a part of its own
MOST_JOBS = 64  # processes or engines
PARTS_PER_THREAD = 4  # parts for each thread: some take longer than others
Given = TypeVar("Given")
_limit: ContextVar[int | None] = ContextVar("threads", default=None)


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        return os.process_cpu_count() or 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_jobs(jobs: object) -> None:
    """Refuse a number of processes or engines, side by side, that is not from 1 to `MOST_JOBS`."""
    require(1 <= parse_whole("jobs", jobs) <= MOST_JOBS, f"jobs= must be from 1 to {MOST_JOBS}, not {{}}.", jobs)


def threads() -> int:
    """How many threads may work here: as many as `jobs` allows, or one for each processor."""
    return _limit.get() or cores()


@contextmanager
def jobs(number: int | None) -> Iterator[None]:
    """Bounds the threads of everything that is done inside. None leaves the bound as it is. `number`: of threads.

    >>> with ot.jobs(1):
    ...     values = ot.solve(ot.nested(ot.Max(ot.Min(3, 9), 5)))
    >>> values.tolist()
    [5.0, 3.0, 5.0, 3.0, 9.0]
    """
    check_whole("The number of threads", 1 if number is None else number, 1)
    before = _limit.set(number or _limit.get())
    try:
        yield
    finally:
        _limit.reset(before)


def in_parts(size: int, work: Callable[..., Given], *given: object) -> list[Given]:
    """The results of work(*given, start, stop) over parts of 0 … size, in order."""
    if size < 2 * LEAST_PART:  # told at once: what is small is asked for often
        return [work(*given, 0, size)]
    return list(run_parts(cuts(size), work, *given))


def cuts(size: int, parts: int | None = None) -> list[int]:
    """Where the parts of 0 … size begin, and where the last one ends."""
    if parts is None:
        parts = 1 if threads() == 1 else max(1, min(PARTS_PER_THREAD * threads(), size // LEAST_PART))
    return [size * part // parts for part in range(parts + 1)]


def run_parts(ends: list[int], work: Callable[..., Given], *given: object) -> Generator[Given]:
    """The results of work(*given, start, stop) between neighbouring ends, in order, as they come."""
    crew = min(threads(), len(ends) - 1)
    if crew == 1:
        yield from (work(*given, start, stop) for start, stop in pairwise(ends))
        return
    from concurrent.futures import ThreadPoolExecutor

    # A part is not cut again: its thread works alone.
    with ThreadPoolExecutor(crew, initializer=_limit.set, initargs=(1,)) as pool:
        yield from pool.map(lambda start, stop: work(*given, start, stop), ends, ends[1:])
