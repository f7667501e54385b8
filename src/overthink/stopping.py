"""Ctrl-C is heard within a second: while a command starts, in compiled code, in another's library.

Python hears a signal only between two of its own steps. So a thread hears it at once, and sets a flag that long kernels
look at (`overthink.core.machine.stopped`). A command that has not ended by itself a second later is ended: compiled
code that does not look, and a KeyboardInterrupt that Python drops where an object is deleted, cannot keep it. What is
on disk is whole at any time.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

BEGUN = time.monotonic()
GRACE_SECONDS = 1.0  # seconds that a command has to end by itself


class Command:
    """What Ctrl-C knows of the command that this process runs, if it runs one."""

    started = False
    owns_process = False  # the process is the command's or a worker's, not a program of the user's
    running = False  # where it is not, there is nothing to tidy up
    heard = False
    said = False
    quiet = False  # no progress is shown
    kept: Callable[[], str] = str  # tells what remains if it is stopped now
    grace = GRACE_SECONDS
    tell: Callable[[str], None] = staticmethod(lambda sentence: print(sentence, file=sys.stderr, flush=True))


COMMAND = Command()
FLAGS = list[Callable[[bool], None]]()  # set the flag of kernels
_WATCHED = list[int]()


def listen() -> None:
    """A command begins. Where who started it has Ctrl-C ignored, it stays so."""
    COMMAND.owns_process = True
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        COMMAND.started = True
        signal.signal(signal.SIGINT, hear)
        before = sys.unraisablehook
        sys.unraisablehook = lambda lost: None if lost.exc_type is KeyboardInterrupt else before(lost)
        watch()


def hear(number: int, frame: object) -> None:
    """What Ctrl-C does: the first stops the running command, which may end by itself; a second one ends it at once."""
    if COMMAND.running and not COMMAND.heard:
        COMMAND.heard = True
        raise KeyboardInterrupt
    end()


def watch() -> None:
    """Start the thread, once, where signals can wake it."""
    if _WATCHED or os.name != "posix" or threading.current_thread() is not threading.main_thread():
        return
    receive, send = os.pipe()
    os.set_blocking(send, False)
    before = signal.set_wakeup_fd(send, warn_on_full_buffer=False)
    if before >= 0:  # another's
        signal.set_wakeup_fd(before)
        return
    _WATCHED.append(receive)
    os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))
    threading.Thread(target=_watch, args=(receive,), daemon=True).start()


def _watch(receive: int) -> None:
    while True:
        if os.read(receive, 1) != bytes([signal.SIGINT]):
            continue
        handler: Any = signal.getsignal(signal.SIGINT)
        if handler is signal.default_int_handler or getattr(handler, "__module__", "").startswith("overthink."):
            for flag in FLAGS:
                flag(True)
            time.sleep(COMMAND.grace)
            if COMMAND.started:
                end()
            for flag in FLAGS:
                flag(False)


def say() -> None:
    """Say once that the command was stopped, and what remains of it."""
    if not COMMAND.said:
        COMMAND.said = True
        COMMAND.tell(f"\noverthink: stopped. {COMMAND.kept()}".rstrip(" "))


def end() -> None:
    """End the process, also where its other threads are busy or wait for each other."""
    saying = threading.Thread(target=say, daemon=True)
    try:
        saying.start()
        saying.join(0.5)
        if os.isatty(2):
            os.write(2, b"\x1b[?25h")  # a progress bar hides the cursor
    finally:
        os._exit(130)
