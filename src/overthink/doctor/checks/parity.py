"""Odd against even depths: accuracy drops from one depth to the next, and not between depths of one parity."""

from __future__ import annotations

from itertools import pairwise

from overthink.core.estimate import simultaneous
from overthink.doctor.check import LARGE, SURE, Case, Check, Finding, not_testable, ruled_out, suspected
from overthink.measure.judgement import Kind
from overthink.measure.paired import difference


def run(case: Case) -> Finding:
    """Whether neighbouring depths fall where depths of the same parity do not."""
    depths = case.examination.depths
    if len({depth % 2 for depth in depths}) < 2 or len(depths) < 3:
        return not_testable("needs three depths or more, odd and even")
    accuracy, steps = case.examination.accuracy(case.rule), list(pairwise(depths))
    level = simultaneous(len(steps), SURE)
    gains = {step: difference(accuracy[step[1]], accuracy[step[0]], level) for step in steps}
    falls = [step for step, gain in gains.items() if gain.high < 0.0 and gain.mean < -LARGE]
    if falls and case.judgement.kind != Kind.WORSE:
        pairs = ", ".join(f"{shallow} to {deep}" for shallow, deep in falls)
        return suspected(f"accuracy falls from depth {pairs}, and not between depths of one parity")
    return ruled_out("the verdict rests on depths of one parity")


CHECK = Check("odd against even depths", "neighbouring depths fall, depths of the same parity do not", run)
