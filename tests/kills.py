"""Ends runs and their workers without warning, at random, and looks for a cell that is lost, doubled or damaged.

Each run has two workers, a store that the runs before it left behind, and cells of 5 to 20 ms. A reader looks on all
the time, as the lab would: cells once seen must stay, and hold what they should. When a run gets through, its store is
examined whole and the next begins with an empty one. Everything is forked from this process, so that a kill costs
milliseconds. Linux only. Usage: python tests/kills.py --kills 1000
"""

import argparse
import ctypes
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import numpy as np

from overthink.core import processes as pool
from overthink.core.errors import OverthinkError
from overthink.studies import runner
from overthink.studies.runner import run
from overthink.studies.samples import grid
from overthink.studies.store import FILE, Store
from overthink.studies.study import Job, one_figure

FORK: Any = multiprocessing.get_context("fork")
SCALE = 400
LONGEST = 0.15  # seconds between two kills
SUBREAPER = 36  # prctl: orphans become children of this process, which buries them


def measured(setting: dict[str, int], start: int, stop: int, seed: int) -> Any:
    time.sleep(0.005 + 0.015 * ((start * 31 + setting["x"] * 17) % 10) / 10)
    numbers = np.arange(start, stop)
    return [{"rule": "a"}, {"rule": "b"}], np.stack([np.sin(numbers + setting["x"]), numbers * 0.1])


STUDY = one_figure(
    "emm/kills", "", "", grid(x=range(8)), measured, {"quick": SCALE, "paper": SCALE}, lambda samples, rows: None, "",
    block=10,
)  # fmt: skip


def expected(job: Job) -> np.ndarray[Any, Any]:
    numbers = np.arange(job.start, job.stop)
    return np.stack([np.sin(numbers + job.which), numbers * 0.1])


def forked(duty: Any, *args: Any) -> int:
    """A child that does this and ends; its exit code is 0, or 2 where the run gave up in one sentence."""
    pid = os.fork()
    if pid:
        return pid
    try:
        duty(*args)
        os._exit(0)
    except OverthinkError:
        os._exit(2)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)


def one_run(folder: Path) -> None:
    run(Store(folder), [STUDY], str(SCALE), 0, runner.processes(2))


def look_on(folder: Path, looks: Any) -> None:
    """Reads beside the writer until it is ended: what was there stays there, and is right."""
    chance = random.Random(0)
    there = set[tuple[str, int, int]]()
    store = None
    while True:
        if store is None or chance.random() < 0.05:
            try:
                store = Store(folder, make=False)
            except OverthinkError as error:
                assert "There are no results" in str(error), error
                continue
        now = store.finished(STUDY, 0)
        assert there <= now, f"{len(there - now)} cells are gone"
        there = now
        if there:
            setting, start, stop = chance.choice(sorted(there))
            job = Job(STUDY, json.loads(setting)["x"], start, stop)
            np.testing.assert_array_equal(store.cell(job, 0)[1], expected(job))
        looks.value += 1


def examine(folder: Path) -> None:
    """A finished run's store: whole, each cell once, each number right, and no other file left behind."""
    store = Store(folder)
    assert store.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    jobs = STUDY.jobs(SCALE)
    assert store.db.execute("SELECT count(*) FROM cells").fetchone() == (len(jobs),)
    assert store.observations(STUDY, 0) == SCALE
    for job in jobs:
        np.testing.assert_array_equal(store.cell(job, 0)[1], expected(job))
    store.close()
    assert {path.name for path in folder.iterdir()} <= {FILE, f"{FILE}-wal", f"{FILE}-shm"}


def children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def bury() -> dict[int, int]:
    """Children that have ended, with their exit codes."""
    found = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if not pid:
            return found
        found[pid] = os.waitstatus_to_exitcode(status)


def main(kills: int, seed: int = 0, say: Any = print) -> dict[str, int]:
    """This many kills, spread over as many runs as it takes; how often what happened."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1)
    resource_tracker.ensure_running()  # else every run would start one
    pool.PROCESSES = FORK
    runner.find = lambda name, edition: STUDY
    chance = random.Random(seed)
    looks = FORK.Value("q", 0)
    seen = {"runs killed": 0, "workers killed": 0, "runs finished": 0, "runs that gave up": 0}
    while seen["runs killed"] + seen["workers killed"] < kills:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            reader = forked(look_on, folder, looks)
            running = 0
            finished = False
            while not finished:
                running = running or forked(one_run, folder)
                time.sleep(chance.uniform(0, LONGEST))
                workers = children(running)
                done = seen["runs killed"] + seen["workers killed"] >= kills
                if not done and workers and chance.random() < 0.6:
                    os.kill(chance.choice(workers), signal.SIGKILL)
                    seen["workers killed"] += 1
                elif not done:
                    os.kill(running, signal.SIGKILL)
                    seen["runs killed"] += 1
                for pid, code in bury().items():
                    assert pid != reader, "the reader found something wrong"
                    if pid == running:
                        assert code in (0, 2, -signal.SIGKILL), f"a run ended with {code}"
                        seen["runs that gave up"] += code == 2
                        finished = code == 0
                        running = 0
            os.kill(reader, signal.SIGKILL)
            examine(folder)
            seen["runs finished"] += 1
            say(f"{seen['runs killed'] + seen['workers killed']} kills: {seen}, {looks.value:,} looks")
    bury()
    return seen | {"looks": looks.value}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    began = time.perf_counter()
    main(parser.parse_args().kills)
    print(f"no cell was lost, doubled or damaged; {time.perf_counter() - began:.0f} s")
