"""A proven interval closing, on standard error: a bar on a terminal, a line for each step elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

if TYPE_CHECKING:
    from overthink.search.bounds import Bounds

WIDTH = 50


def bar(low: float, high: float, interval: Bounds, width: int = WIDTH) -> str:
    """The whole range as dots, the part that may still hold the value as a block, at least one sign wide."""
    share = width / (high - low) if high > low else 0.0
    first = min(width - 1, int((interval.low - low) * share))
    last = max(first + 1, min(width, round((interval.high - low) * share)))
    return f"{low:g} {'·' * first}{'█' * (last - first)}{'·' * (width - last)} {high:g}"


def line(interval: Bounds) -> str:
    nodes = interval.expanded + interval.leaves
    return f"value in [{interval.low:.6g}, {interval.high:.6g}], {interval.width:.4g} wide, after {nodes:,} nodes"


class Closing:
    """Shows every interval that it is told of."""

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
        """This much is proven by now."""
        if self.live:
            self.live.update(Text(f"{bar(self.low, self.high, interval)}\n{line(interval)}"), refresh=True)
        else:
            print(line(interval), file=sys.stderr, flush=True)
