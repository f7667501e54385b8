"""What a check could not test is not ruled out, and what cannot be is: the outcome beside the words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from overthink.core.estimate import Estimate
from overthink.doctor.check import Run
from overthink.doctor.checks.evaluator import wrong_side
from overthink.doctor.checks.examination import parity, weak_reference
from overthink.doctor.checks.search import stale_table
from overthink.doctor.checks.ties import tie_breaking
from overthink.doctor.find.evidence import Doubt
from overthink.doctor.record import Examination
from tests.test_doctor_decisions import ENGINE, finding, made, opinions, some
from tests.test_doctor_players import beside

TWO = {1: some(9), 2: some(9)}
PLAYER, PLAIN, ALONE = beside(TWO), made({"minimax": TWO}), made({"player": TWO})
UNSURE = made({"minimax": TWO}, exact=False)
SHARE = Estimate(0.1, 0.05, 0.15, 200)
VALUES = np.linspace(-1.0, 1.0, 40)
FILE, ITSELF = replace(ENGINE, by_file=True), replace(ENGINE, judges_itself=True)


@pytest.mark.parametrize(
    ("check", "examination", "things", "outcome", "why"),
    [
        (parity, PLAIN, {}, "not tested", "needs at least three depths"),
        (stale_table, PLAYER, {"engine": ENGINE}, "ruled out", "the table is cleared"),
        (stale_table, PLAIN, {}, "ruled out", "these searches do not use a table"),
        (stale_table, PLAYER, {}, "not tested", "needs more positions"),
        (tie_breaking, ALONE, {}, "not tested", "needs an evaluator"),
        (weak_reference, UNSURE, {"engine": FILE}, "not tested", "the best moves are those of the file"),
        (weak_reference, UNSURE, {"engine": ITSELF}, "not tested", "the engine judges itself"),
        (weak_reference, UNSURE, {}, "not tested", "the truth is a table; its errors are not known"),
        (weak_reference, UNSURE, {"doubt": Doubt(None, None, "x", SHARE)}, "not tested", "the truth is a table"),
        (wrong_side, PLAIN, {}, "not tested", "there is no evaluator"),
        (wrong_side, PLAIN, {"opinions": opinions(VALUES, VALUES)}, "ruled out", "evaluations rise"),
        (wrong_side, PLAIN, {"opinions": opinions(-VALUES, VALUES)}, "suspected", "where Max is to move"),
        (wrong_side, PLAIN, {"opinions": opinions(VALUES, 0 * VALUES)}, "not tested", "the evaluator has too few"),
    ],
)
def test_outcomes(check: Run, examination: Examination, things: Any, outcome: str, why: str) -> None:
    result = finding(check, examination, **things)
    assert result.outcome == outcome and result.why.startswith(why)


def test_both_sides_must_be_seen_rightly() -> None:
    """Where Max moves evaluations follow the truth; where Min moves they say nothing, or the opposite."""
    noise = np.random.default_rng(1).normal(size=40)
    for static, outcome in ((VALUES, "ruled out"), (noise, "not tested"), (-VALUES, "suspected")):
        for first, second in ((1, -1), (-1, 1)):
            good = [replace(opinion, side=np.full(1, first, np.int8)) for opinion in opinions(VALUES, VALUES)]
            other = [replace(opinion, side=np.full(1, second, np.int8)) for opinion in opinions(static, VALUES)]
            result = finding(wrong_side, PLAIN, opinions=(*good, *other))
            assert result.outcome == outcome
            assert outcome != "ruled out" or result.why == "evaluations rise with the truth, for both sides"
