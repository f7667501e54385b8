"""Show a proven interval as it narrows, on standard error: a bar on a terminal, elsewhere a line for each step."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

if TYPE_CHECKING:
    from overthink.search.interval import Bounds

WIDTH = 50


def bar(low: float, high: float, interval: Bounds, width: int = WIDTH) -> str:
    """The whole range as dots, and the proven interval as a block at least one character wide."""
    share = width / (high - low) if high > low else 0.0
    start = min(width - 1, int((interval.low - low) * share))
    stop = max(start + 1, min(width, round((interval.high - low) * share)))
    return f"{low:g} {'·' * start}{'█' * (stop - start)}{'·' * (width - stop)} {high:g}"


def line(interval: Bounds) -> str:
    nodes = interval.expanded + interval.leaves
    return f"value in [{interval.low:.6g}, {interval.high:.6g}], {interval.width:.4g} wide, after {nodes:,} nodes"


class Closing:
    """Shows each interval."""

    def __init__(self, low: float, high: float):
        self.low, self.high, console = low, high, Console(stderr=True)
        self.live = Live(console=console, transient=True) if console.is_terminal else None

    def __enter__(self) -> Self:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.live:
            self.live.stop()

    def show(self, interval: Bounds) -> None:
        """Show the current interval."""
        if self.live:
            self.live.update(Text(f"{bar(self.low, self.high, interval)}\n{line(interval)}"), refresh=True)
        else:
            print(line(interval), file=sys.stderr, flush=True)
