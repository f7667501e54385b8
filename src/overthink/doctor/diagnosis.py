"""The diagnosis: everything that follows from an examination or from a table of scores, and the ways to show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.doctor.ask.settings import Limits
from overthink.doctor.check import Case, EngineRun, suspects
from overthink.doctor.checks import run_checks
from overthink.doctor.find.advice import advise, measured_error, try_other_rules
from overthink.doctor.find.causes import errors_of, factors_of, opinions_of, predict
from overthink.doctor.find.evidence import compare, doubt_of, local_pathology, swaps_of, traits
from overthink.doctor.find.findings import Findings
from overthink.doctor.record import AnyGame, Ask, Choice, Examination, State, TruthSource
from overthink.doctor.show import page, text
from overthink.doctor.table import TableFindings, find_in_table
from overthink.measure.judgement import Kind, judge

AGAIN = 60  # answers of the player at every depth, if it is asked again
NOT_AGAIN = "the player was not asked again, whether it answers alike: the time was over"


class Diagnosis(Findings):
    """The findings of the doctor, with the ways to show them.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> diagnosis = ot.diagnose(game, ot.store_difference(game), depths=(1, 3), positions=40)
    >>> print(diagnosis.advice)
    stay with minimax at depth 3
    """

    def report(self, path: str | Path, title: str = "The doctor") -> Path:
        """Write the diagnosis as one HTML file."""
        return page.write_page(self, title, Path(path))

    def show(self) -> None:
        """Print the diagnosis, coloured if standard output is a terminal."""
        text.show(text.describe(self))

    def __repr__(self) -> str:
        return f"<Diagnosis: {self.verdict}>"

    def _repr_html_(self) -> str:
        return page.notebook_page(self)

    def __str__(self) -> str:
        return text.plain(text.describe(self))


class TableDiagnosis(TableFindings):
    """The verdict on a table of scores and what leads to it, with the ways to show them.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(40) for beam in (1, 2, 4)]
    >>> print(ot.diagnose_table(rows, knob="beam").advice)
    use beam 1 instead of 4: +3 [+3, +3] on held-out tasks
    """

    def report(self, path: str | Path, title: str = "The doctor") -> Path:
        """Write the diagnosis as one HTML file."""
        return page.write_table_page(self, title, Path(path))

    def show(self) -> None:
        """Print the diagnosis, coloured if standard output is a terminal."""
        text.show(text.describe_table(self))

    def __repr__(self) -> str:
        return f"<TableDiagnosis: {self.verdict}>"

    def _repr_html_(self) -> str:
        return page.notebook_table_page(self)

    def __str__(self) -> str:
        return text.plain(text.describe_table(self))


def diagnose_table(
    rows: str | Path | Iterable[Mapping[str, Any]],
    knob: str,
    values: Iterable[Any] | None = None,
    *,
    less_is_better: bool = False,
) -> TableDiagnosis:
    """Does more effort score better? `rows` is a file (CSV, JSON lines, Parquet), a data frame or dictionaries. It has
    the columns `task`, the knob, `score`, and perhaps `seconds` and `seed`. A greater score is better, unless
    `less_is_better`. `values` chooses some values of the knob, and their order if they are words.

    >>> rows = [{"task": t, "beam": beam, "score": 10 * t - beam} for t in range(40) for beam in (1, 2, 4)]
    >>> ot.diagnose_table(rows, knob="beam").verdict
    'a larger beam scores worse from 2: 3 from 1 to 4'
    """
    return TableDiagnosis(**vars(find_in_table(rows, knob, values, less_is_better)))


def conclude(
    examination: Examination,
    truth: TruthSource | None,
    measures: Mapping[str, Sample],
    *,
    left: Sample | None = None,
    game: AnyGame | None = None,
    evaluate: Evaluate | None = None,
    engine: EngineRun | None = None,
    name: Callable[[State], str] = str,
    ask: Ask | None = None,
    early: Sequence[tuple[State, Choice]] = (),
    error: float = 0.0,
    limits: Limits | None = None,
) -> Diagnosis:
    """Draw every conclusion from an examination. `measures` are numbers that compare spoilt positions with the rest;
    `left` is the number of plies to the end of the game; `ask` is the player, and `early` what it chose before deep
    searches."""
    judgements = {rule: judge(examination.accuracy(rule), examination.knob) for rule in examination.rules}
    rule = examination.rules[0]
    limits = limits or Limits(None)
    doubt = doubt_of(examination, rule, judgements[rule], truth if limits.left > 0.0 else None)
    opinions = opinions_of(examination, game, evaluate) if game and evaluate else ()
    factors = factors_of(examination, opinions) if opinions else None
    spoilt = local_pathology(examination, rule, name)
    comparison = compare(examination, game, evaluate, name)
    if ask and AGAIN * sum(cost.seconds for cost in examination.costs(rule).values()) > limits.left:
        ask, examination = None, replace(examination, notes=(*examination.notes, NOT_AGAIN))
    hurry = limits.left <= 0.0
    case = Case(
        examination, judgements[rule], doubt, opinions, game, evaluate, engine, comparison, ask, early, error, hurry
    )
    imitators, rest = run_checks(case)
    trial, likely = None, error
    hurts = judgements[rule].kind == Kind.WORSE and not suspects(imitators)
    if hurts and game and evaluate and opinions and examination.knob.plies and limits.left > 0.0:
        likely = error or measured_error(opinions)
        trial = try_other_rules(examination, game, evaluate, likely)
    return Diagnosis(
        examination,
        judgements,
        imitators,
        doubt,
        spoilt,
        traits(examination, spoilt, measures),
        advise(examination, judgements[rule], imitators, comparison, trial, likely),
        factors,
        errors_of(examination, opinions, left) if left is not None and opinions else None,
        predict(examination, rule, factors) if factors else None,
        comparison,
        rest,
        swaps_of(examination, rule),
    )
