"""Checks of what the player is given: the evaluator, the truth, the depths, the positions, and the engine itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from overthink.core.checked import moves_of
from overthink.core.estimate import Estimate, simultaneous
from overthink.doctor.checks.case import SearchCase, without_opinions
from overthink.doctor.find.causes import HeardOpinion, all_moves, worth_of
from overthink.doctor.find.evidence import falls
from overthink.doctor.finding import (
    LARGE,
    SURE,
    Check,
    Comparison,
    Finding,
    Measure,
    compare_counts,
    compare_gains,
    examined,
    not_examined,
    not_seen,
    suspected,
    visible_from,
)
from overthink.doctor.record import GOALS, AnyGame, Examination
from overthink.doctor.words import Fact, Need, Seen, fact
from overthink.measure.judgement import POINTS, Kind, Value
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
SURE_OF_IT = 0.99  # of the largest result: a value as large is no cut
PILE, HEAP = 0.08, 3.0  # the share of evaluations that are the largest one, and how many times as many as of the next
TAIL, FLIPS = 0.15, 0.1  # evaluations that are very good or very bad, and by how much more of them must turn round
BETTER = 0.5  # the reference should be wrong at most half as often as the player


def wrong_side(case: SearchCase) -> Finding | None:
    """Test whether the evaluations after each move rise with the values of the moves, for both sides."""
    if case.engine:
        return None
    if not case.opinions:
        return without_opinions(case)
    seen, follows = dict[str, int](), True
    for side, player in SIDES.items():
        masks = [opinion.side == side for opinion in case.opinions]
        static = np.concatenate([opinion.static[at] for opinion, at in zip(case.opinions, masks)])
        true = np.concatenate([opinion.true[at] for opinion, at in zip(case.opinions, masks)])
        positions = sum(bool(at.any()) for at in masks)
        if positions < FEWEST_POSITIONS or not np.ptp(static) or not np.ptp(true):
            continue
        seen[player] = positions
        fit = float(np.corrcoef(static, true)[0, 1])
        if fit < -by_chance(positions):
            return suspected(fact(Seen.WRONG_SIDE, side=player, fit=fit))
        follows = follows and fit > by_chance(positions)
    if not seen:
        return not_examined(Seen.FEW_VALUES)
    fewest = min(seen.values())
    compared = Comparison(
        "evaluations beside true values", fewest, would_have_seen=by_chance(fewest), measure=Measure.CORRELATION
    )
    if not follows:
        return not_seen(compared, Seen.HARDLY_FOLLOWS)
    return examined(compared, Seen.RISES if len(seen) == 2 else fact(Seen.RISES_FOR, side=next(iter(seen))))


def by_chance(positions: int) -> float:
    """A correlation that five in a thousand are beyond."""
    return 2.6 / math.sqrt(positions)


WRONG_SIDE = Check(
    "evaluation from the wrong side",
    "when one side is to move, evaluations fall as the true values rise",
    wrong_side,
    explains=True,
    mend="return the evaluation for Max: multiply it by the mover if it is for the player to move",
)


def unsteady_evaluator(case: SearchCase) -> Finding | None:
    """Ask the evaluator again, also with an empty memory, and compare with what it said in another process."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None or case.evaluate is None:
        return without_opinions(case)
    asked, anew = case.opinions[:SAMPLE], case.anew() if case.anew else case.evaluate
    for evaluate, kind in ((case.evaluate, Seen.VALUED_TWICE), (anew, Seen.VALUED_EMPTY)):
        worth, changed = worth_of(case.game, evaluate), 0
        for opinion in reversed(asked):
            again = case.game.mover(opinion.position.state) * worth(opinion.position.state)
            changed += not math.isclose(opinion.own, again, rel_tol=1e-9, abs_tol=1e-12)
        if changed:
            return suspected(fact(kind, changed=changed, asked=len(asked)))
    if (other := case.elsewhere) and other.valued:
        return suspected(fact(Seen.VALUED_ELSEWHERE, changed=other.valued, asked=other.judged))
    return examined(compare_counts("the evaluator asked twice, in another order,", len(asked)))


