"""Tables of known truth, as evaluation engineers have them: what is called a fall, what is suspected, and what is only
called ruled out if it could have been seen."""

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import overthink as ot
from overthink.answers.columns import order_of, same_text
from overthink.cli import main
from overthink.core.errors import OverthinkError
from overthink.measure.ordered import judge_cells, judge_order
from overthink.measure.votes import most_frequent

Rows = list[dict[str, Any]]


def table(shares: dict[Any, float], n: int = 300, seed: int = 1, **more: Any) -> Rows:
    """Answers to n questions, right with these probabilities; `more` are functions of question, value and score."""
    draw = np.random.default_rng(seed)
    ease = np.random.default_rng(seed + 1).normal(0, 0.2, n)
    rows = []
    for q, (value, share) in itertools.product(range(n), shares.items()):
        score = int(draw.random() < share + ease[q])
        rows.append({"task": q, "effort": value, "score": score, **{k: f(q, value, score) for k, f in more.items()}})
    return rows


def found(rows: Any, name: str, **options: Any) -> Any:
    """The finding of one check."""
    return next(f for f in ot.diagnose_table(rows, "effort", **options).imitators if f.name == name)


FLAT = {"low": 0.6, "medium": 0.6, "high": 0.6}
RISE = {"low": 0.35, "high": 0.65}


def test_the_most_frequent_answer_by_listing_all_choices() -> None:
    draw = np.random.default_rng(0)
    for _ in range(30):
        given = draw.integers(1, 4, draw.integers(0, 4)).tolist()
        worth = draw.random(len(given)).tolist()
        silent = int(draw.integers(not given, 3))
        answers = [kind for kind, n in enumerate(given) for _ in range(n)] + [None] * silent
        for n, mean in enumerate(most_frequent(given, worth, range(1, len(answers) + 1), silent, 0.3), 1):
            every = []
            for choice in itertools.combinations(answers, n):
                counts = Counter(kind for kind in choice if kind is not None)
                top = [worth[kind] for kind in counts if counts[kind] == max(counts.values())]
                every.append(np.mean(top) if top else 0.3)
            assert mean == pytest.approx(np.mean(every))


def test_no_mean_of_votes_exceeds_the_scores() -> None:
    """Rounding must not: scores above 1 would no longer be told in points."""
    for given in itertools.product(range(1, 8), repeat=3):
        assert most_frequent(given, [1.0] * 3, range(1, sum(given) + 1)).max() <= 1.0


@pytest.mark.exhaustive
def test_votes_take_the_most_frequent_answer_where_answers_are_known() -> None:
    """Right in 40%, and the wrong answers differ: more votes help, though fewer than half of the answers are right."""
    draw = np.random.default_rng(5)
    rows = [
        {"task": q, "answer": a, "score": int(a == "A")}
        for q in range(60) for a in draw.choice(list("ABCDE"), 11, p=[0.4, 0.15, 0.15, 0.15, 0.15])
    ]  # fmt: skip
    known = ot.diagnose_table(rows, "votes")
    assert known.shape == "rises" and not known.table.answers.assumed and "forecast" in " ".join(known.notes)
    hidden = ot.diagnose_table([{k: v for k, v in row.items() if k != "answer"} for row in rows], "votes")
    assert hidden.shape == "falls" and "assumed: a vote counts as right if more than half" in hidden.verdict
    assert ot.diagnose_table(rows, "votes", values=[1, 4, 9]).table.knob.values == (1, 4, 9)
    wrong = [
        [n for a, n in Counter(r["answer"] for r in rows if r["task"] == q).items() if a != "A"] for q in range(60)
    ]
    right = [sum(row["score"] for row in rows if row["task"] == q) for q in range(60)]
    assert ot.forecast_votes(right, 11, wrong=wrong).best > 20 > ot.forecast_votes(right, 11).best


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("16K 1k 8k 32k 2k", "1000 2000 8000 16000 32000"), ("4k none", "none 4000"), ("2^10 2^4", "16 1024"),
        ("1e4 200", "200 10000"), ("-1 0 1024", ""), ("high minimal xhigh low medium", "minimal low medium high xhigh"),
        ("2025-03-01 2024-11-05", "2024-11-05 2025-03-01"), ("true false", "false true"),
        ("n=8 n=16 n=1", "n=1 n=8 n=16"),
        ("1h 10s 1m", "10s 1m 1h"), ("70b 7b", "7b 70b"), ("a b", ""), ("auto low", ""), ("unlimited 5", "5 unlimited"),
        ("16,384 2,048", "2048 16384"), ("4k-tokens 16k-tokens", "4k-tokens 16k-tokens"), ("1000 1k 2k", "1000 2000"),
    ],
)  # fmt: skip
def test_settings_in_their_order_or_not_guessed(words: str, order: str) -> None:
    given = list(dict.fromkeys(map(same_text, words.split())))
    assert (order_of(given) or []) == order.split()
    if not order:
        rows = [{"task": q, "effort": w, "score": (q + len(w)) % 2} for q in range(9) for w in words.split()]
        with pytest.raises(OverthinkError, match=r"from less to more, .*: --knob effort=|out: --knob effort="):
            ot.diagnose_table(rows, "effort")
        knob = ot.diagnose_table(rows, "effort", values=words.split()).table.knob
        assert [knob.plain(value) for value in knob.values] == words.split()


