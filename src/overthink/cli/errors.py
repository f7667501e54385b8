"""The one place that turns an error into a sentence."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from overthink.core.errors import OverthinkError


class Commands(click.Group):
    """A group whose commands answer bad input with one sentence and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
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
            silence_output()
            refuse(f"The output cannot be written ({exc.strerror}).")


def refuse(sentence: str) -> None:
    click.echo(f"overthink: {sentence}", err=True)
    sys.exit(2)


def silence_output() -> None:
    """Nothing more goes to a standard output that is closed or full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
