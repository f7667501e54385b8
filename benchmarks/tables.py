"""Tables of answers, read and joined by question, against pandas and against JSON alone, without their imports.

The table has 100,000 questions at six settings. pandas reads the file and makes a pivot table of means; our side also
checks every cell and looks for copies. The means must agree. Processor time, since a file may wait for a disk.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np

from benchmarks.timing import Row, in_turn
from overthink.answers.columns import SCORE
from overthink.answers.files import runs_of
from overthink.answers.gather import gather
from overthink.answers.join import cell_means
from overthink.core.errors import as_sentence, require
from overthink.core.estimate import Sample

EFFORTS = 6


def tables(quick: bool) -> list[Row]:
    """Two rows: a CSV file against pandas, and JSON lines against `json.loads`."""
    with as_sentence("The comparison of tables needs pandas. Install it with pip.", ImportError):
        pandas = import_module("pandas")
    questions = 2_000 if quick else 100_000
    rounds = 3
    right = np.random.default_rng(0).random((EFFORTS, questions)) < 0.6
    rows = [(f"q{q}", e, int(right[e, q])) for e in range(EFFORTS) for q in range(questions)]
    with tempfile.TemporaryDirectory() as folder:
        plain, lines = Path(folder, "answers.csv"), Path(folder, "answers.jsonl")
        plain.write_text("task,effort,score\n" + "".join(f"{task},{effort},{score}\n" for task, effort, score in rows))
        lines.write_text("".join(json.dumps(dict(zip(("task", "effort", "score"), row))) + "\n" for row in rows))

        def ours(path: Path) -> Sample:
            answers = gather(runs_of(path), "effort", {}, {})
            return cell_means(answers, answers.column(SCORE))

        def by_pandas() -> Sample:
            found = pandas.read_csv(plain).pivot_table(index="task", columns="effort", values="score", sort=False)
            return np.asarray(found)

        def by_json() -> list[object]:
            return [json.loads(line) for line in lines.open()]

        require(np.array_equal(ours(plain), by_pandas()), "The means of the table differ.")
        sides = [("CSV", plain, "pandas", by_pandas), ("JSON lines", lines, "json.loads alone", by_json)]
        return [
            _row(f"{len(rows):,} answers in {kind}", peer, partial(ours, path), theirs, rounds)
            for kind, path, peer, theirs in sides
        ]


def _row(what: str, peer: str, ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> Row:
    times = in_turn({"ours": partial(_seconds, ours), "theirs": partial(_seconds, theirs)}, rounds)
    return Row(what, peer, times["ours"], times["theirs"], f"values agree; processor time, fastest of {rounds} in turn")


def _seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start
