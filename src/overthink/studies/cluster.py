"""The same cells on a Dask cluster. Workers may come and go; results stream back, and only this process stores them.

Machines whose answers are put together must run the same code (`release`).
"""

from __future__ import annotations

import logging
import math
import platform
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from importlib.metadata import version

from overthink.core.errors import OverthinkError, as_sentence, need, require
from overthink.core.kinds import Foreign
from overthink.core.processes import ctrl_c_waits, deaf_to_ctrl_c
from overthink.core.threads import jobs as threads_at_most
from overthink.core.user_code import fingerprint
from overthink.studies import files
from overthink.studies.runner import JobMessage, Results, Workers, compute, message
from overthink.studies.samples import Cell
from overthink.studies.study import Job

ADDRESS = re.compile(r"local:([1-9]\d{0,2})|(tcp|tls|ucx|ws)://\S+")
LEAST_SECONDS = 0.5  # seconds of work to send at once, at least: below that, talking costs more than computing
BUNDLES_AHEAD = 2  # bundles under way for each thread of a worker, so that none waits for the next
WAIT_SECONDS = 60.0  # seconds to wait for a worker where there is none
REACH_SECONDS = 10.0  # seconds to wait for an answer of a scheduler or a worker
KEPT = "what was finished is kept: run the same command again"


def cluster(address: str, say: Callable[[str], None]) -> Workers:
    """The workers of the scheduler at an address; or, as in `local:8`, n processes here that talk by loopback."""
    fits = ADDRESS.fullmatch(address)
    require(fits, f"The cluster '{address}' is neither a scheduler, tcp://host:8786, nor local:8.")
    need("A cluster needs", "distributed")

    def work(jobs: Sequence[Job], seed: int) -> Results:
        if jobs:
            with _client(address, say) as client, _one_sentence_if_gone(client, address):
                _check(client)
                for path in files({job.study.name: job.study for job in jobs}.values()):
                    client.upload_file(path)
                with ctrl_c_waits() as stop_if_asked:
                    yield from _share_out(client, jobs, seed, address, stop_if_asked)

    return work


@contextmanager
def _client(address: str, say: Callable[[str], None]) -> Iterator[Foreign]:
    """A connection to a scheduler that has a worker."""
    from distributed import Client, LocalCluster

    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what the user needs to know is said in one sentence
    say(f"waiting for the workers of {address}")
    if local := ADDRESS.fullmatch(address)[1]:  # type: ignore[index]
        with ExitStack() as opened:
            with deaf_to_ctrl_c():
                server = LocalCluster(
                    n_workers=int(local), threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False}, silence_logs=logging.CRITICAL,
                )  # fmt: skip
                opened.enter_context(closing(server))
            yield opened.enter_context(closing(Client(server)))
        return
    silent = f"No scheduler answers at {address}; start one with 'dask scheduler', or use --cluster local:8."
    with as_sentence(silent, OSError, TimeoutError, ValueError):
        client = Client(address, timeout=REACH_SECONDS)
    with closing(client):
        alone = f"No worker has joined {address} in {WAIT_SECONDS:.0f} s; start some with 'dask worker {address}'."
        with as_sentence(alone, TimeoutError):
            client.wait_for_workers(1, timeout=WAIT_SECONDS)
        yield client


@contextmanager
def _one_sentence_if_gone(client: Foreign, address: str) -> Iterator[None]:
    """A client that has lost its scheduler closes itself. Its next call then fails in one of many ways."""
    try:
        yield
    except Exception as exc:
        lost = isinstance(exc, (OSError, CancelledError)) or client.status != "running"
        if isinstance(exc, OverthinkError) or not lost:
            raise
        raise OverthinkError(f"The scheduler at {address} is gone; {KEPT}.") from None


def _check(client: Foreign) -> None:
    """Every worker runs the same code as this machine, or nothing runs."""
    for worker, answer in client.run(release, on_error="return").items():
        if isinstance(answer, OSError):
            continue  # it has just gone
        if isinstance(answer, Exception):
            answer = f"no such release of overthink ({type(answer).__name__}: {answer})"
        _same(worker, answer, release())


def _same(worker: str, theirs: str, ours: str) -> None:
    require(theirs == ours, f"The worker {worker} has {theirs}, this machine {ours}; install the same on both.")


def _share_out(
    client: Foreign, jobs: Sequence[Job], seed: int, address: str, stop_if_asked: Callable[[], None]
) -> Results:
    from distributed import KilledWorker, wait

    queue = deque(jobs)
    seconds = dict[str, float]()
    flying = dict[Foreign, list[Job]]()
    alone = set[JobMessage]()  # cells whose bundle lost too many workers
    waiting = time.monotonic()
    while queue or flying:
        stop_if_asked()
        threads = sum(client.nthreads().values())
        while queue and len(flying) < BUNDLES_AHEAD * max(1, threads):
            bundle = _bundle(queue, seconds, threads, alone)
            messages = [message(job) for job in bundle]
            flying[client.submit(compute_all, release(), messages, seed, pure=False)] = bundle
        if threads:
            waiting = time.monotonic()
        elif time.monotonic() - waiting > WAIT_SECONDS:
            raise OverthinkError(f"{address} has had no worker for {WAIT_SECONDS:.0f} s; {KEPT}.")
        try:
            with client.as_current():  # the caller may have clients of other clusters
                done = wait(list(flying), timeout=1, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            continue
        for future in done:
            bundle = flying.pop(future)
            try:
                cells, spent = future.result(timeout=REACH_SECONDS)
            except TimeoutError:  # done, but its worker went before handing it over: Dask does it again
                flying[future] = bundle
                continue
            except KilledWorker:  # Dask began it again with several workers, and lost them all
                if len(bundle) == 1:
                    raise OverthinkError(
                        f"Worker after worker died over {bundle[0]} (short of memory?); {KEPT}."
                    ) from None
                alone.update(map(message, bundle))
                queue.extendleft(reversed(bundle))
                continue
            seconds[bundle[0].study.name] = spent / len(bundle)
            yield from zip(bundle, cells)
    stop_if_asked()


def _bundle(queue: deque[Job], seconds: dict[str, float], threads: int, alone: set[JobMessage]) -> list[Job]:
    """The next cells of one study: work enough for once, but a share of it for every thread."""
    study = queue[0].study
    enough = math.ceil(LEAST_SECONDS / max(seconds.get(study.name, LEAST_SECONDS), 1e-4))
    size = min(enough, math.ceil(len(queue) / max(1, threads)))
    bundle = [queue.popleft()]
    while (
        queue and len(bundle) < size and queue[0].study is study and not alone & {message(bundle[0]), message(queue[0])}
    ):
        bundle.append(queue.popleft())
    return bundle


def compute_all(expected: str, messages: Sequence[JobMessage], seed: int) -> tuple[list[Cell], float]:
    """A bundle of cells, on a worker; and the seconds it took. A worker that joined late is checked here."""
    from distributed import get_worker

    _same(get_worker().address, release(), expected)
    began = time.perf_counter()
    with threads_at_most(1):  # a worker has as many threads as it was given, and each computes a bundle
        cells = [compute(message, seed) for message in messages]
    return cells, time.perf_counter() - began


@cache
def release() -> str:
    """Versions of all that numbers depend on, and a fingerprint of this package's own source."""
    python = ".".join(platform.python_version_tuple()[:2])
    others = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return f"overthink {version('overthink')} (source {fingerprint()}), Python {python}, {others}"
