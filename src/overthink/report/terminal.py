"""What the terminal shows: progress on standard error, tables and verdicts on standard output."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

COLOURS = {"holds": "green", "fails": "red", "inconclusive": "yellow"}
PLAIN_EVERY = 5.0  # seconds between lines where there is no terminal to draw on


class Bar:
    """Cells done, rate and time left. Without a terminal, a line every few seconds."""

    def __init__(self) -> None:
        self.console = Console(stderr=True)
        self.began = self.shown = time.monotonic()
        self.first: int | None = None
        self.progress: Progress | None = None
        if self.console.is_terminal:
            self.progress = Progress(
                TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("cells"),
                TextColumn("{task.fields[rate]}"), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
                console=self.console, transient=True,
            )  # fmt: skip
            self.task = self.progress.add_task("", total=None, rate="")

    def __enter__(self) -> Self:
        if self.progress:
            self.progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.progress:
            self.progress.stop()

    def show(self, done: int, total: int, name: str) -> None:
        """So many of so many cells are done; this study is being worked on."""
        if self.first is None:
            self.first = done
        now = time.monotonic()
        rate = (done - self.first) / (now - self.began) if done > self.first else 0.0
        if self.progress:
            self.progress.update(self.task, completed=done, total=total, description=name, rate=f"{rate:.1f}/s")
        elif done > self.first and now - self.shown > PLAIN_EVERY:
            self.shown = now
            left = (total - done) / rate
            print(f"{name}: {done} of {total} cells, {rate:.1f}/s, {left:.0f} s left", file=sys.stderr, flush=True)


def print_rows(study: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """A study's rows as a table."""
    console = Console()
    keys = [key for key in rows[0] if key not in ("mean", "low", "high", "n")]
    table = Table(title=f"{study.name}: {study.title}", title_justify="left", caption=study.source, box=None)
    for key in keys:
        table.add_column(key)
    table.add_column("mean", justify="right")
    table.add_column("95% interval", justify="right")
    table.add_column("n", justify="right")
    for row in rows:
        values = [f"{row[key]:.6g}" if isinstance(row[key], float) else str(row[key]) for key in keys]
        interval = f"{row['low']:.4g} – {row['high']:.4g}"
        table.add_row(*values, f"{row['mean']:.4g}", interval, f"{row['n']:,}")
    console.print(table)


def print_claims(verdicts: Sequence[Any]) -> None:
    """Every claim with what was printed, what was measured, and the verdict."""
    console = Console()
    counts = dict.fromkeys(COLOURS, 0)
    table = Table(box=None, pad_edge=False, show_lines=False, padding=(0, 2, 1, 0))
    for title, ratio in (("verdict", None), ("claim", 5), ("printed", 4), ("measured here", 5)):
        table.add_column(title, ratio=ratio, no_wrap=ratio is None)
    for verdict in verdicts:
        counts[verdict.verdict] += 1
        colour = COLOURS[verdict.verdict]
        estimate = verdict.estimate
        table.add_row(
            f"[{colour}]{verdict.verdict}[/]",
            f"[bold]{verdict.study}[/] {verdict.says} [dim]{_plain(verdict.source)}[/]",
            verdict.printed,
            f"{verdict.seen} [dim]({estimate.low:.4g} to {estimate.high:.4g}, n = {estimate.n:,})[/]",
        )
    console.print(table)
    console.print(", ".join(f"{counts[name]} {'hold' if name == 'holds' else 'fail' if name == 'fails' else name}"
                            for name in counts))  # fmt: skip


def _plain(text: str) -> str:
    return text.replace("[", r"\[")
