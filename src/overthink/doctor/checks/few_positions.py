"""Too few positions: the doctor may have missed a difference that matters."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, ruled_out, suspected
from overthink.measure.judgement import Kind


def run(case: Case) -> Finding:
    """Suspect this if there is no verdict and more positions could give one."""
    n, needed = len(case.examination.positions), case.judgement.needed
    if needed and case.judgement.kind == Kind.UNCLEAR:
        return suspected(f"{n:,} positions; {needed:,} more would settle a 2-point difference")
    return ruled_out(f"{n:,} positions")


CHECK = Check(
    "too few positions", "there is no verdict, and a difference of two points could have been missed", run, doubts=False
)
