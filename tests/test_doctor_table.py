"""A table of scores, without a game: the verdict, what it rests on, and tables with something wrong."""

from __future__ import annotations

import csv
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.answers import files
from overthink.answers.columns import number, plain_numbers, read_score
from overthink.answers.stream import NOT_JSON, Reading, parse_lines
from overthink.cli import main
from overthink.core.errors import OverthinkError

MEANS = {1: -2.0, 5: 0.0, 10: -0.1, 50: -3.0}


def rows(tasks: int = 80, means: dict[Any, float] = MEANS) -> list[dict[str, Any]]:
    """Tasks of different difficulty, and how each value of the knob does on average."""
    generator = np.random.default_rng(3)
    hard = generator.normal(30.0, 6.0, tasks)
    return [
        {"task": f"t{n}", "beam": value, "score": hard[n] + mean + generator.normal(), "seconds": 0.1 * (k + 1)}
        for n in range(tasks)
        for k, (value, mean) in enumerate(means.items())
    ]


def test_worse_is_said_and_not_pathology() -> None:
    found = ot.diagnose_table(rows(), knob="beam")
    assert found.kind == "worse" and found.shape == "rises, then falls"
    assert found.verdict.startswith("the score rises, then falls with beam: best at 5 (10 may be as good); +2.09 [+")
    assert found.verdict.endswith("from 5 to 50, at 2 times the time")
    text = str(found)
    assert "No mechanism was tested" in text and "pathology" not in text.replace("not pathology", "")
    assert found.ordered.best == 5 and "use beam 5 (10 may be as good) instead of 50" in found.advice
    pair = found.ordered.fall
    assert pair and (pair.low, pair.high) == (5, 50)
    scores = {value: found.table.scores[value] for value in MEANS}
    gain = (scores[50] - scores[5]).mean() / found.scoring.span  # type: ignore[operator]
    assert pair.gain.mean == pytest.approx(gain)
    worst = found.worst[0]
    assert abs(worst.best - worst.last) == max(
        max(s[n] for v, s in scores.items() if v != 50) - scores[50][n] for n in range(80)
    )


def test_shares_are_told_in_points_and_words_stay_in_order() -> None:
    levels = {"low": 0.2, "medium": 0.6, "high": 0.9}
    table = [
        {"task": n, "effort": word, "score": float((n * 7) % 100 < 100 * share)}
        for n in range(100)
        for word, share in levels.items()
    ]
    found = ot.diagnose_table(table, "effort")
    assert found.verdict == "the score rises with effort: +70.0 points [+59.1, +78.9] from low to high"
    assert any("low, medium, high" in note for note in found.notes)
    turned = ot.diagnose_table(table, "effort", values=["high", "low"])
    assert turned.table.knob.labels == ("high", "low") and turned.kind == "worse"


def test_a_difference_in_any_unit_gives_the_same_verdict() -> None:
    base = rows(40)
    kinds = {ot.diagnose_table([{**r, "score": s * r["score"] + 5} for r in base], "beam").kind for s in (1e-6, 1, 1e6)}
    assert kinds == {"worse"}


def test_where_less_is_better() -> None:
    costs = [{**row, "score": -row["score"]} for row in rows()]
    found, other = ot.diagnose_table(costs, "beam", less_is_better=True), ot.diagnose_table(rows(), "beam")
    assert found.verdict.startswith(
        "the score improves, then gets worse with beam: best at 5 (10 may be as good); -2.09 [-2.46, -1.7]"
    )
    assert (
        found.flips == other.flips
        and found.advice == "use beam 5 (10 may be as good) instead of 50: -2.99 [-3.35, -2.63]"
    )
    assert [task.task for task in found.worst] == [task.task for task in other.worst]
    assert found.worst[0].best == -other.worst[0].best and "A smaller score is better" in str(found)


def test_chance_is_not_called_worse() -> None:
    flat = dict.fromkeys((1, 2, 3, 4), 0.0)
    generator = np.random.default_rng(1)
    kinds = []
    for _ in range(100):
        table = [{**row, "score": generator.normal()} for row in rows(12, flat)]
        kinds.append(ot.diagnose_table(table, "beam").ordered.fall)
    assert sum(fall is not None for fall in kinds) <= 9  # 5 of 100 by design, and two standard errors
    few = ot.diagnose_table(rows(8, flat), "beam")
    assert few.shape == "undecided" and "more questions would tell" in few.verdict and "ask more" in few.advice


