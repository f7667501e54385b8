"""Trouble in the evaluator: it is not a function of the position, or its scale is wrong at the ends."""

from __future__ import annotations

import math

import numpy as np

from overthink.core.checked import moves_of
from overthink.doctor.check import SURE, Case, Check, Finding, not_tested, ruled_out, suspected
from overthink.doctor.examine import AnyGame, State
from overthink.doctor.opinions import worth_of
from overthink.measure.groups import apart_in_clusters

SAMPLE = 60  # positions that are evaluated again
FEWEST = 200  # evaluations, to compare the ends of the scale with its middle
END, MIDDLE = 0.1, (0.35, 0.65)  # shares of all evaluations
NEAR = 0.1  # of the positions: if fewer are near the end of the game, its scale hardly matters
BEYOND = 0.01


def run(case: Case) -> Finding | None:
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
    static = np.concatenate([opinion.static for opinion in case.opinions])
    true = np.concatenate([opinion.true for opinion in case.opinions])
    results = _results(case)
    beyond = np.abs(static) > np.abs([*true, *(result for ends in results for result in ends)]).max() + 1e-9
    if case.examination.exact and beyond.mean() > BEYOND and sum(map(bool, results)) > NEAR * len(results):
        share = f"{100 * beyond.mean():.0f}% of the moves"
        return suspected(f"it values {share} beyond any result, so that a search prefers an opinion to a win")
    order = np.argsort(static, kind="stable")
    size = int(END * len(order))
    if len(order) < FEWEST:
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


CHECK = Check(
    "trouble in the evaluator",
    "asked twice, the evaluator answers otherwise; it values positions beyond any result; or what looks best to it is "
    "worse than what looks average",
    run,
    explains=True,
    mend="let the evaluator depend on the position alone, and keep its values between those of a loss and of a win",
)
