"""The columns of a table of answers: what each is called, and what stands in a cell."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError, shorten, unknown
from overthink.core.estimate import Sample

TASK, SCORE = "task", "score"
MOST_MEANINGS = 50_000  # of a column, kept at once
LONGEST_WORD = 60  # characters that may say that there is no answer
LARGEST_SCORE = 1e100  # of a score: the square of a larger one is not finite
# What a column may be called, best first. A column of its own name is taken without a word.
NAMES = {
    TASK: "task question_id task_id problem_id example_id sample_id item_id instance_id doc_id qid question_idx "
    "problem_idx question problem item id idx index",
    SCORE: "score correct is_correct accuracy acc exact_match em passed pass success solved resolved reward grade",
    "seconds": "seconds total_time latency latency_s duration duration_s elapsed elapsed_s wall_time time_s",
    "tokens": "tokens output_tokens completion_tokens n_tokens num_tokens generated_tokens total_tokens "
    "reasoning_tokens thinking_tokens",
    "cost": "cost cost_usd usd price dollars total_cost",
    "answer": "prediction pred extracted_answer parsed_answer model_answer predicted_answer answer final_answer",
    "answered": "answered has_answer parsed valid format_ok answer_found p_answer",
    "cut": "cut truncated is_truncated was_truncated cut_off hit_limit hit_max_tokens",
    "stop": "stop stop_reason finish_reason finishreason stopreason",
    "status": "status response_status",
    "limit": "limit_reached",
    "reason": "reason",
    "error": "error error_message exception",
    "refused": "refused refusal is_refusal",
    "retries": "retries n_retries num_retries attempts",
    "seen": "seen contaminated is_contaminated leaked in_training",
    "input": "input prompt prompt_hash doc_hash",
    "cluster": "cluster cluster_id passage passage_id template_id story_id context_id document_id article_id family "
    "conversation_id session_id thread_id dialog_id",
}  # fmt: skip
SAME = ["model", "prompt", "dataset", "scorer", "version", "filter"]  # what must not differ between settings
OTHER_NAMES = {
    "model": "model model_name model_id", "prompt": "prompt_id system_prompt prompt_version prompt_template template",
    "dataset": "dataset benchmark dataset_name", "scorer": "scorer judge judge_model grader",
    "version": "version model_version dataset_version", "filter": "filter",
}  # fmt: skip
ROLES = (*NAMES, *SAME)
MEASURED = ("seconds", "tokens", "cost", "retries")  # what an answer took: observed, not set
# What words in a cell mean. A word that is in no table is not understood: nothing follows from it.
WORDS = {
    "true": 1.0, "c": 1.0, "correct": 1.0, "yes": 1.0, "pass": 1.0, "passed": 1.0, "right": 1.0, "p": 0.5,
    "false": 0.0, "i": 0.0, "incorrect": 0.0, "no": 0.0, "fail": 0.0, "failed": 0.0, "wrong": 0.0, "n": 0.0,
}  # fmt: skip
FLAGS = {"true": 1.0, "yes": 1.0, "y": 1.0, "false": 0.0, "no": 0.0, "n": 0.0}
NOTHING = {"", "nan", "<na>", "nat", "none", "null"}
NO_ERROR = NOTHING | {"no", "false", "0", "0.0", "ok", "success", "no_error", "[]", "{}"}
UNANSWERED = {"invalid_response_format", "no_response"}
_NONE = (
    "invalid n_a na no_answer unknown abstain abstained idk i_don_t_know i_do_not_know don_t_know not_sure "
    "i_m_not_sure unparseable unparsable unparsed parse_error parse_failed parse_failure parsing_error failed_to_parse "
    "extraction_failed extraction_error"
)
NO_ANSWER = NOTHING | UNANSWERED | {*_NONE.split()}
ENDED, CUT, FAILED = 0, 1, 2  # as it should, at a limit, or not at all
_ENDS = {
    ENDED: "stop stopped finished_stopped stop_sequence stop_string end_turn end eos eos_token end_of_text complete "
    "completed finish finished done success succeeded successful ok natural tool_calls tool_use function_call",
    CUT: "length max_length model_length max_tokens max_output_tokens max_completion_tokens max_new_tokens "
    "max_prompt_tokens max_model_len token_limit token context context_length context_window context_length_exceeded "
    "context_window_exceeded model_context_window_exceeded length_capped finished_length_capped incomplete truncated "
    "cut cut_off message max_messages message_limit turn max_turns turn_limit pause_turn step_limit max_steps "
    "max_iterations limit error_limit",
    FAILED: "content_filter content_filtered filtered safety image_safety recitation language blocklist blocked spii "
    "prohibited_content malformed_function_call unexpected_tool_call guardrail_intervened refusal refused error "
    "errored error_toxic finished_error exception run_failed run_cancelled run_expired expired cancelled "
    "canceled user_cancel abort aborted finished_aborted timeout timed_out time_out time_limit time working cost "
    "operator rate_limit rate_limited rate_limit_exceeded server_error api_error internal_error network_error "
    "overloaded insufficient_system_resource",
}  # fmt: skip
# A status of failed may be a wrong answer, so it stands in no table.
ENDS = {word: end for end, words in _ENDS.items() for word in words.split()}
PLAIN_ANSWER = re.compile(r"[-+$]?\d[\d.,/^%]*|[a-z]|true|false|yes|no", re.IGNORECASE)  # a number or a choice
SEEDS = {"seed", "random_seed", "numpy_seed", "torch_seed", "fewshot_seed"}
# Names of columns that may tell the same: while one has no role, what it would say is not known.
HINTS = {
    "cut": "trunc|cut_?off|over.?flow|limit|stop|finish|terminat", "blank": "pars|extract|format|blank|answered",
    "failed": "time_?out|timed|error|exception|refus|fail|abort|declin|status|state|crash|http|moderat|block",
    "retries": "retr|attempt|tries",
}  # fmt: skip


def choose_columns(names: Iterable[str], knob: str, given: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The column of each role that has one, and a note for each that was guessed."""
    there = list(dict.fromkeys(names))
    columns = dict[str, str]()
    notes = list[str]()
    plain = {re.sub(r"[\W_]+", "_", name.strip().lower()).strip("_"): name for name in reversed(there)}
    for role, column in given.items():
        if role not in ROLES:
            raise unknown("column role", role, ROLES)
        if column not in there:
            raise OverthinkError(f"There is no column '{column}'; there are {shorten(', '.join(there)) or 'none'}.")
    for role in ROLES:
        if role in given:
            columns[role] = given[role]
            continue
        known = (NAMES.get(role) or OTHER_NAMES[role]).split()
        here = [plain[name] for name in known if name in plain and plain[name] not in (knob, *given.values())]
        if not here or (role == SCORE and len(here) > 1 and here[0] != role):
            if role in (TASK, SCORE):
                raise OverthinkError(_no_column(role, here, there, knob))
            continue
        columns[role] = here[0]
        if here[0] != role or role in ("answer", "cluster"):
            notes.append(role if here[0] == role else f"{role} = {here[0]}")
    return columns, [f"columns by their names: {', '.join(notes)}; --columns changes that"] if notes else []