def test_seeds_are_averaged_and_tasks_without_all_values_are_counted() -> None:
    table = [{**row, "seed": seed} for seed in range(3) for row in rows(20)]
    found = ot.diagnose_table(table[:-1], "beam")
    assert found.table.repeats() == 3 and len(found.table.tasks) == 20
    assert "up to 3 answers" in str(found)
    holes = [row for row in rows(20) if not (row["beam"] == 50 and row["task"] in ("t1", "t2"))]
    assert any("2 of 20 tasks were left out" in note for note in ot.diagnose_table(holes, "beam").notes)


def test_files(tmp_path: Path) -> None:
    table = rows(30)
    whole = ot.diagnose_table(table, "beam")
    commas, lines = tmp_path / "scores.csv", tmp_path / "scores.jsonl"
    with commas.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]))
        writer.writeheader()
        writer.writerows(table)
    lines.write_text("\n".join(json.dumps(row) for row in table))
    for path in (commas, lines):
        assert ot.diagnose_table(path, "beam").as_dict() == whole.as_dict()
    semicolons = tmp_path / "other.csv"
    semicolons.write_text("\ufeff" + commas.read_text().replace(",", "; "), encoding="utf-8")
    assert ot.diagnose_table(semicolons, "beam").verdict == whole.verdict
    result = CliRunner().invoke(main, ["doctor", str(commas), "--knob", "beam", "--out", str(tmp_path / "page.html")])
    assert result.exit_code == 0 and result.stdout.startswith(whole.verdict), result.output
    assert "Where it hurts" in (tmp_path / "page.html").read_text()
    chosen = CliRunner().invoke(main, ["doctor", str(commas), "--knob", "beam=1,5.0", "--json"])
    assert json.loads(chosen.stdout)["knob"]["values"] == ["1", "5"]


