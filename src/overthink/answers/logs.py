"""Logs of Inspect (`.eval`, `.json`), lm-evaluation-harness (`samples_*.jsonl`), promptfoo, HELM and OpenAI Evals, as
rows of answers."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import IO, Any, TypeAlias

from overthink.answers.stream import (
    FIRST_LIST,
    NOT_JSON,
    PIECE,
    Broken,
    Part,
    Reading,
    Scanner,
    open_file,
    open_member,
    parse_lines,
    plain_name,
)
from overthink.core.errors import OverthinkError, require, shown

Row: TypeAlias = Mapping[str, Any]
Block: TypeAlias = Mapping[str, Sequence[Any]]  # some rows, as columns
BLOCK_ROWS = 1000  # rows that are read at once
MOST_ROWS, MOST_COLUMNS = 5_000_000, 10_000
MOST_HEADER_BYTES = 32 << 20  # reading twice as much takes a second
TOO_WIDE = f"A table has at most {MOST_COLUMNS:,} columns"


RECORD = ("id", "epoch", "input", "target", "output", "scores", "metadata", "uuid")
AFTER = ("model_usage", "total_time", "error", "error_retries", "limit")  # behind the events; summaries have them too
EVENTS = ("events", "timelines")
HELM = "per_instance_stats.json"
HELM_SCORES = ("exact_match", "quasi_exact_match", "final_number_exact_match", "math_equiv_chain_of_thought",
               "f1_score")  # fmt: skip
HELM_NAMES = {"inference_runtime": "seconds", "num_completion_tokens": "tokens", "num_output_tokens": "tokens",
              "finish_reason_length": "cut"}  # fmt: skip
HEADERS = ("header.json", "_journal/start.json")
# Settings that say how a run was done, not what was asked.
TECHNICAL = {
    "max_connections", "max_samples", "max_tasks", "max_subprocesses", "max_sandboxes", "max_retries", "timeout",
    "attempt_timeout", "seed", "log_samples", "log_images", "log_realtime", "log_buffer", "sandbox_cleanup",
    "score_display", "fail_on_error", "continue_on_fail", "retry_on_error", "cache", "batch", "max_dataset_memory",
    "batch_size", "device", "use_cache", "limit", "bootstrap_iters", "random_seed", "numpy_seed", "torch_seed",
    "fewshot_seed", "num_concurrent", "until", "model", "pretrained",
}  # fmt: skip


@dataclass
class Run:
    """One run: its answers, the settings it was made with, and what must be the same in all runs."""

    path: Path
    blocks: Callable[[Reading], Iterable[Block]]
    settings: dict[str, Any] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    task: str = ""  # of a log: the name of the evaluation
    notes: list[str] = field(default_factory=list)
    is_log: bool = True
    unfinished: str = ""  # how it ended, if not well
    steps: list[tuple[str, dict[str, Any]]] = field(default_factory=list)  # of the prompt, with their arguments


def in_blocks(rows: Iterable[Row]) -> Iterator[Block]:
    """Rows as columns, some at a time."""
    every = iter(rows)
    count = 0
    while some := list(islice(every, BLOCK_ROWS)):
        count += len(some)
        require(count <= MOST_ROWS, f"The table has more than {MOST_ROWS:,} rows. Give fewer.")
        for row in some if {*map(type, some)} != {dict} else ():
            require(isinstance(row, Mapping), "A row of the table is a dictionary from columns to values, not {}.", row)
        if block := _columns(some):
            yield block


def _columns(rows: list[Row]) -> Block:
    """The columns of some rows. A cell that a row does not have is None."""
    first = rows[0]
    if len(first) > 1 and {*map(len, rows)} == {len(first)} and {*map(type, rows)} == {dict}:
        with suppress(KeyError):  # all rows have the same columns, as in most tables
            return dict(zip(map(str, first), zip(*map(itemgetter(*first), rows))))
    names = dict.fromkeys(chain.from_iterable(rows))
    require(len(names) <= MOST_COLUMNS, f"{TOO_WIDE}, not {len(names):,}.")
    return {str(name): [row.get(name) for row in rows] for name in names}


def scalars(nested: Mapping[str, Any] | None) -> dict[str, Any]:
    """The numbers and texts of nested settings, by their own names; the outer one counts where two are alike."""
    found = dict[str, Any]()
    for name, value in (nested or {}).items():
        if isinstance(value, Mapping):
            found = scalars(value) | found
        elif isinstance(value, str | int | float):
            found[name] = value
    return found


def inspect_run(path: Path) -> Run:
    """A log of Inspect. Only its header is read now."""
    wanted, last = ("eval", "plan", "status"), ("samples", "results", "stats")
    try:
        if path.suffix != ".eval":
            with open_file(path) as text:
                header = Scanner(Part(text, MOST_HEADER_BYTES).read).pick(wanted, last)
            samples = partial(json_rows, names=("samples",), wanted=(*RECORD, *AFTER))
            return _run(path, header, lambda reading: in_blocks(_answers(path, reading, samples, _sample)))
        file, archive = _archive(path)
        with file, archive:
            start = next((name for name in HEADERS if name in archive.namelist()), None)
            require(start, f"{path} is not a log of Inspect: it has no header.")
            member = open_member(archive, file, str(start))
            header = Scanner(Part(member, MOST_HEADER_BYTES).read).pick(wanted, last)
        header.setdefault("status", "success" if start == HEADERS[0] else "started")  # a header comes at the end
        return _run(path, header, lambda reading: in_blocks(_zip_samples(path, reading)))
    except Broken as exc:
        raise OverthinkError(f"{path} is not a whole log of Inspect: {exc}.") from None


def _archive(path: Path, reading: Reading | None = None) -> tuple[IO[bytes], zipfile.ZipFile]:
    file = open_file(path, reading)
    try:
        return file, zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError):
        file.close()
        raise OverthinkError(f"{path} cannot be read: it is not a whole log of Inspect.") from None


def _run(path: Path, header: Mapping[str, Any], blocks: Callable[[Reading], Iterable[Block]]) -> Run:
    made, plan = header.get("eval") or {}, header.get("plan") or {}
    settings = (
        scalars(made.get("config")) | scalars(made.get("model_args")) | scalars(made.get("model_generate_config"))
        | scalars(plan.get("config")) | scalars(made.get("task_args")) | scalars(made.get("metadata"))
    )  # fmt: skip
    steps = [(str(step.get("solver")), scalars(step.get("params"))) for step in plan.get("steps") or ()]
    settings = {name: value for _, params in steps for name, value in params.items()} | settings
    steps.append(("", {"system_message": settings.get("system_message")}))
    scorers = [(scorer.get("name"), scorer.get("options")) for scorer in made.get("scorers") or ()]
    same = {
        "model": str(made.get("model", "")),
        "prompt": json.dumps(steps),
        "dataset": str((made.get("dataset") or {}).get("name") or made.get("task", "")),
        "scorer": json.dumps(scorers, default=str),
        "version": str(made.get("task_version", "")),
    }
    ended = str(header.get("status", "success"))
    return Run(
        path, blocks, settings, same, str(made.get("task", "")),
        [f"{path.name} did not end ({ended})"] if ended != "success" else [],
        unfinished="" if ended == "success" else ended, steps=steps,
    )  # fmt: skip


def _zip_samples(path: Path, reading: Reading) -> Iterator[Row]:
    file, archive = _archive(path, reading)
    with file, archive:
        names = archive.namelist()
        summaries = dict[tuple[str, int], Mapping[str, Any]]()
        parts = ["summaries.json"] if "summaries.json" in names else [n for n in names if "_journal/summaries/" in n]
        for name in parts:
            scanner = Scanner(open_member(archive, file, name).read)
            for _ in scanner.items():
                part = scanner.pick(("id", "epoch", "model_usage", "total_time", "error", "limit", "retries", "uuid"))
                summaries[str(part.get("id")), int(part.get("epoch", 1))] = part
        for name in names:
            if not name.startswith("samples/") or not name.endswith(".json"):
                continue
            _, _, end = name.removesuffix(".json").rpartition("_epoch_")
            key = name[len("samples/") : -len(f"_epoch_{end}.json")], int(end) if end.isdecimal() else 1
            known = summaries.get(key, {})
            try:
                found = Scanner(open_member(archive, file, name).read).pick((*RECORD, *AFTER), EVENTS if known else ())
                yield _sample({**known, **found})
            except OverthinkError:
                raise
            except Exception as exc:  # of a part that was damaged: each compression has its own
                reading.bad.append(f"{name} in {path.name} cannot be read ({type(exc).__name__})")


def _sample(sample: Mapping[str, Any]) -> Row:
    """One answer. Every score stands under the name of its scorer, and the first one as the score."""
    row = scalars(sample.get("metadata"))
    row.pop("score", None)
    asked = sample.get("input")
    if isinstance(asked, list):  # messages, which get a new id in each run
        asked = [[message.get("role"), message.get("content")] for message in asked if isinstance(message, Mapping)]
    choices = (sample.get("output") or {}).get("choices") or [{}]
    error, limit, retries = sample.get("error"), sample.get("limit"), sample.get("error_retries")
    usage = [use or {} for use in (sample.get("model_usage") or {}).values()]
    row |= {
        "task": sample.get("id"),
        "input": str(hash(json.dumps([asked, sample.get("target")]))),
        "stop": choices[0].get("stop_reason"),
        "error": error.get("message", "error") if isinstance(error, Mapping) else error,
        "limit": limit.get("type") if isinstance(limit, Mapping) else limit,
        "retries": len(retries) if retries is not None else sample.get("retries"),
        "seconds": sample.get("total_time"),
        "tokens": sum(use.get("output_tokens") or 0 for use in usage) if usage else None,
        "uuid": sample.get("uuid"),
    }
    for name, score in (sample.get("scores") or {}).items():
        value = score.get("value")
        if isinstance(value, Mapping):
            row |= {f"{name}.{key}": inner for key, inner in value.items()}
            value = next(iter(value.values())) if len(value) == 1 else None
        row[name] = value
        if "score" not in row and value is not None:
            row |= {"score": value, "answer": score.get("answer") or "", "reason": score.get("reason") or ""}
    return row


def harness_run(path: Path) -> Run:
    """A file of lm-evaluation-harness. Settings come from its lines, and from the results that stand beside it."""
    name, _, date = plain_name(path).stem.removeprefix("samples_").rpartition("_")
    results = path.with_name(f"results_{date}.json")
    config = dict[str, Any]()
    same = dict[str, str]()
    if results.is_file():
        wanted = ("config", "versions", "model_name", "system_instruction_sha", "chat_template_sha", "n-shot")
        found = _fields_of(results, wanted)
        inner = found.get("config") or {}
        config = scalars(inner) | _pairs(inner.get("model_args")) | _pairs(inner.get("gen_kwargs"))
        shots = (found.get("n-shot") or {}).get(name)
        same = {
            "model": str(found.get("model_name") or config.get("pretrained") or config.get("model", "")),
            "prompt": json.dumps([found.get("system_instruction_sha"), found.get("chat_template_sha"), shots]),
            "version": str((found.get("versions") or {}).get(name, "")),
        }
    for row in islice(json_lines(path), 1):
        given = row.get("arguments")
        request = next(iter(given.values()), None) if isinstance(given, Mapping) else None
        config = scalars(request if isinstance(request, Mapping) else None) | config
    config.pop("arg_0", None)  # the prompt
    same = {"dataset": name, **same}
    return Run(path, lambda reading: in_blocks(_answers(path, reading, json_lines, _harness_row)), config, same, name)


def _pairs(words: Any) -> dict[str, Any]:
    """`a=1,b=2` as lm-evaluation-harness writes it."""
    if isinstance(words, Mapping):
        return scalars(words)
    return dict(part.split("=", 1) for part in str(words or "").split(",") if "=" in part)


def is_harness(path: Path) -> bool:
    return path.name.startswith("samples_") and plain_name(path).suffix == ".jsonl"


def _harness_row(row: Row) -> Row:
    metrics = {name: row[name] for name in row.get("metrics") or () if not isinstance(row.get(name), list | dict)}
    if not metrics:  # older files do not list them
        metrics = {name: value for name, value in row.items() if isinstance(value, int | float) and name != "doc_id"}
    answer = row.get("filtered_resps")
    while isinstance(answer, list) and answer:
        answer = answer[0]
    return {
        **metrics, "score": next(iter(metrics.values()), None), "task": row.get("doc_id"),
        "filter": row.get("filter", "none"),
        "input": f"{row.get('doc_hash')}{row.get('prompt_hash')}{row.get('target_hash')}",
        **({"answer": answer or ""} if isinstance(answer, str) else {}),
    }  # fmt: skip


def promptfoo_run(path: Path) -> Run:
    """The results of promptfoo: {"results": {"results": [...]}}."""
    rows = partial(json_rows, names=("results", "results"))
    return Run(path, lambda reading: in_blocks(_answers(path, reading, rows, _promptfoo_row)), is_log=False)


def _promptfoo_row(row: Row) -> Row:
    case, response, provider = row.get("testCase") or {}, row.get("response") or {}, row.get("provider") or {}
    usage, given = response.get("tokenUsage") or {}, row.get("vars") or {}
    maker = provider if isinstance(provider, Mapping) else {"id": provider}
    failed = row.get("error") if row.get("failureReason", 2) == 2 else None  # 1: an assertion was not met
    return {
        **scalars(case.get("metadata")), **scalars(given),
        "task": row.get("testIdx", json.dumps(given, sort_keys=True)), "score": row.get("score", row.get("success")),
        "provider": maker.get("label") or maker.get("id"), "model": maker.get("id"), "prompt_id": row.get("promptIdx"),
        "answer": str(response.get("output") or ""), "stop": response.get("finishReason"), "error": failed,
        "tokens": usage.get("completion"), "cost": row.get("cost"),
        "seconds": row["latencyMs"] / 1000 if isinstance(row.get("latencyMs"), int | float) else None,
    }  # fmt: skip


def helm_run(path: Path) -> Run:
    """A run of HELM. Its settings stand beside it."""
    beside = path.with_name("run_spec.json")
    made = _fields_of(beside, ("scenario_spec", "adapter_spec")) if beside.is_file() else {}
    config = scalars(made.get("adapter_spec"))
    prompt = json.dumps([config.pop("instructions", ""), config.get("method")])
    data = json.dumps(made.get("scenario_spec"))
    return Run(path, lambda reading: in_blocks(_answers(path, reading, json_rows, _helm_row)), config,
               {"model": str(config.pop("model", "")), "dataset": data, "prompt": prompt}, data)  # fmt: skip


def _helm_row(row: Row) -> Row:
    stats = {str((stat.get("name") or {}).get("name")): stat.get("mean") for stat in row["stats"]}
    score = next((stats[name] for name in HELM_SCORES if name in stats), None)
    roles = {role: stats[name] for name, role in HELM_NAMES.items() if name in stats}
    changed = json.dumps(row["perturbation"]) if row.get("perturbation") else ""
    return {**stats, "score": score, **roles, "task": f"{row['instance_id']}{changed}"}


def openai_run(path: Path) -> Run:
    """A log of OpenAI Evals: the first line is its specification; events `match` or `metrics` have scores."""
    spec = next(json_lines(path), {}).get("spec") or {}
    config = scalars(spec.get("run_config")) | scalars({"split": spec.get("split")})
    name = str(spec.get("base_eval") or spec.get("eval_name", ""))
    model = ", ".join(map(str, spec.get("completion_fns") or ()))
    same = {"model": model, "dataset": name}
    return Run(path, lambda reading: in_blocks(_answers(path, reading, json_lines, _openai_row)), config, same, name)


def _openai_row(row: Row) -> Row | None:
    data = row.get("data")
    if not isinstance(data, Mapping) or row.get("type") not in ("match", "metrics"):
        return None
    numbers = {name: value for name, value in data.items() if isinstance(value, bool | int | float)}
    score = numbers.get("correct", numbers.get("score", next(iter(numbers.values()), None)))
    answer = data.get("sampled", data.get("picked"))
    return {**numbers, "task": row.get("sample_id"), "score": score,
            **({"answer": str(answer or "")} if "sampled" in data or "picked" in data else {})}  # fmt: skip


def _answers(
    path: Path, reading: Reading, rows_of: Callable[[Path, Reading], Iterable[Row]],
    answer_of: Callable[[Row], Row | None],
) -> Iterator[Row]:  # fmt: skip
    """The answers in the rows of a format; some have none."""
    for row in rows_of(path, reading):
        try:
            found = answer_of(row)
        except (AttributeError, KeyError, TypeError):
            reading.bad.append(f"a row of {path.name} does not have the fields of this kind of log")
            continue
        if found is not None:
            yield found


def _fields_of(path: Path, wanted: Collection[str]) -> dict[str, Any]:
    """Some fields of a JSON file; none if it is broken."""
    with open_file(path) as file, suppress(Broken):
        return Scanner(file.read).pick(wanted)
    return {}


def json_rows(path: Path, reading: Reading, names: Sequence[str] = (), wanted: Collection[str] = ()) -> Iterator[Row]:
    """The objects of a list in a JSON file, or their `wanted` fields. The list stands below `names`; without names it
    is the file, or the first list in it."""
    with open_file(path, reading) as file:
        scanner = Scanner(file.read)
        try:
            for name in names or [FIRST_LIST] * (scanner.peek() == "{"):
                scanner.enter(name)
            for _ in scanner.items():
                row = scanner.pick(wanted) if wanted else scanner.take()
                if isinstance(row, dict):
                    yield row
                else:
                    reading.bad.append(f"an entry of {path.name} is not a row: {shown(row)}")
        except Broken as exc:
            reading.bad.append(f"{path.name} is not whole JSON: {exc}")


def json_lines(path: Path, reading: Reading | None = None) -> Iterator[Row]:
    """The objects of JSON lines."""
    bad = reading.bad if reading else []
    with open_file(path, reading) as file:
        number = 0
        while lines := file.readlines(PIECE):
            for row in parse_lines(lines):
                number += 1
                if isinstance(row, dict):
                    yield row
                elif row is not None:
                    what = "a JSON object" if row is NOT_JSON else "a row"
                    bad.append(f"line {number:,} of {path.name} is not {what}")
