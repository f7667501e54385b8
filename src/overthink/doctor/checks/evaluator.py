"""Checks of the evaluator by what must hold whatever it knows: equal positions are worth the same, and what looks as
sure as a result is one.

A sound evaluator may be uneven: noise, learned weights, a bonus for the move. So an image that is valued otherwise is
suspected only if the difference changes slowly from move to move, as that of a feature does and noise does not. And
either the moves of a position and of its image hardly look alike, less than those of any sound net; or in many
positions there is no difference at all, as weights that were learned never have it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.checked import mover_of, moves_of, play_of, utility_of
from overthink.core.game import text_of
from overthink.core.tree import Column
from overthink.doctor.ask.positions import last_position, plies_left
from overthink.doctor.checks.case import SearchCase, without_opinions
from overthink.doctor.checks.examination import by_chance
from overthink.doctor.find.causes import HeardOpinion, all_moves, worth_of
from overthink.doctor.find.symmetries import Symmetry, symmetries_of
from overthink.doctor.finding import (
    SURE,
    Check,
    Comparison,
    Finding,
    Measure,
    compare_counts,
    examined,
    not_examined,
    not_seen,
    suspected,
)
from overthink.doctor.record import AnyGame, State
from overthink.doctor.truths import spread
from overthink.doctor.words import Fact, Need, Seen, fact
from overthink.measure.judgement import POWER, Value
from overthink.measure.paired import apart

TESTED = 16  # positions in which a symmetry of the game must hold
ASKED, AFTER, MOST_SYMMETRIES = 80, 4, 6  # positions whose images are evaluated, positions after each, and symmetries
SAME = 1e-9  # of the range of evaluations
SLOW = 0.3  # the correlation of a difference with that one move away, from which on it is a feature's
ALIKE = 0.35  # the correlation between what the moves of a position and of its image are worth, below which it is a bug
FEW, MANY = 0.03, 0.15  # shares of positions: valued otherwise at least, and valued alike at least
FEWEST_CASES = 30  # positions, or moves
END, STEP, FEWEST_JUMPS = 0.15, 0.2, 3  # of the range: its ends, and a usual step at most; jumps between the ends
LEVELS = 8  # different values of an evaluator that is not coarse
SURELY_WRONG = 0.2  # of the opinions that are as sure as a result
BESIDE = 0.1  # of the positions: if fewer have opinions beside results, how sure they are hardly matters
STARTS, GAMES = 40, 8  # positions, and random games from each, that show whether they have
TURNED = -3.0  # standard deviations below zero
LAST = 200  # random games whose last positions are evaluated


def uneven(case: SearchCase) -> Finding | None:
    """Compare the values of positions with those of their images under the symmetries of the game."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None or case.evaluate is None:
        return without_opinions(case)
    game, worth = case.game, worth_of(case.game, case.evaluate)
    states = [opinion.position.state for opinion in case.opinions]
    symmetries = symmetries_of(game, states, TESTED)
    if not symmetries:
        return not_examined(Seen.NO_SYMMETRY, needs=[Need.MIRROR])
    families = [family for state in spread(states, ASKED) if len(family := _family(game, state)) > 1]
    known = dict[State, float]()

    def value(state: State) -> float:
        if state not in known:
            known[state] = worth(state)
        return known[state]

    asked, differ = 0, 0
    for symmetry in symmetries[:MOST_SYMMETRIES]:
        try:
            strange, n, others = _unlike(game, symmetry, families, value)
        except Exception:  # the evaluator does not know such positions
            continue
        if strange:
            return suspected(strange)
        asked, differ = max(asked, n), max(differ, others)
    compared = compare_counts("positions beside their images", asked, differ)
    return not_seen(compared, Seen.UNEVEN_AS_NOISE) if differ else examined(compared)


def _family(game: AnyGame, state: State) -> list[State]:
    """A position, and some after it in which the game goes on."""
    after = [play_of(game, state, move) for move in moves_of(game, state)]
    return [state, *spread([each for each in after if len(moves_of(game, each))], AFTER)]


