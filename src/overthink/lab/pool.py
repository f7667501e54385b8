"""Computations off the event loop: in worker processes, few at a time, bounded in time and memory, ended on request.

A compiled kernel cannot be interrupted inside a process, so a computation that is no longer wanted is asked to stop
between two of its results, and if it does not answer at once its process is ended and another one takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import AsyncGenerator, Awaitable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from starlette.requests import Request

from overthink.core.errors import OverthinkError
from overthink.lab.worker import compile_ahead, serve

WORKERS = 2
WAITING = 12  # requests that wait for a worker
PATIENCE = 20.0  # seconds that they wait
SECONDS = 20.0  # what one computation may take
GRACE = 2.0  # seconds in which a computation may stop by itself
READY = 120.0  # seconds that a worker may take to start, or to compile a kernel, which it does once on a machine
UNDER_WAY = ("", "found", "clock")  # what a worker says that has not finished
TOO_LONG = "This takes longer than {:g} seconds and was stopped; ask for less."
SPAWN = multiprocessing.get_context("spawn")
Received = asyncio.Future[tuple[str, Any]]


class BusyError(Exception):
    """Nobody is free to compute this."""


class LeftError(Exception):
    """The client is gone; nobody waits for the answer."""


class Clock:
    """The seconds that a computation may take. It runs while the worker computes, and stands still while it starts or
    compiles: that takes long on a slow or busy machine, and asking for less would not help."""

    def __init__(self, seconds: float) -> None:
        self.left, self.since, self.runs = seconds, time.monotonic(), False

    def set(self, runs: bool) -> None:
        now = time.monotonic()
        self.left -= now - self.since if self.runs else 0.0
        self.since, self.runs = now, runs

    def patience(self, seconds: float | None = None) -> float:
        """How long to wait for the next word of the worker: what is left, or these seconds, if the clock runs."""
        if not self.runs:
            return READY
        return max(0.0, self.since + self.left - time.monotonic()) if seconds is None else seconds


class Worker:
    """A process that computes one thing after the other."""

    def __init__(self) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Workers:
    """The workers of one server."""

    def __init__(self) -> None:
        self.free: list[Worker] = []
        self.busy: set[Worker] = set()
        self.turn = asyncio.Semaphore(WORKERS)
        self.waiting = 0
        self.threads = ThreadPoolExecutor(2 * WORKERS, "pipe")
        self.stopping: set[asyncio.Task[None]] = set()
        self.compiling = SPAWN.Process(target=compile_ahead, daemon=True)

    def warm(self) -> None:
        """Starts the workers before they are needed, and a process that compiles what is not compiled yet, and ends."""
        self.free = [Worker() for _ in range(WORKERS)]
        self.compiling.start()
        self.threads.submit(self.compiling.join)

    async def take(self) -> Worker:
        """A free worker; BusyError if there is none in time."""
        if self.waiting >= WAITING:
            raise BusyError("The lab is busy with other requests; try again in a moment.")
        self.waiting += 1
        try:
            await asyncio.wait_for(self.turn.acquire(), PATIENCE)
        except TimeoutError:
            raise BusyError("The lab is busy with longer computations; try again in a moment.") from None
        finally:
            self.waiting -= 1
        worker = self.free.pop() if self.free else Worker()
        self.busy.add(worker)
        return worker

    def give_back(self, worker: Worker, usable: bool) -> None:
        self.busy.discard(worker)
        if usable:
            self.free.append(worker)
        else:
            worker.end()
        self.turn.release()

    def receive(self, worker: Worker) -> Received:
        return asyncio.get_running_loop().run_in_executor(self.threads, worker.pipe.recv)

    def stop(self, worker: Worker, receiving: Received | None, clock: Clock) -> None:
        """Asks a computation to stop, and ends its process if it does not; not waited for. A kernel that is being
        compiled is finished: somebody will ask for it again."""

        async def stopping() -> None:
            usable = False
            with suppress(TimeoutError, EOFError, OSError):
                worker.pipe.send("stop")
                awaited = receiving or self.receive(worker)
                while not usable:
                    awaited.add_done_callback(lambda done: done.cancelled() or done.exception())
                    async with asyncio.timeout(clock.patience(GRACE)):
                        kind, found = await asyncio.shield(awaited)
                    if kind == "clock":
                        clock.set(found)
                    usable = kind not in UNDER_WAY
                    awaited = awaited if usable else self.receive(worker)
            self.give_back(worker, usable)

        task = asyncio.ensure_future(stopping())
        self.stopping.add(task)
        task.add_done_callback(self.stopping.discard)

    def close(self) -> None:
        self.compiling.kill()
        for worker in [*self.free, *self.busy]:
            worker.end()
        self.free, self.busy = [], set()
        self.threads.shutdown(wait=False)


async def stream(function: str, *args: Any, request: Request, seconds: float = SECONDS) -> AsyncGenerator[Any]:
    """What a generator function yields in a worker; "map:cube" is `cube` in `workers/map.py`. Closing the stream stops
    it there at its next yield; so does a client who leaves, where the stream is the body of a response. None is not
    sent: it only says that this is a place to stop."""
    workers: Workers = request.app.state.workers
    worker, clock, kind = await workers.take(), Clock(seconds), ""
    receiving: Received | None = None
    try:
        worker.pipe.send((function, args))
        while kind in UNDER_WAY:
            receiving = workers.receive(worker)
            kind, found = await asyncio.wait_for(asyncio.shield(receiving), clock.patience())
            receiving = None
            if kind == "clock":
                clock.set(found)
            elif kind == "found":
                yield found
    except TimeoutError:
        raise OverthinkError(TOO_LONG.format(seconds)) from None
    except (EOFError, OSError):
        raise OverthinkError("The computation was ended, perhaps because it ran out of memory. Ask for less.") from None
    finally:
        if kind in UNDER_WAY:
            workers.stop(worker, receiving, clock)
        else:
            workers.give_back(worker, usable=True)
    if kind == "refused":
        raise OverthinkError(found)
    if kind == "broken":
        raise RuntimeError(found)


async def compute(function: str, *args: Any, request: Request, seconds: float = SECONDS) -> Any:
    """What a function returns, in a worker. Ended when the client leaves, or when time is up."""
    results = stream(function, *args, request=request, seconds=seconds)
    (result,) = await unless_left(anext(results), request)
    await anext(results, None)
    return result


async def unless_left(awaited: Awaitable[Any], request: Request) -> Any:
    """What is awaited; ended, and LeftError, if the client goes away first."""
    working = asyncio.ensure_future(awaited)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise LeftError
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _left(request: Request) -> None:
    await request.body()
    while (await request.receive())["type"] != "http.disconnect":
        pass
