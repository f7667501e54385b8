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
from overthink.core.errors import OverthinkError
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


def test_lengths_that_are_all_the_same_are_no_bins() -> None:
    rows = [{**row, "output_tokens": 100} for row in clean()]
    assert outcomes(rows)["an observed effort"] != "suspected"


@pytest.mark.parametrize("size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.exhaustive) for size in SIZES[1:])])
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


def test_a_cause_that_is_in_the_rows_is_not_ruled_out() -> None:
    for size in SIZES:
        draw = np.random.default_rng(3)
        rows = list(clean())
        hit = [row["effort"] == "high" and draw.random() < size for row in rows]
        wrong = [{**row, "correct": 0} if there else row for row, there in zip(rows, hit)]  # a harsh judge
        assert outcomes(wrong)[JUDGE] != "ruled out"
        gone = [row for row, there in zip(wrong, hit) if not there]  # whoever fails leaves no row
        assert outcomes(gone)[LEFT] != "ruled out"
        seen = [{**row, "seen": "yes" if row["question_id"] < 400 * size else "no"} for row in rows]
        fall = [{**row, "correct": 0} if row["seen"] == "yes" and row["effort"] == "high" else row for row in seen]
        assert outcomes(fall)["contamination"] != "ruled out"
        blank = [{**row, "correct": ""} if there else row for row, there in zip(rows, hit)]
        if size > SIZES[0]:
            with pytest.raises(OverthinkError, match=r"of (800|2,400) rows .*cannot be used"):
                ot.diagnose_table(blank, "effort")


@pytest.mark.parametrize("is_bin", [True, False])
def test_answers_are_bins_if_each_is_longer_not_their_mean(is_bin: bool) -> None:
    """Answers to a question that are sorted by length are bins; an effort that makes them longer on average is set."""
    draw = np.random.default_rng(3)
    rows = list[Row]()
    for q in range(60):
        lengths = np.zeros((3, 4))
        while (np.diff(lengths.mean(axis=1)) <= 0.0).any():
            lengths = draw.lognormal(6.0, 0.8, (3, 4))
            lengths = np.sort(lengths, axis=None).reshape(3, 4) if is_bin else lengths
        rows += [{"task": q, "effort": effort, "score": int(draw.random() < 0.6), "tokens": int(length)}
                 for effort, some in zip(EFFORTS, lengths) for length in some]  # fmt: skip
    assert (outcomes(rows, observed=False)["an observed effort"] == "suspected") == is_bin


def test_a_few_second_answers_do_not_tell_what_chance_does() -> None:
    """Not one, and not those of a single setting."""
    rows = list(clean(questions=100))
    once, few = rows[::2], [*rows[::2], *rows[1::6]]
    for given in (once, [*once, rows[1]], few):
        assert outcomes(given)["chance between answers"] == "not examined"
        found = ot.diagnose_table(given, "effort")
        assert isinstance(found, TableDiagnosis)
        assert "if all of it is between answers" in str(found.plan(100))
    assert outcomes(rows)["chance between answers"] != "not examined"


@pytest.mark.exhaustive(but=["0", "1", "2", "3"])
@pytest.mark.parametrize("seed", range(12))
def test_a_clean_table_has_no_suspicion(seed: int) -> None:
    """With a few answers tried again, a few odd scores, and columns that are noise."""
    draw = np.random.default_rng(seed)
    means = [(0.5, 0.5, 0.5), (0.4, 0.5, 0.6), (0.6, 0.5, 0.45), (0.5, 0.62, 0.5)][seed % 4]
    rows = [
        {**row, "retries": int(draw.random() < 0.06), "worker": int(draw.integers(4)), "status": "ok",
         "correct": row["correct"] ^ int(draw.random() < 0.002), "latency": draw.random()}
        for row in clean(seed, 150, means)
    ]  # fmt: skip
    found = ot.diagnose_table(rows, "effort")
    assert isinstance(found, TableDiagnosis) and not found.suspected
    assert not {each.name for each in found.imitators if each.outcome == "not examined"} - {
        "contamination", "an observed effort"}  # fmt: skip


def test_votes_take_the_answer_of_the_model_and_one_model_at_one_effort() -> None:
    draw = np.random.default_rng(4)
    rows = [
        {"task": q, "answer": q, "prediction": q if (good := draw.random() < 0.45) else -draw.integers(1, 9).item(),
         "correct": int(good), "model_name": m, "effort": e}
        for q in range(80) for m in "ab" for e in ("low", "high") for _ in range(5)
    ]  # fmt: skip
    with pytest.raises(OverthinkError, match="--only model_name=a, judge each with --by model_name"):
        ot.diagnose_table(rows, "votes")
    with pytest.raises(OverthinkError, match="differ in effort"):
        ot.diagnose_table(rows, "votes", by=["model_name"])
    found = ot.diagnose_table(rows, "votes", only={"model_name": "a", "effort": "low"})
    assert isinstance(found, TableDiagnosis) and found.shape == "rises" and not found.table.answers.assumed


def test_values_that_tasks_share_are_advised() -> None:
    """Not those that most tasks have: these may have none in common."""
    asked = {1: range(10), 2: range(10, 20), 4: range(5)}
    rows = [{"task": q, "n": n, "score": q % 2} for n, tasks in asked.items() for q in tasks]
    with pytest.raises(OverthinkError, match=r"0 of 20 tasks .*Choose values that more tasks have: --knob n=1,4"):
        ot.diagnose_table(rows, "n", observed=False)
    assert ot.diagnose_table(rows, "n", [1, 4], observed=False)


def test_a_score_that_may_be_a_mark_is_named() -> None:
    """-1 at some settings only; where it stands at every setting, it is a score."""
    for odd, said in ((EFFORTS[2:], True), (EFFORTS, False)):
        rows = [{"task": q, "effort": e, "score": -1 if e in odd and q % 9 == 0 else q % 2} for q in range(60)
                for e in EFFORTS]  # fmt: skip
        notes = " ".join(ot.diagnose_table(rows, "effort").notes)
        assert ("7 scores are -1, at some values of effort only" in notes) == said


def test_what_cannot_be_judged_apart_is_not_advised() -> None:
    for judges, advice in (("aab", "Choose one with --only 'my judge=a', or compare"), ("abc", "Compare them")):
        rows = [{"task": q, "effort": e, "my judge": judges[k], "score": q % 2} for q in range(40)
                for k, e in enumerate(EFFORTS)]  # fmt: skip
        with pytest.raises(OverthinkError, match=rf"scorer: .*\. {advice}"):
            ot.diagnose_table(rows, "effort", columns={"scorer": "my judge"})


def test_cells_that_disagree_are_advised_each_and_a_category_that_falls_is_named() -> None:
    draw = np.random.default_rng(5)
    rows = [
        {"task": q, "effort": e, "topic": f"t{q % 5}", "score": +(draw.random() < 0.6 + k * (0.03 if q % 5 else -0.11))}
        for q in range(500) for k, e in enumerate(EFFORTS) for _ in range(2)
    ]  # fmt: skip
    found = ot.diagnose_table(rows, "effort")
    assert any(note.startswith("with topic t0 (100 questions)") and "--by topic" in note for note in found.notes)
    cells = ot.diagnose_table(rows, "effort", by=["topic"])
    assert isinstance(cells, TableDiagnosis)
    assert "t0: low" in cells.advice and "t1: high" in cells.advice and "do not change alike" in cells.advice
