"""Ties among wins of different length: the deeper search loses nothing but the fastest win."""

from __future__ import annotations

import numpy as np

from overthink.doctor.check import SURE, Case, Check, Finding, not_testable, ruled_out, suspected
from overthink.doctor.examine import Position
from overthink.doctor.reference import clearest
from overthink.measure.judgement import Kind, judge
from overthink.measure.paired import difference


def run(case: Case) -> Finding:
    """Whether what the deeper search loses are moves that win, draw or lose just as the right ones do."""
    examination, rule = case.examination, case.rule
    values = {value for position in examination.positions for value in position.values.values()}
    if len({np.sign(value) for value in values}) == len(values):
        return ruled_out("the truth tells wins from losses and nothing finer")
    if min(values) >= 0.0 or max(values) <= 0.0:
        return not_testable("the values do not say which of them are wins")
    strict = examination.accuracy(rule)
    pair = clearest(case.judgement)
    if pair is None or pair.gain.mean > 0.0:
        return ruled_out("nothing falls with depth that they could explain")
    loose = {d: np.array([_same_outcome(p, rule, d) for p in examination.positions]) for d in examination.depths}
    explained = difference(loose[pair.deep] - loose[pair.shallow], strict[pair.deep] - strict[pair.shallow], SURE)
    if judge(loose).kind != Kind.WORSE and explained.low > 0.0:
        points = f"{100 * explained.mean:.1f} points less are lost"
        return suspected(f"counting every move that keeps the result as right, {points}, and nothing falls with depth")
    return ruled_out("counting every move that keeps the result as right does not explain the fall")


def _same_outcome(position: Position, rule: str, depth: int) -> float:
    """The share of the chosen moves that keep the result."""
    moves = position.chosen[rule, depth]
    return sum(bool(np.sign(position.values[move]) == np.sign(position.best)) for move in moves) / len(moves)


CHECK = Check(
    "ties among wins of different length",
    "counting every move that keeps the result as right, nothing falls",
    run,
)
