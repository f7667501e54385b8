"""Odd against even depths: accuracy drops from one depth to the next, but not between depths of the same parity."""

from __future__ import annotations

from itertools import pairwise

from overthink.core.estimate import simultaneous
from overthink.doctor.check import LARGE, SURE, Case, Check, Finding, not_testable, ruled_out, suspected
from overthink.measure.judgement import Kind
from overthink.measure.paired import difference


def run(case: Case) -> Finding | None:
    """Test whether accuracy drops between neighbouring depths only, not between depths of the same parity."""
    if not case.examination.knob.plies:
        return None
    depths = case.examination.depths
    if len({depth % 2 for depth in depths}) < 2 or len(depths) < 3:
        return not_testable("needs at least three depths, odd and even")
    accuracy, steps = case.examination.accuracy(case.rule), list(pairwise(depths))
    level = simultaneous(len(steps), SURE)
    gains = {step: difference(accuracy[step[1]], accuracy[step[0]], level) for step in steps}
    drops = [step for step, gain in gains.items() if gain.high < 0.0 and gain.mean < -LARGE]
    if drops and case.judgement.kind != Kind.WORSE:
        pairs = ", ".join(f"{shallow} to {deep}" for shallow, deep in drops)
        return suspected(f"accuracy drops from depth {pairs}, but not between depths of the same parity")
    return ruled_out("the verdict compares depths of the same parity")


CHECK = Check(
    "odd against even depths",
    "accuracy drops between neighbouring depths, but not between depths of the same parity",
    run,
)
