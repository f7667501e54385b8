"""The one place that turns an error into a sentence."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from overthink.cli.console import use_known_letters
from overthink.core.errors import OverthinkError, shortened
from overthink.core.user_code import users_place


class Commands(click.Group):
    """A group whose commands answer bad input with one sentence and exit code 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        use_known_letters()
        try:
            return super().main(*args, **extra)
        except OSError as exc:  # of the help, which is printed before a command is invoked
            refuse_output(exc)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with plain_warnings():
                return super().invoke(ctx)
        except OverthinkError as exc:
            refuse(str(exc))
        except KeyboardInterrupt:
            click.echo("\noverthink: stopped. Finished parts are stored; the same command resumes there.", err=True)
            sys.exit(130)
        except MemoryError:
            refuse("The computation ran out of memory. Try a smaller game, fewer depths or fewer positions.")
        except BrokenPipeError:
            silence_output()
            sys.exit(1)
        except OSError as exc:
            refuse_output(exc)
        except Exception as exc:
            place = users_place(exc)
            if place is None or isinstance(exc, click.ClickException | click.exceptions.Exit | click.Abort):
                raise
            refuse(f"{place}: {type(exc).__name__}: {shortened(str(exc))}")


@contextmanager
def plain_warnings() -> Iterator[None]:
    """A warning on the way is one sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = lambda message, *_, **__: click.echo(f"overthink: {message}", err=True)
        yield


def refuse(sentence: str) -> None:
    click.echo(f"overthink: {sentence}", err=True)
    sys.exit(2)


def refuse_output(exc: OSError) -> None:
    silence_output()
    refuse(f"The output cannot be written ({exc.strerror}).")


def silence_output() -> None:
    """Nothing more goes to a standard output that is closed or full."""
    with suppress(OSError):  # a standard output that is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