def test_missing_answers_that_make_a_rise_are_not_ruled_out() -> None:
    """36% and 3% are missing, and the others hardly rise."""
    rows = table({"low": 0.42, "medium": 0.70, "high": 0.72}, 400, answered=lambda q, v, s: 1.0)
    missing = {"low": 0.36, "medium": 0.05, "high": 0.03}
    rows = [
        {**row, "answered": 1.0 - (not row["score"] and row["task"] % 100 < 150 * missing[row["effort"]])}
        for row in rows
    ]
    assert found(rows, "missing or unreadable answers").outcome == "suspected"
    calm = [{**row, "answered": 0.999} for row in rows]  # a probability that is never exactly 1
    assert found(calm, "missing or unreadable answers").outcome == "ruled out"


def test_a_column_that_never_changes_in_a_question_is_the_reference() -> None:
    rows = table(RISE, answer=lambda q, v, s: "ABCD"[q % 4])
    assert found(rows, "an unsteady judge").outcome == "not examined"
    assert any("taken as the right answer" in note for note in ot.diagnose_table(rows, "effort").notes)
    own = table(RISE, answer=lambda q, v, s: "ABCD"[q % 4] if s else "ABCD"[(q + 1 + (v == "low")) % 4])
    assert found(own, "an unsteady judge").outcome == "ruled out"


@pytest.mark.parametrize("score", [0, 1])
def test_scores_that_are_all_the_same_stop(score: int) -> None:
    rows = [{**row, "score": score if q else 1 - score} for q, row in enumerate(table(RISE))]
    with pytest.raises(OverthinkError, match="check the scorer"):
        ot.diagnose_table(rows, "effort")
    assert ot.diagnose_table(rows, "effort", allow=["scorer"]).shape


def test_high_effort_only_where_low_failed() -> None:
    rows = table(dict.fromkeys(("low", "high"), 0.5))
    right = {row["task"] for row in rows if row["effort"] == "low" and row["score"]}
    kept = [row for row in rows if row["effort"] == "low" or row["task"] not in right or row["task"] % 20 == 0]
    diagnosis = ot.diagnose_table(kept, "effort")
    assert diagnosis.shape == "rises" and "questions that were left out may explain it" in diagnosis.verdict
    assert found(rows, "questions that were left out").outcome == "ruled out"


def test_an_effort_that_was_read_off_the_answers() -> None:
    draw = np.random.default_rng(2)
    lengths = np.sort(draw.lognormal(7, 0.5, (300, 3)) * draw.lognormal(0, 1, (300, 1)), axis=1).astype(int)
    order = {"low": 0, "medium": 1, "high": 2}
    sorted_rows = table(FLAT, tokens=lambda q, v, s: lengths[q, order[v]])
    assert found(sorted_rows, "an observed effort").outcome == "suspected"
    set_rows = table(FLAT, tokens=lambda q, v, s: int(lengths[q, 0] * 3 ** order[v] * draw.lognormal(0, 0.3)))
    assert found(set_rows, "an observed effort").outcome == "not examined"
    bins = table(FLAT, tokens=lambda q, v, s: 1000 * order[v] + int(draw.integers(0, 999)))
    assert found(bins, "an observed effort").outcome == "suspected"