def _no_column(role: str, here: list[str], there: list[str], knob: str) -> str:
    listed = shorten(", ".join(there)) or "none"
    which = f"{', '.join(here)} may be it" if here else f"it has {listed}"
    return (
        f"The table has no column '{role}'; {which}. It needs {TASK}, {knob} and {SCORE}: name them with "
        f"--columns {role}=NAME."
    )


def text(cell: Any) -> str:
    """The text of a cell; empty if the value is missing."""
    if isinstance(cell, str):
        return cell.strip()
    try:
        words = str(cell).strip()
    except ValueError:  # a number with more digits than Python writes
        return "inf"
    return "" if words.lower() in NOTHING else words


class Meanings:
    """What each cell of a column means, as a number: a text that stands in many rows is read once."""

    def __init__(self, read: Callable[[Any], Any], kind: type = float, most: int | None = MOST_MEANINGS):
        self.meaning, self.kind = lru_cache(most)(read), kind

    def of(self, cells: Sequence[Any]) -> Sample:
        """The meaning of each cell. A list or a dictionary is read as its text."""
        try:
            return np.fromiter(map(self.meaning, cells), self.kind, len(cells))
        except TypeError:
            plain = [cell if isinstance(cell, Hashable) else str(cell) for cell in cells]
            return np.fromiter(map(self.meaning, plain), self.kind, len(cells))


def number(cell: Any) -> float:
    """A number, or NaN: 0.5, 50%, true."""
    if isinstance(cell, float | int):
        return float(cell) if abs(cell) <= LARGEST_SCORE else math.nan
    words = text(cell)
    try:
        value = float(words[:-1]) / 100.0 if words.endswith("%") else float(words)
    except ValueError:
        return WORDS.get(words.lower(), math.nan) if words.lower() in ("true", "false") else math.nan
    return value if math.isfinite(value) else math.nan


def plain_numbers(cells: Sequence[Any]) -> Sample | None:
    """A column of numbers in the usual form; None if any cell is something else."""
    try:
        usual = {*map(type, cells)} <= {str, float, int, bool}
        numbers = np.fromiter(map(float, cells), float, len(cells)) if usual else np.full(1, math.nan)
    except (ValueError, OverflowError):
        return None
    return numbers if abs(numbers).max() <= LARGEST_SCORE else None


def read_score(cell: Any) -> float:
    """A score; NaN if there is none. Answers that are right or wrong have 1 or 0."""
    value = number(cell)
    if math.isnan(value) and isinstance(cell, str):
        value = WORDS.get(cell.strip().lower(), math.nan)
    return value if abs(value) <= LARGEST_SCORE else math.nan


def flag(cell: Any) -> float:
    """Whether a cell says yes: 1, 0, or a probability; NaN if it is not understood."""
    value = FLAGS.get(text(cell).lower(), number(cell))
    return value if 0.0 <= value <= 1.0 else math.nan


