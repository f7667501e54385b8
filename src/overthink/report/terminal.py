"""What the terminal shows: progress on standard error, tables and verdicts on standard output."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

MARKS = {"holds": "✓", "fails": "✗", "inconclusive": "?"}
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
            left = f"{(total - done) / rate:.0f} s left" if done - self.first >= 10 else "time left not known yet"
            print(f"{name}: {done} of {total} cells, {rate:.1f}/s, {left}", file=sys.stderr, flush=True)


def print_rows(study: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """A study's rows as a table, with depth, or what else the study says, across it."""
    console = Console(highlight=False)
    keys = [key for key in rows[0] if key not in ("mean", "low", "high", "n")]
    across = study.across if study.across in keys and len({row[study.across] for row in rows}) > 1 else None
    down = [key for key in keys if key != across]
    lines: dict[tuple[Any, ...], dict[Any, str]] = {}
    for row in rows:
        place = lines.setdefault(tuple(row[key] for key in down), {})
        if across:
            place[row[across]] = _short(row["mean"])
        else:
            place.update({head: _short(row[head]) for head in ("mean", "low", "high")})
    heads = sorted({row[across] for row in rows}) if across else ["mean", "low", "high"]
    console.print(f"[bold]{study.name}[/]: {_plain(study.title)}")
    table = Table(box=None, padding=(0, 1))
    for key in down:
        table.add_column(key, no_wrap=True)
    for head in heads:
        table.add_column(str(head), justify="right", no_wrap=True)
    for values, line in lines.items():
        named = (f"{value:.6g}" if isinstance(value, float) else str(value) for value in values)
        table.add_row(*named, *(line.get(head, "") for head in heads))
    console.print(table)
    widest, counts = max(0.5 * (row["high"] - row["low"]) for row in rows), sorted({row["n"] for row in rows})
    what = f"a column for each {across}; " if across else ""
    sizes = ", ".join(f"{n:,}" for n in counts)
    console.print(f"  {what}95% intervals within ± {widest:.2g}; n = {sizes}; {_plain(study.source)}", style="dim")


def print_claims(verdicts: Sequence[Any]) -> None:
    """Every claim with what was printed, what was measured, and the verdict."""
    console = Console(highlight=False)
    study = ""
    for verdict in verdicts:
        if verdict.study != study:
            study = verdict.study
            console.print(f"\n[bold]{study}[/]")
        colour, estimate = COLOURS[verdict.verdict], verdict.estimate
        interval = f"95% interval {estimate.low:.4g} to {estimate.high:.4g}, n = {estimate.n:,}"
        console.print(
            Padding(f"[{colour}]{MARKS[verdict.verdict]} {verdict.verdict}[/]: {_plain(verdict.says)}", (0, 2))
        )
        console.print(Padding(f"printed: {_plain(verdict.printed)}  {_plain(verdict.source)}", (0, 6), style="dim"))
        console.print(Padding(f"here: {_plain(verdict.seen)}  ({interval})", (0, 6)))
    counts = Counter(verdict.verdict for verdict in verdicts)
    console.print(f"\n{counts['holds']} hold, {counts['fails']} fail, {counts['inconclusive']} are inconclusive.")


def print_seen(seen: Sequence[Any]) -> None:
    """What a rule thought at every node; local pathology is marked."""
    table = Table(box=None, padding=(0, 1))
    for name in ("node", "type", "value", "error", "search said", ""):
        table.add_column(name, justify="left" if name in ("node", "type", "") else "right", no_wrap=True)
    for one in seen:
        said = f"{one.searched_value:g} ({one.searched_error:.4g})"
        mark = "← static value kept" if one.replaced else ""
        table.add_row("  " * one.ply + str(one.node), one.kind, f"{one.value:g}", f"{one.error:.4g}", said, mark)
    Console(highlight=False).print(table)


def _short(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 10 else f"{value:,.0f}"


def _plain(text: str) -> str:
    return text.replace("[", r"\[")
