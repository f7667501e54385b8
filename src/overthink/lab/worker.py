"""A worker process of the lab: computes what comes through its pipe, one thing after the other."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from overthink.core.errors import OverthinkError

IDLE = 0.2  # seconds after which a worker that nobody needs yet makes itself ready
MEMORY = 6 * 2**30  # bytes of address space of a worker


def serve(pipe: Connection) -> None:
    """Until the server is gone. Between two results it looks whether it is told to stop. The server's clock runs while
    it computes, and stands still while it compiles what was never used on this machine."""
    _begin()
    with suppress(EOFError, OSError):
        if not pipe.poll(IDLE):
            _load_compiler()
        from overthink.core.compiler import watch_compiling

        watch_compiling(lambda compiling: pipe.send(("clock", not compiling)))
        while True:
            asked = pipe.recv()
            if asked != "stop":
                pipe.send(_outcome(pipe, *asked))


def compile_ahead() -> None:
    """Compiles what the first depth curve needs, which takes long the first time, while nobody waits; then ends."""
    _begin()
    from overthink.lab.workers.depth_curve import curve

    for found in curve({}):
        if found is not None:
            return


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _limit_memory()


def _results(name: str, args: tuple[Any, ...]) -> Iterator[Any]:
    """What the named function yields, or the one thing that it returns, in a tuple."""
    module, _, function = name.partition(":")
    result = getattr(import_module(f"overthink.lab.workers.{module}"), function)(*args)
    if isinstance(result, Iterator):
        yield from result
    else:
        yield (result,)


def _outcome(pipe: Connection, name: str, args: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        pipe.send(("clock", True))
        for found in _results(name, args):
            if found is not None:
                pipe.send(("found", found))
            if pipe.poll():
                return "stopped", None
    except OverthinkError as error:
        return "refused", str(error)
    except MemoryError:
        return "refused", "This does not fit into memory; ask for less."
    except OSError:
        raise
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return "broken", f"{type(error).__name__}: {error}"
    return "done", None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
    os._exit(1)


def _load_compiler() -> None:
    """What nearly every computation needs, loaded while nobody waits."""
    import numpy as np

    from overthink.core.randomness import subkeys
    from overthink.lab.workers import depth_curve  # noqa: F401

    subkeys(np.zeros(1, np.uint64), 0)  # a kernel: loads the compiler


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
