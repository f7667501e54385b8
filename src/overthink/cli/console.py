"""What a console shows: progress of a command, in letters that the console knows."""

from __future__ import annotations

import io
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click

SIGNS = "✓✗→←±×…–—−≥≤≠≈·’“”ε√░▒▓"
PLAIN = dict(
    zip(
        "✓✗→←±×…–—−≥≤≠≈·’“”εσ√²",
        [
            "+",
            "x",
            "->",
            "<-",
            "+-",
            "x",
            "...",
            "-",
            "-",
            "-",
            ">=",
            "<=",
            "!=",
            "~",
            "*",
            "'",
            '"',
            '"',
            "epsilon",
            "sigma",
            "sqrt",
            "^2",
        ],
    )
)
for letters, instead in (("µμ", "u"), ("█▉▊▋▌", "#"), ("▍▎▏", " "), ("─━╌┄", "-"), ("│┃", "|")):
    PLAIN |= dict.fromkeys(letters, instead)


class PlainText(io.TextIOBase):
    """A stream in front of another that does not know all letters. It has no `buffer`, so that nobody passes it by."""

    def __init__(self, stream: TextIO):
        self.stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.stream.encoding

    def write(self, text: str) -> int:
        self.stream.write(plain(text, self.stream.encoding))
        return len(text)

    def flush(self) -> None:
        self.stream.flush()

    def isatty(self) -> bool:
        return self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()

    def writable(self) -> bool:
        return True


def plain(text: str, encoding: str) -> str:
    """The text in letters that an encoding knows."""
    try:
        text.encode(encoding)
        return text
    except UnicodeEncodeError:
        return "".join(letter if _known(letter, encoding) else _other(letter) for letter in text)


def _known(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
        return True
    except UnicodeEncodeError:
        return False


def _other(letter: str) -> str:
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return PLAIN.get(letter) or bare or "?"


def use_known_letters() -> None:
    """From here on, standard output and error show only what they can."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        encoding = getattr(stream, "encoding", None)
        if encoding and not isinstance(stream, PlainText) and not all(_known(sign, encoding) for sign in SIGNS):
            setattr(sys, name, PlainText(stream))


@contextmanager
def progress(kept: str = "A finished table is kept.") -> Iterator[Callable[[str, float], None]]:
    """A bar for each stage. `kept` says what remains of a command that was stopped."""
    from overthink.report.progress import Stages

    with Stages() as stages:
        try:
            yield stages.show
        except KeyboardInterrupt:
            click.echo(f"\noverthink: stopped. {kept}", err=True)
            sys.exit(130)
