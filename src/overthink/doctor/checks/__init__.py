"""All checks of the doctor, in the order in which they are shown. Users add their own with `add_check`."""

from __future__ import annotations

from overthink.core.user_code import add_installed
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.checks.evaluator import (
    broken_opinion,
    evaluator_trouble,
    unsteady_evaluator,
    wrong_side,
)
from overthink.doctor.checks.examination import (
    engine_trouble,
    equal_wins,
    few_positions,
    near_ties,
    nominal_depth,
    parity,
    tie_breaking,
    weak_reference,
)
from overthink.doctor.checks.search import not_the_search
from overthink.doctor.finding import Check, Finding, run_checks
from overthink.measure.judgement import Judgement

BUILT_IN = (
    broken_opinion,
    wrong_side,
    unsteady_evaluator,
    evaluator_trouble,
    equal_wins,
    not_the_search,
    tie_breaking,
    weak_reference,  # after those that do not depend on the truth alone
    near_ties,
    parity,
    few_positions,
    engine_trouble,
    nominal_depth,
)
CHECKS: dict[str, Check] = {check.name: check for check in BUILT_IN}


def add_check(check: Check) -> None:
    """Add a check to the doctor. It replaces a check with the same name."""
    CHECKS[check.name] = check


def run_all_checks(case: SearchCase) -> tuple[tuple[Finding, ...], Judgement | None]:
    """The findings of all checks, the users' own first among equals; and the judgement of what they leave unexplained
    (None if that is not known). Of an engine, neither the evaluator nor the search is seen."""
    checks = [check for check in CHECKS.values() if not (case.engine and check.about)]
    checked = run_checks(case, sorted(checks, key=BUILT_IN.__contains__))
    findings = tuple(checked.findings[name] for name in CHECKS if name in checked.findings)
    return findings, checked.rest.judgement if checked.known else None


add_installed("checks", Check, CHECKS)
