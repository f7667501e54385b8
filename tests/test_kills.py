"""Runs and workers that are killed at random, a few times; `benchmarks/kills.py --kills 1000` does it at length."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from overthink.core.errors import OverthinkError
from overthink.studies.processes import processes
from overthink.studies.runner import run
from overthink.studies.store import Store
from tests.test_studies import toy

SCRIPT = Path(__file__).resolve().parent.parent / "benchmarks" / "kills.py"


@pytest.mark.skipif(sys.platform != "linux", reason="the script asks Linux to hand it orphans")
def test_no_cell_is_lost_doubled_or_damaged():
    done = subprocess.run([sys.executable, SCRIPT, "--kills", "15"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("15 kills") and "no cell was lost, doubled or damaged" in done.stdout


@pytest.fixture
def deadly(monkeypatch):
    """The toy, with something that happens over one of its cells; workers are forked, so that they know it."""

    def study(happens):
        def measured(setting, first, last, seed):
            if (setting["x"], first) == (1.0, 50):
                happens()
            return plain.run(setting, first, last, seed)

        plain = toy()
        changed = replace(plain, run=measured)
        monkeypatch.setattr("overthink.studies.work.study_named", lambda name: changed)
        monkeypatch.setattr("overthink.studies.processes.PROCESSES", multiprocessing.get_context("fork"))
        return changed

    return study


def test_a_cell_that_kills_every_worker_is_named(tmp_path, deadly):
    """As when the machine is short of memory."""
    study, store = deadly(lambda: os.kill(os.getpid(), signal.SIGKILL)), Store(tmp_path)
    with pytest.raises(OverthinkError, match=r"on emm/toy \(x = 1.0; observations 50 to 59\) was ended .* 3 times"):
        run(store, [study], "200", 0, processes(2))
    assert 10 <= len(store.finished(study, 0)) < 40 and not store.observations(study, 0)


def test_a_cell_that_killed_one_worker_is_done_again(tmp_path, deadly):
    def once():
        if not (tmp_path / "dead").exists():
            (tmp_path / "dead").touch()
            os.kill(os.getpid(), signal.SIGKILL)

    study, store = deadly(once), Store(tmp_path)
    run(store, [study], "200", 0, processes(2))
    assert (tmp_path / "dead").exists() and len(store.finished(study, 0)) == 40


def test_a_mistake_in_a_worker_is_not_hidden(tmp_path, deadly):
    with pytest.raises(ZeroDivisionError) as caught:
        run(Store(tmp_path), [deadly(lambda: 1 // 0)], "200", 0, processes(2))
    assert "lambda: 1 // 0" in caught.value.__notes__[0]
