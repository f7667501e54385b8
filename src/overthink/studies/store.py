"""Results on disk: one SQLite file, one row a finished cell, written whole or not at all. Readers may look on.

Whatever is written is moved from SQLite's write-ahead file into the file itself at once: who copies that file has all.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path

import numpy as np

from overthink.core.errors import OverthinkError, require
from overthink.core.plain import Fields
from overthink.studies.samples import Cell, Samples
from overthink.studies.study import Job, Study

FILE = "overthink.sqlite"
APPLICATION = 0x6F766572  # "over"
FORMAT = 1
Place = tuple[str, int, int]
SCHEMA = """
CREATE TABLE cells (
    study TEXT, edition INTEGER, seed INTEGER, setting TEXT, first INTEGER, last INTEGER,
    points TEXT NOT NULL, observations BLOB NOT NULL, check_sum INTEGER NOT NULL,
    PRIMARY KEY (study, edition, seed, setting, first, last)
);
CREATE TABLE runs (
    study TEXT, settings TEXT, seed INTEGER, observations INTEGER,
    PRIMARY KEY (study, settings, seed, observations)
);
"""

SPOT = "study = ? AND edition = ? AND seed = ? AND setting = ? AND first = ? AND last = ?"

REASONS = {
    "not a database|malformed": "it is damaged, truncated or no results file; move it away or give another --out",
    "unable to open|readonly": "it cannot be written; choose another folder with --out",
    "locked": "another process holds a lock on it; end that process, or give another --out",
    "full": "the disk is full; what was finished is kept, run the same command again when there is room",
    "disk I/O": "{error} (over quota, or a failing disk?); what was finished is kept, run the same command again",
}
WAIT_SECONDS = 10.0  # for another process that has the file: it writes a cell in a few milliseconds


class Store:
    """The results in one folder."""

    def __init__(self, folder: str | Path, make: bool = True):
        require("\0" not in str(folder), "{} is not the name of a folder.", folder)
        self.path = Path(folder) / FILE
        require(make or self.path.exists(), f"There are no results in '{folder}'; run 'overthink reproduce emm' first.")
        with self._clear_errors():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Where no one can write and no one was interrupted, SQLite needs to be told that nothing will change.
            still = not os.access(folder, os.W_OK) and not self.path.with_name(f"{FILE}-wal").exists()
            where = f"{self.path.absolute().as_uri()}?immutable={int(still)}"
            self.db = sqlite3.connect(where, uri=True, timeout=WAIT_SECONDS, isolation_level=None)
            self._open()

    def _open(self) -> None:
        self.db.execute("BEGIN")  # one look at all three: another process may be making the file
        (tables,) = self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (application,) = self.db.execute("PRAGMA application_id").fetchone()
        (form,) = self.db.execute("PRAGMA user_version").fetchone()
        self.db.execute("COMMIT")
        if application == 0 and tables == 0:
            self.db.execute("PRAGMA journal_mode = WAL")
            schema = SCHEMA.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS")
            about = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}"
            for statement in f"BEGIN IMMEDIATE; {about}; {schema} COMMIT".split(";"):
                self.db.execute(statement)
        elif application != APPLICATION:
            raise OverthinkError(f"{self.path} is not a results file of Overthink; move it away or give another --out.")
        elif form != FORMAT:
            raise OverthinkError(f"{self.path} was written by another version of Overthink; give another --out.")
        self.db.execute("PRAGMA synchronous = NORMAL")
        self.db.execute("PRAGMA wal_autocheckpoint = 1")

    def close(self) -> None:
        """Leave all results in the one file."""
        with suppress(sqlite3.Error):  # it cannot be written: then there is nothing to move
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.db.close()

    def check_writable(self) -> None:
        """Refuse a store that cannot be written, before anything is computed for it."""
        with self._clear_errors():
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute("COMMIT")

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """Turns what the disk or SQLite says into one sentence."""
        try:
            yield
        except OSError as exc:
            raise OverthinkError(f"{self.path.parent} cannot be used for results ({exc.strerror}).") from None
        except sqlite3.DatabaseError as exc:
            reason = next((text for words, text in REASONS.items() if re.search(words, str(exc))), "{error}")
            raise OverthinkError(f"{self.path} cannot be used: {reason.format(error=exc)}.") from None

    def studies(self) -> list[str]:
        """The names of all studies with a whole run, known here or not."""
        with self._clear_errors():
            return [name for (name,) in self.db.execute("SELECT DISTINCT study FROM runs ORDER BY study")]

    def finished(self, study: Study, seed: int) -> set[Place]:
        """The places of the cells that are there: setting, start and stop of the observations."""
        with self._clear_errors():
            return set(
                self.db.execute(
                    "SELECT setting, first, last FROM cells WHERE study = ? AND edition = ? AND seed = ?",
                    (study.name, study.edition, seed),
                )
            )

    def add(self, job: Job, seed: int, cell: Cell) -> None:
        points, observations = cell
        blob = zlib.compress(np.ascontiguousarray(observations, "<f8").tobytes(), 1)
        text = json.dumps(points)
        row = (*_key(job, seed), text, blob, checksum_of(text, blob))
        with self._clear_errors():
            self.db.execute("INSERT OR IGNORE INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def complete(self, study: Study, seed: int, observations: int) -> None:
        """Notes that a scale is whole."""
        with self._clear_errors():
            row = (study.name, _whole(study), seed, observations)
            self.db.execute("INSERT OR IGNORE INTO runs VALUES (?, ?, ?, ?)", row)

    def observations(self, study: Study, seed: int) -> int:
        """The size of the largest whole run; 0 if there is none."""
        with self._clear_errors():
            (most,) = self.db.execute(
                "SELECT max(observations) FROM runs WHERE study = ? AND settings = ? AND seed = ?",
                (study.name, _whole(study), seed),
            ).fetchone()
        return most or 0

    def samples(self, study: Study, seed: int, observations: int) -> Samples:
        """The observations 0 … observations - 1 of every setting."""
        entries = []
        jobs = sorted(study.jobs(observations), key=lambda job: (job.which, job.start))
        for _, group in groupby(jobs, key=lambda job: job.which):
            own = list(group)
            cells = [self.cell(job, seed) for job in own]
            whole = np.concatenate([numbers for _, numbers in cells], axis=1)
            entries += [({**own[0].setting, **point}, sample) for point, sample in zip(cells[0][0], whole)]
        return Samples(entries)

    def cell(self, job: Job, seed: int) -> Cell:
        cell = self._read(_key(job, seed))
        if cell is None:
            raise OverthinkError(
                f"{self.path}: {_words(job.study, place(job))} is damaged. 'overthink reproduce {job.study.name}' at "
                "the same scale drops it and computes it again, and nothing else."
            )
        return cell

    def drop_damaged(self, study: Study, seed: int) -> list[str]:
        """Drop the damaged cells of a study, so that they are computed again, and name each in a sentence."""
        key = study.name, study.edition, seed
        with self._clear_errors():
            places = self.db.execute(
                "SELECT setting, first, last FROM cells WHERE study = ? AND edition = ? AND seed = ?", key
            ).fetchall()
        damaged = [spot for spot in places if self._read((*key, *spot)) is None]
        if damaged:
            with self._clear_errors():
                for spot in damaged:
                    self.db.execute(f"DELETE FROM cells WHERE {SPOT}", (*key, *spot))
                first = min(spot[1] for spot in damaged)
                self.db.execute(
                    "DELETE FROM runs WHERE study = ? AND seed = ? AND observations > ?", (study.name, seed, first)
                )
        return [
            f"{self.path}: {_words(study, spot)} is damaged. It was dropped, and is computed again." for spot in damaged
        ]

    def _read(self, key: tuple[str, int, int, str, int, int]) -> Cell | None:
        """A cell as it was written; None if it is missing or damaged."""
        with self._clear_errors():
            try:
                row = self.db.execute(f"SELECT points, observations, check_sum FROM cells WHERE {SPOT}", key).fetchone()
                if row is None or row[2] != checksum_of(*row[:2]):
                    return None
                points: list[Fields] = json.loads(row[0])
                return points, np.frombuffer(zlib.decompress(row[1]), "<f8").reshape(len(points), key[5] - key[4])
            except sqlite3.OperationalError:  # the disk, and not the cell
                raise
            except (TypeError, ValueError, AttributeError, zlib.error, sqlite3.DatabaseError):
                return None


def checksum_of(points: str, blob: bytes) -> int:
    return zlib.crc32(points.encode(), zlib.crc32(blob))


def _words(study: Study, spot: Place) -> str:
    setting, start, stop = spot
    return f"the cell of {study.name} at {setting}, observations {start} to {stop - 1},"


def place(job: Job) -> Place:
    """Where the cell of a job is among those of its study: the setting as text, start and stop of the observations."""
    return json.dumps(job.setting, sort_keys=True), job.start, job.stop


def _whole(study: Study) -> str:
    """All that a run of the study covers: a run over other settings is another one."""
    text = json.dumps([study.edition, study.block, study.settings], sort_keys=True)
    return f"{zlib.crc32(text.encode()):08x}"


def _key(job: Job, seed: int) -> tuple[str, int, int, str, int, int]:
    return job.study.name, job.study.edition, seed, *place(job)
