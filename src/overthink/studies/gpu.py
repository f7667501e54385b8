"""The same cells on a GPU: settings that share their trees are done at once. What has no form for a GPU, or is done
before a GPU would be ready, is left to processes here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from overthink.studies.runner import Results, Workers, processes
from overthink.studies.study import Job, Study

Span = tuple[int, int]  # start and stop of observations
CELLS_PER_PROCESS = 16  # cells for each process, that are done before a GPU is ready


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
            else:
                say(f"{name}: made ready for the GPU, then drawn and searched there")
                yield from on_gpu(own, seed)

    return work


def _soon_done(jobs: Sequence[Job], most: int) -> bool:
    """Whether processes finish these jobs of a study before a GPU is ready."""
    return jobs[0].study.same_bits and len(jobs) <= CELLS_PER_PROCESS * most


def on_gpu(jobs: Sequence[Job], seed: int) -> Results:
    study = jobs[0].study
    for span, which in merge(jobs, study.at_once):
        yield from _split(study, jobs, span, which, seed)


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
    assert study.together
    start, stop = span
    for place, (points, errors) in study.together([study.settings[w] for w in which], start, stop, seed):
        for job in jobs:
            if job.which == which[place] and start <= job.start and job.stop <= stop:
                yield job, (points, errors[:, job.start - start : job.stop - start])
