"""Large JSON texts and zip files, read piece by piece: what is not asked for never stands in memory."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from overthink.core.errors import OverthinkError

PIECE = 1 << 20  # bytes that are read at once
MOST_CHARACTERS = 64 << 20  # of a value that is taken: a text without an end would fill the memory
PACKED = (".gz", ".zst")
ZSTANDARD = 93  # how a zip file names this compression
DECODE = json.JSONDecoder().raw_decode
DECODE_LARGE = json.JSONDecoder(parse_int=float).raw_decode
IN_NUMBERS = "0123456789+-.eE"
SPACE = re.compile(r"[\s,:]*+")

FIRST_LIST = "list of rows"  # instead of a name: the first field that is a list
NOT_JSON = object()  # instead of the value of a line
Read = Callable[[int], bytes]
Tell = Callable[[str, int, int], None]  # hears what is done, how much of it, and of how much


class Broken(ValueError):  # noqa: N818
    """A text that is not JSON, or ends too early."""


def parse_json(text: str, at: int = 0) -> tuple[Any, int]:
    """The JSON value that begins here, and where it ends. A number with more digits than Python reads is infinite."""
    try:
        return DECODE(text, at)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return DECODE_LARGE(text, at)


def parse_lines(lines: list[bytes]) -> list[Any]:
    """The JSON value of each line: None if it is empty, NOT_JSON if it is not JSON. Lines that are objects are read as
    one list, in half the time."""
    with suppress(ValueError, RecursionError):
        rows = json.loads(f"[{b','.join(lines).decode()}]")
        if len(rows) == len(lines) and {*map(type, rows)} == {dict}:
            return rows  # type: ignore[no-any-return]
    return [*map(_parse_line, lines)]


def _parse_line(line: bytes) -> Any:
    try:
        text = line.decode("utf-8-sig").strip(" \t\r\n")
        value, end = parse_json(text) if text else (None, 0)
    except (ValueError, RecursionError):
        return NOT_JSON
    return value if end == len(text) else NOT_JSON


class Scanner:
    """A JSON text that is walked from front to back. Values are taken or skipped.

    The values are read by the `json` module. The package ijson needs a third to three quarters of the time, but refuses
    NaN, Infinity, a byte order mark and large numbers, and a number of 5,000 digits ends the process.
    """

    def __init__(self, read: Read):
        self.read = read
        self.decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self.text = ""
        self.at = 0

    def _fill(self) -> bool:
        """Read on, and forget what was walked. False at the end. Twice as much as is left: a value that does not end
        here is parsed again."""
        piece = self.read(max(PIECE, len(self.text) - self.at))
        try:
            self.text, self.at = self.text[self.at :] + self.decode(piece, not piece), 0
        except UnicodeDecodeError:
            raise Broken("it is not UTF-8") from None
        return bool(piece)

    def peek(self) -> str:
        """The next character that means something; empty at the end."""
        while True:
            self.at = SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            if self.at < len(self.text) or not self._fill():
                return self.text[self.at : self.at + 1]

    def fields(self) -> Iterator[str]:
        """The keys of an object. Take or skip the value of each before the next."""
        self._open("{")
        while self.peek() != "}":
            key = self.take()
            if not isinstance(key, str):
                raise Broken("a key is not a text")
            yield key
        self.at += 1

    def items(self) -> Iterator[None]:
        """Once for each value of a list. Take or skip it before the next."""
        self._open("[")
        while self.peek() != "]":
            yield
        self.at += 1

    def enter(self, name: str) -> None:
        """Go to the value of a field."""
        for key in self.fields():
            if self.peek() == "[" if name == FIRST_LIST else key == name:
                return
            self.skip()
        raise Broken(f"it has no {name}")

    def _open(self, bracket: str) -> None:
        if self.peek() != bracket:
            raise Broken(f"there is no {bracket}")
        self.at += 1

    def take(self) -> Any:
        """The next value, parsed."""
        self.peek()
        whole = False
        while True:
            try:
                value, end = parse_json(self.text, self.at)
                if whole or self._ends(end):
                    self.at = end
                    return value
            except (ValueError, RecursionError):
                if whole or len(self.text) - self.at > MOST_CHARACTERS:
                    raise Broken("a value is not JSON or ends too early" if whole else "a value is too large") from None
            whole = not self._fill()

    def _ends(self, end: int) -> bool:
        """Whether a value ends here: a number may have more digits in what was not read yet."""
        return self.text[end : end + 1] not in IN_NUMBERS  # the empty text is in every text

    def skip(self) -> None:
        """Pass the next value: at once if all of it was read, otherwise value by value, since it may be large."""
        bracket = self.peek()
        with suppress(ValueError, RecursionError):
            _, end = parse_json(self.text, self.at)
            if self._ends(end):
                self.at = end
                return
        try:
            if bracket == "{":
                for _ in self.fields():
                    self.skip()
            elif bracket == "[":
                for _ in self.items():
                    self.skip()
            else:
                self.take()
        except RecursionError:
            raise Broken("a value is nested too deeply") from None

    def pick(self, wanted: Collection[str], last: Collection[str] = ()) -> dict[str, Any]:
        """Some fields of an object. It stops before a field of `last`, which may be most of the text."""
        found = dict[str, Any]()
        for key in self.fields():
            if key in last:
                break
            if key in wanted:
                found[key] = self.take()
            else:
                self.skip()
        return found


def plain_name(path: Path) -> Path:
    """The name of a file without the ending of its compression."""
    return path.with_suffix("") if path.suffix.lower() in PACKED else path


@dataclass
class Reading:
    """How far files are read, and what in them cannot be used."""

    tell: Tell | None = None
    total: int = 0  # bytes of all files
    done: int = 0  # bytes that were read
    bad: list[str] = field(default_factory=list)  # rows that cannot be used: where each stands, and why


class _Heard(io.FileIO):
    """A file that tells how much of it was read."""

    def __init__(self, path: Path, reading: Reading):
        super().__init__(path)
        self.reading = reading

    def readinto(self, buffer: Any) -> int:
        more, reading = super().readinto(buffer) or 0, self.reading
        reading.done += more
        if reading.tell:
            reading.tell("reading", min(reading.done, reading.total), reading.total)
        return more


def open_file(path: Path, reading: Reading | None = None) -> io.BufferedReader:
    """A file of a user's, open for reading, unpacked if it is compressed. A device may have no end: it is refused."""
    heard = reading or Reading()
    try:
        device = path.is_char_device()
        file: io.BufferedReader | None = None if device else io.BufferedReader(_Heard(path, heard), PIECE)
    except FileNotFoundError:
        raise OverthinkError(f"{path} cannot be read (there is no such file or folder).") from None
    except OSError as exc:
        raise OverthinkError(f"{path} cannot be read ({exc.strerror}).") from None
    except ValueError:
        raise OverthinkError(f"{str(path)!r} is not the name of a file.") from None
    if file is None:
        raise OverthinkError(f"{path} is a device, not a file.")
    if path.suffix.lower() == ".gz":
        return io.BufferedReader(_Unpacked(gzip.GzipFile(fileobj=file), path), PIECE)
    if path.suffix.lower() == ".zst":
        return io.BufferedReader(_Unpacked(_unpack(file), path), PIECE)
    return file


