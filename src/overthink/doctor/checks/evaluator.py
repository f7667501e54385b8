"""Checks of the evaluator: does it see from the right side, and is it a function of the position?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from overthink.core.checked import moves_of
from overthink.core.tree import Column
from overthink.doctor.check import SURE, Case, Check, Finding, not_tested, ruled_out, suspected
from overthink.doctor.find.causes import HeardOpinion, all_moves, worth_of
from overthink.doctor.record import AnyGame, State
from overthink.measure.paired import apart_in_clusters

FEWEST_POSITIONS = 10  # a correlation over fewer positions means nothing
SIDES = {1: "Max", -1: "Min"}
SAMPLE = 60  # positions that are evaluated again
FEWEST_EVALUATIONS = 200  # evaluations, to compare the ends of the scale with its middle
END, MIDDLE = 0.1, (0.35, 0.65)  # shares of all evaluations
NEAR = 0.1  # of the positions: if fewer are near the end of the game, its scale hardly matters
BEYOND = 0.01


def wrong_side(case: Case) -> Finding | None:
    """Test whether the evaluations after each move rise with the values of the moves, for both sides."""
    if case.engine:
        return None
    if not case.opinions:
        return not_tested(case.no_opinions)
    tested, follows = [], True
    for side, player in SIDES.items():
        static, true, positions = _where(case.opinions, side)
        if positions < FEWEST_POSITIONS or not np.ptp(static) or not np.ptp(true):
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


def _where(opinions: Sequence[HeardOpinion], side: int) -> tuple[Column, Column, int]:
    """Evaluations and true values of the moves after which this side is to move, and in how many positions."""
    masks = [opinion.side == side for opinion in opinions]
    static = np.concatenate([opinion.static[at] for opinion, at in zip(opinions, masks)])
    true = np.concatenate([opinion.true[at] for opinion, at in zip(opinions, masks)])
    return static, true, sum(bool(at.any()) for at in masks)


WRONG_SIDE = Check(
    "evaluation from the wrong side",
    "evaluations fall as the true values rise, where one side is to move",
    wrong_side,
    explains=True,
    mend="return the evaluation for Max: multiply it by the mover if it is for the player to move",
)


def evaluator_trouble(case: Case) -> Finding | None:
    """Ask the evaluator again, and compare its values with results and with the truth."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None or case.evaluate is None:
        return not_tested(case.no_opinions)
    worth = worth_of(case.game, case.evaluate)
    again = [(opinion.own, _to_mover(case.game, worth(opinion.position.state), opinion.position.state))
             for opinion in case.opinions[:SAMPLE]]  # fmt: skip
    changed = sum(not math.isclose(first, second, rel_tol=1e-9, abs_tol=1e-12) for first, second in again)
    if changed:
        return suspected(f"asked twice, it values {changed} of {len(again)} positions otherwise")
    static, true = all_moves(case.opinions)
    results = _results(case)
    beyond = np.abs(static) > np.abs([*true, *(result for ends in results for result in ends)]).max() + 1e-9
    if case.examination.exact and beyond.mean() > BEYOND and sum(map(bool, results)) > NEAR * len(results):
        share = f"{100 * beyond.mean():.0f}% of the moves"
        return suspected(f"it values {share} beyond any result, so that a search prefers an opinion to a win")
    order = np.argsort(static, kind="stable")
    size = int(END * len(order))
    if len(order) < FEWEST_EVALUATIONS:
        return not_tested("asked twice, it answers alike; there are too few evaluations to test its scale")
    place = np.repeat(np.arange(len(case.opinions)), [len(opinion.static) for opinion in case.opinions])
    middle, level = order[int(MIDDLE[0] * len(order)) : int(MIDDLE[1] * len(order))], 0.5 + SURE / 2
    top, bottom = (
        apart_in_clusters(true[end], true[middle], place[end], place[middle], level)
        for end in (order[-size:], order[:size])
    )
    if top.high < 0.0:
        return suspected("the moves that look best are worse than those that look average: does its value overflow?")
    if bottom.low > 0.0:
        return suspected("the moves that look worst are better than those that look average: does its value overflow?")
    return ruled_out("asked twice, it answers alike; what looks best is not worse than what looks average")


def _to_mover(game: AnyGame, value: float, state: State) -> float:
    return value * game.mover(state)


def _results(case: Case) -> list[list[float]]:
    """For some positions, what the moves are worth that end the game. With chance, the truth of other moves never gets
    as far as a result."""
    game = case.game
    assert game is not None
    states = [position.state for position in case.examination.positions[:SAMPLE]]
    after = [[game.play(state, move) for move in moves_of(game, state)] for state in states]
    return [[float(game.utility(state)) for state in row if not len(moves_of(game, state))] for row in after]


EVALUATOR_TROUBLE = Check(
    "trouble in the evaluator",
    "asked twice, the evaluator answers otherwise; it values positions beyond any result; or what looks best to it is "
    "worse than what looks average",
    evaluator_trouble,
    explains=True,
    mend="let the evaluator depend on the position alone, and keep its values between those of a loss and of a win",
)
