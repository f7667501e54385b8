"""Evaluation from the wrong side: the evaluator gives values for the player to move, or for Min, not for Max."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.tree import Column
from overthink.doctor.check import Case, Check, Finding, not_tested, ruled_out, suspected
from overthink.doctor.opinions import Opinion

FEWEST = 10  # a correlation over fewer positions means nothing
SIDES = {1: "Max", -1: "Min"}


def run(case: Case) -> Finding | None:
    """Test whether the evaluations after each move rise with the values of the moves, for both sides."""
    if case.engine:
        return None
    if not case.opinions:
        return not_tested(case.no_opinions)
    tested, follows = [], True
    for side, player in SIDES.items():
        static, true, positions = _where(case.opinions, side)
        if positions < FEWEST or not np.ptp(static) or not np.ptp(true):
            continue
        tested.append(player)
        fit = float(np.corrcoef(static, true)[0, 1])
        chance = 2.6 / np.sqrt(positions)  # five in a thousand are beyond it
        if fit < -chance:
            return suspected(f"where {player} is to move, positions that look good are bad (r = {fit:.2f}): "
                             "return values for Max")  # fmt: skip
        follows = follows and fit > chance
    if not tested:
        return not_tested("the evaluator has too few different values")
    where = "for both sides" if len(tested) == 2 else f"where {tested[0]} moves; the other side was not tested"
    if not follows:
        return not_tested("evaluations hardly follow the truth, so it would not show from which side they are")
    return ruled_out(f"evaluations rise with the truth, {where}")


def _where(opinions: Sequence[Opinion], side: int) -> tuple[Column, Column, int]:
    """Evaluations and true values of the moves after which this side is to move, and in how many positions."""
    masks = [opinion.side == side for opinion in opinions]
    static = np.concatenate([opinion.static[at] for opinion, at in zip(opinions, masks)])
    true = np.concatenate([opinion.true[at] for opinion, at in zip(opinions, masks)])
    return static, true, sum(bool(at.any()) for at in masks)


CHECK = Check(
    "evaluation from the wrong side",
    "evaluations fall as the true values rise, where one side is to move",
    run,
    explains=True,
    mend="return the evaluation for Max: multiply it by the mover if it is for the player to move",
)
