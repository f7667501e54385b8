"""Odd against even depths: accuracy drops from one depth to the next, but not between depths of the same parity."""

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
from overthink.measure.judgement import Kind
from overthink.measure.knob import Value
from overthink.measure.paired import difference


def run(case: Case) -> Finding | None:
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


CHECK = Check(
    "odd against even depths",
    "accuracy drops between neighbouring depths, but not between depths of the same parity",
    run,
    mend="compare odd depths with odd, and even with even",
)
