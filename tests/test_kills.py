"""Runs and workers that are killed at random, a few times; `tests/kills.py --kills 1000` does it at length."""

import multiprocessing
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from overthink.core import processes as pool
from overthink.core.errors import OverthinkError
from overthink.studies import runner
from overthink.studies.runner import run
from overthink.studies.samples import Cell
from overthink.studies.store import Store
from overthink.studies.study import Study
from tests.test_studies import toy

STALLING = """
import os, time
HERE = os.getpid()
class Game:
    def initial(self): return 40, 1
    def mover(self, state): return state[1]
    def moves(self, state): return [take for take in (1, 2, 3) if take <= state[0]]
    def utility(self, state): return -state[1]
    def play(self, state, take): return state[0] - take, -state[1]
class Stalling(Game):
    def play(self, state, take): return stall() if os.getpid() != HERE else super().play(state, take)
def judge(state): return 0.5
def stall(*given): time.sleep(600)
"""
STALLED = "doctor stalling:Game --positions 8 --depths 1-2 --jobs 2 --evaluate"
ENGINE = shlex.quote(f"uci:{sys.executable} {Path(__file__).with_name('fake_engine.py')}")
COMPUTE = runner.compute
SCRIPT = Path(__file__).with_name("kills.py")


@pytest.mark.skipif(sys.platform != "linux", reason="the script asks Linux to hand it orphans")
def test_no_cell_is_lost_doubled_or_damaged():
    done = subprocess.run([sys.executable, SCRIPT, "--kills", "5"], capture_output=True, text=True, timeout=220)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("5 kills") and "no cell was lost, doubled or damaged" in done.stdout


def family(mark: str) -> list[str]:
    """The commands of all processes that began with this in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text().replace("\0", " "))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")
@pytest.mark.parametrize(
    ("command", "processes"),
    [
        (f"{STALLED} stalling:judge --player stalling:stall", 3),
        pytest.param(f"{STALLED} stalling:stall", 3, marks=pytest.mark.exhaustive),
        pytest.param(f"doctor {ENGINE} --jobs 2", 3, marks=pytest.mark.exhaustive),
        pytest.param("label stalling:Stalling labels.jsonl --plies 1-2 --jobs 2", 3, marks=pytest.mark.exhaustive),
        ("reproduce beyond/all-nodes --scale paper --jobs 2", 5),
        pytest.param("verify emm/fig6 --jobs 2", 5, marks=pytest.mark.exhaustive),
        ("lab --no-browser", 4),
    ],
)  # fmt: skip
def test_a_killed_command_leaves_no_process(command: str, processes: int, tmp_path: Path):
    (tmp_path / "stalling.py").write_text(STALLING)
    mark = f"OVERTHINK_TEST_OF_KILLS={tmp_path}"
    surroundings = {**os.environ, **dict([mark.split("=")])}
    with (tmp_path / "said").open("w") as said:
        run = subprocess.Popen(
            [sys.executable, "-m", "overthink", *shlex.split(command)],
            cwd=tmp_path, env=surroundings, stdout=said, stderr=said,
        )  # fmt: skip
    while len(family(mark)) < processes:
        assert run.poll() is None, (tmp_path / "said").read_text()
        time.sleep(0.05)
    run.kill()
    run.wait()
    late = time.monotonic() + 60.0  # on a busy machine
    while (left := family(mark)) and time.monotonic() < late:
        time.sleep(0.05)
    assert not left


def die() -> None:
    """As when the machine is short of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(flag: Path) -> None:
    if not flag.exists():
        flag.touch()
        die()


def blunder() -> None:
    1 // 0  # noqa: B018


def deadly(happens: Callable[[], None]) -> Study:
    """The toy, with something that happens over one of its cells."""
    plain = toy()

    def measured(setting, start, stop, seed):
        if (setting["x"], start) == (1.0, 50):
            happens()
        return plain.run(setting, start, stop, seed)

    return replace(plain, run=measured)


def compute_with(happens: Callable[[], None], message: runner.JobMessage, seed: int) -> Cell:
    """What a worker does that knows this study: it is a process of its own, and is told which one it is."""
    runner.find = lambda name, edition: deadly(happens)
    return COMPUTE(message, seed)


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], Study]:
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload([__name__])
    monkeypatch.setattr(pool, "PROCESSES", server)

    def known(happens: Callable[[], None]) -> Study:
        monkeypatch.setattr(runner, "compute", partial(compute_with, happens))
        return deadly(happens)

    return known


@pytest.mark.exhaustive
def test_a_cell_that_kills_every_worker_is_named(tmp_path, study):
    fatal = study(die)
    store = Store(tmp_path)
    with pytest.raises(
        OverthinkError, match=r"on emm/toy \(x = 1.0; observations 50 to 59\) ended 3 times without a result"
    ):
        run(store, [fatal], "200", 0, runner.processes(2))
    assert 10 <= len(store.finished(fatal, 0)) < 40 and not store.observations(fatal, 0)


def test_a_cell_that_killed_one_worker_is_done_again(tmp_path, study):
    fatal = study(partial(die_once, tmp_path / "dead"))
    store = Store(tmp_path)
    run(store, [fatal], "200", 0, runner.processes(2))
    assert (tmp_path / "dead").exists() and len(store.finished(fatal, 0)) == 40


def test_a_mistake_in_a_worker_is_not_hidden(tmp_path, study):
    with pytest.raises(ZeroDivisionError) as caught:
        run(Store(tmp_path), [study(blunder)], "200", 0, runner.processes(2))
    assert "1 // 0" in caught.value.__notes__[0]
