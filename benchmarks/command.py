"""`python -m benchmarks`: ratios against peers and limits, on this machine."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import click

from benchmarks import BENCHMARKS, measure
from benchmarks.timing import Row
from overthink.cli import options
from overthink.cli.console import Commands, print_json
from overthink.core.errors import OverthinkError, check_known
from overthink.core.threads import cores
from overthink.stopping import COMMAND, say

NAMES = "\n".join(f"{name:<11} {summary}" for name, summary in BENCHMARKS.items())
HELP = f"""Measure the speed on this machine: ratios against peers and limits, each in one run.

\b
{NAMES}

Without a NAME all of them run. A ratio of 2 means twice as fast as the peer. Both do the same work; where nodes can be
counted, the counts must agree. If a peer is not installed, its line says so.

\b
python -m benchmarks --quick
python -m benchmarks openspiel easyai
"""


@click.command("benchmarks", help=HELP)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Small sizes and few rounds: half a minute, but ratios that vary more.")
@options.as_json
def bench(names: tuple[str, ...], quick: bool, as_json: bool) -> None:
    from overthink.report.progress import Stages

    for name in names:
        check_known("benchmark", name, BENCHMARKS)
    rows: list[Row] = []
    missing: dict[str, str] = {}
    stopped = False
    chosen = names or tuple(BENCHMARKS)
    with Stages() as stages:
        for i, name in enumerate(chosen):
            stages.show(f"{name}: {BENCHMARKS[name]}", i / len(chosen))
            try:
                rows += measure(name, quick)
            except OverthinkError as exc:
                missing[name] = str(exc)
            except KeyboardInterrupt:
                stopped = True
                break
    if as_json:
        lines = [asdict(row) | {"ratio": row.ratio, "spread": row.spread} for row in rows]
        print_json({"machine": machine(), "quick": quick, "rows": lines, "missing": missing})
    else:
        print_ratios(rows, missing, machine())
    if stopped:
        COMMAND.kept = lambda: "The table shows what was measured before."
        say()
        sys.exit(130)


ALONE = Commands(commands={"benchmarks": bench})


def machine() -> str:
    """The kind of machine, in a few words, and what makes it slower than it is."""
    slow = "; PYTHONDONTWRITEBYTECODE is set, so every start is slow: unset it" if sys.dont_write_bytecode else ""
    return f"{cores()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}{slow}"


def print_ratios(rows: Sequence[Row], missing: Mapping[str, str], machine: str) -> None:
    """Print benchmarks, and the ones that could not run."""
    from rich.markup import escape
    from rich.table import Table

    from overthink.cli.tables import open_console

    console = open_console()
    table = Table(box=None, padding=(0, 1))
    table.add_column("task")
    for name in ("ratio", "rounds", "ours : theirs"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        task = f"{escape(row.what)} against {row.peer}\n[dim]{row.how}[/]"
        ratio, rounds = row.ratios
        table.add_row(task, f"[bold]{ratio}[/]", rounds, row.speeds)
    if rows:
        console.print(table)
        console.print(
            "  ratio: our speed over theirs, both at their fastest; rounds: the lowest and the highest ratio",
            style="dim",
        )
        console.print(f"  {machine}", style="dim")
    for name, why in missing.items():
        console.print(f"  {name} was not measured: {escape(why)}", style="yellow")
