"""Large JSON texts and zip files, read piece by piece: what is not asked for never stands in memory."""

from __future__ import annotations

import gzip
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from overthink.core.errors import OverthinkError

PIECE = 1 << 20  # bytes that are read at once
MOST_BYTES = 64 << 20  # bytes of a value that is wanted
PACKED = (".gz", ".zst")
ZSTANDARD = 93  # how a zip file names this compression
PLAIN = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)  # up to a bracket or an open text
BRACKET = re.compile(PLAIN.pattern + rb"[\[\]{}]", re.DOTALL)
OPENING = b"[{"
TEXT = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)  # up to the end of a text
SCALAR = re.compile(rb"[^,\]}\s]*+")
SPACE = re.compile(rb"[\s,:\xef\xbb\xbf]*+")  # with the mark that some programs write at the start

NOT_JSON = object()  # instead of the value of a line
Read = Callable[[int], bytes]


class Broken(ValueError):  # noqa: N818
    """A text that is not JSON, or ends too early."""


def parse_json(text: str) -> Any:
    """A JSON value. A number with more digits than Python reads is infinite, and the rest is as it is."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return json.loads(text, parse_int=float)


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
        text = line.decode().removeprefix("\ufeff")
        return parse_json(text) if text.strip() else None
    except (ValueError, RecursionError):
        return NOT_JSON


class Scanner:
    """A JSON text that is walked from front to back. Values are taken or skipped."""

    def __init__(self, read: Read):
        self.read = read
        self.text = b""
        self.at = 0
        self.kept: list[bytes] | None = None  # the pieces of the value that is taken
        self.size = 0  # bytes of the value that is walked

    def _fill(self) -> bool:
        """Read on, and forget what was walked. False at the end."""
        piece = self.read(PIECE)
        self.text, self.at = self.text[self.at :] + piece, 0
        return bool(piece)

    def peek(self) -> bytes:
        """The next character that means something; empty at the end."""
        while True:
            self.at = SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            if self.at < len(self.text) or not self._fill():
                return self.text[self.at : self.at + 1]

    def fields(self) -> Iterator[str]:
        """The keys of an object. Take or skip the value of each before the next."""
        self._enter(b"{")
        while self.peek() != b"}":
            key = self.take()
            if not isinstance(key, str):
                raise Broken("a key is not a text")
            yield key
        self.at += 1

    def items(self) -> Iterator[None]:
        """Once for each value of a list. Take or skip it before the next."""
        self._enter(b"[")
        while self.peek() != b"]":
            yield
        self.at += 1

    def _enter(self, bracket: bytes) -> None:
        if self.peek() != bracket:
            raise Broken(f"there is no {bracket.decode()}")
        self.at += 1

    def take(self) -> Any:
        """The next value, parsed."""
        pieces = self.kept = list[bytes]()
        try:
            self._walk()
        finally:
            self.kept = None
        try:
            return parse_json(b"".join(pieces).decode())
        except (ValueError, RecursionError):
            raise Broken("a value cannot be read") from None

    def skip(self) -> None:
        """Pass the next value."""
        self._walk()

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

    def _walk(self) -> None:
        """Pass one value, piece by piece."""
        self.size = 0
        first = self.peek()
        if first == b'"':
            self._pass(self.at + 1)
            self._end_text()
        elif first in (b"[", b"{"):
            self._walk_brackets()
        else:
            self._walk_scalar()

    def _pass(self, end: int) -> None:
        """Go on to `end`, and keep what is passed if it is wanted."""
        self.size += end - self.at
        if self.kept is not None:
            if self.size > MOST_BYTES:
                raise Broken("a value is too large")
            self.kept.append(self.text[self.at : end])
        self.at = end

    def _walk_brackets(self) -> None:
        """Pass a list or an object, up to the bracket that closes it."""
        depth = 0
        match = BRACKET.match
        while True:
            text, end = self.text, self.at
            while found := match(text, end):
                end = found.end()
                depth += 1 if text[end - 1] in OPENING else -1
                if not depth:
                    self._pass(end)
                    return
            self._pass(PLAIN.match(text, end).end())  # type: ignore[union-attr]
            if self.at < len(self.text):  # a text that is not whole here
                self._pass(self.at + 1)
                self._end_text()
            elif not self._fill():
                raise Broken("it ends too early")

    def _walk_scalar(self) -> None:
        """Pass a number, true, false or null."""
        while True:
            self._pass(SCALAR.match(self.text, self.at).end())  # type: ignore[union-attr]
            if self.at < len(self.text) or not self._fill():
                break
        if not self.size:
            raise Broken("a value is missing")

    def _end_text(self) -> None:
        """Pass the rest of a text."""
        while True:
            self._pass(TEXT.match(self.text, self.at).end())  # type: ignore[union-attr]
            if self.text[self.at : self.at + 1] == b'"':
                self._pass(self.at + 1)
                return
            if not self._fill():  # before a backslash that is the last character, too
                raise Broken("a text does not end")


def plain_name(path: Path) -> Path:
    """The name of a file without the ending of its compression."""
    return path.with_suffix("") if path.suffix.lower() in PACKED else path


def open_file(path: Path) -> io.BufferedReader:
    """A file of a user's, open for reading, unpacked if it is compressed. A device may have no end: it is refused."""
    try:
        device = path.is_char_device()
        file = None if device else path.open("rb")
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
        self.stream, self.path, self.at = stream, path, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            piece = self.stream.read(len(buffer))
        except Exception as exc:  # each compression has its own
            raise OverthinkError(f"{self.path} cannot be unpacked ({type(exc).__name__}). Is the file whole?") from None
        buffer[: len(piece)] = piece
        self.at += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self.at

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
    return _unpack(_Part(file, info.compress_size))


class _Part:
    """The next bytes of a file, and no more."""

    def __init__(self, file: IO[bytes], size: int):
        self.file, self.left = file, size

    def read(self, size: int = -1) -> bytes:
        piece = self.file.read(self.left if size < 0 else min(size, self.left))
        self.left -= len(piece)
        return piece
