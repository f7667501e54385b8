"""The columns of a table of answers: what each is called, and what stands in a cell."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from overthink.core.errors import OverthinkError, shorten, unknown

TASK, SCORE = "task", "score"
LARGEST = 1e100  # of a score: the square of a larger one is not finite
# What a column may be called, best first. A column of its own name is taken without a word.
NAMES = {
    TASK: "task question_id task_id problem_id example_id sample_id item_id instance_id doc_id qid question_idx "
    "problem_idx question problem item id idx index",
    SCORE: "score correct is_correct accuracy acc exact_match em passed pass success solved resolved reward grade",
    "seconds": "seconds total_time latency latency_s duration duration_s elapsed elapsed_s wall_time time_s",
    "tokens": "tokens output_tokens completion_tokens n_tokens num_tokens generated_tokens total_tokens "
    "reasoning_tokens thinking_tokens",
    "cost": "cost cost_usd usd price dollars total_cost",
    "answer": "answer prediction pred extracted_answer parsed_answer model_answer predicted_answer final_answer",
    "answered": "answered has_answer parsed valid format_ok answer_found p_answer",
    "cut": "cut truncated is_truncated cut_off hit_limit hit_max_tokens",
    "stop": "stop stop_reason finish_reason",
    "limit": "limit_reached",
    "reason": "reason",
    "error": "error error_message exception",
    "refused": "refused refusal is_refusal",
    "retries": "retries n_retries num_retries attempts",
    "seen": "seen contaminated is_contaminated leaked in_training",
    "input": "input prompt prompt_hash doc_hash",
}  # fmt: skip
SAME = ["model", "prompt", "dataset", "scorer", "version", "filter"]  # what must not differ between settings
OTHER_NAMES = {
    "model": "model model_name model_id", "prompt": "prompt_id system_prompt prompt_version prompt_template template",
    "dataset": "dataset benchmark dataset_name", "scorer": "scorer judge judge_model grader",
    "version": "version model_version dataset_version", "filter": "filter",
}  # fmt: skip
ROLES = (*NAMES, *SAME)
MEASURED = ("seconds", "tokens", "cost", "retries")  # what an answer took: observed, not set
WORDS = {
    "true": 1.0, "c": 1.0, "correct": 1.0, "yes": 1.0, "pass": 1.0, "passed": 1.0, "right": 1.0, "p": 0.5,
    "false": 0.0, "i": 0.0, "incorrect": 0.0, "no": 0.0, "fail": 0.0, "failed": 0.0, "wrong": 0.0, "n": 0.0,
}  # fmt: skip
NOTHING = {"", "nan", "<na>", "nat", "none", "null"}
NO_ANSWER = NOTHING | {"[invalid]", "invalid", "n/a", "no answer", "unknown"}
CUT = {"max_tokens", "length", "model_length", "max_length", "token", "token_limit", "context", "message", "turn"}
FAILED = {"content_filter", "refusal", "error", "timeout", "time", "working", "cost", "operator"}
UNANSWERED = {"invalid_response_format", "no_response"}


def choose_columns(names: Iterable[str], knob: str, given: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The column of each role that has one, and a note for each that was guessed."""
    there, found, notes = list(dict.fromkeys(names)), dict[str, str](), list[str]()
    plain = {re.sub(r"[\W_]+", "_", name.strip().lower()).strip("_"): name for name in reversed(there)}
    for role, column in given.items():
        if role not in ROLES:
            raise unknown("column role", role, ROLES)
        if column not in there:
            raise OverthinkError(f"There is no column '{column}'; there are {shorten(', '.join(there)) or 'none'}.")
    for role in ROLES:
        if role in given:
            found[role] = given[role]
            continue
        known = (NAMES.get(role) or OTHER_NAMES[role]).split()
        here = [plain[name] for name in known if name in plain and plain[name] not in (knob, *given.values())]
        if not here or (role == SCORE and len(here) > 1 and here[0] != role):
            if role in (TASK, SCORE):
                raise OverthinkError(_no_column(role, here, there, knob))
            continue
        found[role] = here[0]
        if here[0] != role and role in (TASK, SCORE):
            notes.append(f"the {role} is the column {here[0]}")
    return found, [f"{' and '.join(notes)}, as far as the names tell (--columns)"] if notes else []


def _no_column(role: str, here: list[str], there: list[str], knob: str) -> str:
    listed = shorten(", ".join(there)) or "none"
    which = f"{', '.join(here)} may be it" if here else f"it has {listed}"
    return (
        f"The table has no column '{role}'; {which}. It needs {TASK}, {knob} and {SCORE}: name them with "
        f"--columns {role}=NAME."
    )


def text(cell: Any) -> str:
    """The text of a cell; empty if the value is missing."""
    if cell is None:
        return ""
    try:
        words = str(cell).strip()
    except ValueError:  # a number with more digits than Python writes
        return "inf"
    return "" if not isinstance(cell, str) and words.lower() in NOTHING else words


def number(cell: Any) -> float:
    """A number, or NaN: 0.5, 50%, true."""
    if isinstance(cell, float | int):
        return float(cell) if abs(cell) <= LARGEST else math.nan
    words = text(cell)
    try:
        value = float(words[:-1]) / 100.0 if words.endswith("%") else float(words)
    except ValueError:
        return WORDS.get(words.lower(), math.nan) if words.lower() in ("true", "false") else math.nan
    return value if math.isfinite(value) else math.nan


def read_score(cell: Any) -> float:
    """A score; NaN if there is none. Answers that are right or wrong have 1 or 0."""
    value = number(cell)
    if math.isnan(value) and isinstance(cell, str):
        value = WORDS.get(cell.strip().lower(), math.nan)
    return value if abs(value) <= LARGEST else math.nan


def flag(cell: Any) -> float:
    """Whether a cell says yes: 1, 0, or a probability. Any other text counts as yes, and an empty cell as no."""
    words = text(cell).lower()
    if words in NOTHING:
        return 0.0
    value = read_score(words) if words not in ("p", "c", "i", "n") else math.nan
    return 1.0 if math.isnan(value) else min(1.0, max(0.0, value))
