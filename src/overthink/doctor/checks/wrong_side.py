"""Evaluation from the wrong side: the evaluator tells values to the player to move, or to Min, instead of to Max."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.tree import Column
from overthink.doctor.check import Case, Check, Finding, not_testable, ruled_out, suspected
from overthink.doctor.opinions import Opinion

FEWEST = 10  # positions from which on a correlation tells anything
SIDES = {1: "Max", -1: "Min"}


def run(case: Case) -> Finding | None:
    """Whether evaluations of the positions after each move rise with what the moves are worth, whoever is to move
    there."""
    if case.engine:
        return None
    if not case.opinions:
        return not_testable("no evaluator")
    tested = []
    for side, who in SIDES.items():
        static, true, positions = _where(case.opinions, side)
        if positions < FEWEST or not np.ptp(static) or not np.ptp(true):
            continue
        tested.append(who)
        fit = float(np.corrcoef(static, true)[0, 1])
        if fit < -2.6 / np.sqrt(positions):  # five in a thousand by chance
            return suspected(f"where {who} is to move, positions that look good are bad (r = {fit:.2f}): "
                             "give values to Max")  # fmt: skip
    if not tested:
        return not_testable("there are too few different opinions")
    where = "whoever moves" if len(tested) == 2 else f"where {tested[0]} moves"
    return ruled_out(f"opinions do not fall as the truth rises, {where}")


def _where(opinions: Sequence[Opinion], side: int) -> tuple[Column, Column, int]:
    """Evaluations and true values of the moves after which this side is to move, and in how many positions."""
    there = [opinion.side == side for opinion in opinions]
    static = np.concatenate([opinion.static[at] for opinion, at in zip(opinions, there)])
    true = np.concatenate([opinion.true[at] for opinion, at in zip(opinions, there)])
    return static, true, sum(bool(at.any()) for at in there)


CHECK = Check(
    "evaluation from the wrong side",
    "opinions of moves fall as their worth rises, where one side is to move",
    run,
    explains=True,
)
