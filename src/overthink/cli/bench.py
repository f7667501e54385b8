"""`overthink bench`: ratios against peers and limits, on this machine."""

from __future__ import annotations

import platform
import sys
from typing import Any

import click

from overthink.cli import options
from overthink.core.json_text import to_json
from overthink.core.threads import cores


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Small sizes and few rounds: half a minute, but ratios that vary more.")
@options.as_json
def bench(names: tuple[str, ...], quick: bool, as_json: bool) -> None:
    """Measure the speed on this machine: ratios against peers and limits, each in one run.

    \b
    full-width  compiled full-width search against C
    bounded     compiled bounded alpha-beta against C
    grids       the published grids of the synthetic models against NumPy and C
    openspiel   alpha-beta against OpenSpiel's, from Python
    easyai      alpha-beta against easyAI's
    table       alpha-beta with a table against C
    uct         UCT with random games against C, and OpenSpiel's from Python
    sweeps      sweeps over all positions of an endgame against copying memory and C
    gpu         a graphics card against the processors, on the same trees
    workers     two workers against one
    limits      start-up and a whole figure against the time they may take

    Without a NAME all of them run. A ratio of 2 means twice as fast as the peer. Both do the same work; where nodes can
    be counted, the counts must agree. If a peer is not installed, its line says so.

    \b
    overthink bench --quick
    overthink bench openspiel easyai
    """
    from overthink.bench import BENCHMARKS, measure
    from overthink.core.errors import OverthinkError, unknown
    from overthink.report.stages import Stages

    for name in names:
        if name not in BENCHMARKS:
            raise unknown("benchmark", name, BENCHMARKS)
    rows: list[Any] = []
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
        lines = [
            {"what": r.what, "peer": r.peer, "ratio": r.ratio, "spread": r.spread, "ours": r.ours, "theirs": r.theirs,
             "work": r.work, "unit": r.unit, "how": r.how}
            for r in rows
        ]  # fmt: skip
        click.echo(to_json({"machine": machine(), "quick": quick, "rows": lines, "missing": missing}))
    else:
        from overthink.report.terminal import print_ratios

        print_ratios(rows, missing, machine())
    if stopped:
        click.echo("overthink: stopped. The table shows what was measured before.", err=True)
        sys.exit(130)


def machine() -> str:
    """The kind of machine, in a few words."""
    return f"{cores()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"
