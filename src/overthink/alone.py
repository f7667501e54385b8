"""If several processes are about to make the same file, one of them makes it, and the others wait for it."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: each process makes its own
    fcntl: Any = None  # type: ignore[no-redef]

WAIT_SECONDS = 60.0  # the other process may be suspended
LOCK_FILE = "overthink.lock"


@contextmanager
def alone(folder: str, name: str, waiting: AbstractContextManager[object]) -> Iterator[None]:
    """Keep the processes of this machine from making `name` in a folder at the same time; `waiting` surrounds the time
    for which this one waits. The system frees a name when its process ends, however it ends. Where a folder cannot
    have locks, nobody waits."""
    if fcntl is None:
        yield
        return
    place = zlib.crc32(name.encode())
    with suppress(OSError):
        if not _lock(folder, place):
            with waiting:
                _wait(folder, place)
    try:
        yield
    finally:
        with suppress(OSError):
            fcntl.lockf(_open(folder), fcntl.LOCK_UN, 1, place)


@cache
def _open(folder: str) -> int:
    """Opened once: closing it anywhere in a process would free all that the process holds."""
    return os.open(os.path.join(folder, LOCK_FILE), os.O_RDWR | os.O_CREAT, 0o666)


def _lock(folder: str, place: int) -> bool:
    """Whether one byte of the lock file, which need not have as many, is now this process's own."""
    try:
        fcntl.lockf(_open(folder), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except (BlockingIOError, PermissionError):  # systems differ in how they say that it is another's
        return False
    return True


def _wait(folder: str, place: int) -> None:
    late = time.monotonic() + WAIT_SECONDS
    pause = 0.001
    while not _lock(folder, place) and time.monotonic() < late:
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
