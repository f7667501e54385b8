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
    from asyncio import SubprocessTransport

    from chess.engine import SimpleEngine

COMPLAINTS = ("unknown", "unrecognized", "unrecognised", "illegal", "invalid", "error", "not found", "bad command")
ENGINES: WeakSet[SimpleEngine] = WeakSet()  # those that may still run


class OtherLanguageError(Exception):
    """The program answers to `uci`, but not as an engine does."""


def is_refusal(line: str) -> bool:
    """Whether only a program that does not speak UCI writes this after `uci`: it repeats the word or complains about
    it. Engines may print anything else before they answer."""
    words = [word.strip("'\"`:;,.()<>") for word in line.split()]
    if "uci" not in words or words[0] in ("id", "info", "option"):
        return False
    return len(words) == 1 or any(complaint in line.lower() for complaint in COMPLAINTS)


def start(command: list[str], timeout: float) -> SimpleEngine:
    """Start a UCI engine. `timeout` is in seconds, for each step of its protocol.

    A thread takes the kind of the thread that starts it. So a daemon thread starts the engine, and the thread of its
    event loop is a daemon too. Otherwise a program that an error ends before it closes its engines would never end.
    """
    from chess.engine import EngineTerminatedError, SimpleEngine, UciProtocol

    result: Future[SimpleEngine] = Future()
    refusals: list[str] = []

    class Greeting(UciProtocol):
        """UCI. A program that surely does not speak it is ended at once."""

        def line_received(self, line: str) -> None:
            super().line_received(line)
            if not self.initialized and is_refusal(line) and self.transport is not None:
                refusals.append(line.strip())
                _kill_group(self.transport)

    def popen() -> None:
        try:
            # The session is its own: Ctrl-C is for Overthink, not for the engine.
            engine = SimpleEngine.popen(
                Greeting, command, timeout=timeout, stderr=subprocess.DEVNULL, start_new_session=True
            )
        except EngineTerminatedError as exc:
            result.set_exception(OtherLanguageError(refusals[0]) if refusals else exc)
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
    _kill_group(engine.transport)


def _kill_group(transport: SubprocessTransport) -> None:
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            transport.kill()
        else:
            os.killpg(transport.get_pid(), signal.SIGKILL)


@atexit.register
def kill_all() -> None:
    """Kill the engines that were not closed."""
    for engine in list(ENGINES):
        kill(engine)
