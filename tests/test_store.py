"""The store: whole cells or none; damaged, foreign and unwritable files are refused in one sentence."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from overthink.core.errors import OverthinkError
from overthink.studies.runner import run
from overthink.studies.store import FILE, Store
from tests.test_studies import toy


@pytest.fixture
def filled(tmp_path):
    study = toy()
    store = Store(tmp_path)
    for job in study.jobs(20):
        store.add(job, 0, job.run(0))
    store.complete(study, 0, 20)
    store.close()
    return tmp_path


def test_what_goes_in_comes_out_once(filled):
    study = toy()
    store = Store(filled)
    job = study.jobs(10)[0]
    store.add(job, 0, job.run(0))  # again
    assert len(store.finished(study, 0)) == 4
    np.testing.assert_array_equal(store.samples(study, 0, 20)(rule="b", x=0.5), np.arange(20) % 2 * 0.5)


def test_readers_look_on_while_someone_writes(filled):
    study = toy()
    writer = Store(filled)
    reader = Store(filled)
    writer.db.execute("BEGIN IMMEDIATE")
    assert reader.observations(study, 0) == 20
    writer.db.execute("ROLLBACK")


def test_a_reader_who_comes_while_the_file_is_made(tmp_path, monkeypatch):
    (tmp_path / FILE).touch()
    making = threading.Thread(target=Store, args=(tmp_path,))
    plain = sqlite3.connect

    class Interrupted(sqlite3.Connection):
        def execute(self, *args):
            found = super().execute(*args)
            if "sqlite_master" in args[0] or "application_id" in args[0]:
                monkeypatch.setattr(sqlite3, "connect", plain)
                if not making.ident:
                    making.start()
                making.join(0.5)  # it can go on only if the reader lets it
            return found

    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: plain(*args, **more | {"factory": Interrupted}))
    assert Store(tmp_path, make=False).observations(toy(), 0) == 0
    making.join()
    assert Store(tmp_path, make=False).observations(toy(), 0) == 0


def test_the_file_alone_has_all_that_was_stored(tmp_path):
    """While a run goes on, also beside a reader, and when it has ended: whoever copies the file has the results."""
    study = toy()
    store = Store(tmp_path)
    reader = Store(tmp_path, make=False)
    for number, job in enumerate(study.jobs(40)):
        store.add(job, 0, job.run(0))
        (tmp_path / "copy").mkdir(exist_ok=True)
        (tmp_path / "copy" / FILE).write_bytes((tmp_path / FILE).read_bytes())
        with closing(Store(tmp_path / "copy")) as copy:
            assert len(copy.finished(study, 0)) == number + 1 == len(reader.finished(study, 0))


LOCK = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('BEGIN EXCLUSIVE'); print(); input()"


def test_a_lock_is_said(filled, monkeypatch):
    monkeypatch.setattr("overthink.studies.store.WAIT_SECONDS", 0.5)
    words = [sys.executable, "-c", LOCK, filled / FILE]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        study = toy()
        store = Store(filled)
        with pytest.raises(OverthinkError, match="cannot be used: another process holds a lock on it; end that"):
            run(store, [study], "40")
        other.communicate(b"\n")
    run(store, [study], "40")
    assert store.observations(study, 0) == 40


def sentence(folder) -> str:
    with pytest.raises(OverthinkError) as caught:
        store = Store(folder)
        store.samples(toy(), 0, 20)
    text = str(caught.value)
    assert "\n" not in text and text.endswith(".")
    return text


def test_a_truncated_file(filled):
    path = filled / FILE
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    assert "damaged" in sentence(filled)


def test_files_of_something_else(tmp_path):
    path = tmp_path / FILE
    path.write_text("these are not the results you are looking for, and not SQLite either" * 20)
    assert "no results file" in sentence(tmp_path)
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    assert "not a results file of Overthink" in sentence(tmp_path)


def test_a_tampered_cell_and_another_format(filled):
    with sqlite3.connect(filled / FILE) as db:
        db.execute("UPDATE cells SET observations = zeroblob(50) WHERE first = 0")
        db.commit()
        assert "damaged" in sentence(filled)
        db.execute("PRAGMA user_version = 99")
    assert "another version" in sentence(filled)


@pytest.mark.parametrize(
    "harm",
    [
        "observations = zeroblob(50)",
        "points = replace(points, ':', ' :')",
        "points = 'nothing'",
        "check_sum = 3",
        "observations = substr(observations, 1, length(observations) - 3)",
        "observations = 'text'",
    ],
)
def test_a_damaged_cell_costs_that_cell_alone(filled, harm):
    before = Store(filled).samples(toy(), 0, 20)(rule="b", x=0.5)
    with sqlite3.connect(filled / FILE) as db:
        db.execute(f"UPDATE cells SET {harm} WHERE rowid = 2")
        left = db.execute("SELECT rowid, check_sum FROM cells WHERE rowid != 2").fetchall()
    study = toy()
    store = Store(filled)
    computed = []

    def one_process(jobs, seed):
        computed.extend(jobs)
        return ((job, job.run(seed)) for job in jobs)

    with pytest.warns(UserWarning, match=r"the cell of .* observations \d+ to \d+, is damaged. It was dropped"):
        run(store, [study], "20", 0, one_process)
    assert len(computed) == 1 and store.observations(study, 0) == 20
    np.testing.assert_array_equal(store.samples(study, 0, 20)(rule="b", x=0.5), before)
    assert set(left) <= set(store.db.execute("SELECT rowid, check_sum FROM cells").fetchall())


def test_a_folder_that_is_a_file_and_one_that_no_one_can_write(tmp_path):
    (tmp_path / "results").write_text("")
    assert "cannot be used" in sentence(tmp_path / "results")
    assert "cannot be" in sentence("/proc/overthink")


@pytest.fixture
def small_disk(tmp_path, monkeypatch):
    """A disk of 200 kB: room for a few cells of the toy."""
    monkeypatch.setattr("overthink.studies.runner.find", lambda *_: toy())
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(tmp_path)]
    if os.name != "posix" or os.geteuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk without the right to mount one")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def remount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def go_on(folder: Path, scale: str) -> None:
    store = Store(folder)
    try:
        run(store, [toy()], scale)
    finally:
        store.close()


def interrupted(folder: Path) -> str:
    with pytest.raises(OverthinkError) as caught:
        go_on(folder, "5000")
    return str(caught.value)


def test_a_full_disk_keeps_what_was_there(small_disk):
    for _ in range(2):
        assert "the disk is full; what was finished is kept" in interrupted(small_disk)
    kept = len(Store(small_disk).finished(toy(), 0))
    assert 2 < kept < 1000
    remount(small_disk, "size=10m")
    go_on(small_disk, "1000")
    numbers = np.arange(1000)
    np.testing.assert_array_equal(Store(small_disk).samples(toy(), 0, 1000)(rule="b", x=1.0), numbers % 2)


def test_a_store_that_cannot_be_written_can_be_read(small_disk):
    remount(small_disk, "size=10m")
    go_on(small_disk, "100")
    remount(small_disk, "ro")
    assert "it cannot be written; choose another folder" in interrupted(small_disk)
    reader = Store(small_disk, make=False)
    assert len(reader.samples(toy(), 0, 100)(rule="a", x=0.5)) == 100
    reader.close()
    remount(small_disk, "rw")
    go_on(small_disk, "1000")
    assert Store(small_disk).observations(toy(), 0) == 1000


def test_a_limit_on_files_is_one_sentence(tmp_path):
    """What a quota looks like to SQLite."""
    code = """if True:
        import resource, sys
        from overthink.core.errors import OverthinkError
        from overthink.studies.store import Store
        from tests.test_studies import toy
        store, study = Store(sys.argv[1]), toy()
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
        try:
            for job in study.jobs(4000):
                store.add(job, 0, job.run(0))
        except OverthinkError as error:
            print(error)
    """
    said = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True).stdout
    assert "over quota" in said and "what was finished is kept" in said and said.count("\n") == 1
    assert len(Store(tmp_path).finished(toy(), 0)) >= 3