@pytest.mark.parametrize("name", ["temperature", "date", "prompt_style"])
def test_a_column_that_changes_with_the_knob_is_named(name: str) -> None:
    rows = table(RISE, **{name: lambda q, v, s: {"low": "a", "high": "b"}[v], "category": lambda q, v, s: q % 4})
    told = found(rows, "runs that differ")
    assert told.outcome == "suspected" and told.why == f"{name} differs ('a': 100% at low, 0% at high)"
    assert name in found(rows, "runs that differ").why and "category" not in told.why
    assert found(table(RISE, effort_level=lambda q, v, s: v), "runs that differ").outcome == "not examined"


def test_chance_between_answers_is_a_hint_and_ends_no_verdict() -> None:
    rows = table(FLAT, 400) + table(FLAT, 400, seed=1)
    diagnosis = ot.diagnose_table([{**row, "id": n} for n, row in enumerate(rows)], "effort")
    assert "check that first" not in diagnosis.verdict and diagnosis.imitators[-1].name == "chance between answers"


def test_cut_off_answers_that_nobody_labelled() -> None:
    draw = np.random.default_rng(1)
    natural = table({"low": 0.6, "high": 0.58}, tokens=lambda q, v, s: int(draw.lognormal(8, 0.6)))
    assert found(natural, "cut-off answers").outcome == "not examined"
    cut = [{**row, "tokens": min(row["tokens"], 5000)} for row in natural]
    told = found(cut, "cut-off answers")
    assert told.outcome == "suspected" and "have exactly 5,000 tokens, which looks like a limit" in told.why


def test_a_table_that_stands_twice_counts_once_and_equal_answers_do_not() -> None:
    rows = table(RISE, seconds=lambda q, v, s: q + 0.1)
    twice = ot.diagnose_table(rows + rows, "effort")
    assert twice.scores == ot.diagnose_table(rows, "effort").scores and twice.table.repeats() == 1
    assert any("600 rows stand in the table twice" in note for note in twice.notes)
    again = ot.diagnose_table(table(RISE, 100) + table(RISE, 100, seed=1)[::-1], "effort")
    assert again.table.repeats() == 2


def test_cells_and_false_alarms_over_all_of_them() -> None:
    """One category falls inside a total that does not, and several models are refused, or judged one by one."""
    flat = table(FLAT, 400, category=lambda q, v, s: f"c{q % 8}", model=lambda q, v, s: "m")
    falls = [{**r, "score": 0 if r["category"] == "c3" and r["effort"] == "high" else r["score"]} for r in flat]
    diagnosis = ot.diagnose_table(falls, "effort", by=["category"])
    assert [cell.name for cell in diagnosis.cells if cell.ordered and cell.ordered.fall] == ["c3"]
    assert "c3" in diagnosis.verdict or diagnosis.ordered.fall
    assert "c3 (50 questions): falls" in str(diagnosis).replace("\n    ", " ")
    three = [{**row, "model": m} for m in ("x", "y", "z") for row in flat]
    with pytest.raises(OverthinkError, match=r"differ in model: x, y and z\. .* --by model"):
        ot.diagnose_table(three, "effort")
    cells = ot.diagnose_table(three, "effort", by=["model", "category"])
    assert len(cells.cells) == 24 and cells.ordered.units == 400  # the same questions, three times: clusters


