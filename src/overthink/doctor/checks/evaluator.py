"""Checks of the evaluator: beside the truth, asked again, and what it claims.

A sound evaluator may be uneven, or cut off its values. Only its author knows whether that is meant, so it is a claim.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from overthink.core.checked import evaluation_of, moves_of
from overthink.core.estimate import Estimate
from overthink.core.tree import Column
from overthink.doctor.checks.case import SearchCase, without_opinions
from overthink.doctor.find.causes import HeardOpinion, all_moves, opinions_of, worth_of
from overthink.doctor.finding import (
    EVALUATOR,
    SURE,
    Comparison,
    Finding,
    Measure,
    as_check,
    compare_counts,
    compare_gains,
    examined,
    not_examined,
    not_seen,
    suspected,
)
from overthink.doctor.record import AnyGame, Examination
from overthink.doctor.truths import spread
from overthink.doctor.words import Need, Seen, fact
from overthink.measure.paired import apart_in_clusters
from overthink.search.subjects.bind import has_chance

SIDES = {1: "Max", -1: "Min"}
FEWEST_CORRELATED = 10  # of a correlation; a net for one side only, of which few positions are solved, is not examined
MOST_ALIKE = 300  # positions whose moves are all worth the same; a slow evaluator takes longer, nothing else
ASKED_AGAIN = 60  # positions that are evaluated again; it takes longer
FEWEST_EVALUATIONS = 200  # to compare the ends of the scale with its middle; small games are not examined
END_SHARE = 0.1  # of all evaluations, the best and the worst; an overflow of few is lost among the others
MIDDLE_SHARES = 0.35, 0.65  # of all evaluations, between which they look average
FEWEST_CASES = 30  # positions that are all silent; small games are not examined


@as_check(
    "an evaluator that is not what it claims",
    "a position that breaks what is claimed of the evaluator (--claims)",
    explains=True,
    about=EVALUATOR,
    mend="find what the evaluator does in the position above that the claim excludes",
)
def broken_opinion(case: SearchCase) -> Finding | None:
    """Say what was found of the claims."""
    checked = case.opinion
    if checked is None:
        return not_examined(needs=[Need.OPINION_CLAIM if case.evaluate else Need.EVALUATOR])
    if not checked.compared:
        return not_examined(checked.text)
    if checked.kept:
        what = f"the evaluator beside what it claims ({', '.join(checked.claims)}),"
        return examined(compare_counts(what, checked.compared, 0, "evaluation"))
    return suspected(fact(Seen.BROKEN_OPINION, wrong=checked.wrong, n=checked.compared))


@as_check(
    "evaluation from the wrong side",
    "when one side is to move, evaluations fall as the true values rise",
    explains=True,
    about=EVALUATOR,
    mend="return the evaluation for Max: multiply it by the mover if it is for the player to move",
)
def wrong_side(case: SearchCase) -> Finding | None:
    """Test whether the evaluations after each move rise with the values of the moves, for both sides."""
    if not case.opinions:
        return without_opinions(case)
    opinions = case.opinions
    if case.game and case.evaluate:  # a position whose moves are all worth the same still lies beside others
        opinions += opinions_of(spread(case.examination.alike, MOST_ALIKE), case.game, case.evaluate)
    positions_by_side = dict[str, int]()
    follows = True
    for side, player in SIDES.items():
        masks = [opinion.side == side for opinion in opinions]
        static = np.concatenate([opinion.static[at] for opinion, at in zip(opinions, masks)])
        true = np.concatenate([opinion.true[at] for opinion, at in zip(opinions, masks)])
        positions = sum(bool(at.any()) for at in masks)
        if positions < FEWEST_CORRELATED or not np.ptp(static) or not np.ptp(true):
            continue
        positions_by_side[player] = positions
        fit = float(np.corrcoef(static, true)[0, 1])
        if fit < -by_chance(positions):
            return suspected(fact(Seen.WRONG_SIDE, side=player, fit=fit))
        follows = follows and fit > by_chance(positions)
    if not positions_by_side:
        return not_examined(Seen.FEW_VALUES)
    fewest = min(positions_by_side.values())
    compared = Comparison(
        "evaluations beside true values", fewest, would_have_seen=by_chance(fewest), measure=Measure.CORRELATION
    )
    if not follows:
        return not_seen(compared, Seen.HARDLY_FOLLOWS)
    if len(positions_by_side) == 2:
        return examined(compared, Seen.RISES)
    return examined(compared, fact(Seen.RISES_FOR, side=next(iter(positions_by_side))))


def by_chance(positions: int) -> float:
    """A correlation that five in a thousand are beyond."""
    return 2.6 / math.sqrt(positions)


@as_check(
    "an evaluator that answers otherwise",
    "asked again, or with an empty memory, the evaluator gives another value",
    explains=True,
    about=EVALUATOR,
    mend="let the evaluator depend on the position alone",
)
def unsteady_evaluator(case: SearchCase) -> Finding | None:
    """Ask the evaluator again, and compare with what it said while it remembered nothing."""
    if not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None or case.evaluate is None:
        return without_opinions(case)
    asked = case.opinions[:ASKED_AGAIN]
    worth = worth_of(case.game, case.evaluate)
    changed = 0
    for opinion in reversed(asked):
        again = case.game.mover(opinion.position.state) * worth(opinion.position.state)
        changed += not _alike(opinion.own, again)
    if changed:
        return suspected(fact(Seen.VALUED_TWICE, changed=changed, asked=len(asked)))
    first = {state: value for state, value in case.first.items() if not math.isnan(value)}
    now = {state: evaluation_of(case.evaluate, 0.0, state)[0] for state in first}
    changed = sum(not _alike(first[state], now[state]) for state in first)
    if changed:
        return suspected(fact(Seen.VALUED_EMPTY, changed=changed, asked=len(first)))
    return examined(compare_counts("the evaluator asked twice, in another order,", len(asked)))


def _alike(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


@as_check(
    "trouble in the evaluator",
    "what looks best is worse than what looks average; or it gives all moves of a position the same value",
    explains=True,
    about=EVALUATOR,
    mend="keep the evaluator's values in the range of the true ones, in order, and for Max",
)
def evaluator_trouble(case: SearchCase) -> Finding | None:
    """Compare the evaluator's values with the truth, at the ends of its scale. That some lie beyond any result is said
    and not suspected: only its author knows whether it is meant as a probability."""
    if not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None or case.evaluate is None:
        return without_opinions(case)
    static, true = all_moves(case.opinions)
    several = [opinion for opinion in case.opinions if len(opinion.static) > 1]
    if len(several) >= FEWEST_CASES and not any(np.ptp(opinion.static) for opinion in several):
        return suspected(fact(Seen.SILENT, n=len(several)))
    beyond = _beyond_results(case.game, case.examination, static, true)
    head = fact(Seen.BEYOND_RESULTS, share=beyond) if beyond else None
    told = [head] if head else []
    if len(static) < FEWEST_EVALUATIONS or len(case.opinions) < FEWEST_CORRELATED:
        few = fact(Seen.FEW_EVALUATIONS, n=len(static))
        return not_examined(few, *told, needs=[Need.POSITIONS], headline=head)
    top, bottom = _ends_beside_the_middle(case.opinions)
    if top.high < 0.0:
        return suspected(Seen.BEST_ARE_WORSE)
    if bottom.high < 0.0:
        return suspected(Seen.WORST_ARE_BETTER)
    what = "moves that look best, and those that look worst, beside those that look average,"
    compared = replace(compare_gains(what, [top, bottom], 0.5 + SURE / 2, "move"), measure=Measure.RANGE)
    return not_seen(compared, Seen.ENDS_ALONE, *told, headline=head)  # a mistake in a few positions does not show


def _ends_beside_the_middle(opinions: Sequence[HeardOpinion]) -> tuple[Estimate, Estimate]:
    """By how much the moves that look best are better, and those that look worst are worse, than those that look
    average: as a share of the range of true values."""
    static, true = all_moves(opinions)
    true, order = true / (np.ptp(true) or 1.0), np.argsort(static, kind="stable")
    size = int(END_SHARE * len(order))
    place = np.repeat(np.arange(len(opinions)), [len(opinion.static) for opinion in opinions])
    middle = order[int(MIDDLE_SHARES[0] * len(order)) : int(MIDDLE_SHARES[1] * len(order))]
    level = 0.5 + SURE / 2
    top, bottom = (
        apart_in_clusters(sign * true[end], sign * true[middle], place[end], place[middle], level)
        for sign, end in ((1.0, order[-size:]), (-1.0, order[:size]))
    )
    return top, bottom


def _beyond_results(game: AnyGame, examination: Examination, static: Column, true: Column) -> float:
    """The share of evaluations that are larger than any true value, and than any result near some positions: with
    chance, true values never get as far as a result. 0 if nothing is known of results."""
    states = [position.state for position in examination.positions[:ASKED_AGAIN]]
    after = [game.play(state, move) for state in states for move in moves_of(game, state)]
    results = [game.utility(state) for state in after if not len(moves_of(game, state))]
    if not examination.exact or (has_chance(game) and not results):
        return 0.0
    return float((np.abs(static) > np.abs([*true, *results]).max() + 1e-9).mean())
