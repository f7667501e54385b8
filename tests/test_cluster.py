"""Cells on a Dask cluster, over loopback: the same numbers, whoever dies; refusals are one sentence."""

import logging
import os
import random
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import dask
import numpy as np
import pytest
from distributed import Client, Future, KilledWorker, LocalCluster
from distributed.utils import get_mp_context

from overthink.core.errors import OverthinkError
from overthink.core.processes import ctrl_c_waits
from overthink.studies import cluster as module
from overthink.studies import study_named
from overthink.studies.cluster import cluster
from overthink.studies.runner import processes, run
from overthink.studies.store import FILE, Store
from tests.test_studies import OVERTHINK, toy, wait_for_cells


def local(workers: int, **options) -> LocalCluster:
    quiet = {"dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    return LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", **quiet, **options)


def silent(text: str) -> None:
    pass


@pytest.fixture
def threads(monkeypatch):
    """Two workers that are threads of this process, and know the toy."""
    monkeypatch.setattr("overthink.studies.runner.find", lambda name, edition: toy())
    with local(2, processes=False, protocol="tcp") as here:
        yield here.scheduler_address


def refused(address: str, folder) -> str:
    with pytest.raises(OverthinkError) as caught:
        run(Store(folder), [toy()], "200", 0, cluster(address, silent))
    text = str(caught.value)
    assert "\n" not in text and text.endswith(".")
    return text


@pytest.mark.exhaustive
def test_no_cell_is_lost_when_two_of_five_workers_are_killed(tmp_path, monkeypatch):
    study = study_named("emm/fig2")
    scale = "80000"
    fates = random.Random(6)
    whole = Store(tmp_path / "here")
    run(whole, [study], scale, 0, processes(1))
    killed = []
    monkeypatch.setitem(dask.config.config["distributed"]["worker"], "multiprocessing-method", "forkserver")
    get_mp_context().set_forkserver_preload(["distributed", "overthink_papers.emm", "numba"])  # workers start sooner
    with local(5) as five:
        with Client(five) as client:
            victims = fates.sample(sorted(client.run(os.getpid).values()), 2)

        def murder(name: str, share: float) -> None:
            if share >= (len(killed) + 1) / 5 and len(killed) < len(victims):
                killed.append(victims[len(killed)])
                os.kill(killed[-1], signal.SIGKILL)

        store = Store(tmp_path / "there")
        run(store, [study], scale, 0, cluster(five.scheduler_address, silent), murder)
    assert len(killed) == 2 and store.observations(study, 0) == 80_000
    rows = "SELECT * FROM cells ORDER BY study, setting, first"
    assert store.db.execute(rows).fetchall() == whole.db.execute(rows).fetchall()


def test_the_same_numbers_and_nothing_done_twice(tmp_path, threads, monkeypatch):
    study = toy()
    store = Store(tmp_path)
    asked = []
    plain = module.compute
    monkeypatch.setattr(module, "compute", lambda *a: asked.append(a) or plain(*a))
    said = []
    run(store, [study], "100", 0, cluster(threads, said.append))
    run(store, [study], "250", 0, cluster(threads, said.append))
    run(store, [study], "250", 0, cluster("tcp://127.0.0.1:1", said.append))  # all is there: no one is asked
    assert len(asked) == len(set(asked)) == 50 and len(said) == 2
    np.testing.assert_array_equal(store.samples(study, 0, 250)(rule="a", x=1.0), (np.arange(250) * 7) % 5 / 4.0)


def test_a_cell_that_kills_its_workers_is_named(tmp_path, threads, monkeypatch):
    plain = module.compute
    deaths = []

    def deadly(told, seed):
        time.sleep(0.01)
        if told[2:4] == (1, 150):
            deaths.append(time.monotonic())
            raise KilledWorker("compute_all", SimpleNamespace(address="tcp://127.0.0.1:1"), 3)
        return plain(told, seed)

    monkeypatch.setattr(module, "compute", deadly)
    said = refused(threads, tmp_path)
    assert "emm/toy (x = 1.0; observations 150 to 159)" in said and "what was finished is kept" in said
    assert Store(tmp_path).finished(toy(), 0) and len(deaths) <= 2  # in a bundle, then alone


def test_workers_with_other_code_are_refused(tmp_path, monkeypatch):
    with local(1) as one, Client(one) as client:
        (address,) = client.run(os.getpid)
        client.run(_another_release)
        said = refused(one.scheduler_address, tmp_path)
        assert f"The worker {address} has overthink 0.0.1 (source 00000000)" in said and module.release() in said
        client.run(_no_release)
        assert f"The worker {address} has no such release" in refused(one.scheduler_address, tmp_path)
    assert not Store(tmp_path).finished(toy(), 0)


