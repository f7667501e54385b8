"""Checks of the examination itself: its truth, its depths, its number of positions, and the engine in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from overthink.core.estimate import simultaneous
from overthink.doctor.check import (
    LARGE,
    SURE,
    Case,
    Check,
    Finding,
    falls,
    not_tested,
    ruled_out,
    suspected,
    unless_too_weak,
)
from overthink.measure.judgement import Kind, Value
from overthink.measure.paired import difference

BETTER = 0.5  # the reference should be wrong at most half as often as the player


def weak_reference(case: Case) -> Finding:
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


WEAK_REFERENCE = Check(
    "a reference no better than the player",
    "a slightly weaker reference disagrees with it at least half as often as the player does",
    weak_reference,
    explains=True,
    mend="use a deeper search, a solved game or another engine as the truth",
)


def parity(case: Case) -> Finding | None:
    """Test whether accuracy drops between neighbouring depths only, not between depths of the same parity."""
    if not case.examination.knob.plies:
        return None
    depths = case.examination.depths
    if len({depth % 2 for depth in depths}) < 2 or len(depths) < 3:
        return not_tested("needs at least three depths, odd and even")
    if case.judgement.kind == Kind.WORSE:
        return ruled_out("accuracy also drops between depths of the same parity")
    accuracy, steps = case.examination.accuracy(case.rule), list(pairwise(depths))
    level = simultaneous(len(steps), SURE)
    gains = {step: difference(accuracy[step[1]], accuracy[step[0]], level) for step in steps}
    drops = [step for step, gain in gains.items() if gain.high < 0.0 and gain.mean < -LARGE]
    if drops:
        why = f"accuracy drops {_from(drops)}"
        rise = case.judgement.sentence  # between depths of the same parity, so not a matter of parity
        headline = f"{rise}; but {why}, which odd against even depths may explain"
        return suspected(
            f"{why}, but not between depths of the same parity",
            headline=headline if case.judgement.kind == Kind.BETTER else "",
        )
    likely = [(pair.shallow, pair.deep) for pair in falls(case.judgement)]
    if likely:
        return not_tested(f"accuracy drops {_from(likely)}, but not clearly enough: examine more positions")
    return unless_too_weak("accuracy does not drop between neighbours", "a drop", list(gains.values()), level)


def _from(steps: Sequence[tuple[Value, Value]]) -> str:
    return "from depth " + ", ".join(f"{shallow} to {deep}" for shallow, deep in steps)


PARITY = Check(
    "odd against even depths",
    "accuracy drops between neighbouring depths, but not between depths of the same parity",
    parity,
    mend="compare odd depths with odd, and even with even",
)


def few_positions(case: Case) -> Finding:
    """Suspect this if there is no verdict and more positions could give one."""
    n, needed = len(case.examination.positions), case.judgement.needed
    if needed and case.judgement.kind == Kind.UNCLEAR:
        return suspected(f"{n:,} positions; {needed:,} more would settle a 2-point difference")
    return ruled_out(f"{n:,} positions")


FEW_POSITIONS = Check(
    "too few positions",
    "there is no verdict, and a difference of two points could have been missed",
    few_positions,
    doubts=False,
)


def engine_trouble(case: Case) -> Finding | None:
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


ENGINE_TROUBLE = Check(
    "engine trouble",
    "a chess engine had to be restarted, and positions could not be examined",
    engine_trouble,
    mend="examine the positions that failed on their own",
)


def nominal_depth(case: Case) -> Finding | None:
    """Report the nodes that the engine counts at each depth."""
    if case.engine is None or not case.examination.knob.plies:
        return None
    if not case.engine.nodes:
        return not_tested("all results were stored, so no nodes were counted")
    nodes = ", ".join(f"{depth}: {mean:,.0f}" for depth, mean in case.engine.nodes.items())
    return not_tested(f"it includes quiescence and extensions; nodes per position: {nodes}")


NOMINAL_DEPTH = Check(
    "nominal depth", "an engine's depth includes quiescence and extensions: its nodes are shown", nominal_depth
)
