"""All checks of the doctor, in the order in which they are shown. Users add their own with `add_check`."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, Imitator, Outcome, not_tested
from overthink.doctor.checks import (
    engine_trouble,
    equal_wins,
    few_positions,
    move_limit,
    near_ties,
    nominal_depth,
    parity,
    stale_table,
    tie_breaking,
    weak_reference,
    wrong_side,
)

BUILT_IN = (
    wrong_side,
    parity,
    equal_wins,
    near_ties,
    stale_table,
    tie_breaking,
    move_limit,
    weak_reference,
    few_positions,
    engine_trouble,
    nominal_depth,
)
CHECKS: dict[str, Check] = {module.CHECK.name: module.CHECK for module in BUILT_IN}


def add_check(check: Check) -> None:
    """Add a check to the doctor. It replaces a check with the same name."""
    CHECKS[check.name] = check


def run_checks(case: Case) -> tuple[Imitator, ...]:
    """Run all checks on one case. Once a check that `explains` others suspects something, the others wait."""
    findings: dict[str, Finding | None] = {}
    first: Check | None = None
    for check in sorted(CHECKS.values(), key=lambda check: not check.explains):
        waits = first is not None and check.doubts
        finding = _run(check, case) if not (waits and check.costly) else not_tested("")
        if first and waits and finding and finding.outcome != Outcome.RULED_OUT:
            finding = not_tested(f"first rule out {first.name}")
        findings[check.name] = finding
        if first is None and check.explains and finding and finding.outcome == Outcome.SUSPECTED:
            first = check
    return tuple(
        Imitator(check.name, finding.outcome, finding.why, check.doubts)
        for check in CHECKS.values()
        if (finding := findings[check.name])
    )


def _run(check: Check, case: Case) -> Finding | None:
    try:
        return check.run(case)
    except Exception as exc:  # a user's check may fail: the examination must not be lost
        return not_tested(f"the check failed: {type(exc).__name__}: {exc}")
