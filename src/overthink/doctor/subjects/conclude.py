"""Conclude: from the records of a game or of an engine to findings, a verdict and advice."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.doctor.ask.elsewhere import Elsewhere
from overthink.doctor.ask.settings import Limits
from overthink.doctor.checks import run_all_checks
from overthink.doctor.checks.case import EngineRun, SearchCase
from overthink.doctor.claims.claim import CheckedSearch
from overthink.doctor.claims.evaluator import CheckedEvaluator
from overthink.doctor.find.advice import Trial, advise, measured_error, try_other_rules, worth_of_plies
from overthink.doctor.find.causes import errors_of, factors_of, opinions_of
from overthink.doctor.find.evidence import (
    compare,
    doubt_of,
    local_pathology,
    pair_of,
    swaps_of,
)
from overthink.doctor.finding import suspects
from overthink.doctor.record import AnyGame, Examination, State, TruthSource
from overthink.doctor.show.diagnosis import Diagnosis
from overthink.measure.judgement import Kind, judge


@dataclass(frozen=True)
class Known:
    """What a subject knows besides its records, and whom it can still ask."""

    truth: TruthSource | None = None
    left: Sample | None = None  # plies to the end of the game, by position
    game: AnyGame | None = None
    evaluate: Evaluate | None = None
    engine: EngineRun | None = None
    name: Callable[[State], str] = str
    error: float = 0.0
    limits: Limits | None = None
    elsewhere: Elsewhere | None = None  # what the evaluator said in another process
    first: Mapping[State, float] = field(default_factory=dict)  # what it said before it was asked anything else
    claim: CheckedSearch | None = None  # what the player was found to be, if it claims something
    opinion: CheckedEvaluator | None = None  # what the evaluator was found to be, if it claims something
    hurry: bool = False  # only what was measured already is compared


def conclude(examination: Examination, known: Known) -> Diagnosis:
    """Draw every conclusion from an examination."""
    judgements = {rule: judge(examination.accuracy(rule), examination.knob) for rule in examination.rules}
    rule = examination.rules[0]
    limits = known.limits or Limits(None)
    truth = known.truth if limits.left > 0.0 else None
    doubt = doubt_of(examination, rule, judgements[rule], truth, 0.25 * limits.left)
    hurry = known.hurry or limits.left <= 0.0
    game, evaluate = known.game, known.evaluate
    opinions = opinions_of(examination.positions, game, evaluate) if game and evaluate and not hurry else ()
    factors = factors_of(examination, opinions) if opinions else None
    comparison = compare(examination, game, evaluate, known.name, hurry)
    case = SearchCase(
        examination, judgements[rule], doubt, opinions, game, evaluate, known.engine, comparison, known.error,
        elsewhere=known.elsewhere, first=known.first, claim=known.claim, opinion=known.opinion,
        hurry=hurry or limits.left <= 0.0,
    )  # fmt: skip
    findings, rest = run_all_checks(case)
    trial, likely = _try_rules(case, limits) if not suspects(findings) else (None, known.error)
    plies = worth_of_plies(examination, game, evaluate, limits) if not hurry and not suspects(findings) else None
    pair = pair_of(judgements[rule])
    place = known.claim.place if known.claim else None
    beside = comparison if known.claim is None or known.claim.repeats else None  # a call alone does not show it
    diagnosis = Diagnosis(
        examination,
        judgements,
        findings,
        doubt,
        local_pathology(examination, rule, pair, known.name),
        advise(examination, judgements[rule], findings, beside, trial, likely, plies, place),
        factors,
        errors_of(examination, opinions, known.left) if known.left is not None and opinions else None,
        comparison,
        rest,
        swaps_of(examination, rule, pair),
        plies,
        known.claim,
        known.opinion,
    )
    if limits.left < math.inf:
        _ = diagnosis.prediction  # now, while the time counts
    return diagnosis


def _try_rules(case: SearchCase, limits: Limits) -> tuple[Trial | None, float]:
    """Other rules, where depth hurts and nothing is suspected; and the error that they are given."""
    ready = case.judgement.kind == Kind.WORSE and case.examination.knob.plies and limits.left > 0.0
    if not (ready and case.game and case.evaluate and case.opinions):
        return None, case.error
    likely = case.error or measured_error(case.opinions)
    return try_other_rules(case.examination, case.game, case.evaluate, likely), likely
