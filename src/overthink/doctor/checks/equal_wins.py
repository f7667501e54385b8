"""Ties among wins of different length: the deeper search still wins, but not as fast."""

from __future__ import annotations

import numpy as np

from overthink.doctor.check import SURE, Case, Check, Finding, not_testable, ruled_out, suspected
from overthink.doctor.examine import Position
from overthink.doctor.reference import clearest
from overthink.measure.judgement import Kind, judge
from overthink.measure.knob import Value
from overthink.measure.paired import difference


def run(case: Case) -> Finding:
    """Test whether the moves that the deeper search prefers keep the result (win, draw or loss)."""
    examination, rule = case.examination, case.rule
    values = {value for position in examination.positions for value in position.values.values()}
    if len({np.sign(value) for value in values}) == len(values):
        return ruled_out("the truth distinguishes only wins, draws and losses")
    if min(values) >= 0.0 or max(values) <= 0.0:
        return not_testable("the values do not show which moves win")
    strict = examination.accuracy(rule)
    pair = clearest(case.judgement)
    if pair is None or pair.gain.mean > 0.0:
        return ruled_out("accuracy does not drop with depth")
    loose = {d: np.array([_same_outcome(p, rule, d) for p in examination.positions]) for d in examination.depths}
    explained = difference(loose[pair.deep] - loose[pair.shallow], strict[pair.deep] - strict[pair.shallow], SURE)
    if judge(loose, examination.knob).kind != Kind.WORSE and explained.low > 0.0:
        points = f"the drop is {100 * explained.mean:.1f} points smaller"
        return suspected(f"if every move that keeps the result counts as right, {points}, and no drop remains")
    return ruled_out("accuracy also drops if every move that keeps the result counts as right")


def _same_outcome(position: Position, rule: str, depth: Value) -> float:
    """The share of the chosen moves that keep the result."""
    moves = position.chosen[rule, depth]
    return sum(bool(np.sign(position.values[move]) == np.sign(position.best)) for move in moves) / len(moves)


CHECK = Check(
    "ties among wins of different length",
    "if every move that keeps the result counts as right, accuracy does not drop",
    run,
)
