"""The pool of worker processes: a few computations at a time, with limits on time and memory; and what the lab answers
with their results: one JSON object, or a stream of JSON lines.

A compiled kernel cannot be interrupted. So the pool asks a computation to stop between two results. If it does not stop
soon, the pool ends its process and starts another one.
"""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Literal, TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from overthink.core.errors import OverthinkError
from overthink.core.plain import to_json
from overthink.core.processes import Worker, load_for_all
from overthink.lab.worker import Own, serve

Lane = Literal["short", "long"]  # requests of a second or so do not wait behind those of a minute
WORKERS: dict[Lane, int] = {"short": 2, "long": 3}
WARM: dict[Lane, int] = {"short": 2, "long": 1}  # started with the server
MOST_WAITING = 12  # requests that wait for a worker
WAIT_SECONDS = 20.0  # seconds that a request waits for a worker
COMPUTE_SECONDS = 20.0  # limit of one computation
GRACE_SECONDS = 2.0  # seconds that a computation has to stop by itself
STOPPING_SECONDS = 1.5  # seconds that a request waits for a worker that stops: a new one takes longer to start
READY_SECONDS = 120.0  # seconds that a worker has to start, or to compile a kernel (once on a machine)
RUNNING = ("", "result", "clock")  # messages of a worker that has not finished
TOO_LONG = "The computation took longer than {:g} seconds and was stopped. Ask for less."
MOST_CHARACTERS = 20_000  # characters of a parameter
T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]
Reply = asyncio.Future[tuple[str, Any]]  # a kind of message, and its content


class BusyError(Exception):
    """No worker is free."""


class LeftError(Exception):
    """The client has left and no longer waits for the answer."""


