"""The part of `overthink doctor` for tables and logs: its options, and what it prints."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import click

from overthink.cli.console import print_json
from overthink.cli.options import Command
from overthink.core.errors import OverthinkError, check_known, require, whole_of

if TYPE_CHECKING:
    from overthink.doctor.show import Showable

PICTURES = (".svg", ".png")
GATE_CLOSED_CODE, NO_VERDICT_CODE = 3, 2  # the exit codes of a gate that closes, and of one that cannot tell
OPTIONS = (
    click.option("--columns", metavar="ROLE=NAME,…", help="Which column is which, such as "
                 "task=question_id,score=correct,stop=finish_reason."),
    click.option("--only", metavar="NAME=VALUE,…", help="Rows or runs to keep, such as model=small."),
    click.option("--by", metavar="A,B", help="Also give a verdict for each category, model and so on, all "
                 "tested together."),
    click.option("--allow", metavar="A,B", help="What may differ between runs, such as model or prompt; "
                 "scorer for scores that are nearly all the same; unread for many rows that cannot be used."),
    click.option("--margin", type=float, help="The largest loss in points that does not matter.  "
                 "[default: 2]"),
    click.option("--baseline", metavar="VALUE|FILE", help="Is another value worse than this VALUE of the knob by more "
                 "than the margin? Without --knob: is the table worse than the table or the logs in FILE?"),
    click.option("--plan", metavar="N[xSETTINGS]", help="Say what a run of N questions could show, such as 500x4. "
                 "With a pilot, its settings and its noise are used."),
    click.option("--less-is-better", is_flag=True, help="A smaller score is better, such as an error."),
    click.option("--observed/--not-observed", default=None, help="Whether the knob was read off the answers, such as a "
                 "length, or was set before them. The doctor asks if a table leaves this open."),
    click.option("--fail-on", metavar="A,B", help="End with exit code 3 if the score falls (falls), if a "
                 "check is suspected (suspected), if the verdict is undecided (undecided), or if a value is worse than "
                 "the baseline (worse), and with 2 if that cannot be told."),
    click.option("--markdown", is_flag=True, help="Print the verdict for a pull request."),
)  # fmt: skip


def table_options(command: Command) -> Command:
    """Give a command the options of a table."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class AskedTable:
    """The options of a table, as they were typed."""

    columns: str | None = None
    only: str | None = None
    by: str | None = None
    allow: str | None = None
    margin: float | None = None
    baseline: str | None = None
    plan: str | None = None
    less_is_better: bool = False
    observed: bool | None = None
    fail_on: str | None = None
    markdown: bool = False

    @property
    def gate(self) -> list[str]:
        """The words of --fail-on."""
        from overthink.doctor.scores.table_result import FAIL_ON

        for word in words_of(self.fail_on):
            check_known("reason for --fail-on", word, FAIL_ON)
        told = "worse" not in words_of(self.fail_on) or self.baseline
        require(told, "--fail-on worse needs --baseline: a value of the knob, or a file of answers to compare with.")
        return words_of(self.fail_on)


TABLE_NAMES = {each.name for each in fields(AskedTable)}


def examine_table(path: str, knob: str | None, asked: AskedTable, tell: Callable[[str, int, int], None]) -> Showable:
    """The diagnosis of a table or of logs."""
    from overthink.doctor.subjects.table import diagnose_table

    assert asked.gate is not None  # a wrong word is refused before any work
    require(knob or asked.baseline, "" if knob or asked.baseline else _which_knob(path))
    name, values = _split_knob(path, knob or "")
    return diagnose_table(
        path, name, values.split(",") if values else None, less_is_better=asked.less_is_better, margin=asked.margin,
        columns=pairs_of("--columns", asked.columns), only=pairs_of("--only", asked.only), by=words_of(asked.by),
        allow=words_of(asked.allow), baseline=asked.baseline, observed=asked.observed, tell=tell,
    )  # fmt: skip


