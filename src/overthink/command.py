"""What all commands share: how they refuse, what they print for programs, and how they show that they are at work."""

from __future__ import annotations

import json
import math
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import click

from overthink.core.errors import OverthinkError

SEED = click.IntRange(0, 2**62)
THREADS = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    help="Threads; any number gives the same results. [default: one for each core]",
)


def clear_errors(command: Callable[..., Any]) -> Callable[..., Any]:
    """One sentence and exit code 2 for bad input; a stopped run says how to go on."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except OverthinkError as error:
            click.echo(f"overthink: {error}", err=True)
            sys.exit(2)
        except KeyboardInterrupt:
            click.echo(
                "\noverthink: stopped; what was finished is kept, the same command goes on from there.", err=True
            )
            sys.exit(130)
        except MemoryError:
            click.echo("overthink: This does not fit into memory; take a smaller game or fewer depths.", err=True)
            sys.exit(2)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            click.echo(f"overthink: The output cannot be written ({error.strerror}).", err=True)
            sys.exit(2)

    return run


def as_text(found: Any) -> str:
    """One JSON object; what is no finite number is null, which JSON can say."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [plain(inner) for inner in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    return json.dumps(plain(found), allow_nan=False)


@contextmanager
def working() -> Iterator[Callable[[str, float], None]]:
    """Progress on standard error, and what goes wrong on the way as one sentence each."""
    from overthink.report.stages import Stages

    with Stages() as stages, warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = lambda message, *_, **__: click.echo(f"overthink: {message}", err=True)
        try:
            yield stages.show
        except KeyboardInterrupt:
            click.echo("\noverthink: stopped; a table that was finished is kept.", err=True)
            sys.exit(130)
