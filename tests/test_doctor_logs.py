"""Logs of evaluations: real runs of Inspect with its mock model, files as lm-evaluation-harness writes them, and large
files, which are read piece by piece."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import overthink as ot
from overthink.answers import logs, stream
from overthink.core.errors import OverthinkError

QUESTIONS = 30
EFFORTS = ("low", "medium", "high")
Answer = dict[str, Any]  # of a mock model: text, stop, error


def right(q: int, counts: dict[str, int], effort: str) -> Answer:
    return {"text": "4" if q < counts[effort] else "5"}


def at_high(answer: Answer, q: int, effort: str) -> Answer:
    """Right, but for a third of the questions at the highest effort, which have this answer."""
    return {"text": "5", **answer} if effort == "high" and q % 3 == 0 else {"text": "4"}


SHAPES = {
    "helps": ({"low": 10, "medium": 20, "high": 28}, "rises"),
    "hurts": ({"low": 28, "medium": 20, "high": 10}, "falls"),
    "peaks": ({"low": 10, "medium": 28, "high": 18}, "rises, then falls"),
}
PLANTED = {
    "cut": ({"stop": "max_tokens"}, "cut-off answers"),
    "blank": ({"text": ""}, "missing or unreadable answers"),
    "refused": ({"stop": "content_filter"}, "failed answers"),
    "nothing": ({}, ""),
}


def run(folder: Path, answer: Callable[[int, str], Answer], **options: Any) -> Path:
    """Runs of one task at three efforts, by Inspect, with answers that depend on the question and the effort."""
    inspect_ai = pytest.importorskip("inspect_ai", reason="Inspect is not installed: pip install inspect_ai")
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import match
    from inspect_ai.solver import generate, system_message

    os.environ["INSPECT_LOG_LEVEL"] = "error"
    different = options.pop("different", {})  # by effort: other options of the run
    seen = options.pop("seen", lambda q: False)
    data = MemoryDataset(
        [Sample(id=f"q{q}", input=f"{q}?", target="4", metadata={"seen": seen(q)}) for q in range(QUESTIONS)],
        name="sums",
    )
    for effort in options.pop("efforts", EFFORTS):

        def reply(messages: Any, tools: Any, choice: Any, config: Any, effort: str = effort) -> ModelOutput:
            told = answer(int(messages[-1].text.rstrip("?")), effort)
            if "error" in told:
                raise RuntimeError(told["error"])
            output = ModelOutput.from_content("mockllm/model", told["text"], stop_reason=told.get("stop", "stop"))
            tokens = told.get("tokens", 100 * (1 + EFFORTS.index(effort)))
            output.usage = ModelUsage(input_tokens=10, output_tokens=tokens, total_tokens=10 + tokens)
            return output

        given = {**options, **different.get(effort, {})}
        steps = [system_message(given.pop("system")), generate()] if "system" in given else [generate()]
        task = inspect_ai.Task(dataset=data, solver=steps, scorer=given.pop("scorer", match()), name="sums")
        model = get_model(given.pop("model", "mockllm/model"), custom_outputs=reply)
        inspect_ai.eval(
            task,
            model=model,
            reasoning_effort=effort,
            log_dir=str(folder),
            display="none",
            fail_on_error=False,
            **given,
        )
    return folder


@pytest.mark.exhaustive(but=["eval-peaks"])
@pytest.mark.parametrize(("form", "name"), [*(("eval", name) for name in SHAPES), ("json", "peaks")])
def test_real_runs_of_inspect(form: str, name: str, tmp_path: Path) -> None:
    counts, shape = SHAPES[name]
    folder = run(tmp_path, lambda q, effort: right(q, counts, effort), log_format=form)
    found = ot.diagnose_table(folder, "reasoning_effort")
    assert found.shape == shape and found.table.knob.labels == EFFORTS and not found.suspected
    assert [found.scores[v].mean for v in range(3)] == [count / QUESTIONS for count in counts.values()]
    assert found.costs["tokens"] == {0: 100, 1: 200, 2: 300} and len(found.table.tasks) == QUESTIONS
    status = {imitator.name: imitator.outcome for imitator in found.imitators}
    assert status["runs that differ"] == "ruled out"
    assert status["cut-off answers"] == status["retries"] == "ruled out"
    command = [sys.executable, "-m", "overthink", "doctor", str(folder), "--knob", "reasoning_effort"]
    result = subprocess.run(command, capture_output=True, encoding="utf-8")  # without Inspect, which changes zipfile
    assert result.stdout.startswith(found.verdict) and result.stdout.count("\n") <= 16, result.stderr


@pytest.mark.exhaustive(but=["cut"])
@pytest.mark.parametrize("name", PLANTED)
def test_planted_imitators(name: str, tmp_path: Path) -> None:
    answer, imitator = PLANTED[name]
    folder = run(tmp_path, lambda q, effort: at_high(answer, q, effort), efforts=("low", "high"))
    found = ot.diagnose_table(folder, "reasoning_effort")
    assert [one.name for one in found.suspected] == [imitator][: len(imitator)] and found.shape == "falls"
    assert found.kind == ("suspect" if imitator else "worse")
    assert not imitator or "0% at low, 33% at high" in found.suspected[0].why


def test_errors_without_a_score(tmp_path: Path) -> None:
    """Hard questions fail at the highest effort. Without them nothing changes; if they were wrong, it would fall."""
    found = ot.diagnose_table(
        run(tmp_path, lambda q, effort: at_high({"error": "no"}, q, effort), efforts=("low", "high")),
        "reasoning_effort",
    )
    assert len(found.table.tasks) == 20 and "10 of 30 tasks were left out" in " ".join(found.notes)
    assert [one.name for one in found.suspected] == ["failed answers"]
    assert "counted as wrong, another verdict appears: falls" in found.suspected[0].why


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("different", "what"),
    [({"model": "mockllm/other"}, "model"), ({"system": "Think long."}, "prompt"), ({"scorer": None}, "scorer")],
)
def test_runs_that_differ_are_refused_unless_allowed(different: Answer, what: str, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="Inspect is not installed")
    from inspect_ai.scorer import includes

    options = {name: includes() if name == "scorer" else value for name, value in different.items()}
    folder = run(
        tmp_path,
        lambda q, effort: right(q, SHAPES["hurts"][0], effort),
        different={"high": options},
        efforts=("low", "high"),
    )
    with pytest.raises(OverthinkError, match=f"The runs differ in {what}: .* --allow {what}"):
        ot.diagnose_table(folder, "reasoning_effort")
    assert "runs that differ" in ot.diagnose_table(folder, "reasoning_effort", allow=[what]).verdict


@pytest.mark.exhaustive
def test_other_settings_a_judge_that_is_not_steady_and_what_was_seen(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="Inspect is not installed")
    from inspect_ai.scorer import Score, Target, accuracy, scorer
    from inspect_ai.solver import TaskState

    calls = iter(range(10_000))

    @scorer(metrics=[accuracy()])
    def moody() -> Any:
        async def score(state: TaskState, target: Target) -> Score:
            return Score(value="C" if next(calls) % 7 else "I", answer=state.output.completion)

        return score

    folder = run(
        tmp_path, lambda q, effort: {"text": "4"}, scorer=moody(), epochs=2, efforts=("low", "high"),
        different={"high": {"temperature": 1.0}, "low": {"temperature": 0.0}},
    )  # fmt: skip
    found = {one.name: one for one in ot.diagnose_table(folder, "reasoning_effort").imitators}
    assert found["an unsteady judge"].outcome == "suspected"
    assert "temperature differs (0.0 and 1.0)" in found["runs that differ"].why
    counts = {"low": 30, "high": 15}  # only questions that were seen get worse
    folder = run(
        tmp_path / "seen", lambda q, effort: right(q, counts, effort), seen=lambda q: q >= 15, efforts=("low", "high")
    )
    found = {one.name: one for one in ot.diagnose_table(folder, "reasoning_effort").imitators}
    assert found["contamination"].outcome == "suspected"


@pytest.mark.exhaustive
def test_votes_and_length_that_was_observed(tmp_path: Path) -> None:
    """Half of the questions are answered right 3 times of 5, the others 2 times: a vote is as good as one answer."""
    asked: dict[int, int] = {}

    def answer(q: int, effort: str) -> Answer:
        asked[q] = asked.get(q, -1) + 1
        good = asked[q] % 5 < (3 if q % 2 else 2)
        return {"text": "4" if good else "5", "tokens": 100 + 7 * q + (0 if good else 50)}

    folder = run(tmp_path, answer, epochs=5, efforts=("low",))
    votes = ot.diagnose_table(folder, "votes")
    assert votes.table.knob.values == (1, 3, 5) and [round(s.mean, 3) for s in votes.scores.values()] == [0.5, 0.5, 0.5]
    assert any("a forecast for more votes" in note for note in votes.notes)
    own = [{"task": q, "votes": v, "score": q % v} for q in range(30) for v in (1, 2)]  # a column of this name is taken
    assert ot.diagnose_table(own, "votes").table.knob.values == (1, 2)
    length = ot.diagnose_table(folder, "tokens")
    assert (
        "observed, not set" in length.verdict and length.within and length.within.high < 0.0 and length.p_value < 0.05
    )
    assert "overthinking" in length.verdict and "not overthinking" in length.verdict
    with pytest.raises(OverthinkError, match="set, not observed"):
        length.fails(["falls"])


def test_an_effort_is_set_only_if_every_run_sets_it(tmp_path: Path) -> None:
    """One file a value says that it was set, unless a file has it in its rows, or the lengths look like bins."""

    def observed(*files: tuple[str, str, int, int]) -> str:
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        for name, column, value, shift in files:
            rows = [f"q{q},{(q + value) % 3 % 2},{column and f'{value},'}{100 + shift + q % 40}" for q in range(60)]
            (folder / name).write_text("\n".join([f"task,score,{column and 'effort,'}tokens", *rows]))
        found = ot.diagnose_table(folder, "effort")
        return next(each.outcome for each in found.imitators if each.name == "an observed effort")

    assert observed(("effort_1.csv", "", 1, 0), ("effort_2.csv", "", 2, 20)) == "ruled out"
    assert observed(("effort_1.csv", "", 1, 0), ("more.csv", "effort", 2, 20)) == "not examined"
    assert observed(("effort_1.csv", "", 1, 0), ("effort_2.csv", "", 2, 40)) == "suspected"


def test_votes_over_answers_that_a_judge_scored_differently() -> None:
    """One answer to a question has two scores: an answer is worth their mean, in votes and in the forecast."""
    given = [("a", 1.0), ("a", 0.0), ("a", 0.0), ("b", 1.0), ("b", 1.0)]
    rows = [{"task": q, "answer": text, "score": score} for q in range(40) for text, score in given]
    found = ot.diagnose_table(rows, "votes", allow=["scorer"])
    assert [round(float(s.mean()), 3) for s in found.table.scores.values()] == [0.6, 0.533, 0.333]


def harness(folder: Path, tokens: int, right_below: int, questions: int = 60, **results: Any) -> None:
    """A samples file and a results file, with the fields that lm-evaluation-harness writes."""
    folder.mkdir(parents=True, exist_ok=True)
    date = f"2026-01-0{len(list(folder.glob('results_*'))) + 1}T00-00-00.000000"
    settings = {"model": "hf", "model_args": "pretrained=small", "gen_kwargs": None}
    (folder / f"results_{date}.json").write_text(json.dumps({"config": settings, "model_name": "small", **results}))
    with (folder / f"samples_gsm8k_cot_{date}.jsonl").open("w") as file:
        for q in range(questions):
            for name in ("strict-match", "flexible-extract"):
                given = {"until": ["Q:"], "max_gen_toks": tokens, "temperature": 0.0}
                score = float(q < right_below and name == "strict-match")
                row = {
                    "doc_id": q, "doc": {"question": f"{q}?"}, "target": "4", "resps": [["so 4"]],
                    "arguments": {"gen_args_0": {"arg_0": f"{q}?", "arg_1": given}},
                    "filtered_resps": ["4" if score else "[invalid]"], "filter": name, "metrics": ["exact_match"],
                    "doc_hash": f"d{q}", "prompt_hash": f"p{q}", "target_hash": "t", "exact_match": score,
                }  # fmt: skip
                file.write(json.dumps(row) + "\n")


def test_files_of_lm_evaluation_harness(tmp_path: Path) -> None:
    for tokens, count in ((256, 20), (512, 55), (1024, 35)):
        harness(tmp_path / "small", tokens, count)
    with pytest.raises(
        OverthinkError, match=r"differ in filter: flexible-extract and strict-match\. Choose .* --only filter="
    ):
        ot.diagnose_table(tmp_path, "max_gen_toks")
    strict = {"only": {"filter": "strict-match"}}
    found = ot.diagnose_table(tmp_path, "max_gen_toks", **strict)
    assert found.shape == "rises, then falls" and found.table.knob.values == (256, 512, 1024)
    assert found.ordered.best == 512 and [one.name for one in found.suspected] == ["missing or unreadable answers"]
    harness(tmp_path / "other", 2048, 10, model_name="large")
    with pytest.raises(OverthinkError, match="differ in model: large and small"):
        ot.diagnose_table(tmp_path, "max_gen_toks", **strict)
    with pytest.raises(OverthinkError, match=r"has no setting 'effort'; it has .*max_gen_toks"):
        ot.diagnose_table(tmp_path, "effort", **strict)


def test_several_tasks_in_one_folder(tmp_path: Path) -> None:
    """Each has its own scorer and arguments; questions with the same number in two tasks are two questions."""
    for name, scorer in (("sums", "match"), ("words", "includes")):
        for effort, count in (("low", 10), ("high", 25)):
            made = {"task": name, "model": "m", "scorers": [{"name": scorer}], "task_args": {"shots": len(name)},
                    "dataset": {"name": name}, "config": {"effort": effort}}  # fmt: skip
            asked = [{"id": f"{effort}{count}", "role": "user", "content": "?"}]  # a new id in each run
            samples = [{"id": q, "input": asked, "scores": {scorer: {"value": "CI"[q >= count]}}} for q in range(40)]
            log = {"version": 2, "status": "success", "eval": made, "plan": {}, "samples": samples}
            (tmp_path / f"{name}-{effort}.json").write_text(json.dumps(log))
    found = ot.diagnose_table(tmp_path, "effort")
    assert found.shape == "rises" and len(found.table.tasks) == 80 and "sums/0" in found.table.tasks
    assert not found.suspected


def test_a_value_in_the_path(tmp_path: Path) -> None:
    for effort, count in (("low", 10), ("high", 25)):
        rows = [{"question_id": q, "correct": "C" if q < count else "I"} for q in range(40)]
        (tmp_path / f"effort={effort}").mkdir()
        (tmp_path / f"effort={effort}" / "run.json").write_text(json.dumps(rows))
    found = ot.diagnose_table(tmp_path, "effort")
    assert found.verdict == "the score rises with effort: +37.5 points [+23.1, +52.9] from low to high"
    assert found.notes[0].startswith("columns by their names: task = question_id, score = correct;")


def big_log(path: Path, samples: int, size: int) -> None:
    """A log of Inspect in JSON, with events of this many bytes in each sample."""
    header = {
        "version": 2,
        "status": "success",
        "eval": {"model": "m", "task": "t", "config": {}},
        "plan": {"config": {}},
    }
    events = json.dumps([{"event": "model", "text": 'a "quoted" {bracket}' * 40}] * (size // 900))
    with path.open("w") as file:
        file.write(json.dumps(header)[:-1].replace('"config": {}}', f'"config": {{"effort": "{path.stem}"}}}}', 1))
        file.write(', "samples": [')
        for q in range(samples):
            score = {"value": "C" if q % 3 or path.stem == "low" else "I", "answer": "4"}
            sample = {
                "id": q,
                "epoch": 1,
                "input": f"{q}",
                "target": "4",
                "output": {"choices": [{"stop_reason": "stop"}]},
            }
            file.write(f"{', ' if q else ''}{json.dumps({**sample, 'scores': {'match': score}})[:-1]}, ")
            file.write(f'"events": {events}, "model_usage": {{"m": {{"output_tokens": 9}}}}}}')
        file.write("]}")


MEASURE = """
import resource, sys
import overthink as ot
told = []
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = ot.diagnose_table(sys.argv[1], "effort", tell=lambda name, done, total: told.append(done / total))
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base
print(found.shape, len(found.table.tasks), used // 1024, len(told))
assert told == sorted(told) and told[-1] <= 1.0
"""


@pytest.mark.exhaustive(but=["16"])
@pytest.mark.parametrize("megabytes", [16, 260])
def test_a_large_log_is_streamed(megabytes: int, tmp_path: Path) -> None:
    for effort in ("low", "high"):
        big_log(tmp_path / f"{effort}.json", 32, megabytes * (1 << 20) // 64)
    size = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert size > megabytes << 19
    done = subprocess.run([sys.executable, "-c", MEASURE, str(tmp_path)], capture_output=True, text=True, check=True)
    *shape, tasks, memory, told = done.stdout.split()
    assert shape == ["falls"] and int(tasks) == 32 and int(told) > 10
    assert int(memory) < 200, done.stdout  # MB, mostly of NumPy


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
def test_the_scanner_is_json(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PIECE", piece)
    thing = {"a": [1, {"b": '"}]\\'}], "c": "é\\", "d": None, "e": {}, "f": -1.5e3, "g": [], "h": True}
    for text in (json.dumps(thing), json.dumps(thing, indent=1, ensure_ascii=False)):
        data = iter([text.encode()[k : k + piece] for k in range(0, len(text.encode()), piece)])
        assert stream.Scanner(lambda n, data=data: next(data, b"")).pick(("a", "c", "f", "h")) == {  # type: ignore[misc]
            name: thing[name] for name in ("a", "c", "f", "h")
        }
        for end in range(1, len(text) - 1):
            cut = iter([text.encode()[:end]])
            with pytest.raises(stream.Broken):
                stream.Scanner(lambda n, cut=cut: next(cut, b"")).pick(thing)  # type: ignore[misc]


def test_a_value_that_is_nested_too_deeply_is_broken() -> None:
    for text in ("[" * 100_000, "[" * 100_000 + "]" * 100_000):
        data = iter([f'{{"a": {text}, "b": 1}}'.encode()])
        with pytest.raises(stream.Broken):
            stream.Scanner(lambda n, data=data: next(data, b"")).pick("b")  # type: ignore[misc]


def test_logs_that_broke_off_and_logs_that_stand_twice(tmp_path: Path) -> None:
    for effort in ("low", "high"):
        big_log(tmp_path / f"{effort}.json", 32, 1000)
    whole = (tmp_path / "high.json").read_bytes()
    (tmp_path / "high.json").write_bytes(whole[: len(whole) * 3 // 4])
    found = ot.diagnose_table(tmp_path, "effort")
    assert any("high.json is not whole JSON" in note for note in found.notes) and 20 <= len(found.table.tasks) < 32
    with zipfile.ZipFile(tmp_path / "empty.eval", "w") as archive:
        archive.writestr("nothing", "")
    assert any("has no header" in note for note in ot.diagnose_table(tmp_path, "effort").notes)
    with pytest.raises(OverthinkError, match="has no log and no table"):
        (tmp_path / "none").mkdir()
        ot.diagnose_table(tmp_path / "none", "effort")


@pytest.mark.parametrize("name", ["log.eval", "log.json"])
@pytest.mark.parametrize("part", ['"x": 1,', '"x": "{}",', '"x": [{}],', "{}", '"eval": {{"x": "{}"}},'])
def test_a_header_too_large_to_be_one_is_refused(name: str, part: str, tmp_path: Path, monkeypatch: Any) -> None:
    """Whatever makes it large, in one sentence, without reading on."""
    monkeypatch.setattr(logs, "MOST_HEADER_BYTES", 3 << 20)
    piece = " " * (1 << 20)
    header = '{"status": "success", "eval": {"model": "m"}, ' + part.format(piece * 3) + '"plan": {}}'
    (tmp_path / "log.json").write_text(header)
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.write(tmp_path / "log.json", "header.json")
    if piece in header:
        with pytest.raises(OverthinkError, match="is not a whole log of Inspect"):
            logs.inspect_run(tmp_path / name)
    else:
        assert logs.inspect_run(tmp_path / name).same["model"] == "m"


def test_a_damaged_log_answers_without_text_and_a_knob_in_the_prompt(tmp_path: Path) -> None:
    """Logs as Inspect lays them out, in a zip file that any Python can read."""
    for budget, right_below in ((100, 10), (200, 30)):
        plan = {"steps": [{"solver": "think", "params": {"budget": budget}}], "config": {}}
        with zipfile.ZipFile(tmp_path / f"{budget}.eval", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("header.json", json.dumps({"status": "error", "eval": {"model": "m"}, "plan": plan}))
            for q in range(40):
                sample = {"id": q, "epoch": 1, "scores": {"s": {"value": int(q < right_below)}}, "events": [1]}
                text = json.dumps({**sample, "total_time": 2.0})
                archive.writestr(f"samples/{q}_epoch_1.json", text if q else text[:30])
    found = ot.diagnose_table(tmp_path, "budget")
    assert found.shape == "rises" and len(found.table.tasks) == 39 and found.costs == {"seconds": {100: 2.0, 200: 2.0}}
    assert any("samples/0_epoch_1.json in 100.eval cannot be read" in note for note in found.notes)
    assert any("200.eval did not end (error)" in note for note in found.notes) and not found.suspected


def test_formats_of_other_harnesses(tmp_path: Path) -> None:
    """60 questions at two efforts, 20 and 45 of them right, with the fields of promptfoo, HELM and OpenAI Evals."""
    counts = {"low": 20, "high": 45}
    results = [
        {"testIdx": q, "promptIdx": 0, "vars": {"q": f"{q}?"}, "provider": {"id": "openai:m", "label": effort},
         "response": {"output": "4", "tokenUsage": {"total": 9, "completion": 5}, "finishReason": "stop"},
         "success": q < n, "score": float(q < n), "latencyMs": 500, "failureReason": int(q >= n), "error": "not 4"}
        for effort, n in counts.items() for q in range(60)
    ]  # fmt: skip
    whole = {"evalId": "e", "results": {"version": 3, "prompts": [{"raw": "{{q}}"}], "results": results}, "config": {}}
    (tmp_path / "promptfoo.json").write_text(json.dumps(whole))
    for effort, n in counts.items():
        folder = tmp_path / "helm" / effort
        folder.mkdir(parents=True)
        spec = {"name": "r", "scenario_spec": {"class_name": "S"}, "adapter_spec": {"model": "m", "effort": effort}}
        (folder / "run_spec.json").write_text(json.dumps(spec))
        stats = [{"instance_id": f"id{q}", "train_trial_index": 0, "stats": [
            {"name": {"name": "num_output_tokens", "split": "test"}, "count": 1, "mean": 5.0},
            {"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": 1.0, "mean": float(q < n)}]}
            for q in range(60)]  # fmt: skip
        (folder / "per_instance_stats.json").write_text(json.dumps(stats))
        (folder / "stats.json").write_text(json.dumps([{"name": {"name": "exact_match"}, "mean": 0.5}]))
        (tmp_path / "openai").mkdir(exist_ok=True)
        events: list[Any] = [{"spec": {"completion_fns": ["m"], "base_eval": "e", "run_config": {"effort": effort}}}]
        events += [{"run_id": "r", "sample_id": f"e.{q}", "type": "match", "data": {"correct": q < n, "picked": "4"}}
                   for q in range(60)]  # fmt: skip
        events += [{"final_report": {"accuracy": n / 60}}]
        (tmp_path / "openai" / f"{effort}.jsonl").write_text("\n".join(map(json.dumps, events)))
    for path, knob in (("promptfoo.json", "provider"), ("helm", "effort"), ("openai", "effort")):
        found = ot.diagnose_table(tmp_path / path, knob, ["low", "high"])
        assert [score.mean for score in found.scores.values()] == [20 / 60, 45 / 60], path
        assert found.costs.get("tokens", {0: 5.0, 1: 5.0}) == {0: 5.0, 1: 5.0}
        failed = next(one for one in found.imitators if one.name == "failed answers")
        assert failed.outcome != "suspected", path


@pytest.mark.parametrize("packed", ["gz", "zst"])
def test_packed_files_nested_fields_wide_tables_and_whole_numbers(packed: str, tmp_path: Path) -> None:
    def pack(name: str, text: str) -> Path:
        zstandard = pytest.importorskip("zstandard") if packed == "zst" else None
        data = zstandard.ZstdCompressor().compress(text.encode()) if zstandard else gzip.compress(text.encode())
        (tmp_path / f"{name}.{packed}").write_bytes(data)
        return tmp_path / f"{name}.{packed}"

    counts = {"low": 20, "high": 45}
    nested = [{"task": float(q) if e == "low" else q, "run": {"effort": e}, "metrics": [{"acc": {"value": q < n}}]}
              for e, n in counts.items() for q in range(60)]  # fmt: skip
    lines = pack("a.jsonl", "\n".join(map(json.dumps, nested)))
    found = ot.diagnose_table(lines, "run.effort", columns={"score": "metrics.0.acc.value"})
    wide = pack("w.csv", "\n".join(["question_id,conversation_id,low,high",
                                    *(f"{q}.0,{q // 3},{q < 20:d},{q < 45:d}" for q in range(60))]))  # fmt: skip
    assert [s.mean for s in found.scores.values()] == [20 / 60, 45 / 60] and len(found.table.tasks) == 60
    for values in (None, ["low", "high"]):
        other = ot.diagnose_table(wide, "effort", values)
        assert other.scores == found.scores and other.ordered.units == 20
    whole = lines.read_bytes()
    (tmp_path / f"b.jsonl.{packed}").write_bytes(whole[: len(whole) // 2])
    (tmp_path / f"c.csv.{packed}").write_bytes(b"not packed")
    for name in (f"c.csv.{packed}", f"b.jsonl.{packed}"):
        with pytest.raises(OverthinkError, match=r"cannot be unpacked \(|No row|no rows"):
            ot.diagnose_table(tmp_path / name, "run.effort", columns={"score": "metrics.0.acc.value"})
    (tmp_path / "book.xlsx").write_bytes(b"PK")
    with pytest.raises(OverthinkError, match=r"\.xlsx is not read\. Save it as CSV"):
        ot.diagnose_table(tmp_path / "book.xlsx", "effort")
