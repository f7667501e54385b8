"""Files that took long to make and can be made again: written whole or not at all, and not believed when damaged.

They are kept in the folder that the environment variable OVERTHINK_CACHE names, or else in the platform's own for such
files. A file is a line that says what it is, the SHA-256 of its name and content, and the content.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

FIRST_LINE = b"Overthink cache 1\n"
HEAD = len(FIRST_LINE) + hashlib.sha256().digest_size


def folder() -> Path:
    """Where the files are kept."""
    given = os.environ.get("OVERTHINK_CACHE")
    if given:
        return Path(given).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "overthink" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "overthink"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "overthink"


def fetch(name: str, make: Callable[[], bytes]) -> bytes:
    """The content of the file of this name; made, and kept, where there is none or it is damaged. What cannot be kept
    is given all the same: a warning says so in one sentence, as it does of a damaged file."""
    path = folder() / name
    try:
        stored = path.read_bytes()
    except OSError:  # none yet, or none that can be read
        stored = None
    if stored is not None:
        content = stored[HEAD:]
        if stored[:HEAD] == _head(name, content):
            return content
        warnings.warn(f"{path} is damaged or truncated, and is made again.", stacklevel=3)
    content = make()
    try:
        _write(path, _head(name, content), content)
    except OSError as error:
        warnings.warn(f"{path} could not be kept ({error.strerror}), and is made again next time.", stacklevel=3)
    return content


def is_kept(name: str) -> bool:
    """Whether the file of this name is there, whole."""
    with suppress(OSError):
        content = (folder() / name).read_bytes()
        return content[:HEAD] == _head(name, content[HEAD:])
    return False


def _head(name: str, content: bytes) -> bytes:
    return FIRST_LINE + hashlib.sha256(name.encode() + b"\n" + content).digest()


def _write(path: Path, *parts: bytes) -> None:
    """A new file takes the place of the old one at once, when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
