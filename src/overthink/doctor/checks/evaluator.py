"""Checks of the evaluator: beside the truth, asked again, and by what must hold whatever it knows (equal positions are
worth the same, and what looks as sure as a result is one).

A sound evaluator may be uneven: noise, learned weights, a bonus for the move. So an image that is valued otherwise is
suspected only if the difference changes slowly from move to move, as that of a feature does and noise does not. And
either the moves of a position and of its image hardly look alike, less than those of any sound net; or in many
positions there is no difference at all, as weights that were learned never have it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.checked import evaluation_of, mover_of, moves_of, play_of, utility_of
from overthink.core.estimate import Estimate
from overthink.core.game import text_of
from overthink.core.tree import Column
from overthink.doctor.ask.positions import last_position, plies_left
from overthink.doctor.checks.case import SearchCase, without_opinions
from overthink.doctor.find.causes import HeardOpinion, all_moves, opinions_of, worth_of
from overthink.doctor.find.symmetries import Symmetry, symmetries_of
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
from overthink.doctor.record import GOALS, AnyGame, Examination, State
from overthink.doctor.truths import spread
from overthink.doctor.words import Fact, Need, Seen, fact
from overthink.measure.judgement import Value
from overthink.measure.paired import apart, apart_in_clusters

SIDES = {1: "Max", -1: "Min"}
FEWEST_POSITIONS = 10  # of a correlation; a net for one side only, of which few positions are solved, is not examined
MOST_ALIKE = 300  # positions whose moves are all worth the same; a slow evaluator takes longer, nothing else
ASKED_AGAIN = 60  # positions that are evaluated again; it takes longer
FEWEST_EVALUATIONS = 200  # to compare the ends of the scale with its middle; small games are not examined
END_SHARE = 0.1  # of all evaluations, the best and the worst; an overflow of few is lost among the others
MIDDLE_SHARES = 0.35, 0.65  # of all evaluations, between which they look average
NEAR_THE_END = 0.1  # of the positions; a scale that matters is not looked at
BEYOND_SHARE = 0.01  # of the moves; an overflow that is rare passes
TESTED = 16  # positions in which a symmetry of the game must hold; it takes longer
IMAGED = 80  # positions whose images are evaluated; it takes longer
AFTER = 4  # positions after each, whose images are evaluated too; it takes longer
MOST_SYMMETRIES = 6  # it takes longer
SAME_VALUE = 1e-9  # of the range of evaluations; 1e-7 would be the rounding of a net
SLOW = 0.3  # correlation of a difference with that one move away; a feature's is taken for noise
ALIKE = 0.35  # correlation between moves of a position and of its image; sound nets, from .4 on, are accused
FEW, MANY = 0.03, 0.15  # shares of positions, valued otherwise and valued alike at least; rare features pass
FEWEST_CASES = 30  # positions, or moves; small games are not examined
SURELY_WRONG = 0.2  # of the opinions that are as sure as a result; a guess of 1 or -1 passes
BESIDE_RESULTS = 0.1  # of the positions with opinions beside results; fewer games are examined
STARTS, GAMES = 40, 8  # positions, and random games from each, that show whether they have; it takes longer
LAST_POSITIONS = 200  # random games whose last positions are evaluated; it takes longer
# Of the hints, which change no verdict
LEVELS = 8  # different values of an evaluator that is not coarse; one of eight pieces gets no hint
END_OF_RANGE, USUAL_STEP = 0.15, 0.2  # of the range: its ends, and a usual step at most; wins of a piece are hinted at
FEWEST_JUMPS = 3  # between the ends; an overflow in 5 of 300 positions gets no hint
NEXT_VALUES = 4  # that are compared with the largest or the smallest one; a hint less
NEARLY_A_RESULT = 0.99  # of the largest result, which may be given often
PILE_SHARE = 0.08  # of the evaluations that are exactly the largest one; a cut at the best tenth gets no hint
PILE_TIMES = 3.0  # as many as of any value next to it; a cut in a coarse scale gets no hint


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
        return None
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
    if case.engine:
        return None
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
        if positions < FEWEST_POSITIONS or not np.ptp(static) or not np.ptp(true):
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
    "asked again, with an empty memory, or in a process with other hashes, the evaluator gives another value",
    explains=True,
    about=EVALUATOR,
    mend="let the evaluator depend on the position alone",
)
def unsteady_evaluator(case: SearchCase) -> Finding | None:
    """Ask the evaluator again, also with an empty memory, and compare with what it said in another process."""
    if case.engine or not case.examination.knob.plies:
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
    if (other := case.elsewhere) and other.valued:
        return suspected(fact(Seen.VALUED_ELSEWHERE, changed=other.valued, asked=other.judged))
    return examined(compare_counts("the evaluator asked twice, in another order,", len(asked)))


def _alike(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


@as_check(
    "trouble in the evaluator",
    "it gives values beyond any result; what looks best is worse than what looks average; it gives all moves of a "
    "position the same value; or positions that are won at once look worse than others",
    explains=True,
    about=EVALUATOR,
    mend="keep the evaluator's values in the range of the true ones, in order, and for Max",
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
    if (
        case.examination.exact
        and beyond.mean() > BEYOND_SHARE
        and sum(map(bool, results)) > NEAR_THE_END * len(results)
    ):
        end = Seen.BEYOND_THE_END if case.rule in GOALS else Seen.BEYOND_A_WIN
        return suspected(fact(end, share=float(beyond.mean())))
    several = [opinion for opinion in case.opinions if len(opinion.static) > 1]
    if len(several) >= FEWEST_CASES and not any(np.ptp(opinion.static) for opinion in several):
        return suspected(fact(Seen.SILENT, n=len(several)))
    if strange := _before_the_end(case):
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
    some = [fact(Seen.SOME_BEYOND, share=float(beyond.mean()))] if beyond.any() else []
    return not_seen(compared, Seen.ENDS_ALONE, *some)  # a mistake in a few positions does not show


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


def _before_the_end(case: SearchCase) -> Fact | None:
    """Whether positions in which the player to move wins at once look worse to him than others do, on average: those
    that random games end with, beside the examined ones."""
    game, evaluate = case.game, case.evaluate
    assert game is not None and evaluate is not None
    worth = worth_of(game, evaluate)
    asked = spread(case.opinions, LAST_POSITIONS)
    states = {last_position(game, o.position.state, seed_key("last", n)): None for n, o in enumerate(asked)}
    won = [mover_of(game, state) * worth(state) for state in states if state is not None and wins_at_once(game, state)]
    others = [o.own for o in case.opinions if not wins_at_once(game, o.position.state)]
    if min(len(won), len(others)) < FEWEST_CASES or apart(np.array(won), np.array(others), SURE).high >= 0.0:
        return None
    return fact(Seen.BEFORE_THE_END, won=float(np.mean(won)), n=len(won), others=float(np.mean(others)))


def wins_at_once(game: AnyGame, state: State) -> bool:
    """Whether the player to move has a move that ends the game in his favour."""
    me = mover_of(game, state)
    after = [play_of(game, state, move) for move in moves_of(game, state)]
    return any(not len(moves_of(game, each)) and me * utility_of(game, each) > 0.0 for each in after)


def _results(game: AnyGame, examination: Examination) -> list[list[float]]:
    """For some positions, what the moves are worth that end the game. With chance, the truth of other moves never gets
    as far as a result."""
    states = [position.state for position in examination.positions[:ASKED_AGAIN]]
    after = [[game.play(state, move) for move in moves_of(game, state)] for state in states]
    return [[float(game.utility(state)) for state in row if not len(moves_of(game, state))] for row in after]


@as_check(
    "an uneven evaluator",
    "a turned or mirrored board, or one with swapped colours, gets another value",
    costly=True,
    mend="compare the two positions: a weight, an index or a side is wrong in the evaluator",
)
def uneven(case: SearchCase) -> Finding | None:
    """Compare the values of positions with those of their images under the symmetries of the game."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None or case.evaluate is None:
        return without_opinions(case)
    game = case.game
    worth = worth_of(case.game, case.evaluate)
    states = [opinion.position.state for opinion in case.opinions]
    symmetries = symmetries_of(game, states, TESTED)
    if not symmetries:
        return not_examined(Seen.NO_SYMMETRY, needs=[Need.MIRROR])
    families = [family for state in spread(states, IMAGED) if len(family := _family(game, state)) > 1]
    known = dict[State, float]()

    def value(state: State) -> float:
        if state not in known:
            known[state] = worth(state)
        return known[state]

    asked, differ = 0, 0
    for symmetry in symmetries[:MOST_SYMMETRIES]:
        try:
            images = _unlike(game, symmetry, families, value)
        except Exception:  # the evaluator does not know such positions
            continue
        if images.strange:
            return suspected(images.strange)
        asked, differ = max(asked, images.compared), max(differ, images.differ)
    compared = compare_counts("positions beside their images", asked, differ)
    return not_seen(compared, Seen.UNEVEN_AS_NOISE) if differ else examined(compared)


