"""What the doctor rules out in a table of answers is not there: every cause is planted at three sizes, in words that it
knows and does not know. A clean table has no suspicion."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.cli import main
from overthink.doctor.scores.table_result import TableDiagnosis

EFFORTS = ("low", "medium", "high")
Row = dict[str, Any]
SIZES = (0.05, 0.13, 0.3)


def clean(seed: int = 0, questions: int = 400, means: tuple[float, ...] = (0.5, 0.58, 0.62)) -> Iterator[Row]:
    """Two answers to each question at each effort, and columns in which nothing is wrong."""
    draw = np.random.default_rng(seed)
    for q, ease in enumerate(draw.normal(0.0, 0.25, questions)):
        for effort, mean in zip(EFFORTS, means):
            for _ in range(2):
                right = bool(draw.random() < mean + ease)
                yield {
                    "question_id": q, "effort": effort, "correct": int(right), "prediction": q + (not right),
                    "finish_reason": "stop", "status": "completed", "error": "", "refused": "no", "retries": 0,
                    "model": "m", "prompt_id": "p", "dataset": "d", "scorer": "exact", "version": "1",
                    "seen": "no", "parsed": "yes", "temperature": 0.7, "topic": f"t{q % 5}",
                }  # fmt: skip


def plant(
    size: float, change: Row, seed: int = 1, score: int | None = 0, at: str = "high", without: str = ""
) -> list[Row]:
    """The clean table, with this share of the answers at an effort changed."""
    draw = np.random.default_rng(seed)
    rows = [{name: cell for name, cell in row.items() if name != without} for row in clean()]
    for row in rows:
        if row["effort"] == at and draw.random() < size:
            row |= ({} if score is None else {"correct": score, "prediction": row["question_id"] + 1 - score}) | change
    return rows


def outcomes(rows: Any, knob: str = "effort", **more: Any) -> dict[str, str]:
    found = ot.diagnose_table(rows, knob, **more)
    assert isinstance(found, TableDiagnosis)
    return {each.name: each.outcome for each in found.imitators}


CUT, BLANK, FAILED = "cut-off answers", "missing or unreadable answers", "failed answers"
RETRIES, RUNS, LEFT, JUDGE = "retries", "runs that differ", "questions that were left out", "an unsteady judge"
STOPS = {"finish_reason": ["FinishReason.MAX_TOKENS", "max_output_tokens", "incomplete", "zu lang", "",
                           "model_context_window_exceeded", "{'type': 'length', 'length': 512}"]}  # fmt: skip
PLANTED: dict[str, tuple[str, Row]] = {
    **{f"stop {word!r}": (CUT, {"finish_reason": word}) for word in STOPS["finish_reason"]},
    "a status": (CUT, {"status": "incomplete"}),
    "a flag": (CUT, {"was_truncated": True}),
    "a word in another column": (CUT, {"outcome": "hit the limit", "note": "MAX_TOKENS"}),
    "parse error": (BLANK, {"prediction": "PARSE_ERROR"}),
    "another parse error": (BLANK, {"prediction": "<kein Ergebnis>"}),
    "I don't know": (BLANK, {"prediction": "I don't know."}),
    "a number that marks": (BLANK, {"prediction": -1}),
    "time-outs": (FAILED, {"finish_reason": "", "status": "timeout"}),
    "refusals in words": (FAILED, {"prediction": "I cannot help with that", "refused": ""}),
    "refusals": (FAILED, {"refused": "policy 7"}),
    "errors in another column": (FAILED, {"http": "503", "exception_type": "ServerError"}),
    "temperature": (RUNS, {"temperature": 1.5}),
    "prompt": (RUNS, {"template_name": "short"}),
    "attempts": (RETRIES, {"retries": 2}),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PLANTED)
def test_a_cause_that_is_planted_is_not_ruled_out(name: str, size: float) -> None:
    check, change = PLANTED[name]
    rows = plant(size, change, without="parsed" if check == BLANK else "")
    assert outcomes(rows, allow=["prompt"])[check] != "ruled out"


def observed(bins: Callable[[float], Any], questions: int = 200) -> list[Row]:
    """Four answers to each question, and a column that is read off their lengths; hard questions have long ones."""
    draw = np.random.default_rng(2)
    lengths = {q: np.exp(7.0 + draw.normal() + 0.4 * draw.normal(size=4)) for q in range(questions)}
    return [
        {"task": q, "level": bins(x), "score": int(draw.random() < 0.9 - 0.04 * x**0.3)}
        for q, every in lengths.items() for x in every
    ]  # fmt: skip


def in_words(length: float) -> str:
    return "short" if length < 700 else "medium" if length < 1800 else "long"


@pytest.mark.parametrize(
    ("rows", "knob"),
    [
        (observed(in_words), "level=short,medium,long"),
        (observed(lambda x: "abc"[int(min(x // 900, 2))]), "level=a,b,c"),
        (observed(lambda x: 1000 * round(x / 1000)), "level"),
        ([{"task": q, "length_bin": k, "score": (q + k) % 2} for q in range(40) for k in range(3)], "length_bin"),
        ([{"task": q, "level": (7 * q + 3 * k) % 20, "score": q % 2} for q in range(60) for k in range(3)], "level"),
    ],
)
def test_the_doctor_asks_whether_an_effort_was_set(rows: list[Row], knob: str, tmp_path: Path) -> None:
    """A gate refuses, too, rather than fail; every answer to the question is one that it takes."""
    asked = doctor(rows, tmp_path, "--knob", knob, "--fail-on", "falls")
    assert asked.exit_code == 2 and "Was " in asked.stderr and "Give --not-observed" in asked.stderr
    for answer in ("--not-observed", "--observed"):
        result = doctor(rows, tmp_path, "--knob", knob, answer)
        assert "Was " not in result.stderr and result.exit_code in (0, 2) and result.stderr.count("\n") <= 1


def doctor(rows: list[Row], folder: Path, *args: str) -> Any:
    (folder / "table.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return CliRunner().invoke(main, ["doctor", str(folder / "table.jsonl"), *args])


OPTION = re.compile(r"--(?:only|by|allow|knob|columns) (?:'[^']*'|[^\s;,.']+(?:[,.][^\s;,.']+)*)")


@pytest.mark.parametrize(
    ("rows", "args", "fewest"),
    [
        ([{**row, "model name": "ab"[row["question_id"] % 2 ^ (row["effort"] == "low")], "model": None}
          for row in clean(questions=60)], ["effort", "--columns", "model=model name"], 3),
        ([{"task": q, "thinking_budget": b, "score": q * b % 3} for q in range(20) for b in (-1, 0, 1024)],
         ["thinking_budget"], 1),
        ([{"task": q, "x": b, "score": q * b % 3} for q in range(20) for b in range(60)], ["x"], 1),
        ([{"task": q, "x y": b, "score": q % 3} for q in range(20) for b in range(q % 4, 8, 1 + q % 2)],
         ["x y", "--not-observed"], 0),
        ([{**row, "model_name": m, "temperature": t} for row in clean(questions=40) for m in "ab" for t in (0.1, 1.5)],
         ["votes"], 3),
        (plant(0.2, {"over flow": 1}), ["effort"], 1),
        (plant(0.2, {"note": "MAX_TOKENS"}), ["effort"], 1),
    ],
)  # fmt: skip
def test_every_option_that_is_printed_can_be_pasted(
    rows: list[Row], args: list[str], fewest: int, tmp_path: Path
) -> None:
    first = doctor(rows, tmp_path, "--knob", *args, "-v")
    options = {*OPTION.findall(" ".join(first.output.split()))} - {"--columns changes"}
    options = {option for option in options if "NAME" not in option and "…" not in option}
    assert len(options) >= fewest, first.output
    for option in options:
        given = shlex.split(option)
        again = doctor(rows, tmp_path, *(given if given[0] == "--knob" else ["--knob", args[0], *given]), *args[1:])
        refused = again.exit_code and option in again.stderr
        assert not refused and "no column" not in again.stderr and "Traceback" not in again.output, again.output
