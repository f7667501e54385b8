"""All checks of the doctor, in the order in which they are shown. Users add their own with `add_check`."""

from __future__ import annotations

from overthink.core.user_code import add_installed
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.checks.evaluator import TOO_SURE, TURNED_ROUND, UNEVEN
from overthink.doctor.checks.examination import (
    ENGINE_TROUBLE,
    EVALUATOR_TROUBLE,
    FEW_POSITIONS,
    NOMINAL_DEPTH,
    PARITY,
    UNSTEADY_EVALUATOR,
    WEAK_REFERENCE,
    WRONG_SIDE,
)
from overthink.doctor.checks.search import FRIENDLY, MEMORY, MOVE_LIMIT, NOT_THE_SEARCH, TABLE_INSIDE, WORSE_THAN_CHANCE
from overthink.doctor.checks.ties import EQUAL_WINS, NEAR_TIES, TIE_BREAKING
from overthink.doctor.finding import Check, Finding, run_checks
from overthink.measure.judgement import Judgement

BUILT_IN = (
    WRONG_SIDE,
    UNSTEADY_EVALUATOR,
    EVALUATOR_TROUBLE,
    UNEVEN,
    TOO_SURE,
    TURNED_ROUND,
    MEMORY,
    TABLE_INSIDE,
    EQUAL_WINS,
    MOVE_LIMIT,
    NOT_THE_SEARCH,
    WORSE_THAN_CHANCE,
    FRIENDLY,
    TIE_BREAKING,
    WEAK_REFERENCE,  # after those that do not depend on the truth alone
    NEAR_TIES,
    PARITY,
    FEW_POSITIONS,
    ENGINE_TROUBLE,
    NOMINAL_DEPTH,
)
CHECKS: dict[str, Check] = {check.name: check for check in BUILT_IN}


def add_check(check: Check) -> None:
    """Add a check to the doctor. It replaces a check with the same name."""
    CHECKS[check.name] = check


def run_all_checks(case: SearchCase) -> tuple[tuple[Finding, ...], Judgement | None]:
    """The findings of all checks, the users' own first among equals; and the judgement of what they leave unexplained
    (None if that is not known)."""
    found, rest, known = run_checks(case, sorted(CHECKS.values(), key=BUILT_IN.__contains__))
    return tuple(found[name] for name in CHECKS if name in found), rest.judgement if known else None


add_installed("checks", Check, CHECKS)
