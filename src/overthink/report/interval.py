"""A proven interval closing, on standard error: a bar on a terminal, a line for each step elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

WIDTH = 50


def bar(low: float, high: float, found: Any, width: int = WIDTH) -> str:
    """The whole range as dots, the part that may still hold the value as a block, at least one sign wide."""
    share = width / (high - low) if high > low else 0.0
    first = min(width - 1, int((found.low - low) * share))
    last = max(first + 1, min(width, round((found.high - low) * share)))
    return f"{low:g} {'·' * first}{'█' * (last - first)}{'·' * (width - last)} {high:g}"


def line(found: Any) -> str:
    seen = found.expanded + found.leaves
    return f"value in [{found.low:.6g}, {found.high:.6g}], {found.width:.4g} wide, after {seen:,} nodes"


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

    def show(self, found: Any) -> None:
        """This much is proven by now."""
        if self.live:
            self.live.update(Text(f"{bar(self.low, self.high, found)}\n{line(found)}"), refresh=True)
        else:
            print(line(found), file=sys.stderr, flush=True)