@pytest.mark.parametrize("name", ["a=b", "=", "beam=1", "a==", "=b=c", "beam"])
def test_a_column_with_any_name_can_be_the_knob(name: str, tmp_path: Path) -> None:
    table = [{name: row["beam"], **row} for row in rows(30)]
    (tmp_path / "scores.csv").write_text(
        "\n".join(",".join(map(str, row)) for row in (table[0], *map(dict.values, table)))
    )
    for values, wanted in (("", [str(value) for value in MEANS]), ("=1,5.0", ["1", "5"])):
        line = ["doctor", str(tmp_path / "scores.csv"), "--knob", f"{name}{values}", "--json"]
        knob = json.loads(CliRunner().invoke(main, line).stdout)["knob"]
        assert (knob["name"], knob["values"]) == (name, wanted)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ([], "no rows"),
        ([3], "a dictionary"),
        ([{"task": 1, "beam": 2}], "no column 'score'; it has task, beam"),
        ([{"task": 1, "width": 2, "score": 3}], "no column 'beam'"),
        ([{"task": t, "beam": 2, "score": 3} for t in range(5)], "one value of beam only"),
        ([{"task": "a", "beam": b, "score": s} for b, s in ((1, "x"), (2, 3))], "1 of the rows cannot be used: row 1"),
        ([{"task": t, "beam": t, "score": 3} for t in range(5)], "0 of 5 tasks have a score at every value of beam"),
        ([{"task": t, "beam": b, "score": "good"} for t in range(5) for b in (1, 2)], "'good', which is not a number"),
        ([{"task": t, "beam": b, "score": 1e200 * t} for t in range(1, 5) for b in (1, 2)], "which is too large"),
        ([{"task": 1, "beam": b, "score": 3} for b in (1, 2)], "one task only"),
        ([{"task": t, "beam": b, "score": 3} for t in range(3) for b in range(60)], "60 values of beam; at most 50"),
        ([{"task": 1, "beam": 1, "score": 3}, [1, 2]], r"a dictionary .*, not \[1, 2\]"),
        (itertools.repeat({}), "more than 5,000,000 rows"),
        (7, "a file, a folder, a data frame or a list of dictionaries, not 7"),
    ],
)
def test_tables_with_something_wrong(table: Any, says: str) -> None:
    with pytest.raises(OverthinkError, match=says):
        ot.diagnose_table(table, "beam")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.csv", "task,beam,score,score\n1,1,2,3\n", "two columns 'score'"),
        ("a.csv", f"task,beam,score\n{'x' * 200_000},1,2\n", "one value of beam only"),
        ("a.csv", "task,beam,score\n1,1\n", "row 1 has no score"),
        ("a.csv", "\x00\udcff", "not a text file"),
        ("a.jsonl", "[" * 100_000, r"line 1 of a\.jsonl is not a JSON object"),
        ("bad.jsonl", '{"task": 1, "beam": 1, "score": 1}\nnothing\n', r"line 2 of bad\.jsonl"),
        ("a.json", '{"task": 1', "not whole JSON"),
        ("a.json", "[1, 2]", "an entry of a.json is not a row: 1"),
        ("a.eval", "no log", "not a whole log of Inspect"),
        ("a.parquet", "no table", "Parquet needs the package pyarrow|cannot be read"),
    ],
)
def test_files_with_something_wrong(name: str, text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(OverthinkError, match=says):
        ot.diagnose_table(tmp_path / name, "beam")


@pytest.mark.parametrize("knob", ["task", "score", "seed", " ", None])
def test_what_is_not_a_knob(knob: Any) -> None:
    with pytest.raises(OverthinkError, match=r"how much effort was made|must be text"):
        ot.diagnose_table(rows(5), knob)


def test_solved_or_not_and_missing_values(tmp_path: Path) -> None:
    path = tmp_path / "solved.csv"
    path.write_text("task,n,score\n" + "".join(f"{t},{n},{t < 4 * n}\n" for t in range(20) for n in (1, 2, 4)))
    found = ot.diagnose_table(path, "n")
    assert found.verdict == "the score rises with n: +60.0 points [+33.5, +84.5] from 1 to 4"
    effort = [{"task": t, "effort": e, "score": t % 2} for t in range(9) for e in ("none", "low", None, float("nan"))]
    with pytest.raises(OverthinkError, match=r"18 of 36 rows .* no verdict: row 3 has no effort"):
        ot.diagnose_table(effort, "effort")
    found = ot.diagnose_table(effort, "effort", allow=["unread"])
    assert found.table.knob.labels == ("none", "low") and found.notes[0] == "row 3 has no effort"
    slow = [{**row, "seconds": "fast" if row["task"] == "t0" else row["seconds"]} for row in rows(5)]
    assert "the seconds of 4 rows cannot be used, such as 'fast'" in ot.diagnose_table(slow, "beam").notes


class Frame:
    """What is used of a data frame of pandas."""

    def __init__(self, table: list[dict[str, Any]], name: str | None = None):
        self.table = table
        self.index = SimpleNamespace(names=[name])

    def reset_index(self) -> Frame:
        return Frame(self.table)

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        assert orient == "records"
        return self.table if self.index.names == [None] else [{**row, "task": 0} for row in self.table]


@pytest.mark.parametrize("name", [None, "task"])
def test_data_frames(name: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame(rows(30), name)
    whole = ot.diagnose_table(rows(30), "beam")
    assert ot.diagnose_table(frame, "beam").as_dict() == whole.as_dict()
    (tmp_path / "scores.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(OverthinkError, match="Parquet needs the package pyarrow"):
        ot.diagnose_table(tmp_path / "scores.parquet", "beam")


def test_parquet(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.Table.from_pylist(rows(30)), tmp_path / "scores.parquet")
    assert ot.diagnose_table(tmp_path / "scores.parquet", "beam").verdict == ot.diagnose_table(rows(30), "beam").verdict
    with pytest.raises(OverthinkError, match=r"none\.parquet cannot be read \("):
        ot.diagnose_table(tmp_path / "none.parquet", "beam")


def test_rows_that_cannot_be_used_are_named_and_files_that_are_not_there(tmp_path: Path) -> None:
    table = [*rows(20), {"task": "x", "beam": 1, "score": "n/a"}, {"task": "", "beam": 1, "score": 1}]
    notes = ot.diagnose_table(table, "beam").notes
    assert notes[0] == "row 81 has the score 'n/a', which is not a number"
    assert notes[1] == "row 82 has no task"
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(OverthinkError, match="cannot be read"):
            ot.diagnose_table(path, "beam")
    with pytest.raises(OverthinkError, match="has no beam 7"):
        ot.diagnose_table(rows(5), "beam", values=[1, 7])


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--columns", "foo=bar"), "no column role 'foo'"),
        (("--columns", "score=bar"), "no column 'bar'; there are qid, model, effort, correct"),
        (("--columns", "task"), "--columns takes NAME=VALUE"),
        (("--only", "size=2"), "no column 'size'"),
        (("--only", "model=c"), "No row has model = c"),
        (("--margin", "0"), "The margin is a loss"),
        (("--plan", "many"), "--plan takes a number of questions"),
        (("--plan", "1x1"), "from 2 to 10,000,000 questions"),
        ((), "The runs differ in model: a and b. Choose one with --only model=a"),
    ],
)
def test_options_of_a_table_that_are_wrong(args: tuple[str, ...], says: str, tmp_path: Path) -> None:
    cells = [f"{q},{m},{e},{'CI'[(q + len(e)) % 2]}" for q in range(9) for m in "ab" for e in ("low", "high")]
    (tmp_path / "a.csv").write_text("\n".join(["qid,model,effort,correct", *cells]))
    only = () if not args or args[0] == "--only" else ("--only", "model=a")
    result = CliRunner().invoke(main, ["doctor", str(tmp_path / "a.csv"), "--knob", "effort", *only, *args])
    assert result.exit_code == 2 and says in result.stderr and result.stderr.count("\n") == 1, result.output


def test_what_a_run_could_see() -> None:
    small, large = (
        json.loads(CliRunner().invoke(main, ["doctor", "--plan", n, "--json"]).stdout) for n in ("100x4", "400x4")
    )
    assert small["smallest"] == pytest.approx(2 * large["smallest"])
    found = ot.diagnose_table([{**row, "seed": n} for n in range(2) for row in rows(40)], "beam")
    assert found.plan(500).settings == 4 and "500 questions at 4 settings" in str(found.plan(500))


def test_a_peak_a_dip_a_plateau_and_what_is_open() -> None:
    def table(*shares: float, n: int = 400) -> Any:
        return ot.diagnose_table(
            [{"task": q, "n": v, "score": float((q * 61) % n < s * n)} for q in range(n) for v, s in enumerate(shares)],
            "n",
        )

    shapes = {(0.2, 0.6, 0.4): "rises, then falls", (0.6, 0.2, 0.4): "falls, then rises", (0.5, 0.5, 0.5): "flat",
              (0.2, 0.5, 0.5): "rises", (0.2, 0.6, 0.3, 0.7, 0.4): "goes up and down"}  # fmt: skip
    for shares, shape in shapes.items():
        assert table(*shares).shape == shape
    assert table(0.2, 0.6, 0.4).ordered.best == 1 and ": best at 1; " in table(0.2, 0.6, 0.4).verdict
    found = table(0.2, 0.6, 0.595)
    assert found.shape == "rises" and found.open.startswith("whether it falls from 1 to 2 is open: -0.5 points")
    assert "within 0.8 points" in table(0.5, 0.5, 0.5).verdict and table(0.5, 0.5, 0.5).enough == 0
    few = ot.diagnose_table([{"task": q, "n": v, "score": q - v} for q in range(5) for v in range(3)], "n")
    assert few.shape == "falls" and all(step.found for step in few.ordered.steps) and "use n 0" in few.advice


def test_rare_large_losses_are_no_rise() -> None:
    """Of 50 questions, none or one loses .6; the others gain so much that 3% of all such questions make up for it."""
    for losers, scale, n in ((0, 1.0, 50), (1, 1.0, 100), (2, 1.0, 200), (1, 70.0, 100)):
        change = np.where(np.arange(n) < losers, -0.6, 0.0186)
        noise = 0.01 * np.random.default_rng(n).standard_normal(n)
        table = [
            {"task": q, "n": v, "score": scale * (0.7 + v * (change[q] + noise[q]))} for q in range(n) for v in (0, 1)
        ]
        assert ot.diagnose_table(table, "n").ordered.rise is None, (losers, scale, n)
        often = [{**row, "score": row["score"] + scale * 0.1 * row["n"]} for row in table]
        assert ot.diagnose_table(often, "n").ordered.rise, (losers, scale, n)


def test_what_may_be_best_and_what_a_stop_at_each_best_value_gains() -> None:
    generator = np.random.default_rng(8)

    def table(*shares: float, own: float = 0.0) -> Any:
        chance = np.clip(np.array(shares) + own * generator.choice((-1, 1), (300, len(shares))), 0.0, 1.0)
        return ot.diagnose_table([{"task": q, "n": v, "score": float(generator.random() < chance[q, v])}
                                  for q in range(300) for v in range(len(shares)) for _ in range(4)], "n")  # fmt: skip

    found = table(0.4, 0.7, 0.68, 0.5)
    assert found.ordered.may_be_best == (1, 2) and found.as_dict()["may_be_best"] == ["1", "2"]
    assert "(2 may be as good)" in found.verdict or "(1 may be as good)" in found.verdict
    assert "all of it may be chance" in found.oracle_text
    found = table(0.5, 0.5, own=0.3)
    assert 0.0 < found.oracle.real < found.oracle.gain and "of it are real (95% sure)" in found.oracle_text


EVALUATE = """import random, sys
right, questions, seed = float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
ease, draw = random.Random(5), random.Random(seed)
print("task,score,model")
for q in range(questions):
    chance = right + ease.gauss(0, 0.25)
    for _ in range(4):
        print(f"{q},{int(draw.random() < chance)},model-{seed}")
"""


@pytest.mark.parametrize(
    ("right", "questions", "code", "says"),
    [(0.7, 800, 0, "is not worse than baseline by more than 3.0 points"), (0.6, 800, 3, "is worse than baseline: -"),
     (0.7, 40, 2, "may be worse than baseline by more than 3.0 points, which about"),
     (0.8, 800, 0, "is not worse than baseline")],
)  # fmt: skip
def test_the_workflow_of_a_release(right: float, questions: int, code: int, says: str, tmp_path: Path) -> None:
    """The commands that the documentation has for a repository's CI, in a repository that is made up."""
    page = (Path(__file__).parent.parent / "docs" / "efforts.md").read_text(encoding="utf-8")
    install, *commands = re.findall(r"^ +- run: (.*)$", page, re.MULTILINE)
    assert install.startswith("pip install") and len(commands) == 2
    baseline = [sys.executable, "-c", EVALUATE, "0.7", "800", "1"]
    with (tmp_path / "baseline.csv").open("w") as file:
        subprocess.run(baseline, stdout=file, check=True)
    (tmp_path / "evaluate.py").write_text(f"import sys\nsys.argv[1:] = '{right}', '{questions}', '2'\n{EVALUATE}")
    here = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "GITHUB_STEP_SUMMARY": "summary.md"}
    for command in commands:
        done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env={**os.environ, **here}, capture_output=True)
    assert done.returncode == code, done.stderr.decode()
    assert f"**Candidate {says}" in (tmp_path / "summary.md").read_text()


