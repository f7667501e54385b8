"""The store: whole cells or none; damaged, foreign and unwritable files are refused in one sentence."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest

from overthink.core.errors import OverthinkError
from overthink.studies.store import FILE, Store
from tests.test_studies import toy


@pytest.fixture
def filled(tmp_path):
    study, store = toy(), Store(tmp_path)
    for which, first, last in study.cells(20):
        store.add(study, 0, which, first, last, study.run(study.settings[which], first, last, 0))
    store.complete(study, 0, 20)
    store.close()
    return tmp_path


def test_what_goes_in_comes_out(filled):
    study = toy()
    samples = Store(filled).samples(study, 0, 20)
    np.testing.assert_array_equal(samples(rule="b", x=0.5), np.arange(20) % 2 * 0.5)


def test_a_cell_is_kept_once(filled):
    study, store = toy(), Store(filled)
    store.add(study, 0, 0, 0, 10, study.run(study.settings[0], 0, 10, 0))
    assert len(store.finished(study, 0)) == 4


def test_readers_look_on_while_someone_writes(filled):
    study, writer, reader = toy(), Store(filled), Store(filled)
    writer.db.execute("BEGIN IMMEDIATE")
    assert reader.observations(study, 0) == 20
    writer.db.execute("ROLLBACK")


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


def test_a_file_of_something_else(tmp_path):
    (tmp_path / FILE).write_text("these are not the results you are looking for, and not SQLite either" * 20)
    assert "no results file" in sentence(tmp_path)


def test_a_foreign_database(tmp_path):
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    assert "not a results file of Overthink" in sentence(tmp_path)


def test_a_store_of_another_format(filled):
    with sqlite3.connect(filled / FILE) as db:
        db.execute("PRAGMA user_version = 99")
    assert "another version" in sentence(filled)


def test_a_cell_that_was_tampered_with(filled):
    with sqlite3.connect(filled / FILE) as db:
        db.execute("UPDATE cells SET observations = zeroblob(50) WHERE first = 0")
    assert "damaged" in sentence(filled)


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "results").write_text("")
    assert "cannot be used" in sentence(tmp_path / "results")


def test_a_folder_that_no_one_can_write():
    assert "cannot be" in sentence("/proc/overthink")
