"""The same cells on a GPU: settings that share their trees are done at once, and what has no form for a GPU is left to
processes here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from overthink.studies.runner import Results, Workers, processes
from overthink.studies.study import Job, Study

Span = tuple[int, int]  # start and stop of observations


def gpu(most: int, say: Callable[[str], None]) -> Workers:
    """A GPU, and so many processes for what it cannot do."""
    from overthink.gpu.device import require

    require()

    def work(jobs: Sequence[Job], seed: int) -> Results:
        studies = {job.study.name: job.study for job in jobs}
        for name, study in studies.items():
            own = [job for job in jobs if job.study.name == name]
            if study.together:
                say(f"{name}: made ready for the GPU, then drawn and searched there")
                for span, which in merge(own, study.at_once):
                    yield from _split(study, own, span, which, seed)
            else:
                say(f"{name} has no form for a GPU; processors do it")
                yield from processes(most)(own, seed)

    return work


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
