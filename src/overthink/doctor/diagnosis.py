"""The diagnosis: the verdict on an examination, its causes, its imitators, and advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.core.plain import Row
from overthink.doctor.advice import advise
from overthink.doctor.check import Ask, Case, EngineRun, Outcome
from overthink.doctor.checks import run_checks
from overthink.doctor.comparison import compare
from overthink.doctor.errors import errors_of
from overthink.doctor.examine import AnyGame, Choice, Examination, State, Truth
from overthink.doctor.factors import factors_of
from overthink.doctor.findings import Findings
from overthink.doctor.limits import Limits
from overthink.doctor.opinions import opinions_of
from overthink.doctor.prediction import predict
from overthink.doctor.reference import doubt_of
from overthink.doctor.remedies import measured_error, try_other_rules
from overthink.doctor.spoilt import local_pathology, swaps_of, traits
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
        from overthink.doctor.page import write_page

        return write_page(self, title, Path(path))

    def show(self) -> None:
        """Print the diagnosis, coloured if standard output is a terminal."""
        from overthink.doctor.words import show

        show(self)

    def rows(self) -> list[Row]:
        """A row for each rule and depth: accuracy with its interval, regret and cost."""
        from overthink.doctor.notebook import diagnosis_rows

        return diagnosis_rows(self)

    def __repr__(self) -> str:
        return f"<Diagnosis: {self.verdict}>"

    def _repr_html_(self) -> str:
        from overthink.doctor.notebook import diagnosis_html

        return diagnosis_html(self)

    def __str__(self) -> str:
        from overthink.doctor.words import plain

        return plain(self)


def conclude(
    examination: Examination,
    truth: Truth | None,
    measures: Mapping[str, Sample],
    *,
    left: Sample | None = None,
    game: AnyGame | None = None,
    evaluate: Evaluate | None = None,
    engine: EngineRun | None = None,
    text: Callable[[State], str] = str,
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
    spoilt = local_pathology(examination, rule, text)
    comparison = compare(examination, game, evaluate, text)
    if ask and AGAIN * sum(cost.seconds for cost in examination.costs(rule).values()) > limits.left:
        ask, examination = None, replace(examination, notes=(*examination.notes, NOT_AGAIN))
    hurry = limits.left <= 0.0
    case = Case(
        examination, judgements[rule], doubt, opinions, game, evaluate, engine, comparison, ask, early, error, hurry
    )
    imitators, rest = run_checks(case)
    trial, likely = None, error
    hurts = judgements[rule].kind == Kind.WORSE and not any(
        i.outcome == Outcome.SUSPECTED and i.doubts for i in imitators
    )
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
