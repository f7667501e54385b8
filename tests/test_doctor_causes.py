"""What the doctor rules out in a table of answers is not there: every cause is planted at three sizes, in words that it
knows and does not know. A clean table has no suspicion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import overthink as ot
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
            row |= change | ({} if score is None else {"correct": score})
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
