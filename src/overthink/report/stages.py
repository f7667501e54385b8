"""Progress in stages on standard error: the name of the stage, and the share that is done."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from overthink.report.terminal import PLAIN_EVERY


class Stages:
    """A bar that restarts with each stage. Without a terminal, a line every few seconds."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self.shown = time.monotonic()
        self.progress: Progress | None = None
        if console.is_terminal:
            columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
            self.progress = Progress(*columns, console=console, transient=True)
            self.task = self.progress.add_task("", total=1.0)

    def __enter__(self) -> Self:
        if self.progress:
            self.progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.progress:
            self.progress.stop()

    def show(self, stage: str, share: float) -> None:
        """Show a stage, and the share of it that is done."""
        now = time.monotonic()
        if self.progress:
            self.progress.update(self.task, completed=share, description=stage)
        elif now - self.shown > PLAIN_EVERY:
            self.shown = now
            print(f"{stage}: {share:.0%}", file=sys.stderr, flush=True)