class Clock:
    """The seconds that a computation has left. The clock stops while the worker starts or compiles: that can take long
    on a slow or busy machine, and asking for less would not help."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.since = time.monotonic()
        self.runs = False

    def set(self, runs: bool) -> None:
        """Let the clock run, or stop it."""
        now = time.monotonic()
        self.left -= now - self.since if self.runs else 0.0
        self.since, self.runs = now, runs

    def patience(self, seconds: float | None = None) -> float:
        """How long to wait for the next message: READY_SECONDS if the clock stands, else `seconds` or what is left."""
        if not self.runs:
            return READY_SECONDS
        return max(0.0, self.since + self.left - time.monotonic()) if seconds is None else seconds


class LabWorker(Worker):
    """A process that is started on the side: the server answers meanwhile."""

    def __init__(self, work: Callable[..., None], *args: object) -> None:
        load_for_all("overthink.lab.preload")
        super().__init__(work, *args)
        self.starting = threading.Thread(target=self.start, daemon=True)
        self.starting.start()

    def end(self) -> None:
        self.starting.join()
        super().end()


class LaneWorkers:
    """The worker processes of one lane."""

    def __init__(self, lane: Lane, own: Own = ()) -> None:
        self.lane, self.own = lane, own
        self.free: list[LabWorker] = []
        self.busy: set[LabWorker] = set()
        self.turn = asyncio.Semaphore(WORKERS[lane])
        self.waiting = 0
        self.threads = ThreadPoolExecutor(2 * WORKERS[lane], f"pipe-{lane}")
        self.stopping: set[asyncio.Task[None]] = set()

    def warm(self) -> None:
        self.free = [LabWorker(serve, self.lane == "long", self.own) for _ in range(WARM[self.lane])]

    async def take(self) -> LabWorker:
        """Wait for a free worker. Raise BusyError if none is free in time."""
        if self.waiting >= MOST_WAITING:
            raise BusyError("The lab is busy with other requests. Try again in a moment.")
        self.waiting += 1
        try:
            if not self.free and self.stopping:  # one that stops has all its kernels; a new one starts with none
                await asyncio.wait(self.stopping, timeout=STOPPING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait_for(self.turn.acquire(), WAIT_SECONDS)
        except TimeoutError:
            raise BusyError("The lab is busy with long computations. Try again in a moment.") from None
        finally:
            self.waiting -= 1
        worker = self.free.pop() if self.free else LabWorker(serve, self.lane == "long", self.own)
        self.busy.add(worker)
        return worker

    def give_back(self, worker: LabWorker, usable: bool) -> None:
        """Take a worker back; end it if it is not usable any more."""
        self.busy.discard(worker)
        if usable:
            self.free.append(worker)
        else:
            worker.end()
        self.turn.release()

    def receive(self, worker: LabWorker) -> Reply:
        return asyncio.get_running_loop().run_in_executor(self.threads, worker.pipe.recv)

    def stop(self, worker: LabWorker, receiving: Reply | None, clock: Clock) -> None:
        """Ask a computation to stop, and end its process if it does not. Return at once. A kernel in compilation is
        finished first, because a later request will need it."""

        async def stopping() -> None:
            usable = False
            with suppress(TimeoutError, EOFError, OSError):
                worker.pipe.send("stop")
                awaited = receiving or self.receive(worker)
                while not usable:
                    awaited.add_done_callback(lambda done: done.cancelled() or done.exception())
                    async with asyncio.timeout(clock.patience(GRACE_SECONDS)):
                        kind, content = await asyncio.shield(awaited)
                    if kind == "clock":
                        clock.set(content)
                    usable = kind not in RUNNING
                    awaited = awaited if usable else self.receive(worker)
            self.give_back(worker, usable)

        task = asyncio.ensure_future(stopping())
        self.stopping.add(task)
        task.add_done_callback(self.stopping.discard)

    def close(self) -> None:
        for worker in [*self.free, *self.busy]:
            worker.end()
        self.free = []
        self.busy = set()
        self.threads.shutdown(wait=False)


async def stream(
    function: str, *args: object, request: Request, seconds: float = COMPUTE_SECONDS, lane: Lane = "long"
) -> AsyncGenerator[Any]:
    """Run a generator function in a worker and yield its results; "map:cube" is `cube` in `workers/map.py`. Closing the
    stream stops the function at its next yield. The function may yield None as a place to stop; None is not sent."""
    workers: LaneWorkers = request.app.state.workers[lane]
    worker = await workers.take()
    clock = Clock(seconds)
    kind = ""
    receiving: Reply | None = None
    try:
        worker.pipe.send((function, args))
        while kind in RUNNING:
            receiving = workers.receive(worker)
            kind, content = await asyncio.wait_for(asyncio.shield(receiving), clock.patience())
            receiving = None
            if kind == "clock":
                clock.set(content)
            elif kind == "result":
                yield content
    except TimeoutError:
        raise OverthinkError(TOO_LONG.format(seconds)) from None
    except (EOFError, OSError):
        raise OverthinkError("The computation ended, probably because it ran out of memory. Ask for less.") from None
    finally:
        if kind in RUNNING:
            workers.stop(worker, receiving, clock)
        else:
            workers.give_back(worker, usable=True)
    if kind == "refused":
        raise OverthinkError(content)
    if kind == "broken":
        raise RuntimeError(content)


async def compute(
    function: str, *args: object, request: Request, seconds: float = COMPUTE_SECONDS, lane: Lane = "short"
) -> Any:
    """Run a function in a worker, and return its result. It ends if the client leaves or the time is up."""
    results = stream(function, *args, request=request, seconds=seconds, lane=lane)
    (result,) = await unless_left(anext(results), request)
    await anext(results, None)
    return result


async def unless_left(awaited: Awaitable[T], request: Request) -> T:
    """Await a result. If the client leaves first, cancel it and raise LeftError."""
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


def answer(content: object, status: int = 200) -> Response:
    """One JSON object. A number that is not finite becomes null."""
    return Response(to_json(content), status, media_type="application/json")


def refusal(sentence: str, status: int = 400) -> Response:
    return answer({"error": sentence}, status)


def parameters(request: Request) -> list[object]:
    """What most functions are given: the parameters of the request."""
    return [{name: value[:MOST_CHARACTERS] for name, value in request.query_params.items()}]


def respond_with(
    function: str,
    seconds: float = COMPUTE_SECONDS,
    lane: Lane | Callable[[Request], Lane] = "short",
    given: Callable[[Request], Sequence[object]] = parameters,
) -> Endpoint:
    """An endpoint that runs a function in a worker with what it is `given`, and sends its result as JSON. A function
    that returns text has written the JSON itself."""

    async def respond(request: Request) -> Response:
        lent = lane(request) if callable(lane) else lane
        result = await compute(function, *given(request), request=request, seconds=seconds, lane=lent)
        return Response(result, media_type="application/json") if isinstance(result, str) else answer(result)

    return respond


async def stream_response(function: str, *args: object, request: Request, seconds: float) -> Response:
    """Run a generator function in a worker, and send each result as a line of JSON at once.

    The response starts with the first result, so that an early refusal has its own status. A later refusal is a line
    with an `error`.
    """
    results = stream(function, *args, request=request, seconds=seconds)
    first = await unless_left(anext(results, None), request)

    async def text() -> AsyncIterator[str]:
        try:
            if first is not None:
                yield to_json(first) + "\n"
            async for result in results:
                yield to_json(result) + "\n"
        except OverthinkError as exc:
            yield to_json({"error": str(exc)}) + "\n"
        finally:
            await results.aclose()

    return StreamingResponse(text(), media_type="application/x-ndjson")