def test_a_baseline_in_the_same_table_and_what_it_cannot_be() -> None:
    table = [{"task": q, "v": v, "score": float((q * 61) % 400 < s)} for q in range(400)
             for v, s in (("old", 240), ("new", 238), ("bad", 200))]  # fmt: skip
    found = ot.diagnose_table(table, "v", ["old", "new", "bad"], baseline="old", margin=3)
    assert found.verdict.startswith("new is not worse than old by more than 3.0 points: -0.5 points [")
    assert "; bad is worse than old: -10.0 points [" in found.verdict and found.advice == "new can replace old"
    assert [one["outcome"] for one in found.as_dict()["baseline"]["compared"]] == ["not worse", "worse"]
    assert found.fails(["worse"]) and found.fails(["suspected"]) is False
    turned = ot.diagnose_table(table, "v", ["bad", "old"], baseline="old", less_is_better=True, margin=3)
    assert turned.verdict.startswith("bad is not worse than old by more than 3.0 points: -10.0 points [")
    with pytest.raises(OverthinkError, match="baseline 'older'"):
        ot.diagnose_table(table, "v", ["old", "new"], baseline="older")
    with pytest.raises(OverthinkError, match="give baseline="):
        ot.diagnose_table(table, "v", ["old", "new"]).fails(["worse"])
    with pytest.raises(OverthinkError, match=r"none\.csv cannot be read"):
        ot.diagnose_table(table, baseline="none.csv")


