"""A reference no better than the player: the truth is hardly more reliable than the player."""

from __future__ import annotations

from overthink.doctor.check import Case, Check, Finding, not_tested, ruled_out, suspected

BETTER = 0.5  # the reference should be wrong at most half as often as the player


def run(case: Case) -> Finding:
    """Test whether a slightly weaker reference disagrees with the reference much less often than the player does."""
    if case.engine and case.engine.by_file:
        return not_tested("the best moves are those of the file; whether they are right is not known")
    if case.engine:
        return not_tested(
            "the engine judges itself and may repeat its own errors: give --reference"
            if case.engine.judges_itself
            else "the reference is another engine; its errors are not known"
        )
    doubt, truth = case.doubt, case.examination.truth
    if case.examination.exact:
        return ruled_out(f"the truth is exact: {truth}")
    if not doubt.disagrees or not doubt.against:
        return not_tested(f"the truth is {truth}; its errors are not known")
    ratio = doubt.against
    why = (
        f"{doubt.weaker} disagrees with it in {100 * doubt.disagrees.mean:.1f}% of positions, {ratio.mean:.2f} times "
        f"as often as the player [{ratio.low:.2f}, {ratio.high:.2f}]"
    )
    if ratio.low > BETTER:
        return suspected(f"{why}: it is hardly more reliable; use a deeper one")
    return ruled_out(why) if ratio.high < BETTER else not_tested(why)


CHECK = Check(
    "a reference no better than the player",
    "a slightly weaker reference disagrees with it at least half as often as the player does",
    run,
    explains=True,
    mend="use a deeper search, a solved game or another engine as the truth",
)