def _family(game: AnyGame, state: State) -> list[State]:
    """A position, and some after it in which the game goes on."""
    after = [play_of(game, state, move) for move in moves_of(game, state)]
    return [state, *spread([each for each in after if len(moves_of(game, each))], AFTER)]


class Images(NamedTuple):
    """The values of positions beside those of their images."""

    compared: int  # positions that are not their own images
    differ: int  # of these, worth something else
    strange: Fact | None = None  # what no sound evaluator does


def _unlike(
    game: AnyGame, symmetry: Symmetry, families: Sequence[list[State]], value: Callable[[State], float]
) -> Images:
    """Compare the values of positions with those of their images. A value that is always added to one player's is not
    strange."""
    turn = -1 if symmetry.swaps else 1
    values = [np.array([value(state) for state in family]) for family in families]
    images = [np.array([turn * value(symmetry.image(state)) for state in family]) for family in families]
    usual = float(np.median(np.concatenate(values) - np.concatenate(images))) if symmetry.swaps else 0.0
    gaps = [ours - theirs - usual for ours, theirs in zip(values, images)]
    moved = [np.array([symmetry.image(state) != state for state in family]) for family in families]
    every, other = np.concatenate(gaps), np.concatenate(moved)
    strange = np.abs(every) > SAME_VALUE * max(1e-9, float(np.ptp(np.concatenate(values))))
    n, differ = int(other.sum()), int(strange.sum())
    if n < FEWEST_CASES or differ < max(FEW * n, 3):
        return Images(n, differ)
    near = [gap[[*range(1, len(gap)), 1]] for gap in gaps]  # of each position one beside it or after it
    slow = abs(_correlation(every, np.concatenate(near)))
    ours, theirs = np.concatenate(values), np.concatenate(images)
    inside = np.abs(ours) < (1.0 - END_OF_RANGE) * np.abs(ours).max()  # where a net is sure it is even, too
    alike = int((other & inside & ~strange).sum())
    if slow < max(SLOW, by_chance(len(families))) or (_among_moves(values, images) > ALIKE and alike < MANY * n):
        return Images(n, differ)
    shown = np.where(strange, np.abs(ours - theirs), 0.0)
    if not shown.any():  # only beside what is usual: nothing to show
        return Images(n, differ)
    states = [state for family in families for state in family]
    at = int(np.argmax(shown))
    example = {"here": float(ours[at]), "there": float(theirs[at]), "state": text_of(game, states[at])}
    return Images(n, differ, fact(Seen.UNEVEN, name=symmetry.name, differ=differ, n=n, **example))