def test_json_has_the_same_fields_for_every_table() -> None:
    """Also for one whose effort was observed; a list is a list in both."""
    generator = np.random.default_rng(4)
    lengths = [{"task": q, "length": float(generator.random()), "score": q % 2} for q in range(40) for _ in range(2)]
    observed, whole = (
        ot.diagnose_table(table, knob).as_dict() for table, knob in ((lengths, "length"), (rows(), "beam"))
    )
    assert observed["shape"] == "observed" and observed["observed"]["answers"] == 80 and whole["observed"] is None
    assert {*observed} == {*whole}
    assert all(observed[name] is None or type(observed[name]) is type(whole[name]) for name in {*whole} - {"observed"})


def test_a_row_without_the_knob_is_named_and_left_out() -> None:
    rows = [{"task": q, "budget": v, "score": q % v} for q in range(30) for v in (1, 2)]
    found = ot.diagnose_table([*rows, {"task": 99, "score": 1}], "budget")
    assert found.table.knob.values == (1, 2) and any("has no budget" in note for note in found.notes)


LINES = ["task,beam,score,name"] + [
    f"{q},{beam},{(q * 7) % 100 < 100 * share:d},n{q}" for q in range(100) for beam, share in ((1, 0.3), (4, 0.7))
]
AT = 31  # question 15 at 1


