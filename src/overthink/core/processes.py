"""Processes that a command starts: they do not hear Ctrl-C, and they end when it ends.

They are forked from a server that has no threads and has loaded what they need; spawned where there is no fork.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any

SERVER = "forkserver" in multiprocessing.get_all_start_methods()
PROCESSES: Any = multiprocessing.get_context("forkserver" if SERVER else "spawn")
UNGUARDED = 3  # the exit code of a worker whose script starts workers in turn


def leave_if_read_again() -> None:
    """A worker reads the script that started it. A script that then starts workers itself would never come to an end:
    the worker leaves, and who started it says why."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(UNGUARDED)


def load_for_all(module: str) -> None:
    """What the server loads when it starts: this module, and what this process has of the package by now."""
    if SERVER:
        known = tuple(sys.modules)  # a thread may be importing
        loaded = (name for name in known if name.startswith("overthink"))
        PROCESSES.set_forkserver_preload([module, *loaded])


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Processes and threads that are started here never hear Ctrl-C; this process does when all are started."""
    if os.name != "posix":
        yield
        return
    resource_tracker.ensure_running()  # or it would be started below, and listen to Ctrl-C again on the way
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def ctrl_c_waits() -> Iterator[Callable[[], None]]:
    """Ctrl-C stops the work where the function is called that this gives. Anywhere else in another's library it could
    be lost: Python drops what is raised while an object is deleted. A second Ctrl-C stops at once."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: None
        return
    heard = list[int]()

    def hear(number: int, frame: Any) -> None:
        if heard:
            before(number, frame)
        heard.append(number)

    def stop_if_asked() -> None:
        if heard:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, hear)
    try:
        yield stop_if_asked
    finally:
        signal.signal(signal.SIGINT, before)


def end_with_parent() -> None:
    """Wait for the parent, in a thread: a parent that is killed takes its workers along, in the middle of work too."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
