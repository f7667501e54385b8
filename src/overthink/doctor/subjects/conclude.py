"""Conclude: from the records of a game or of an engine to findings, a verdict and advice."""

from __future__ import annotations

import math
from dataclasses import replace

from overthink.doctor.checks import run_all_checks
from overthink.doctor.checks.case import Known, SearchCase
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
from overthink.doctor.record import Examination
from overthink.doctor.show.diagnosis import Diagnosis
from overthink.measure.judgement import Kind, judge


def conclude(examination: Examination, known: Known) -> Diagnosis:
    """Draw every conclusion from an examination."""
    judgements = {rule: judge(examination.accuracy(rule), examination.knob) for rule in examination.rules}
    rule = examination.rules[0]
    game, evaluate, limits = known.game, known.evaluate, known.limits
    truth = known.truth if limits.left > 0.0 else None
    doubt = doubt_of(examination, rule, judgements[rule], truth, 0.25 * limits.left)
    hurry = known.hurry or limits.left <= 0.0
    opinions = opinions_of(examination.positions, game, evaluate) if game and evaluate and not hurry else ()
    factors = factors_of(examination, opinions) if opinions else None
    comparison = compare(examination)
    known = replace(known, hurry=hurry or limits.left <= 0.0)
    case = SearchCase(examination, judgements[rule], doubt, opinions, comparison, **vars(known))
    findings, rest = run_all_checks(case)
    trial, likely = _try_rules(case) if not suspects(findings) else (None, known.error)
    plies = worth_of_plies(examination, game, evaluate, limits) if not hurry and not suspects(findings) else None
    pair = pair_of(judgements[rule])
    diagnosis = Diagnosis(
        examination,
        judgements,
        findings,
        doubt,
        local_pathology(examination, rule, pair, known.text),
        advise(examination, judgements[rule], findings, trial, likely, plies),
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


def _try_rules(case: SearchCase) -> tuple[Trial | None, float]:
    """Other rules, where depth hurts and nothing is suspected; and the error that they are given."""
    ready = case.judgement.kind == Kind.WORSE and case.examination.knob.plies and case.limits.left > 0.0
    if not (ready and case.game and case.evaluate and case.opinions):
        return None, case.error
    likely = case.error or measured_error(case.opinions)
    return try_other_rules(case.examination, case.game, case.evaluate, likely), likely
