"""The same cells on a GPU: settings that share their trees are done at once. What has no form for a GPU is left to
processes here, and where both find the same bits they share the work, so that a GPU is never slower than they are."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from queue import SimpleQueue

from overthink.core.processes import share_out
from overthink.studies.runner import JobMessage, Results, Workers, compute, message, processes
from overthink.studies.samples import Cell
from overthink.studies.study import Job, Study

Span = tuple[int, int]  # start and stop of observations
CELLS_PER_PROCESS = 16  # cells for each process, that are done before a GPU is ready
TICK_SECONDS = 0.05  # seconds between two looks for what the GPU has done


def gpu(most: int, say: Callable[[str], None]) -> Workers:
    """A GPU, and this many processes for what it cannot do, or not faster."""

    def work(jobs: Sequence[Job], seed: int) -> Results:
        parts: dict[str, list[Job]] = {}
        for job in jobs:
            parts.setdefault(job.study.name, []).append(job)
        if not all(_soon_done(own, most) for own in parts.values()):
            from overthink.gpu.device import require

            require()
        for name, own in parts.items():
            study = own[0].study
            if not study.together:
                say(f"{name} has no form for a GPU; processors do it")
                yield from processes(most)(own, seed)
            elif _soon_done(own, most):
                say(f"{name}: processors finish before a GPU would be ready")
                yield from processes(most)(own, seed)
            elif study.processors_help and most > 1:
                say(f"{name}: by processors, and by the GPU as soon as it is ready")
                yield from by_both(own, seed, most)
            else:
                say(f"{name}: made ready for the GPU, then drawn and searched there")
                yield from on_gpu(own, seed)

    return work


def _soon_done(jobs: Sequence[Job], most: int) -> bool:
    """Whether processes finish these jobs of a study before a GPU is ready."""
    return jobs[0].study.processors_help and len(jobs) <= CELLS_PER_PROCESS * most


def on_gpu(jobs: Sequence[Job], seed: int) -> Results:
    """The cells of jobs of one study, by the GPU alone."""
    study = jobs[0].study
    for span, which in merge(jobs, study.at_once):
        yield from _split(study, jobs, span, which, seed)


def by_both(jobs: Sequence[Job], seed: int, most: int) -> Results:
    """Processes take the first jobs that nobody has begun, the GPU half of them from the end. Who finds none left does
    what the other has not finished, so that nobody waits for the slower one."""
    from overthink.gpu.device import STOP

    known = {message(job): job for job in jobs}
    parts = deque(deque([task]) for task in known)
    left = set(known)
    claims = SimpleQueue[list[Job] | None]()
    found = SimpleQueue[tuple[JobMessage, Cell | None] | Exception | None]()
    claimed = _claim(parts)

    def serve() -> None:
        try:
            while taken := claims.get():
                for job, cell in on_gpu(taken, seed):
                    found.put((message(job), cell))
                found.put(None)
        except Exception as error:
            found.put(error)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    claims.put([known[task] for task in claimed])
    try:
        with closing(share_out(parts, partial(compute, seed=seed), most - 1, tick=TICK_SECONDS)) as results:
            for result in results:
                answers = [result] if result else []
                while not found.empty():
                    answer = found.get()
                    if isinstance(answer, Exception):
                        raise answer
                    if answer:
                        answers.append(answer)
                    elif left:  # the GPU is free
                        claimed = _claim(parts) or sorted(left)
                        claims.put([known[task] for task in claimed])
                for task, cell in answers:
                    if cell is None:  # the process was ended from outside
                        parts.append(deque([task]))
                    elif task in left:
                        left.remove(task)
                        yield known[task], cell
                if not left:
                    return
                if not parts:
                    parts.extend(deque([task]) for task in claimed if task in left)
                    claimed = []
    finally:
        STOP.set()
        claims.put(None)
        thread.join()
        STOP.clear()


def _claim(parts: deque[deque[JobMessage]]) -> list[JobMessage]:
    """The later half of what no process has begun, taken from it."""
    return [parts.pop()[0] for _ in range(len(parts) // 2)][::-1]


def merge(jobs: Sequence[Job], most: int) -> Iterator[tuple[Span, list[int]]]:
    """Spans of observations and the settings wanted there: neighbours that want the same settings become one, of so
    many observations at the most."""
    wanted: dict[Span, list[int]] = {}
    for _, which, start, stop in jobs:
        wanted.setdefault((start, stop), []).append(which)
    spans: list[tuple[Span, list[int]]] = []
    for (start, stop), settings in sorted(wanted.items()):
        if spans and spans[-1][0][1] == start and spans[-1][1] == settings and stop - spans[-1][0][0] <= most:
            spans[-1] = ((spans[-1][0][0], stop), settings)
        else:
            spans.append(((start, stop), settings))
    yield from spans


def _split(study: Study, jobs: Sequence[Job], span: Span, which: list[int], seed: int) -> Results:
    """The cells of a span of observations."""
    assert study.together
    start, stop = span
    for place, (points, errors) in study.together([study.settings[w] for w in which], start, stop, seed):
        for job in jobs:
            if job.which == which[place] and start <= job.start and job.stop <= stop:
                yield job, (points, errors[:, job.start - start : job.stop - start])