def _unlike(
    game: AnyGame, symmetry: Symmetry, families: Sequence[list[State]], value: Callable[[State], float]
) -> tuple[Fact | None, int, int]:
    """What is strange about the values of images, if anything; how many positions were compared, and how many are worth
    something else. A value that is always added to one player's is not strange."""
    turn = -1 if symmetry.swaps else 1
    values = [np.array([value(state) for state in family]) for family in families]
    images = [np.array([turn * value(symmetry.image(state)) for state in family]) for family in families]
    usual = float(np.median(np.concatenate(values) - np.concatenate(images))) if symmetry.swaps else 0.0
    gaps = [ours - theirs - usual for ours, theirs in zip(values, images)]
    moved = [np.array([symmetry.image(state) != state for state in family]) for family in families]
    every, other = np.concatenate(gaps), np.concatenate(moved)
    strange = np.abs(every) > SAME * max(1e-9, float(np.ptp(np.concatenate(values))))
    n, differ = int(other.sum()), int(strange.sum())
    if n < FEWEST_CASES or differ < max(FEW * n, 3):
        return None, n, differ
    near = [gap[[*range(1, len(gap)), 1]] for gap in gaps]  # of each position one beside it or after it
    slow = abs(_correlation(every, np.concatenate(near)))
    ours, theirs = np.concatenate(values), np.concatenate(images)
    inside = np.abs(ours) < (1.0 - END) * np.abs(ours).max()  # where a net is sure it is even, too
    alike = int((other & inside & ~strange).sum())
    if slow < max(SLOW, by_chance(len(families))) or (_among_moves(values, images) > ALIKE and alike < MANY * n):
        return None, n, differ
    shown = np.where(strange, np.abs(ours - theirs), 0.0)
    if not shown.any():  # only beside what is usual: nothing to show
        return None, n, differ
    states = [state for family in families for state in family]
    at = int(np.argmax(shown))
    state, here, there = states[at], float(ours[at]), float(theirs[at])
    told = fact(Seen.UNEVEN, name=symmetry.name, differ=differ, n=n, here=here, there=there, state=text_of(game, state))
    return told, n, differ


def _correlation(a: Column, b: Column) -> float:
    return float(np.corrcoef(a, b)[0, 1]) if np.ptp(a) and np.ptp(b) else 0.0


def _among_moves(values: Sequence[Column], images: Sequence[Column]) -> float:
    """The correlation of values and of images' values among the positions after one position; 1 if all are the same."""
    ours, theirs = (np.concatenate([each[1:] - each[1:].mean() for each in families]) for families in (values, images))
    return _correlation(ours, theirs) if ours.any() or theirs.any() else 1.0


UNEVEN = Check(
    "an uneven evaluator",
    "a turned or mirrored board, or one with swapped colours, gets another value",
    uneven,
    costly=True,
    mend="compare the two positions: a weight, an index or a side is wrong in the evaluator",
)