def plain_word(cell: Any) -> str:
    """A word as the tables have it: `FinishReason.MAX_TOKENS`, `maxTokens` and `max-tokens` are max_tokens."""
    word = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text(cell).rpartition(".")[2] or text(cell))
    return re.sub(r"\W+|_+", "_", word.lower()).strip("_").removeprefix("finish_reason_").removeprefix("stop_reason_")


def read_end(cell: Any) -> float:
    """How an answer ended, by the word for it; NaN if that is not understood."""
    return ENDS.get(plain_word(cell), math.nan)


def read_limit(cell: Any) -> float:
    """The same of a column that is empty if no limit was reached, or says yes or no."""
    return ENDED if text(cell).lower() in NOTHING else ENDS.get(plain_word(cell), flag(cell))


def read_error(cell: Any) -> float:
    """Whether there was an error: any text names one, but for those that say that there was none."""
    return 1.0 * (text(cell).lower() not in NO_ERROR)


def is_silent(cell: Any) -> bool:
    """Whether an answer is none, in a word for that."""
    word = text(cell)
    return word in ("", "-", "?") or (len(word) <= LONGEST_WORD and plain_word(word) in NO_ANSWER)


# The order of settings

EFFORTS = ("none", "off", "minimal", "min", "low", "medium", "mid", "normal", "high", "xhigh", "max", "ultra")
LEAST_WORDS = ("none", "off", "no", "disabled")  # beside numbers
MOST_WORDS = ("max", "unlimited", "infinite", "inf", "full")
SWITCHES = (("off", "on"), ("false", "true"), ("no", "yes"), ("without", "with"), ("disabled", "enabled"))
SIZES = {"": 1.0, "k": 1e3, "m": 1e6, "b": 1e9, "g": 1e9, "t": 1e12}
TIMES = {"ms": 1e-3, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
QUANTITY = re.compile(r"([+-]?(?:\d{1,3}(?:,\d{3})+|[\d_]*\.?\d+)(?:e[+-]?\d+)?)\s*([a-z]*)", re.IGNORECASE)
POWERS = re.compile(r"(\d+)(?:\^|\*\*)(\d{1,3})")
AROUND = re.compile(r"(\D*?)([\d.,_]+(?:e[+-]?\d+)?k?)(\D*)", re.IGNORECASE)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}\S*")


def same_text(word: str) -> str:
    """One text for equal numbers: 5, 5.0 and 5e0; 16K, 16,000 and 1.6e4; 2^10."""
    word = word.strip()
    if power := POWERS.fullmatch(word):
        return f"{float(power[1]) ** int(power[2]):.15g}"
    quantity = QUANTITY.fullmatch(word)
    if quantity and quantity[2].lower() in ("", "k"):
        value = float(quantity[1].replace(",", "").replace("_", "")) * SIZES[quantity[2].lower()]
        return f"{value:.15g}" if abs(value) <= LARGEST_SCORE else word
    return word


def order_of(words: Sequence[str]) -> list[str] | None:
    """Settings from less to more effort; None if that would be a guess. They are numbers with or without a unit, known
    words, numbers with one of these at an end, dates, or numbers behind one text."""
    plain = {word: re.sub(r"[\W_]+", "_", word.lower()).strip("_") for word in words}
    numbers = {word: number(word) for word in words if word.lower() not in ("true", "false")}
    known = {word: value for word, value in numbers.items() if not math.isnan(value)}
    rest = [word for word in words if word not in known]
    if sorted([*known.values(), 0.0])[0] == -1.0 and min(set(known.values()) - {-1.0}, default=0.0) >= 0.0:
        return None  # -1 often means no limit, or as the model likes
    if not rest:
        return sorted(words, key=known.__getitem__)
    if known and all(plain[word] in LEAST_WORDS + MOST_WORDS for word in rest):
        ends = {word: -math.inf if plain[word] in LEAST_WORDS else math.inf for word in rest}
        return sorted(words, key=(known | ends).__getitem__)
    if all(word in EFFORTS for word in plain.values()):
        return sorted(words, key=lambda word: EFFORTS.index(plain[word]))
    for switch in SWITCHES:
        if set(plain.values()) == {*switch}:
            return sorted(words, key=lambda word: switch.index(plain[word]))
    if all(DATE.fullmatch(word) for word in words):
        return sorted(words)
    quantities = [QUANTITY.fullmatch(word) for word in words]
    for units in (SIZES, TIMES):
        if all(match and match[2].lower() in units for match in quantities):
            sizes = {w: float(m[1].replace(",", "")) * units[m[2].lower()] for w, m in zip(words, quantities) if m}
            return sorted(words, key=sizes.__getitem__)
    around = [AROUND.fullmatch(word) for word in words]
    if all(around) and len({(match[1], match[3]) for match in around if match}) == 1:  # one text around the numbers
        inner = {word: number(same_text(match[2])) for word, match in zip(words, around) if match}
        return None if any(map(math.isnan, inner.values())) else sorted(words, key=inner.__getitem__)
    return None
