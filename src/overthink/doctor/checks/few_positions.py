"""Too few positions: a difference that matters might have been missed."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, ruled_out, suspected
from overthink.measure.judgement import Kind


def run(case: Case) -> Finding:
    """Whether there is no verdict, and more positions could bring one."""
    n, needed = len(case.examination.positions), case.judgement.needed
    if needed and case.judgement.kind == Kind.UNCLEAR:
        return suspected(f"{n:,} positions; {needed:,} more would settle a 2-point difference")
    return ruled_out(f"{n:,} positions")


CHECK = Check(
    "too few positions", "no verdict, and a difference of two points could have been missed", run, doubts=False
)
