"""Engine trouble: a chess engine crashed, hung or gave an illegal move, and positions were lost."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, ruled_out, suspected


def run(case: Case) -> Finding | None:
    """Suspect an engine that failed on some positions. A restart after which every search succeeds does no harm."""
    if case.engine is None:
        return None
    restarts, lost = case.engine.restarts, case.engine.lost
    if not restarts:
        return ruled_out("every search succeeded the first time")
    times = "once" if restarts == 1 else f"{restarts} times"
    trouble = f"an engine crashed, hung or gave an illegal move, and was restarted {times}"
    if lost:
        return suspected(f"{trouble}; {lost} positions could not be examined")
    return ruled_out(f"{trouble}; then every search succeeded")


CHECK = Check(
    "engine trouble",
    "a chess engine had to be restarted, and positions could not be examined",
    run,
    mend="examine the positions that failed on their own",
)
