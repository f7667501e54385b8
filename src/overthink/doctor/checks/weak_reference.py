"""A reference no better than the player: what counts as the truth is hardly surer than the player."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, not_testable, ruled_out, suspected

BETTER = 0.5  # a reference should be wrong at most half as often as the player


def run(case: Case) -> Finding:
    """Whether a somewhat weaker reference disagrees with the reference much less than the player does."""
    if case.engine:
        return not_testable(
            "the engine judges itself, and may share its errors: give --reference"
            if case.engine.judges_itself
            else "the reference is another engine, whose own errors are not known"
        )
    doubt, truth = case.doubt, case.examination.truth
    if case.examination.exact:
        return ruled_out(f"the truth is exact: {truth}")
    if not doubt.disagrees or not doubt.against:
        return not_testable(f"the truth is {truth}, whose own errors are not known")
    times = doubt.against
    why = (
        f"by {doubt.weaker} it is wrong in {100 * doubt.disagrees.mean:.1f}%, {times.mean:.2f} of how often the player "
        f"is by it [{times.low:.2f}, {times.high:.2f}]"
    )
    if times.low > BETTER:
        return suspected(f"{why}: it is hardly surer; look further")
    return ruled_out(why) if times.high < BETTER else not_testable(why)


CHECK = Check(
    "a reference no better than the player",
    "a somewhat weaker reference disagrees with it half as often as the player, or more",
    run,
)