UNSTEADY_EVALUATOR = Check(
    "an evaluator that answers otherwise",
    "asked again, with an empty memory, or in a process with other hashes, the evaluator gives another value",
    unsteady_evaluator,
    explains=True,
    mend="let the evaluator depend on the position alone",
)


def evaluator_trouble(case: SearchCase) -> Finding | None:
    """Compare the evaluator's values with results and with the truth, at the ends of its scale."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None or case.evaluate is None:
        return without_opinions(case)
    static, true = all_moves(case.opinions)
    results = _results(case.game, case.examination)
    beyond = np.abs(static) > np.abs([*true, *(result for ends in results for result in ends)]).max() + 1e-9
    if case.examination.exact and beyond.mean() > BEYOND and sum(map(bool, results)) > NEAR * len(results):
        end = Seen.BEYOND_THE_END if case.rule in GOALS else Seen.BEYOND_A_WIN
        return suspected(fact(end, share=float(beyond.mean())))
    if strange := _clipped(case.opinions, np.abs(true).max()) or _flips(case.opinions):
        return suspected(strange)
    if len(static) < FEWEST_EVALUATIONS or len(case.opinions) < FEWEST_POSITIONS:
        return not_examined(fact(Seen.FEW_EVALUATIONS, n=len(static)), needs=[Need.POSITIONS])
    top, bottom = _ends_beside_the_middle(case.opinions)
    if top.high < 0.0:
        return suspected(Seen.BEST_ARE_WORSE)
    if bottom.high < 0.0:
        return suspected(Seen.WORST_ARE_BETTER)
    what = "moves that look best, and those that look worst, beside those that look average,"
    compared = replace(compare_gains(what, [top, bottom], 0.5 + SURE / 2, "move"), measure=Measure.RANGE)
    values, counts = np.unique(static, return_counts=True)
    ends, most = max(counts[0], counts[-1]) / len(static), counts.max() / len(static)
    if len(values) > 2 and (ends > SATURATED or most > 0.5):
        often = fact(Seen.AT_ITS_ENDS, share=ends) if ends > SATURATED else fact(Seen.OFTEN_THE_SAME, share=most)
        return not_seen(compared, often)
    return examined(compared)


def _ends_beside_the_middle(opinions: Sequence[HeardOpinion]) -> tuple[Estimate, Estimate]:
    """By how much the moves that look best are better, and those that look worst are worse, than those that look
    average: as a share of the range of true values."""
    static, true = all_moves(opinions)
    true, order = true / (np.ptp(true) or 1.0), np.argsort(static, kind="stable")
    size = int(END * len(order))
    place = np.repeat(np.arange(len(opinions)), [len(opinion.static) for opinion in opinions])
    middle, level = order[int(MIDDLE[0] * len(order)) : int(MIDDLE[1] * len(order))], 0.5 + SURE / 2
    top, bottom = (
        apart_in_clusters(sign * true[end], sign * true[middle], place[end], place[middle], level)
        for sign, end in ((1.0, order[-size:]), (-1.0, order[:size]))
    )
    return top, bottom


def _clipped(opinions: Sequence[HeardOpinion], most: float) -> Fact | None:
    """Whether many evaluations are exactly the largest or the smallest one, far more than are exactly any of the values
    next to it. An evaluator that knows results, or a net that is as good as sure, may give the largest often."""
    values, counts = np.unique(all_moves(opinions)[0], return_counts=True)
    if len(values) < VALUES:
        return None
    for end, beside in ((-1, slice(-1 - BESIDE, -1)), (0, slice(1, 1 + BESIDE))):
        share = Estimate.share(np.array([np.mean(opinion.static == values[end]) for opinion in opinions]), SURE)
        if share.low > PILE and counts[end] > HEAP * counts[beside].max() and abs(values[end]) < SURE_OF_IT * most:
            return fact(Seen.CUT_ABOVE if end else Seen.CUT_BELOW, share=share.mean, value=values[end])
    return None


def _flips(opinions: Sequence[HeardOpinion]) -> Fact | None:
    """Whether positions that look very good, or very bad, look the opposite one ply later more often than others do."""
    own = np.array([opinion.own for opinion in opinions])
    every = np.concatenate([own, *(opinion.static for opinion in opinions)])
    low, high = np.quantile(every, (TAIL, 1.0 - TAIL))
    bad, good = (np.array([np.mean(at(opinion.static)) for opinion in opinions]) for at in (low.__ge__, high.__le__))
    few = min((own <= low).sum(), (own >= high).sum()) < FEWEST_POSITIONS
    if few or len(np.unique(every)) < VALUES:
        return None
    flips = np.concatenate([bad[own >= high], good[own <= low]])
    usual = np.concatenate([bad[own < high], good[own > low]])
    gap = apart(flips, usual, SURE)
    if gap.low <= 0.0 or gap.mean < FLIPS:
        return None
    return fact(Seen.FLIPS, flips=float(flips.mean()), usual=float(usual.mean()))


def _results(game: AnyGame, examination: Examination) -> list[list[float]]:
    """For some positions, what the moves are worth that end the game. With chance, the truth of other moves never gets
    as far as a result."""
    states = [position.state for position in examination.positions[:SAMPLE]]
    after = [[game.play(state, move) for move in moves_of(game, state)] for state in states]
    return [[float(game.utility(state)) for state in row if not len(moves_of(game, state))] for row in after]


EVALUATOR_TROUBLE = Check(
    "trouble in the evaluator",
    "it gives values beyond any result; many values are exactly the largest; what looks very good looks very bad "
    "one ply later; or what looks best is worse than what looks average",
    evaluator_trouble,
    explains=True,
    mend="keep the evaluator's values in the range of the true ones, in order, and for Max",
)


def weak_reference(case: SearchCase) -> Finding | None:
    """Test whether a slightly weaker reference disagrees with the reference much less often than the player does. An
    exact truth has nothing to compare."""
    if case.engine and case.engine.by_file:
        return not_examined(Seen.BY_FILE)
    if case.engine and case.engine.judges_itself:
        return not_examined(Seen.JUDGES_ITSELF, needs=[Need.REFERENCE])
    if case.engine:
        return not_examined(Seen.ANOTHER_ENGINE)
    doubt = case.doubt
    if case.examination.exact:
        return None
    if not doubt.disagrees or not doubt.against:
        return not_examined(fact(Seen.UNKNOWN_TRUTH, truth=case.examination.truth))
    ratio, n = doubt.against, doubt.disagrees.n
    told = {"weaker": doubt.weaker, "share": doubt.disagrees.mean, "ratio": ratio.mean}
    told |= {"low": ratio.low, "high": ratio.high}
    if ratio.low > BETTER:
        return suspected(fact(Seen.WEAK_TRUTH, **told))
    differ, wrong = round(doubt.disagrees.mean * n), 1.0 - max(a.mean for a in case.judgement.accuracy.values())
    least = max(compare_counts("", n).would_have_seen or 1.0, (BETTER + visible_from(ratio, SURE)) * wrong)
    compared = Comparison("the reference beside a weaker one", n, differ, would_have_seen=least)
    seen = fact(Seen.SOME_DOUBT, **told)
    return examined(compared, seen) if ratio.high < BETTER else not_seen(compared, seen)


WEAK_REFERENCE = Check(
    "a reference no better than the player",
    "a slightly weaker reference disagrees with the reference at least half as often as the player does",
    weak_reference,
    explains=True,
    mend="use a deeper search, a solved game or another engine as the truth",
)


def parity(case: SearchCase) -> Finding | None:
    """Test whether accuracy drops between neighbouring depths only, not between depths of the same parity."""
    if not case.examination.knob.plies:
        return None
    depths = case.examination.depths
    if len({depth % 2 for depth in depths}) < 2 or len(depths) < 3:
        return not_examined(needs=[Need.DEPTHS])
    if case.judgement.kind == Kind.WORSE and case.judgement.pair:
        gain = case.judgement.pair.gain
        loss = Estimate(-gain.mean, -gain.high, -gain.low, gain.n)  # a drop that is found is a comparison that did show
        return examined(
            compare_gains("depths of the same parity", [loss], show=gain),
            fact(Seen.SAME_PARITY_DROPS, without=case.without),
        )
    accuracy, steps = case.examination.accuracy(case.rule), list(pairwise(depths))
    level = simultaneous(len(steps), SURE)
    gains = {step: difference(accuracy[step[1]], accuracy[step[0]], level) for step in steps}
    drops = [step for step, gain in gains.items() if gain.high < 0.0 and gain.mean < -LARGE]
    compared = compare_gains("accuracy at neighbouring depths", list(gains.values()), level)
    if drops:
        rise = case.judgement.sentence  # between depths of the same parity, so not a matter of parity
        head = fact(Seen.PARITY_HEAD, rise=rise, steps=_from(drops)) if case.judgement.kind == Kind.BETTER else None
        return suspected(fact(Seen.PARITY, steps=_from(drops)), headline=head)
    likely = [(pair.shallow, pair.deep) for pair in falls(case.judgement)]
    if likely:
        return not_seen(compared, fact(Seen.PARITY_UNSURE, steps=_from(likely)))
    return examined(compared, fact(Seen.NO_STEP_DOWN, without=case.without))


def _from(steps: Sequence[tuple[Value, Value]]) -> str:
    return "from depth " + ", ".join(f"{shallow} to {deep}" for shallow, deep in steps)


PARITY = Check(
    "odd against even depths",
    "accuracy drops between neighbouring depths, but not between depths of the same parity",
    parity,
    mend="compare odd depths with odd, and even with even",
)


def few_positions(case: SearchCase) -> Finding | None:
    """Suspect this if there is no verdict and more positions could give one."""
    n, needed = len(case.examination.positions), case.judgement.needed
    if case.judgement.kind != Kind.UNCLEAR:
        return None
    if needed:
        return suspected(fact(Seen.TOO_FEW, n=n, without=case.without, needed=needed))
    return examined(Comparison("accuracy at two depths", n, would_have_seen=POINTS, measure=Measure.POINTS))


FEW_POSITIONS = Check(
    "too few positions",
    "there is no verdict, and a difference of two points could have been missed",
    few_positions,
    doubts=False,
)


def engine_trouble(case: SearchCase) -> Finding | None:
    """Suspect an engine that failed on some positions. After a restart trouble is not ruled out, even if every search
    succeeds then."""
    if case.engine is None:
        return None
    restarts, lost = case.engine.restarts, case.engine.lost
    times = "once" if restarts == 1 else f"{restarts} times"
    if restarts and lost:
        return suspected(fact(Seen.LOST_POSITIONS, times=times, lost=lost))
    answered = compare_counts("a legal answer in time, beside none,", len(case.examination.positions))
    return not_seen(answered, fact(Seen.RESTARTED, times=times)) if restarts else examined(answered)


ENGINE_TROUBLE = Check(
    "engine trouble",
    "a chess engine had to be restarted, and positions could not be examined",
    engine_trouble,
    mend="examine the positions that failed on their own",
)


def nominal_depth(case: SearchCase) -> Finding | None:
    """Report the nodes that the engine counts at each depth."""
    if case.engine is None or not case.examination.knob.plies:
        return None
    if not case.engine.nodes:
        return not_examined(Seen.NO_NODES)
    return not_examined(
        fact(Seen.NODES, nodes=", ".join(f"{depth}: {mean:,.0f}" for depth, mean in case.engine.nodes.items()))
    )


NOMINAL_DEPTH = Check(
    "nominal depth", "an engine's depth includes quiescence and extensions: its nodes are shown", nominal_depth
)