def put(line: str, later: str = LINES[51]) -> str:
    """The table with one line changed, and one twenty lines later."""
    return "\n".join([*LINES[:AT], line, *LINES[AT + 1 : 51], later, *LINES[52:], ""])


# What is written, and the sentence; or a note, or nothing, beside the verdict on the other rows, or on all.
BROKEN: dict[str, tuple[str, str, str]] = {
    "a quote that nothing closes": (put('15,1,1,"n'), "", "A quote in line 32 of .* is never closed"),
    "a quote that one in a word closes": (put('15,1,1,"n', '25,1,1,"n'), "", "line 32 .* closed 20 lines later"),
    "a quote around rows": (put('15,1,1,"n', '25,1,1,n"'), "", "line 32 .* closed 20 lines later, with whole"),
    "too many cells": (put("15,1,3,4,5"), "others", "line 32 of a.csv has 5 cells for 4 columns"),
    "too few cells": (put("15,1"), "others", "row 31 has no score"),
    "a huge number": (put(f"15,1,{'9' * 5000},n"), "others", "row 31 has the score '999.*, which is too large"),
    "a quote inside a cell": (put('15,1,1,"n"15'), "all", ""),
    "a cell of several lines": (put('15,1,1,"n\n1,\n2\n3\n"'), "all", ""),
    "an empty cell more": (put("15,1,1,n,"), "all", ""),
    "decimal commas": ("\n".join(LINES).replace(",", ";").replace(";1;n", ";0,9;n"), "", "100 of 200 .*decimal comma"),
    "many columns": (f"task,beam,score,{','.join(map(str, range(20_000)))}\n", "", "10,000 columns, not 20,003"),
    "a long first line": (f"task,beam,score,{'c' * (1 << 21)}\n", "", "first line is too long"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_broken_lines_of_a_table_change_no_number_without_a_word(what: str, tmp_path: Path) -> None:
    text, kept, says = BROKEN[what]
    (tmp_path / "a.csv").write_text(text)
    if not kept:
        with pytest.raises(OverthinkError, match=says):
            ot.diagnose_table(tmp_path / "a.csv", "beam")
        return
    found = ot.diagnose_table(tmp_path / "a.csv", "beam")
    (tmp_path / "b.csv").write_text(put("") if kept == "others" else put(LINES[AT]))
    assert found.scores == ot.diagnose_table(tmp_path / "b.csv", "beam").scores
    assert not says or any(re.search(says, note) for note in found.notes)


def test_json_with_a_mark_another_encoding_or_a_huge_number(tmp_path: Path) -> None:
    table = rows(30)
    path = tmp_path / "a.json"
    whole = ot.diagnose_table(table, "beam")
    path.write_text(json.dumps(table), encoding="utf-8-sig")
    assert ot.diagnose_table(path, "beam").as_dict() == whole.as_dict()
    for name, text in (("a.json", json.dumps(table)), ("b.jsonl", "{}\n{}"), ("c.csv", "task,beam,score")):
        (tmp_path / name).write_text(text, encoding="utf-16")
        with pytest.raises(OverthinkError, match="perhaps UTF-16"):
            ot.diagnose_table(tmp_path / name, "beam")
    huge = {"task": "x", "beam": 1, "score": 10**5000}
    for given in ([*table, huge], path):
        path.write_text(json.dumps([*table, {**huge, "score": 9}])[:-2] + "9" * 5000 + "}]")
        assert "row 121 has the score 'inf', which is too large" in ot.diagnose_table(given, "beam").notes


def test_one_sided_chances() -> None:
    """By listing all tosses."""
    for worse, better in ((0, 0), (1, 1), (0, 3), (4, 2)):
        first, second = np.repeat([1, 0], [worse, better]), np.repeat([0, 1], [worse, better])
        heads = [sum(toss) for toss in itertools.product((0, 1), repeat=worse + better)]
        expected = np.mean([count >= max(worse, better) for count in heads])
        assert ot.mcnemar(first, second).one_sided == pytest.approx(expected) if worse + better else True
    same = ot.diagnose_table([{"task": q, "n": n, "score": q % 2} for q in range(30) for n in (1, 2)], "n")
    assert "exact p = 1," in same.changed


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.1])
def test_plain_lines_are_split_as_the_csv_module_reads_them(
    share: float, mark: str, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = ['"a"', f'"{mark}"', '"two\nlines"', " left", "right ", "", "é", 'in"side', "\x0b", f"x{mark}y", "\r"]
    generator = np.random.default_rng(5)
    path = tmp_path / "a.csv"
    cells = np.where(generator.random((80, 4)) < share, generator.choice(odd, (80, 4)), "12")
    lines = [mark.join("abcd"), *(mark.join(row) for row in cells.tolist())]
    lines += [mark.join(row) for row in ("12345", "123") if share]  # together as many cells as two rows have
    path.write_text(end.join(lines), "utf-8", newline="")
    monkeypatch.setattr(files, "PLAIN", 40)

    def read() -> list[Any]:
        reading = Reading()
        blocks = list(files._separated(path, reading))
        return [[row for block in blocks for row in zip(*block.values())], reading.bad]

    plain = read()
    monkeypatch.setattr(files, "_plain_cells", lambda *given: [])
    assert plain == read() and len(plain[0]) + len(plain[1]) > 70


ODD_LINES = ["1", ' {"a": [1, 2]} ', '{"a": 1}\n', "", " \n", '{"a": null}', "\ufeff{}", "nope", '{"a": 1} x', "\xa01"]


@pytest.mark.parametrize("line", ODD_LINES)
def test_a_line_is_read_as_json_reads_it(line: str) -> None:
    """Alone, and among lines that are read together."""
    expected: Any = None
    if line.strip():
        try:
            expected = json.loads(line.removeprefix("\ufeff"))
        except ValueError:
            expected = NOT_JSON
    assert parse_lines([b'{"b": 2}', line.encode(), b'{"c": 3}']) == [{"b": 2}, expected, {"c": 3}]
    assert parse_lines([b"9" * 5000, b"\xff"]) == [float("inf"), NOT_JSON]


def test_two_lines_are_not_read_as_one() -> None:
    assert parse_lines([b'{"a": [{}', b"{}]}"]) == [NOT_JSON, NOT_JSON]
    assert parse_lines([b'{"a": 1}, {"a": 2}', b'{"b": 1}']) == [NOT_JSON, {"b": 1}]


def test_plain_numbers_are_those_of_single_cells() -> None:
    for cells in ["1", " 2.5 ", "1_0", "1e3"], [1, True, 2.5]:
        found = plain_numbers(cells)
        assert found is not None
        assert found.tolist() == [number(cell) for cell in cells] == [read_score(cell) for cell in cells]
    for odd in ("50%", "", "nan", None, "1e101", "inf", "C", [1], np.float32(0.1)):
        assert plain_numbers([1.0, odd]) is None
