"""Checks of what the player is given: the evaluator, the truth, the depths, the positions, and the engine itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from overthink.core.checked import moves_of
from overthink.core.errors import counted
from overthink.core.estimate import simultaneous
from overthink.core.tree import Column
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
from overthink.doctor.find.causes import HeardOpinion, all_moves, worth_of
from overthink.doctor.record import GOALS, AnyGame, Examination
from overthink.measure.judgement import Kind, Value
from overthink.measure.paired import apart, apart_in_clusters, difference

FEWEST_POSITIONS = 10  # a correlation over fewer positions means nothing
SIDES = {1: "Max", -1: "Min"}
SAMPLE = 60  # positions that are evaluated again
FEWEST_EVALUATIONS = 200  # evaluations, to compare the ends of the scale with its middle
END, MIDDLE = 0.1, (0.35, 0.65)  # shares of all evaluations
NEAR = 0.1  # of the positions: if fewer are near the end of the game, its scale hardly matters
BEYOND = 0.01
VALUES, BESIDE = 8, 4  # different evaluations that show whether they are cut off; how many beside the last are compared
SATURATED = 0.25  # a larger share at an end of the scale may be cut off, or the scale is coarse
PILE, HEAP = 0.08, 3.0  # the share of evaluations that are the largest one, and how many times as many as of the next
TAIL, FLIPS = 0.15, 0.1  # evaluations that are very good or very bad, and by how much more of them must turn round
BETTER = 0.5  # the reference should be wrong at most half as often as the player


def wrong_side(case: Case) -> Finding | None:
    """Test whether the evaluations after each move rise with the values of the moves, for both sides."""
    if case.engine:
        return None
    if not case.opinions:
        return not_tested(case.no_opinions)
    tested, follows = [], True
    for side, player in SIDES.items():
        masks = [opinion.side == side for opinion in case.opinions]
        static = np.concatenate([opinion.static[at] for opinion, at in zip(case.opinions, masks)])
        true = np.concatenate([opinion.true[at] for opinion, at in zip(case.opinions, masks)])
        positions = sum(bool(at.any()) for at in masks)
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
    asked, anew = case.opinions[:SAMPLE], case.anew() if case.anew else case.evaluate
    for evaluate, how in ((case.evaluate, "asked twice"), (anew, "asked with an empty memory")):
        worth, changed = worth_of(case.game, evaluate), 0
        for opinion in reversed(asked):
            again = case.game.mover(opinion.position.state) * worth(opinion.position.state)
            changed += not math.isclose(opinion.own, again, rel_tol=1e-9, abs_tol=1e-12)
        if changed:
            return suspected(f"{how}, it values {changed} of {counted(len(asked), 'position')} otherwise")
    if (other := case.elsewhere) and other.valued:
        many = f"{other.valued} of {counted(other.judged, 'position')}"
        return suspected(f"it cannot be reproduced: in a process with other hashes it values {many} otherwise")
    static, true = all_moves(case.opinions)
    results = _results(case.game, case.examination)
    beyond = np.abs(static) > np.abs([*true, *(result for ends in results for result in ends)]).max() + 1e-9
    if case.examination.exact and beyond.mean() > BEYOND and sum(map(bool, results)) > NEAR * len(results):
        share = f"{100 * beyond.mean():.0f}% of the moves"
        end = "the end of the game" if case.rule in GOALS else "a win"
        return suspected(f"it values {share} beyond any result, so that a search prefers an opinion to {end}")
    strange = _clipped(static, np.abs(true).max()) or _flips(case.opinions)
    if strange:
        return suspected(strange)
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
    values, counts = np.unique(static, return_counts=True)
    ends, most = max(counts[0], counts[-1]) / len(static), counts.max() / len(static)
    if len(values) > 2 and (ends > SATURATED or most > 0.5):
        end = f"{100 * ends:.0f}% of its values are exactly its largest or its smallest"
        share = end if ends > SATURATED else f"{100 * most:.0f}% of its values are the same"
        return not_tested(f"asked twice, it answers alike; {share}, so it would not show whether it is cut off")
    return ruled_out("asked twice, it answers alike; what looks best is not worse than what looks average")


def _clipped(static: Column, most: float) -> str:
    """Whether many evaluations are exactly the largest or the smallest one, far more than are exactly any of the values
    next to it. An evaluator that knows results may give the largest of these often."""
    values, counts = np.unique(static, return_counts=True)
    if len(values) < VALUES:
        return ""
    for end, beside in ((-1, slice(-1 - BESIDE, -1)), (0, slice(1, 1 + BESIDE))):
        share = counts[end] / len(static)
        if share > PILE and counts[end] > HEAP * counts[beside].max() and abs(values[end]) < most:
            which = "largest" if end else "smallest"
            return f"{100 * share:.0f}% of its values are exactly {values[end]:.3g}, the {which}: is it cut off there?"
    return ""


def _flips(opinions: Sequence[HeardOpinion]) -> str:
    """Whether positions that look very good, or very bad, look the opposite one ply later more often than others do."""
    own = np.array([opinion.own for opinion in opinions])
    every = np.concatenate([own, *(opinion.static for opinion in opinions)])
    low, high = np.quantile(every, (TAIL, 1.0 - TAIL))
    bad, good = (np.array([np.mean(at(opinion.static)) for opinion in opinions]) for at in (low.__ge__, high.__le__))
    few = min((own <= low).sum(), (own >= high).sum()) < FEWEST_POSITIONS
    if few or len(np.unique(every)) < VALUES:
        return ""
    flips = np.concatenate([bad[own >= high], good[own <= low]])
    usual = np.concatenate([bad[own < high], good[own > low]])
    gap = apart(flips, usual, SURE)
    if gap.low <= 0.0 or gap.mean < FLIPS:
        return ""
    shares = f"in {100 * flips.mean():.0f}% of moves (from other positions in {100 * usual.mean():.0f}%)"
    asks = "is it for the player to move, or does its value overflow?"
    return f"what looks very good looks very bad one ply later, or the reverse, {shares}: {asks}"


def _results(game: AnyGame, examination: Examination) -> list[list[float]]:
    """For some positions, what the moves are worth that end the game. With chance, the truth of other moves never gets
    as far as a result."""
    states = [position.state for position in examination.positions[:SAMPLE]]
    after = [[game.play(state, move) for move in moves_of(game, state)] for state in states]
    return [[float(game.utility(state)) for state in row if not len(moves_of(game, state))] for row in after]


EVALUATOR_TROUBLE = Check(
    "trouble in the evaluator",
    "asked twice, with an empty memory, or in a process with other hashes, the evaluator answers otherwise; it values "
    "positions beyond any result; many values are exactly the largest; what looks very good looks very bad one ply "
    "later; or what looks best is worse than what looks average",
    evaluator_trouble,
    explains=True,
    mend="let the evaluator depend on the position alone, and keep its values in the range of the true ones",
)


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
    why = f"{case.without}accuracy does not drop between neighbours"
    return unless_too_weak(why, "a drop", list(gains.values()), level)


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
        return suspected(f"{counted(n, 'position')}; {case.without}{needed:,} more would settle a 2-point difference")
    return ruled_out(counted(n, "position"))


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
        return suspected(f"{trouble}; {counted(lost, 'position')} could not be examined")
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
