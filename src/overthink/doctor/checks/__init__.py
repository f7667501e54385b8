"""All checks of the doctor, in the order in which they are shown. Users add their own with `add_check`."""

from __future__ import annotations

from dataclasses import replace

from overthink.core.user_code import add_installed
from overthink.doctor.checks.case import Case
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
from overthink.doctor.find.evidence import falls
from overthink.doctor.finding import Check, Finding, Outcome, not_examined, run_check
from overthink.doctor.words import Need, Seen, fact
from overthink.measure.judgement import Judgement, judge

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


def run_checks(case: Case) -> tuple[tuple[Finding, ...], Judgement | None]:
    """Run all checks on one case, and judge what they leave unexplained (None if that is not known).

    What a check explains is taken out, and the checks after it look at the rest. If a check suspects something that
    explains what others find, and cannot say how much, the others wait.
    """
    results: dict[str, Finding] = {}
    first: Check | None = None
    known = True
    for check in sorted(CHECKS.values(), key=lambda check: (not check.explains, check in BUILT_IN)):
        waits = first is not None and check.doubts
        finding = _late(check, case) if check.costly and (waits or case.hurry) else run_check(check, case)
        if finding is None:
            continue
        if first and waits and finding.outcome != Outcome.RULED_OUT:
            finding = replace(_late(check, case), facts=(fact(Seen.WAITS, name=first.name),), needs=())
        if finding.rest is not None:
            rest = judge(finding.rest.accuracy(case.rule), finding.rest.knob)
            if finding.outcome == Outcome.SUSPECTED:
                finding = _explain(finding, case.judgement, rest)
                case = replace(case, without=f"without {check.name}, ")
            case = replace(case, examination=finding.rest, judgement=rest)  # or what does not count, such as luck
        elif finding.outcome == Outcome.SUSPECTED and check.doubts:
            known = False
            first = first or (check if check.explains else None)
        results[check.name] = finding
    return tuple(results[name] for name in CHECKS if name in results), case.judgement if known else None


def _late(check: Check, case: Case) -> Finding:
    """A check that was not run."""
    found = not_examined(Seen.NO_TIME, needs=[Need.TIME])
    return replace(found, name=check.name, doubts=check.doubts, mend=check.mend)


def _explain(finding: Finding, before: Judgement, after: Judgement) -> Finding:
    """The finding, with how much smaller the largest drop is without it."""
    largest = next(iter(falls(before)), None)
    if largest is None:
        return finding
    gains = {(pair.shallow, pair.deep): pair.gain.mean for pair in after.all_pairs}
    part = gains[largest.shallow, largest.deep] - largest.gain.mean
    kind = Seen.EXPLAINS_ALL if part >= -largest.gain.mean else Seen.EXPLAINS
    where = {"drop": -largest.gain.mean, "shallow": largest.shallow, "deep": largest.deep}
    told = fact(kind, part=part, **where)
    return replace(finding, facts=(*finding.facts, told), explains=100.0 * part)


add_installed("checks", Check, CHECKS)
