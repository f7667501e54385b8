"""The process of a chess engine: how it is started and killed, and that it never outlives the program."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from chess.engine import SimpleEngine

ENGINES: WeakSet[SimpleEngine] = WeakSet()  # those that may still run


def start(command: list[str], timeout: float) -> SimpleEngine:
    """Start a UCI engine. `timeout` is in seconds, for each step of its protocol.

    A thread takes the kind of the thread that starts it. So a daemon thread starts the engine, and the thread of its
    event loop is a daemon too. Otherwise a program that an error ends before it closes its engines would never end.
    """
    from chess.engine import SimpleEngine

    result: Future[SimpleEngine] = Future()

    def popen() -> None:
        try:
            # The session is its own: Ctrl-C is for Overthink, not for the engine.
            engine = SimpleEngine.popen_uci(command, timeout=timeout, stderr=subprocess.DEVNULL, start_new_session=True)
        except BaseException as exc:
            result.set_exception(exc)
        else:
            ENGINES.add(engine)
            result.set_result(engine)

    Thread(target=popen, daemon=True).start()
    return result.result()


def kill(engine: SimpleEngine) -> None:
    """Kill an engine and what it started: an engine that a script starts would outlive the script, with its pipes."""
    if engine.protocol.returncode.done():
        return  # its number may belong to another process by now
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            engine.transport.kill()
        else:
            os.killpg(engine.transport.get_pid(), signal.SIGKILL)


@atexit.register
def kill_all() -> None:
    """Kill the engines that were not closed."""
    for engine in list(ENGINES):
        kill(engine)
