"""Engine trouble: a chess engine died, hung or answered illegally, and positions were lost."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, ruled_out, suspected


def run(case: Case) -> Finding | None:
    """An engine that was killed and answers when it is asked again does no harm; one that fails on positions may."""
    if case.engine is None:
        return None
    restarts, lost = case.engine.restarts, case.engine.lost
    if not restarts:
        return ruled_out("every search was answered at once")
    times = "once" if restarts == 1 else f"{restarts} times"
    again = f"an engine died, hung or answered illegally, and was started again {times}"
    if lost:
        return suspected(f"{again}; {lost} positions could not be examined")
    return ruled_out(f"{again}; then every search was answered")


CHECK = Check("engine trouble", "a chess engine had to be started again, and positions could not be examined", run)
