"""Studies: what is run, stored and judged; the same for any number of workers, and after a kill."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from overthink.cli import main
from overthink.core import processes as own_processes
from overthink.core.errors import OverthinkError
from overthink.studies import all_figures, all_studies, collections, figure_named, figures_named, study_named
from overthink.studies.checks import Falls, curve
from overthink.studies.runner import run
from overthink.studies.samples import Samples, grid, shares
from overthink.studies.store import FILE, Store
from overthink.studies.study import Study, one_figure
from overthink.studies.verdicts import judge

OVERTHINK = [sys.executable, "-m", "overthink"]


def toy(block: int = 10) -> Study:
    def measured(setting, start, stop, seed):
        numbers = np.arange(start, stop)
        return [{"rule": "a"}, {"rule": "b"}], np.stack([(numbers * 7 + seed) % 5 / 4.0, numbers % 2 * setting["x"]])

    return one_figure(
        "emm/toy", "a toy", "nowhere", grid(x=(0.5, 1.0)), measured, {"quick": 25, "paper": 100},
        lambda samples, rows: None, "", block=block,
    )  # fmt: skip


def rows_of(out: Path, *args: str) -> dict:
    """What the command prints, run by this process and workers of its own."""
    done = CliRunner().invoke(main, ["reproduce", *args, "--out", str(out), "--json"])
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_grid_is_every_combination():
    assert grid(a=(1, 2), b="xy") == ({"a": 1, "b": "x"}, {"a": 1, "b": "y"}, {"a": 2, "b": "x"}, {"a": 2, "b": "y"})


def test_jobs_cover_every_observation_once():
    jobs = toy().jobs(25)
    for which in (0, 1):
        assert sorted((job.start, job.stop) for job in jobs if job.which == which) == [(0, 10), (10, 20), (20, 25)]


def test_samples_are_found_by_what_was_measured():
    samples = Samples([({"rule": "a", "depth": d}, np.full(3, d)) for d in (1, 2)])
    assert samples(rule="a", depth=2).tolist() == [2, 2, 2]
    assert [s[0] for s in samples.curve("depth", (2, 1), rule="a")] == [2, 1]
    assert samples.levels("depth") == [1, 2]
    with pytest.raises(OverthinkError, match=r"2 points have rule = 'a' .*depth is 1, 2.*Name all columns"):
        samples(rule="a")


def test_a_larger_scale_adds_to_a_smaller_one(tmp_path):
    study = toy()
    store = Store(tmp_path)
    run(store, [study], "20")
    done = store.finished(study, 0)
    calls = []
    counted = replace(study, run=lambda *a: calls.append(a) or study.run(*a))
    run(store, [counted], "40")
    assert len(calls) == 4 and len(store.finished(study, 0)) == len(done) + 4
    whole = store.samples(study, 0, 40)
    np.testing.assert_array_equal(whole(rule="a", x=1.0), (np.arange(40) * 7) % 5 / 4.0)
    assert store.observations(study, 0) == 40 and store.observations(study, 1) == 0


def test_a_study_over_other_settings_is_another_run(tmp_path):
    study = toy()
    store = Store(tmp_path)
    run(store, [study], "20")
    assert store.observations(replace(study, settings=grid(x=(0.25,))), 0) == 0


def test_rows_are_estimates():
    row = shares(Samples([({"rule": "a"}, np.array([0.0, 1.0, 1.0, 1.0]))]))[0]
    assert row["rule"] == "a" and row["mean"] == 0.75 and row["low"] < 0.75 < row["high"] and row["n"] == 4


@pytest.mark.parametrize("scale", ["fast", "-3", "1", "0", "1.5", ""])
def test_a_bad_scale_is_one_sentence(scale):
    with pytest.raises(OverthinkError, match="scale"):
        toy().observations(scale)


def test_every_study_is_whole():
    assert set(collections()) == {name.split("/")[0] for name in all_studies()}
    for name, study in all_studies().items():
        assert study_named(name) is study and study.figures
        assert [figure for _, figure in figures_named(name)] == list(study.figures)
        assert set(study.scales) == {"quick", "paper"} and study.scales["quick"] <= study.scales["paper"]
        json.dumps(study.settings)
    for name, (study, figure) in all_figures().items():
        assert figure_named(name) == (study, figure) and study_named(name) is study
        assert (study, figure) in figures_named(name.split("/")[0])
        assert figure.title and figure.caption and figure.source and figure.claims
        assert all(claim.says and claim.printed for claim in figure.claims)
    assert figures_named("all") == list(all_figures().values())
    with pytest.raises(OverthinkError, match="bab/fig4b"):
        study_named("bab/figb4b")


@pytest.mark.exhaustive
def test_figures_of_one_study_run_once(tmp_path):
    every = rows_of(tmp_path, "bab/trees", "--scale", "2", "--jobs", "1")["rows"]
    assert {row["study"] for row in every} == {"bab/fig4a", "bab/fig4b", "bab/fig4-depth", "bab/fig4c"}
    with sqlite3.connect(tmp_path / FILE) as db:
        before = db.execute("SELECT study, count(*) FROM cells GROUP BY study").fetchall()
        one = rows_of(tmp_path, "bab/fig4b", "--scale", "2", "--jobs", "1")["rows"]
        assert [{"study": "bab/fig4b", **row} for row in one] == [row for row in every if row["study"] == "bab/fig4b"]
        assert db.execute("SELECT study, count(*) FROM cells GROUP BY study").fetchall() == before
    assert [name for name, _ in before] == ["bab/trees"]
    done = CliRunner().invoke(main, ["verify", "bab/fig4c", "--out", str(tmp_path), "--json"])
    assert {claim["study"] for claim in json.loads(done.stdout)["claims"]} == {"bab/fig4c"}


def test_claims_are_judged_on_published_shapes(tmp_path):
    study = study_named("emm/fig6")
    store = Store(tmp_path)
    run(store, [study], "200")
    samples = store.samples(study, 0, 200)
    verdicts = {v.says: v for v in judge(study.figure, samples)}
    assert len(verdicts) == len(study.figure.claims)
    printed = {v.printed: v.verdict for v in verdicts.values() if v.reading.kind == "as written"}
    assert printed["P < 0.05 in a t test for depths 5, 7, and 9"] == "holds"
    assert Falls(curve("depth", (1, 3, 5, 7, 9), rule="minimax", p=0.5)).judge(samples).verdict == "holds"
    assert printed["a perfect decision rate of 1.0 at search depth 11"] == "holds"
    figure = study.figure.draw(samples, study.figure.rows(samples))
    assert len(figure.axes) == 2


@pytest.mark.exhaustive
def test_the_same_numbers_for_any_number_of_workers_and_after_a_kill(tmp_path, monkeypatch):
    """One worker; two workers; two workers, killed without warning and begun again."""
    study, scale = "emm/fig2", "40000"
    alone = rows_of(tmp_path / "one", study, "--scale", scale, "--jobs", "1")
    both = rows_of(tmp_path / "two", study, "--scale", scale, "--jobs", "2")
    assert alone == both
    command = [*OVERTHINK, "reproduce", study, "--scale", scale, "--jobs", "2", "--out", str(tmp_path / "killed")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stored = wait_for_cells(tmp_path / "killed" / FILE, 5, process)
    children = [*started(process.pid), *workers_of(process.pid)]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert 5 <= stored < 110 and len(children) == 4  # a tracker of resources, a server, and the workers it has forked
    for _ in range(500):
        if not any(Path(f"/proc/{child}").exists() for child in children):
            break
        time.sleep(0.02)
    else:
        pytest.fail("workers outlived their parent")
    assert rows_of(tmp_path / "killed", study, "--scale", scale, "--jobs", "2") == alone
    monkeypatch.setattr("overthink.studies.runner.compute", None)  # nothing is left to do
    assert rows_of(tmp_path / "killed", study, "--scale", scale, "--jobs", "1") == alone


@pytest.mark.exhaustive
def test_a_killed_worker_is_replaced(tmp_path):
    whole = rows_of(tmp_path / "whole", "emm/fig2", "--scale", "80000", "--jobs", "1")
    words = ("reproduce", "emm/fig2", "--scale", "80000", "--jobs", "2", "--json", "--out", str(tmp_path / "hit"))
    process = subprocess.Popen([*OVERTHINK, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for cells in (2, 20):
        wait_for_cells(tmp_path / "hit" / FILE, cells, process)
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    out, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert json.loads(out) == whole


def test_ctrl_c_says_how_to_go_on(tmp_path):
    command = [*OVERTHINK, "reproduce", "emm/fig2", "--scale", "400000", "--jobs", "2", "--out", str(tmp_path)]
    # A shell may have started the tests with SIGINT ignored, which children inherit.
    heeds = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **heeds)
    wait_for_cells(tmp_path / FILE, 1, process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=200)
    assert process.returncode == 130, said
    assert "Finished parts are stored" in said and "Traceback" not in said


def test_a_module_that_is_imported_meanwhile(monkeypatch):
    """By a thread, while it is listed what workers are to load."""
    modules = {}
    given = []

    class Name(str):
        def startswith(self, *_):
            modules[f"overthink.{len(modules)}"] = None
            return True

    modules[Name("overthink.core")] = None
    monkeypatch.setattr(own_processes, "SERVER", True)
    monkeypatch.setattr(own_processes, "sys", SimpleNamespace(modules=modules))
    monkeypatch.setattr(own_processes, "PROCESSES", SimpleNamespace(set_forkserver_preload=given.extend))
    own_processes.load_for_all("numba")
    assert given == ["numba", "overthink.core"] and len(modules) == 2


@pytest.mark.exhaustive
def test_a_script_without_a_guard(tmp_path):
    """Workers read it again. It is told what to add, once; with it, it runs."""
    call = 'ot.reproduce("emm/fig2", 40, jobs=2)'
    for guard, code in ("if True:", 1), ('if __name__ == "__main__":', 0):
        script = tmp_path / "script.py"
        script.write_text(f"import overthink as ot\n{guard}\n    print({call})\n")
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=200)
        assert done.returncode == code, done.stderr
        assert done.stderr.count("Put the code that it runs under") == done.stderr.count("Traceback") == code


def started(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def workers_of(pid: int) -> list[int]:
    """They are forked from a server that the process has started."""
    return [worker for child in started(pid) for worker in started(child)]


def wait_for_cells(path: Path, least: int, process: subprocess.Popen) -> int:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if path.exists():
            try:
                with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
                    (cells,) = db.execute("SELECT count(*) FROM cells").fetchone()
            except sqlite3.Error:
                cells = 0
            if cells >= least:
                return cells
        assert process.poll() is None, f"it ended before it could be stopped: {process.communicate()}"
        time.sleep(0.01)
    raise AssertionError("no cell was stored in two minutes")


def test_a_study_is_found_by_its_name():
    """Its file has its name, without or with that of the folder, or lists it as one of its family."""
    for collection in collections().values():
        for name, place in collection.studies.items():
            module = place.partition(":")[0]
            alike = name.split("/")[1].replace("-", "_") in (module.split(".")[-1], module.replace(".", "_"))
            assert alike or f"`{name}`" in (import_module(f"{collection.package}.{module}").__doc__ or ""), name
