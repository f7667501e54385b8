"""Progress in stages on standard error: the name of the stage, the share that is done, and the time that is left."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from overthink.report.terminal import PLAIN_EVERY

UNITS = ((3600.0, "hour"), (60.0, "minute"), (1.0, "second"))
LEARN = 2.0  # seconds of a stage before its time is estimated


class Stages:
    """A bar that restarts with each stage. Without a terminal, as in a notebook, a line every few seconds.

    >>> space = ot.Kalah.regularised(pits=2, seeds=2, plies=6).state_space()
    >>> with ot.Stages() as stages:
    ...     survey = ot.survey(space, ot.noisy(ot.truth, 1.0), (1, 2), progress=stages.show)
    >>> survey
    <Survey: 60 positions, rule minimax, depths 1 to 2>
    """

    def __init__(self) -> None:
        console = Console(stderr=True)
        self.stage, self.begun, self.first = "", time.monotonic(), 0.0
        self.shown = self.begun
        self.progress: Progress | None = None
        if console.is_terminal:
            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
                       TextColumn("{task.fields[left]}"))  # fmt: skip
            self.progress = Progress(*columns, console=console, transient=True)
            self.task = self.progress.add_task("", total=1.0, left="")

    def __enter__(self) -> Self:
        if self.progress:
            self.progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.progress:
            self.progress.stop()

    def tell(self, stage: str, done: int, total: int) -> None:
        """Show a stage of the doctor, which counts."""
        self.show(stage, done / total)

    def show(self, stage: str, share: float) -> None:
        """Show a stage, the share of it that is done, and the time that is left."""
        now = time.monotonic()
        if stage != self.stage:
            self.stage, self.begun, self.first = stage, now, share
        left = time_left(now - self.begun, share - self.first, 1.0 - share)
        if self.progress:
            self.progress.update(self.task, completed=share, description=stage, left=left)
        elif now - self.shown > PLAIN_EVERY or (left and self.shown < self.begun):
            self.shown = now
            print(f"{stage}: {share:.0%}{f', {left}' if left else ''}", file=sys.stderr, flush=True)


def time_left(seconds: float, done: float, left: float) -> str:
    """An estimate in words, from the time that a share of the work took. Empty while little is known."""
    if seconds < LEARN or done <= 0.0 or left <= 0.0:
        return ""
    more = seconds * left / done
    size, unit = next((size, unit) for size, unit in UNITS if more >= 1.5 * size or size == 1.0)
    number = max(1, round(more / size))
    return f"about {number:,} {unit}{'s' if number > 1 else ''} more"
