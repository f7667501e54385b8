"""All checks of the doctor, in the order in which they are shown. Users add their own with `add_check`."""

from __future__ import annotations

from dataclasses import replace

from overthink.core.user_code import add_installed
from overthink.doctor.check import Case, Check, Finding, Imitator, Outcome, falls, not_tested
from overthink.doctor.checks.examination import (
    ENGINE_TROUBLE,
    EVALUATOR_TROUBLE,
    FEW_POSITIONS,
    NOMINAL_DEPTH,
    PARITY,
    WEAK_REFERENCE,
    WRONG_SIDE,
)
from overthink.doctor.checks.search import MOVE_LIMIT, NOT_THE_SEARCH, STALE_TABLE, WORSE_THAN_CHANCE
from overthink.doctor.checks.ties import EQUAL_WINS, NEAR_TIES, TIE_BREAKING
from overthink.measure.judgement import Judgement, judge

BUILT_IN = (
    WRONG_SIDE,
    EVALUATOR_TROUBLE,
    STALE_TABLE,
    EQUAL_WINS,
    MOVE_LIMIT,
    NOT_THE_SEARCH,
    WORSE_THAN_CHANCE,
    TIE_BREAKING,
    WEAK_REFERENCE,  # after those that do not depend on the truth alone
    NEAR_TIES,
    PARITY,
    FEW_POSITIONS,
    ENGINE_TROUBLE,
    NOMINAL_DEPTH,
)
CHECKS: dict[str, Check] = {check.name: check for check in BUILT_IN}
NO_TIME = "the time was over"


def add_check(check: Check) -> None:
    """Add a check to the doctor. It replaces a check with the same name."""
    CHECKS[check.name] = check


def run_checks(case: Case) -> tuple[tuple[Imitator, ...], Judgement | None]:
    """Run all checks on one case, and judge what they leave unexplained (None if that is not known).

    What a check explains is taken out, and the checks after it look at the rest. If a check suspects something that
    explains what others find, and cannot say how much, the others wait.
    """
    results: dict[str, Imitator] = {}
    first: Check | None = None
    known = True
    for check in sorted(CHECKS.values(), key=lambda check: (not check.explains, check in BUILT_IN)):
        waits = first is not None and check.doubts
        hurries = case.hurry and check.costly
        finding = not_tested(NO_TIME if hurries else "") if (waits or hurries) and check.costly else _run(check, case)
        if finding is None:
            continue
        if first and waits and finding.outcome != Outcome.RULED_OUT:
            finding = not_tested(f"first rule out {first.name}")
        why, points = finding.why, None
        if finding.outcome == Outcome.SUSPECTED and finding.rest is not None:
            rest = judge(finding.rest.accuracy(case.rule), finding.rest.knob)
            points, words = _explain(case.judgement, rest)
            why += words
            case = replace(case, examination=finding.rest, judgement=rest, without=f"without {check.name}, ")
        elif finding.rest is not None:  # what is no suspicion, but does not count, such as luck with ties
            case = replace(case, examination=finding.rest, judgement=judge(finding.rest.accuracy(case.rule)))
        elif finding.outcome == Outcome.SUSPECTED and check.doubts:
            known = False
            first = first or (check if check.explains else None)
        results[check.name] = Imitator(
            check.name, finding.outcome, why, check.doubts, check.mend, finding.headline, points
        )
    return tuple(results[name] for name in CHECKS if name in results), case.judgement if known else None


def _explain(before: Judgement, after: Judgement) -> tuple[float | None, str]:
    """How much smaller the largest drop is, and the words for it."""
    largest = next(iter(falls(before)), None)
    if largest is None:
        return None, ""
    gains = {(pair.shallow, pair.deep): pair.gain.mean for pair in after.all_pairs}
    points = 100.0 * (gains[largest.shallow, largest.deep] - largest.gain.mean)
    depths = f"the drop of {-100 * largest.gain.mean:.1f} points from depth {largest.shallow} to {largest.deep}"
    part = "all" if points >= -100 * largest.gain.mean else f"{points:.1f} points"
    return points, f"; it explains {part} of {depths}"


def _run(check: Check, case: Case) -> Finding | None:
    try:
        return check.run(case)
    except Exception as exc:  # a user's check may fail: the examination must not be lost
        return not_tested(f"the check failed: {type(exc).__name__}: {exc}")


add_installed("checks", Check, CHECKS)