def _another_release() -> None:
    module.release = lambda: "overthink 0.0.1 (source 00000000)"


def _no_release() -> None:
    sys.modules["overthink.studies.cluster"] = None  # type: ignore[assignment]


def test_a_worker_that_joins_late_is_checked_too(tmp_path, threads, monkeypatch):
    monkeypatch.setattr(module, "_check", lambda client: None)
    monkeypatch.setattr(module, "release", lambda: "something else")
    plain = module.compute_all
    monkeypatch.setattr(module, "compute_all", lambda expected, *rest: plain("expected", *rest))
    assert "has something else, this machine expected" in refused(threads, tmp_path)


@pytest.mark.exhaustive
def test_a_scheduler_that_goes_away(tmp_path, monkeypatch):
    monkeypatch.setattr("overthink.studies.runner.find", lambda name, edition: toy())
    monkeypatch.setattr(module, "REACH_SECONDS", 1.0)
    here = local(2, processes=False, protocol="tcp")
    shares: list[float] = []

    def go(name: str, share: float) -> None:
        shares.append(share)
        if len(shares) == 51:
            here.close()

    with pytest.raises(OverthinkError, match=r"scheduler at .* is gone; what was finished is kept"):
        run(Store(tmp_path), [toy()], "40000", 0, cluster(here.scheduler_address, silent), go)
    assert len(Store(tmp_path).finished(toy(), 0)) >= 50


@pytest.mark.exhaustive
def test_workers_that_all_go_away(tmp_path, monkeypatch):
    monkeypatch.setattr("overthink.studies.runner.find", lambda name, edition: toy())
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.3)
    with local(2, processes=False, protocol="tcp") as here:
        workers = cluster(here.scheduler_address, silent)
        shares = list[float]()

        def go(name: str, share: float) -> None:
            shares.append(share)
            if len(shares) == 51:
                here.scale(0)

        with pytest.raises(OverthinkError, match=r"has had no worker for 0 s; what was finished is kept"):
            run(Store(tmp_path), [toy()], "40000", 0, workers, go)
    assert len(Store(tmp_path).finished(toy(), 0)) >= 50


def test_a_result_that_went_with_its_worker_is_asked_for_again(tmp_path, threads, monkeypatch):
    plain = Future.result
    late = []

    def result(future, timeout):
        if len(late) < 3:
            late.append(future)
            raise TimeoutError
        return plain(future, timeout)

    monkeypatch.setattr(Future, "result", result)
    store = Store(tmp_path)
    run(store, [toy()], "200", 0, cluster(threads, silent))
    assert len(late) == 3 and store.observations(toy(), 0) == 200


@pytest.mark.exhaustive
def test_ctrl_c_says_how_to_go_on(tmp_path):
    command = [*OVERTHINK, "reproduce", "emm/fig2", "--scale", "800000", "--cluster", "local:1", "--out", str(tmp_path)]
    # A shell may have started the tests with SIGINT ignored, which children inherit. A terminal tells the whole group.
    heeds = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler), "process_group": 0}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **heeds)
    wait_for_cells(tmp_path / FILE, 1, process)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=200)
    assert process.returncode == 130, said
    assert said.splitlines()[-1] == "overthink: stopped. Finished parts are stored; the same command resumes there."
    assert "Traceback" not in said and "distributed" not in said


class Interrupted:
    """Ctrl-C comes while it is deleted, as Dask's futures are, where Python drops what is raised."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def test_ctrl_c_is_not_lost():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with ctrl_c_waits() as stop_if_asked:
            stop_if_asked()
            Interrupted()
            with pytest.raises(KeyboardInterrupt):
                stop_if_asked()
            with pytest.raises(KeyboardInterrupt):  # the second, at once
                signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with ctrl_c_waits() as stop_if_asked:  # who ignores it goes on doing so
            signal.raise_signal(signal.SIGINT)
            stop_if_asked()
    finally:
        signal.signal(signal.SIGINT, before)


def test_no_scheduler_no_workers_no_dask(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.3)
    monkeypatch.setattr(module, "REACH_SECONDS", 0.3)
    assert "No scheduler answers at tcp://127.0.0.1:1;" in refused("tcp://127.0.0.1:1", tmp_path)
    with local(0) as empty:
        assert "No worker has joined" in refused(empty.scheduler_address, tmp_path)
    for wrong in ("local", "local:0", "local:x", "somewhere", "http://127.0.0.1:80", ""):
        assert "neither a scheduler" in refused(wrong, tmp_path)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'pip install "overthink[cluster]"' in refused("local:2", tmp_path)
