"""What a console shows: progress of a command, in letters that the console knows, and errors as sentences."""

import codecs
import errno
import os
import re
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from io import TextIOWrapper
from threading import Timer
from typing import Any, TextIO

import click

from overthink.core.errors import EXTRAS, OverthinkError, reason_of, shorten
from overthink.core.plain import to_json
from overthink.core.user_code import users_place
from overthink.stopping import COMMAND, say

INSTEAD = {
    "+": "✓", "x": "✗×", "->": "→", "<-": "←", "+-": "±", "...": "…", "-": "–—−─━╌┄└", ">=": "≥", "<=": "≤", "!=": "≠",
    "~": "≈", "*": "·°", "'": "’", '"': "“”", "epsilon": "ε", "sigma": "σ", "sqrt": "√", "^2": "²", "u": "µμ",
    "#": "█▉▊▋▌", " ": "▍▎▏", "|": "│┃",
}  # fmt: skip
PLAIN = {letter: instead for instead, letters in INSTEAD.items() for letter in letters}


def instead(exc: UnicodeError) -> tuple[str, int]:
    """Letters that an encoding knows, for those that it does not."""
    assert isinstance(exc, UnicodeEncodeError)
    letters = [
        PLAIN.get(letter) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"
        for letter in exc.object[exc.start : exc.end]
    ]
    return "".join(letters), exc.end


codecs.register_error("overthink", instead)


def use_known_letters() -> None:
    """From here on, standard output and error show only what they can."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="overthink")


@contextmanager
def progress(kept: str = "") -> Iterator[Callable[[str, float], None]]:
    """A bar for each stage. `kept` says what remains of a command that was stopped."""
    from overthink.report.progress import Stages

    COMMAND.kept = lambda: kept
    with Stages() as stages:
        yield stages.show


@contextmanager
def announced(sentence: str) -> Iterator[None]:
    """Say after two seconds that a command is at work."""
    timer = Timer(2.0, click.echo, (f"overthink: {sentence}",), {"err": True})
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Commands(click.Group):
    """A group whose commands answer bad input with one sentence and exit code 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Read the command line and run it; with --json, only JSON is printed."""
        use_known_letters()
        warnings.filterwarnings("ignore", "coroutine .* was never awaited")  # what it gave is refused in one sentence
        given = (args[0] if args else extra.get("args")) or sys.argv[1:]
        try:
            quiet = sys.stdout and "--json" in given and not {"-h", "--help"} & {*given}
            with only_json() if quiet else nullcontext():
                return super().main(*args, **extra)
        except OSError as exc:  # of the help, which is printed before a command is invoked
            refuse_failure(exc)

    def as_typed(self, name: str | None, sentence: str) -> str:
        """A sentence of the library, with the options of a command in place of arguments: --keep for keep=."""
        options = {param.name: param.opts[0] for param in (self.commands[name].params if name else ())}
        for argument, option in options.items():
            sentence = re.sub(rf"\b{argument}=(?=[ ,.;)])", option, sentence)
            sentence = re.sub(rf"\b{argument}=", f"{option} ", sentence)
            sentence = sentence.replace(f"{option} ({option})", option)
        return sentence

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. What is raised in it becomes one sentence and an exit code."""
        ctx.color = False if os.environ.get("NO_COLOR") else None
        COMMAND.running = True
        COMMAND.said = COMMAND.quiet = False
        COMMAND.kept = str
        COMMAND.tell = _tell_stopped
        try:
            with plain_warnings():
                return super().invoke(ctx)
        except OverthinkError as exc:
            _refuse(self.as_typed(ctx.invoked_subcommand, str(exc)))
        except KeyboardInterrupt:
            say()
            sys.exit(130)
        except MemoryError:
            _refuse("The computation ran out of memory. Try a smaller game, fewer depths or fewer positions.")
        except BrokenPipeError:
            silence_output()
            sys.exit(1)
        except OSError as exc:
            refuse_failure(exc)
        except click.ClickException as exc:
            say_error(exc.format_message())
            raise
        except Exception as exc:
            place = users_place(exc)
            if "integer string conversion" in str(exc) and place is None:
                _refuse("A number has too many digits. Give a smaller one.")
            if isinstance(exc, ImportError) and exc.name in EXTRAS:
                _refuse(f'This needs the package {exc.name}: pip install "overthink[{EXTRAS[exc.name]}]".')
            if place is None or isinstance(exc, click.exceptions.Exit | click.Abort):
                raise
            _refuse(f"{place}: {type(exc).__name__}: {shorten(str(exc))}.")
        finally:
            COMMAND.running = False


@contextmanager
def plain_warnings() -> Iterator[None]:
    """A warning on the way is one sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = lambda message, *_, **__: click.echo(f"overthink: {message}", err=True)
        yield


OUTPUT = list[tuple[TextIO, int | None]]()  # under --json: standard output, which waits for the answer


@contextmanager
def only_json() -> Iterator[None]:
    """Under --json, what a user's code, a worker or an engine prints goes to standard error, and the answer alone to
    standard output."""
    stream = sys.stdout
    descriptor = None
    stream.flush()
    with suppress(OSError):  # a standard output that is not a file
        if stream.fileno() == 1:
            descriptor = os.dup(1)
            os.dup2(2, 1)
    OUTPUT.append((stream, descriptor))
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        give_output_back()


def give_output_back() -> None:
    """From here on, standard output is itself again."""
    while OUTPUT:
        sys.stdout, descriptor = OUTPUT.pop()
        if descriptor is not None:
            os.dup2(descriptor, 1)
            os.close(descriptor)


def print_json(found: object) -> None:
    """Print the one JSON object of a command."""
    give_output_back()
    click.echo(to_json(found))


def say_error(sentence: str) -> None:
    """What went wrong, under --json as a JSON object too."""
    if OUTPUT:
        print_json({"error": sentence})


def _tell_stopped(sentence: str) -> None:
    say_error(sentence.strip().removeprefix("overthink: "))
    click.echo(sentence, err=True)


def _refuse(sentence: str) -> None:
    say_error(sentence)
    click.echo(f"overthink: {sentence}", err=True)
    sys.exit(2)


def refuse_failure(exc: OSError) -> None:
    """Refuse what the system did not allow. What has no better place is output that cannot be written."""
    if exc.errno in (errno.EMFILE, errno.ENFILE):
        _refuse("The system allows no more open files. Raise its limit: ulimit -n 1024.")
    if exc.errno == errno.ENOMEM or "shared object" in str(exc):
        _refuse("The system gave no more memory, or did not load a library. Raise its limit (ulimit -v).")
    with suppress(OSError):
        os.getcwd()
        if exc.filename is None:
            silence_output()
            _refuse(f"The output cannot be written ({reason_of(exc)}).")
        _refuse(f"{exc.filename}: {reason_of(exc)}.")
    _refuse("The current folder does not exist. Go to another folder.")


def silence_output() -> None:
    """Nothing more goes to a standard output that is closed or full."""
    with suppress(OSError):  # a standard output that is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
