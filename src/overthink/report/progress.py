"""Progress on standard error: a bar on a terminal, elsewhere a line every few seconds, as in a notebook."""

from __future__ import annotations

import logging
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from overthink.stopping import COMMAND

if TYPE_CHECKING:
    from overthink.search.bounds import Bounds

LOGGER = logging.getLogger("overthink")
UNITS = ((3600.0, "hour"), (60.0, "minute"), (1.0, "second"))
PLAIN_SECONDS = 5.0  # seconds between lines without a terminal
WIDTH_CHARACTERS = 50  # of an interval, in characters
LEAST_SECONDS = 2.0  # of a stage before its time is estimated
LEAST_SHARE = 0.5  # of a stage, or else
ENOUGH_SECONDS = 60.0  # until then processes may still compile, each what it meets first


class OnTerminal:
    """What a terminal shows from the beginning to the end of a `with` block; nothing where there is no terminal."""

    live: Live | Progress | None

    def __enter__(self) -> Self:
        if self.live and not COMMAND.quiet:
            self.live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.live:
            self.live.stop()


class Stages(OnTerminal):
    """A bar that restarts with each stage. Without a terminal, as in a notebook, a line every few seconds. With
    `quiet_seconds`, a terminal shows nothing before.

    >>> space = ot.Kalah.regularised(pits=2, seeds=2, plies=6).state_space()
    >>> with ot.Stages() as stages:
    ...     survey = ot.survey(space, ot.noisy(ot.truth, 1.0), (1, 2), progress=stages.show)
    >>> survey
    <Survey: 60 positions, rule minimax, depths 1 to 2>
    """

    def __init__(self, quiet_seconds: float = 0.0) -> None:
        console = Console(stderr=True)
        self.stage = ""
        self.begun = time.monotonic()
        self.quiet_until = self.begun + quiet_seconds
        self.first = 0.0
        self.moved = False
        self.shown = self.begun
        self.live: Progress | None = None
        if console.is_terminal:
            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
                       TextColumn("{task.fields[left]}"))  # fmt: skip
            self.live = Progress(*columns, console=console, transient=True)
            self.task = self.live.add_task("", total=1.0, left="")

    def __enter__(self) -> Self:
        return super().__enter__() if self.begun >= self.quiet_until else self

    def tell(self, stage: str, done: int, total: int) -> None:
        """Show a stage of the doctor, which counts."""
        self.show(stage, done / total)

    def show(self, stage: str, share: float) -> None:
        """Show a stage, the share of it that is done, and the time that is left."""
        now = time.monotonic()
        if stage != self.stage:
            self.stage = stage
            self.begun = now
            self.first = share
            self.moved = False
            LOGGER.info("%s", stage)
        elif share > self.first and not self.moved:  # the first part also starts processes and compiles
            self.begun = now
            self.first = share
            self.moved = True
        left = time_left(now - self.begun, share - self.first, 1.0 - share) if self.moved else ""
        if COMMAND.quiet:
            return
        if self.live:
            self.live.update(self.task, completed=share, description=stage, left=left)
            if now >= self.quiet_until:
                self.live.start()
        elif now - self.shown > PLAIN_SECONDS or (left and self.shown <= self.begun):
            self.shown = now
            print(f"{stage}: {share:.0%}{f', {left}' if left else ''}", file=sys.stderr, flush=True)


def time_left(seconds: float, done: float, left: float) -> str:
    """An estimate in words, from the time that a share of the work took. Empty while little is known."""
    learned = seconds >= (LEAST_SECONDS if done >= LEAST_SHARE else ENOUGH_SECONDS)
    if not learned or done <= 0.0 or left <= 0.0:
        return ""
    more = seconds * left / done
    size, unit = next((size, unit) for size, unit in UNITS if more >= 1.5 * size or size == 1.0)
    number = max(1, round(more / size))
    return f"about {number:,} {unit}{'s' if number > 1 else ''} more"


def bar(low: float, high: float, interval: Bounds, width: int = WIDTH_CHARACTERS) -> str:
    """The whole range as dots, and the proven interval as a block at least one character wide."""
    share = width / (high - low) if high > low else 0.0
    start = min(width - 1, int((interval.low - low) * share))
    stop = max(start + 1, min(width, round((interval.high - low) * share)))
    return f"{low:g} {'·' * start}{'█' * (stop - start)}{'·' * (width - stop)} {high:g}"


def _line(interval: Bounds) -> str:
    nodes = interval.expanded + interval.leaves
    return f"value in [{interval.low:.6g}, {interval.high:.6g}], {interval.width:.4g} wide, after {nodes:,} nodes"


class Closing(OnTerminal):
    """A proven interval as it narrows."""

    def __init__(self, low: float, high: float):
        self.low = low
        self.high = high
        console = Console(stderr=True)
        self.live: Live | None = Live(console=console, transient=True) if console.is_terminal else None

    def show(self, interval: Bounds) -> None:
        """Show the current interval."""
        if COMMAND.quiet:
            return
        if self.live:
            self.live.update(Text(f"{bar(self.low, self.high, interval)}\n{_line(interval)}"), refresh=True)
        else:
            print(_line(interval), file=sys.stderr, flush=True)
