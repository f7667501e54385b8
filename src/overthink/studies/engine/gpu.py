"""The same cells on a GPU: settings that share their trees are done at once, and what has no form for a GPU is left to
processes here."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from overthink.studies.engine.processes import processes
from overthink.studies.engine.study import Cell, Study
from overthink.studies.engine.work import Task, Workers

Span = tuple[int, int]  # first and last observation


def gpu(jobs: int, say: Callable[[str], None]) -> Workers:
    """A GPU, and so many processes for what it cannot do."""
    from overthink.core.gpu import require

    require()

    def work(tasks: Sequence[Task], seed: int) -> Generator[tuple[Task, Cell]]:
        studies = {task[0].name: task[0] for task in tasks}
        for name, study in studies.items():
            own = [task for task in tasks if task[0].name == name]
            if study.together:
                say(f"{name}: made ready for the GPU, then drawn and searched there")
                for span, which in merged(own, study.at_once):
                    yield from _split(study, own, span, which, seed)
            else:
                say(f"{name} has no form for a GPU; processors do it")
                yield from processes(jobs)(own, seed)

    return work


def merged(tasks: Sequence[Task], most: int) -> Iterator[tuple[Span, list[int]]]:
    """Spans of observations and the settings wanted there: neighbours that want the same settings become one, of so
    many observations at the most."""
    wanted: dict[Span, list[int]] = {}
    for _, which, first, last in tasks:
        wanted.setdefault((first, last), []).append(which)
    found: list[tuple[Span, list[int]]] = []
    for (first, last), settings in sorted(wanted.items()):
        if found and found[-1][0][1] == first and found[-1][1] == settings and last - found[-1][0][0] <= most:
            found[-1] = ((found[-1][0][0], last), settings)
        else:
            found.append(((first, last), settings))
    yield from found


def _split(study: Study, tasks: Sequence[Task], span: Span, which: list[int], seed: int) -> Iterator[tuple[Task, Cell]]:
    """The cells of a span of observations."""
    assert study.together
    start, stop = span
    for place, (points, errors) in study.together([study.settings[w] for w in which], start, stop, seed):
        for task in tasks:
            _, number, first, last = task
            if number == which[place] and start <= first and last <= stop:
                yield task, (points, errors[:, first - start : last - start])
