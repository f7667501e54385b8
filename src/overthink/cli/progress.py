"""Progress on standard error while a command works."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress() -> Iterator[Callable[[str, float], None]]:
    """A bar for each stage; a warning on the way is one sentence."""
    from overthink.report.stages import Stages

    with Stages() as stages, warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = lambda message, *_, **__: click.echo(f"overthink: {message}", err=True)
        try:
            yield stages.show
        except KeyboardInterrupt:
            click.echo("\noverthink: stopped. A finished table is kept.", err=True)
            sys.exit(130)
