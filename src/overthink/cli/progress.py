"""Progress on standard error while a command works."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(kept: str = "A finished table is kept.") -> Iterator[Callable[[str, float], None]]:
    """A bar for each stage. `kept` says what remains of a command that was stopped."""
    from overthink.report.stages import Stages

    with Stages() as stages:
        try:
            yield stages.show
        except KeyboardInterrupt:
            click.echo(f"\noverthink: stopped. {kept}", err=True)
            sys.exit(130)
