"""Every check can fail, and says so on numbers for which its claim is just false; it holds where the claim is true."""

from __future__ import annotations

import pytest

from overthink.studies import figures_named
from overthink.studies.claim import Check, Verdict
from overthink.studies.study import Figure
from tests.counterexamples import nau, nau_background, nau_drawn
from tests.made_up import Case

PARTS = (nau, nau_background, nau_drawn)
CASES: dict[str, list[Case]] = {name: cases for part in PARTS for name, cases in part.CASES.items()}
FIGURES = {figure.name: figure for _, figure in figures_named("all")}


@pytest.mark.parametrize("name", CASES)
def test_checks_tell_false_from_true(name):
    figure: Figure = FIGURES[name]
    for claim in figure.claims:
        fitting = [case for case in CASES[name] if case.fits(claim.says)]
        assert len(fitting) == 1, f"{len(fitting)} cases for '{claim.says}' of {name}"
        assert claim.judge(Case.samples(fitting[0].false)).verdict == Verdict.FAILS, claim.says
        assert claim.judge(Case.samples(fitting[0].true)).verdict == Verdict.HOLDS, claim.says
    for case in CASES[name]:
        assert any(case.fits(claim.says) for claim in figure.claims), f"no claim of {name} says '{case.says}'"


def test_no_figure_is_left_out():
    """Checks that are values find their own numbers."""
    assert {
        name for name, figure in FIGURES.items() if not all(isinstance(claim.check, Check) for claim in figure.claims)
    } == set(CASES)