def _correlation(a: Column, b: Column) -> float:
    return float(np.corrcoef(a, b)[0, 1]) if np.ptp(a) and np.ptp(b) else 0.0


def _among_moves(values: Sequence[Column], images: Sequence[Column]) -> float:
    """The correlation of values and of images' values among the positions after one position; 1 if all are the same."""
    ours, theirs = (np.concatenate([each[1:] - each[1:].mean() for each in families]) for families in (values, images))
    return _correlation(ours, theirs) if ours.any() or theirs.any() else 1.0


@as_check(
    "an evaluator as sure as a result",
    "values before the end of the game are as large as a win, and wrong",
    mend="keep evaluations smaller than the results of the game",
)
def too_sure(case: SearchCase) -> Finding | None:
    """Opinions as large as the largest result are seldom wrong. How sure they are matters only where a search sees the
    game end in some lines and not in others, and so compares opinions with results."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None:
        return without_opinions(case)
    if not case.examination.exact:
        return not_examined(Seen.NOT_EXACT)
    starts = spread([position.state for position in case.examination.positions], STARTS)
    beside = sum(_ends_differ(case.game, state, case.examination.depths) for state in starts)
    if beside <= BESIDE_RESULTS * len(starts):
        return not_examined(fact(Seen.NO_ENDS, n=beside, asked=len(starts)))
    largest = max(abs(value) for position in case.examination.positions for value in position.values.values())
    static, true = all_moves(case.opinions)
    sure = np.abs(static) >= largest - 1e-9
    wrong = int(np.sum(np.sign(static[sure]) * true[sure] < largest - 1e-9))
    if sure.sum() >= FEWEST_CASES and wrong > SURELY_WRONG * sure.sum():
        return suspected(fact(Seen.SURE, n=int(sure.sum()), wrong=wrong))
    # Fewer may be an accident, and of very many sure ones a share may be wrong.
    least = max(FEWEST_CASES, SURELY_WRONG * int(sure.sum())) / len(static)
    verb = "are as sure as a result, and wrong"
    return examined(Comparison("", len(static), wrong, would_have_seen=least, unit="evaluation", verb=verb))


def _ends_differ(game: AnyGame, state: State, depths: Sequence[Value]) -> bool:
    """Whether a search to one of these depths meets both ends of the game and positions in which it goes on."""
    lengths = [plies_left(game, state, seed_key("ends", number)) for number in range(GAMES)]
    return any(min(lengths) <= depth < max(lengths) for depth in depths)


@as_check(
    "hints about the evaluator",
    "many of its values are exactly the largest, or one move leads from one end of its range to the other",
    doubts=False,
    mend="if this was not intended, look where the evaluator limits, adds or rounds its numbers",
)
def evaluator_hints(case: SearchCase) -> Finding | None:
    """What bugs do and sound evaluators may do too. It leads nowhere but to the evaluator."""
    if case.engine or not case.opinions or not case.examination.knob.plies:
        return None
    hints = [hint for hint in (_jumps(case.opinions), _clipped(case.opinions)) if hint]
    return suspected(*hints) if hints else None


def _clipped(opinions: Sequence[HeardOpinion]) -> Fact | None:
    """Whether many evaluations are exactly the largest or the smallest one, far more than are exactly any of the values
    next to it. An evaluator that knows results, or a net that is as good as sure, may give the largest often."""
    static, true = all_moves(opinions)
    values, counts = np.unique(static, return_counts=True)
    if len(values) < LEVELS:
        return None
    for end, beside in ((-1, slice(-1 - NEXT_VALUES, -1)), (0, slice(1, 1 + NEXT_VALUES))):
        share = Estimate.share(np.array([np.mean(opinion.static == values[end]) for opinion in opinions]), SURE)
        if (
            share.low > PILE_SHARE
            and counts[end] > PILE_TIMES * counts[beside].max()
            and abs(values[end]) < NEARLY_A_RESULT * np.abs(true).max()
        ):
            return fact(Seen.CUT_ABOVE if end else Seen.CUT_BELOW, share=share.mean, value=values[end])
    return None


def _jumps(opinions: Sequence[HeardOpinion]) -> Fact | None:
    """Whether in some positions a move leads from one end of the range to the other, if most moves are small steps."""
    if len(opinions) < FEWEST_CASES:
        return None
    low, high = (f(f(o.own, *o.static) for o in opinions) for f in (min, max))
    low, high = min(low, -high), max(high, -low)  # values are to who moves
    steps = np.concatenate([np.abs(o.static - o.own) for o in opinions])
    coarse = len(np.unique(np.round(all_moves(opinions)[0], 9))) < LEVELS  # wins and losses jump rightly
    if coarse or np.median(steps) > USUAL_STEP * (high - low):
        return None
    far = (1.0 - 2.0 * END_OF_RANGE) * (high - low)
    jumps = sum(bool(np.any(np.abs(o.static - o.own) > far)) for o in opinions)
    return fact(Seen.JUMPS, n=jumps) if jumps >= FEWEST_JUMPS else None