def too_sure(case: SearchCase) -> Finding | None:
    """Opinions as large as the largest result are seldom wrong, and do not jump from one end to the other. How sure
    they are matters only where a search sees the game end in some lines and not in others, and so compares opinions
    with results."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None:
        return without_opinions(case)
    if jumps := _jumps(case.opinions):
        return suspected(fact(Seen.JUMPS, n=jumps))
    if not case.examination.exact:
        return not_examined(Seen.NOT_EXACT)
    starts = spread([position.state for position in case.examination.positions], STARTS)
    beside = sum(_ends_differ(case.game, state, case.examination.depths) for state in starts)
    if beside <= BESIDE * len(starts):
        return not_examined(fact(Seen.NO_ENDS, n=beside, asked=len(starts)))
    largest = max(abs(value) for position in case.examination.positions for value in position.values.values())
    static, true = all_moves(case.opinions)
    sure = np.abs(static) >= largest - 1e-9
    wrong = int(np.sum(np.sign(static[sure]) * true[sure] < largest - 1e-9))
    if sure.sum() >= FEWEST_CASES and wrong > SURELY_WRONG * sure.sum():
        return suspected(fact(Seen.SURE, n=int(sure.sum()), wrong=wrong))
    # Fewer may be an accident, and of very many sure ones a share may be wrong.
    least = max(FEWEST_CASES, SURELY_WRONG * int(sure.sum())) / len(static)
    what = "opinions as sure as a result, beside the truth,"
    return examined(Comparison(what, len(static), wrong, would_have_seen=least, unit="evaluation"))


def _ends_differ(game: AnyGame, state: State, depths: Sequence[Value]) -> bool:
    """Whether a search to one of these depths meets both ends of the game and positions in which it goes on."""
    lengths = [plies_left(game, state, seed_key("ends", number)) for number in range(GAMES)]
    return any(min(lengths) <= depth < max(lengths) for depth in depths)


def _jumps(opinions: Sequence[HeardOpinion]) -> int:
    """In how many positions a move leads from one end of the range to the other, if most moves are small steps."""
    if len(opinions) < FEWEST_CASES:
        return 0
    low, high = (f(f(o.own, *o.static) for o in opinions) for f in (min, max))
    low, high = min(low, -high), max(high, -low)  # values are to who moves
    steps = np.concatenate([np.abs(o.static - o.own) for o in opinions])
    coarse = len(np.unique(np.round(all_moves(opinions)[0], 9))) < LEVELS  # wins and losses jump rightly
    if coarse or np.median(steps) > STEP * (high - low):
        return 0
    far = (1.0 - 2.0 * END) * (high - low)
    jumps = sum(bool(np.any(np.abs(o.static - o.own) > far)) for o in opinions)
    return jumps if jumps >= FEWEST_JUMPS else 0


TOO_SURE = Check(
    "an evaluator as sure as a result",
    "values before the end of the game are as large as a win, and wrong; or they jump",
    too_sure,
    mend="keep evaluations smaller than the results of the game",
)


def turned_round(case: SearchCase) -> Finding | None:
    """In each third of the game, moves that look better are better."""
    if case.engine or not case.examination.knob.plies:
        return None
    if not case.opinions or case.game is None:
        return without_opinions(case)
    opinions = [opinion for opinion in case.opinions if len(opinion.static) > 1]
    if len(opinions) >= FEWEST_CASES and not any(np.ptp(opinion.static) for opinion in opinions):
        return suspected(fact(Seen.SILENT, n=len(opinions)))
    if strange := _before_the_end(case):
        return suspected(strange)
    if len(opinions) < 3 * FEWEST_CASES:
        return not_examined(needs=[Need.POSITIONS])
    left = [plies_left(case.game, each.position.state, seed_key("third", n)) for n, each in enumerate(opinions)]
    for when, third in zip(("late", "in the middle", "early"), np.array_split(np.argsort(left, kind="stable"), 3)):
        fits = np.array([_covariance(opinions[k]) for k in third])
        spread_of = float(np.std(fits))
        fit = float(np.mean(fits)) / (spread_of / np.sqrt(len(fits))) if spread_of else 0.0
        if fit < TURNED:
            return suspected(fact(Seen.TURNED, when=when, fit=fit))
    n = len(opinions) // 3
    least = (NormalDist().inv_cdf(POWER) - TURNED) / math.sqrt(n)  # if they differ from position to position by 1
    what = "evaluations of moves beside true values, in each third of the game,"
    return examined(Comparison(what, n, would_have_seen=least, measure=Measure.CORRELATION))


def _before_the_end(case: SearchCase) -> Fact | None:
    """Whether positions in which the player to move wins at once look worse to him than others do, on average: those
    that random games end with, beside the examined ones."""
    game, evaluate = case.game, case.evaluate
    assert game is not None and evaluate is not None
    worth = worth_of(game, evaluate)
    asked = spread(case.opinions, LAST)
    states = {last_position(game, o.position.state, seed_key("last", n)): None for n, o in enumerate(asked)}
    won = [mover_of(game, state) * worth(state) for state in states if state is not None and wins_at_once(game, state)]
    others = [o.own for o in case.opinions if not wins_at_once(game, o.position.state)]
    if min(len(won), len(others)) < FEWEST_CASES or apart(np.array(won), np.array(others), SURE).high >= 0.0:
        return None
    return fact(Seen.BEFORE_THE_END, won=float(np.mean(won)), n=len(won), others=float(np.mean(others)))


def wins_at_once(game: AnyGame, state: State) -> bool:
    """Whether the player to move has a move that ends the game in his favour."""
    me, after = mover_of(game, state), [play_of(game, state, move) for move in moves_of(game, state)]
    return any(not len(moves_of(game, each)) and me * utility_of(game, each) > 0.0 for each in after)


def _covariance(opinion: HeardOpinion) -> float:
    """How the opinions about the moves of a position follow their true values."""
    static, true = opinion.static - opinion.static.mean(), opinion.true - opinion.true.mean()
    return float(static @ true / (np.linalg.norm(static) * np.linalg.norm(true) + 1e-12))


TURNED_ROUND = Check(
    "an evaluator turned round in a part of the game",
    "early, in the middle or late: moves that look better are worse, all moves look alike, or positions that are "
    "won at once look worse than others",
    turned_round,
    mend="compare its terms in that part of the game with the results",
)