def _unpack(file: Any) -> IO[bytes]:
    """What a package makes of a file or a part compressed by Zstandard."""
    try:
        zstandard = import_module("zstandard")
    except ImportError:
        raise OverthinkError('This file needs the package zstandard: pip install "overthink[evals]".') from None
    stream: IO[bytes] = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return stream


class _Unpacked(io.RawIOBase):
    """A compressed file, whose damage is one sentence."""

    def __init__(self, stream: Any, path: Path):
        self.stream, self.path = stream, path

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            piece = self.stream.read(len(buffer))
        except Exception as exc:  # each compression has its own
            raise OverthinkError(f"{self.path} cannot be unpacked ({type(exc).__name__}). Is the file whole?") from None
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self.stream.close()
        super().close()


def open_member(archive: zipfile.ZipFile, file: IO[bytes], name: str) -> IO[bytes]:
    """A file in a zip file. Python reads Zstandard from 3.14 on; before, the package zstandard does."""
    info = archive.getinfo(name)
    try:
        return archive.open(info)
    except NotImplementedError:
        if info.compress_type != ZSTANDARD:
            raise OverthinkError(f"{name} is compressed in a way that cannot be read.") from None
    file.seek(info.header_offset + 26)
    file.seek(sum(struct.unpack("<HH", file.read(4))), io.SEEK_CUR)
    return _unpack(Part(file, info.compress_size))


class Part:
    """The next bytes of a file, and no more."""

    def __init__(self, file: IO[bytes], size: int):
        self.file, self.left = file, size

    def read(self, size: int = -1) -> bytes:
        piece = self.file.read(self.left if size < 0 else min(size, self.left))
        self.left -= len(piece)
        return piece
