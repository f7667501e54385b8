"""A worker process of the lab: it runs the computations that come through its pipe, one after another."""

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.user_code import users_place

NICENESS = 5  # of a worker that yields
Own = tuple[tuple[str, str], ...]  # what users bring: "rule", "game" or "study", and its MODULE:NAME
MEMORY_BYTES = 6 * 2**30  # largest address space of a worker, in bytes
PIPE: list[Connection] = []  # of this process, if it is a worker


class StoppedError(Exception):
    """The client no longer waits."""


def tell(message: object) -> None:
    """From within a computation that yields nothing meanwhile: send this, and stop if nobody waits for more."""
    for pipe in PIPE:
        pipe.send(("result", message))
        if pipe.poll():
            raise StoppedError


def serve(pipe: Connection, yields: bool, own: Own = ()) -> None:
    """Run until the server is gone. Between two results, look for a message to stop. The server's clock runs while the
    worker computes and stops while it compiles. A worker that `yields` leaves the processor to others."""
    _limit(yields)
    PIPE.append(pipe)
    with suppress(EOFError, OSError):
        from overthink.core.bind import watch_compiling

        watch_compiling(lambda compiling: pipe.send(("clock", not compiling)))
        for kind, text in own:
            from overthink.registration import load_own

            load_own(kind, text)
        while True:
            job = pipe.recv()
            if job != "stop":
                pipe.send(_outcome(pipe, *job))


def compile_ahead(pipe: Connection) -> None:
    """Compile what the first depth curve needs, before a user waits for it; then end."""
    _limit(yields=True)
    from overthink.lab.workers.depth_curve import curve

    for result in curve({}):
        if result is not None:
            return


def _limit(yields: bool) -> None:
    """Limit the memory; and leave the processor to others, if this worker yields. Linux shares it among sessions first:
    one of its own can step back behind the browser, too."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    if yields and hasattr(os, "nice"):
        os.nice(NICENESS)
        with suppress(OSError):
            os.setsid()
            Path("/proc/self/autogroup").write_text(str(NICENESS), encoding="ascii")


def _results(name: str, args: tuple[object, ...]) -> Iterator[Any]:
    """Yield the results of a generator function, or the result of another function in a tuple."""
    module, _, function = name.partition(":")
    place = module if "." in module else f"overthink.lab.workers.{module}"  # a view of your own names its own module
    result = getattr(import_module(place), function)(*args)
    if isinstance(result, Iterator):
        yield from result
    else:
        yield (result,)


def _outcome(pipe: Connection, name: str, args: tuple[object, ...]) -> tuple[str, Any]:
    try:
        pipe.send(("clock", True))
        for result in _results(name, args):
            if result is not None:
                pipe.send(("result", result))
            if pipe.poll():
                return "stopped", None
    except StoppedError:
        return "stopped", None
    except OverthinkError as exc:
        return "refused", str(exc)
    except MemoryError:
        return "refused", "The computation ran out of memory. Ask for less."
    except OSError:
        raise
    except Exception as exc:
        if place := users_place(exc):
            return "refused", f"{place}: {type(exc).__name__}: {exc}."
        traceback.print_exc(file=sys.stderr)
        return "broken", f"{type(exc).__name__}: {exc}"
    return "done", None
