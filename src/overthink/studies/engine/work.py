"""The work of studies: cells, what is said to a worker, and who may do it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from overthink.studies import study_named
from overthink.studies.engine.study import Cell, Study

Task = tuple[Study, int, int, int]  # study, number of the setting, first and last observation
Message = tuple[str, int, int, int]  # the same with the study's name: what goes to a worker
Workers = Callable[[Sequence[Task], int], Generator[tuple[Task, Cell], None, None]]  # given tasks and the seed
TRIES = 3  # how often a cell is begun before a run gives up on workers that die over it


def compute(name: str, which: int, first: int, last: int, seed: int) -> Cell:
    """One cell, wherever it runs."""
    study = study_named(name)
    return study.run(study.settings[which], first, last, seed)


def message(task: Task) -> Message:
    """What a worker is told."""
    study, which, first, last = task
    return study.name, which, first, last


def named(task: Task) -> str:
    """A cell in words."""
    study, which, first, last = task
    setting = ", ".join(f"{name} = {value}" for name, value in study.settings[which].items())
    return f"{study.name} ({setting}; observations {first} to {last - 1})"