@pytest.mark.exhaustive
def test_clusters_and_cells_hold_their_level() -> None:
    draw = np.random.default_rng(9)
    alarms = Counter[str]()
    for _ in range(60):
        cluster = np.repeat(np.arange(30), 10)
        easy = draw.normal(0, 1, (300, 1)) + draw.normal(0, 0.8, (30, 4))[cluster]
        right = (draw.random((300, 4)) < 1 / (1 + np.exp(-easy))).astype(float)
        scores = dict(enumerate(right.T))
        alarms["alone"] += judge_order(scores).fall is not None
        alarms["clusters"] += judge_order(scores, clusters=cluster).fall is not None
        own = draw.random((300, 4)) < 0.6
        cells = [dict(enumerate(1.0 * own[k::6].T)) for k in range(6)]
        alarms["cells"] += any(cell.fall for cell in judge_cells(cells))
    assert alarms["alone"] >= 10 and alarms["clusters"] <= 7 and alarms["cells"] <= 7
    one = judge_cells([scores])[0]
    assert one == judge_order(scores) and one == judge_order(scores, clusters=np.arange(300))
    rows = table(FLAT, 300, passage=lambda q, v, s: q // 10)
    assert ot.diagnose_table(rows, "effort").ordered.units == 30
    with pytest.raises(OverthinkError, match="All questions are in one cluster"):
        ot.diagnose_table([{**row, "passage": 1} for row in rows], "effort", columns={"cluster": "passage"})


def test_a_gate_names_in_json_markdown_and_pictures(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, table({"low": 0.7, "high": 0.4}))))

    def run(*words: str) -> Any:
        return CliRunner().invoke(main, ["doctor", str(tmp_path / "a.jsonl"), *words])

    asked = ("--knob", "effort")
    assert run(*asked, "--fail-on", "falls").exit_code == 3 and run(*asked, "--fail-on", "undecided").exit_code == 0
    assert run(*asked, "--fail-on", "moon").exit_code == 2
    told = json.loads(run(*asked, "--json").stdout)
    assert (
        told["fall"]["from"] == "low"
        and told["fall"]["to"] == "high"
        and told["best"] == "low"
        and told["rise"] is None
    )
    assert told["knob"]["values"] == ["low", "high"] and told["scores"][0]["value"] == "low" and told["cells"] == []
    text = run(*asked, "--markdown", "--less-is-better").stdout
    assert text.startswith("**The score improves with effort: -") and "| low | " in text and "--less-is-better" in text
    for name, start in (("a.svg", b"<?xml"), ("a.png", b"\x89PNG"), ("a.html", b"<!doctype html>")):
        assert run(*asked, "--out", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_bytes()[: len(start)].lower() == start.lower()
    said = run()
    assert (
        said.exit_code == 2
        and "It could be effort (low, high); or votes" in said.stderr
        and said.stderr.count("\n") == 1
    )
    wide = tmp_path / "wide.csv"
    wide.write_text("question_id,low,high\n" + "".join(f"{q},{q % 2},{q % 3}\n" for q in range(60)))
    asked = CliRunner().invoke(main, ["doctor", str(wide)])
    assert "It could be effort=low,high, a column of scores for each; or votes" in asked.stderr
    assert CliRunner().invoke(main, ["doctor", str(wide), "--knob", "effort=low,high"]).exit_code == 0


def test_the_advice_names_every_setting_that_may_be_best() -> None:
    right = {1: 30, 2: 60, 4: 59}
    rows = [{"task": q, "n": n, "score": int(q < most)} for n, most in right.items() for q in range(100)]
    found = ot.diagnose_table(rows, "n")
    assert found.shape == "rises"
    assert found.advice == "stay with n 2 (4 may be as good): it scored best"


def inspect_log(path: Path, status: str, task: str, effort: str, right: int, n: int = 40) -> None:
    made = {"task": task, "model": "m", "config": {"effort": effort}, "dataset": {"name": task}}
    samples = [{"id": q, "input": f"{task}{q}", "uuid": f"{path.stem}{q}", "metadata": {"passage_id": q // 2},
                "scores": {"s": {"value": int(q < right)}}} for q in range(n)]  # fmt: skip
    path.write_text(json.dumps({"version": 2, "status": status, "eval": made, "plan": {}, "samples": samples}))


def test_crashed_logs_tasks_that_disagree_and_clusters_in_metadata(tmp_path: Path) -> None:
    for task, (low, high) in {"sums": (10, 30), "words": (30, 5)}.items():
        inspect_log(tmp_path / f"{task}-low.json", "success", task, "low", low)
        inspect_log(tmp_path / f"{task}-high.json", "success", task, "high", high)
    inspect_log(tmp_path / "crashed.json", "error", "sums", "high", 0, 12)
    diagnosis = ot.diagnose_table(tmp_path, "effort")
    assert any("crashed.json did not end (error), and another log has this run whole" in n for n in diagnosis.notes)
    assert {cell.name: cell.ordered.shape for cell in diagnosis.cells if cell.ordered} == {
        "sums": "rises",
        "words": "falls",
    }
    assert "sums" in diagnosis.verdict and diagnosis.ordered.units < 80 and diagnosis.table.repeats() == 1
    (tmp_path / "sums-high.json").unlink()
    alone = ot.diagnose_table(tmp_path, "effort", only={"dataset": "sums"})
    assert "crashed.json did not end (error)" in alone.notes and len(alone.table.tasks) == 12