def _split_knob(path: str, knob: str) -> tuple[str, str]:
    """The name of a knob and its values, where the name is the longest that the table has: it may contain '='."""
    first, mark, values = knob.partition("=")
    few, _ = _efforts(path) if mark else ({}, [])
    ends = [len(knob), *(at for at in reversed(range(len(knob))) if knob[at] == "=")]
    return next(((knob[:end], knob[end + 1 :]) for end in ends if knob[:end] in few), (first, values))


def _efforts(path: str) -> tuple[dict[str, list[str]], list[str]]:
    from overthink.answers.files import runs_of
    from overthink.answers.gather import efforts

    return efforts(runs_of(path))


def _which_knob(path: str) -> str:
    """The columns and settings that may be the effort, with their values."""
    from overthink.answers.columns import EFFORTS, SCORE

    few, likely = _efforts(path)
    names = likely or [name for name, values in few.items() if values]
    wide = [] if SCORE in few else [name for name in few if name.lower() in EFFORTS]
    if len(wide) > 1:
        names = [name for name in names if name not in wide]
    told = [f"{name} ({', '.join(few[name][:6])}{', …' if len(few[name]) > 6 else ''})" for name in names[:8]]
    told += [f"effort={','.join(wide)}, a column of scores for each"] * (len(wide) > 1)
    could = f"It could be {'; '.join(told)}; or votes." if told else "No column has a few values."
    return f"Give --knob, the column or setting that says how much effort was made. {could}"


def command_of(path: str, knob: str | None, asked: AskedTable) -> str:
    """The command that repeats a verdict."""
    words = ["overthink", "doctor", path, *(["--knob", knob] if knob else [])]
    for name in ("baseline", "columns", "only", "by", "allow", "margin"):
        value = getattr(asked, name)
        words += [] if value is None else [f"--{name}", f"{value}"]
    words += {None: [], True: ["--observed"], False: ["--not-observed"]}[asked.observed]
    return shlex.join([*words, *(["--less-is-better"] if asked.less_is_better else [])])


def close_gate(diagnosis: Showable, asked: AskedTable) -> None:
    """Exit code 3 if what --fail-on names was found, and 2 if there is no verdict to judge."""
    try:
        if asked.gate and diagnosis.fails(asked.gate):
            click.echo(f"overthink: --fail-on {asked.fail_on}: {diagnosis.verdict}.", err=True)
            sys.exit(GATE_CLOSED_CODE)
    except OverthinkError as exc:  # behind the verdict, which is printed already
        click.echo(f"overthink: --fail-on {asked.fail_on}: {exc}", err=True)
        sys.exit(NO_VERDICT_CODE)


def words_of(words: str | None) -> list[str]:
    """A,B as a list."""
    return [word.strip() for word in (words or "").split(",") if word.strip()]


def pairs_of(option: str, words: str | None) -> dict[str, str]:
    """NAME=VALUE,… as a dictionary."""
    parts = [part.partition("=") for part in (words or "").split(",") if part.strip()]
    bad = [name for name, _, value in parts if not value]
    require(not bad, f"{option} takes NAME=VALUE, with commas between several, not {{}}.", *bad[:1])
    return {name.strip(): value.strip() for name, _, value in parts}


def show_plan(words: str, pilot: Showable | None, as_json: bool) -> None:
    """What a run could see, from the numbers alone or with the noise of a table."""
    from overthink.doctor.scores.run_plan import RunPlan
    from overthink.doctor.scores.table_result import TableDiagnosis

    first, x, last = words.partition("x")
    questions = whole_of(first) or 0
    settings = whole_of(last)
    fine = questions and (settings or not x)
    require(fine, "--plan takes a number of questions, and of settings behind an x, such as 500x4; not {}.", words)
    plan = pilot.plan(questions, settings) if isinstance(pilot, TableDiagnosis) else RunPlan(questions, settings or 4)
    if as_json:
        print_json(plan.as_dict() | {"smallest": plan.smallest(1)})
    else:
        click.echo(str(plan))
