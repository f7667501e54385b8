"""Checks of the truth, the depths, the positions and the engine; and of ties: among wins of different length, among
moves that tie in a search, and among nearly equal moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.checked import utility_of
from overthink.core.estimate import Estimate, Sample, simultaneous
from overthink.doctor.ask.players import plain_rule
from overthink.doctor.ask.positions import random_end
from overthink.doctor.checks.case import SearchCase
from overthink.doctor.find.evidence import fair_choices, falls
from overthink.doctor.finding import (
    LARGE,
    SEARCH,
    SURE,
    Comparison,
    Finding,
    Measure,
    as_check,
    compare_counts,
    compare_gains,
    count_none,
    examined,
    not_examined,
    not_seen,
    suspected,
    visible_from,
)
from overthink.doctor.record import PLAYER, AnyGame, Examination
from overthink.doctor.words import Fact, Need, Seen, fact
from overthink.measure.judgement import POINTS, Judgement, Kind, Value, judge
from overthink.measure.paired import difference
from overthink.search.subjects.bind import has_chance

REFERENCE_ERRORS = 0.5  # of the player's, at most; doubled, a reference as bad as the player is trusted
MOSTLY_TIE = 0.5  # of the slower choices, with a faster one in the search; doubled, real ties need more proof
NEARLY_ALL = 0.95  # of a drop must be explained, where they do not; at half, real drops are called ties
STARTS, GAMES = 20, 12  # positions, and random games from each, for whether results are lengths; it takes longer
OTHER_MARGINS = (0.0, 0.1, 0.5)  # pawns


@as_check(
    "a reference no better than the player",
    "a slightly weaker reference disagrees with the reference at least half as often as the player does",
    explains=True,
    mend="use a deeper search, a solved game or another engine as the truth",
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
    numbers = {"weaker": doubt.weaker, "share": doubt.disagrees.mean, "ratio": ratio.mean}
    numbers |= {"low": ratio.low, "high": ratio.high}
    if ratio.low > REFERENCE_ERRORS:
        return suspected(fact(Seen.WEAK_TRUTH, **numbers))
    differ = round(doubt.disagrees.mean * n)
    wrong = 1.0 - max(a.mean for a in case.judgement.accuracy.values())
    least = max(compare_counts("", n).would_have_seen or 1.0, (REFERENCE_ERRORS + visible_from(ratio, SURE)) * wrong)
    compared = Comparison("the reference beside a weaker one", n, differ, would_have_seen=least)
    disagrees = fact(Seen.SOME_DOUBT, **numbers)
    return examined(compared, disagrees) if ratio.high < REFERENCE_ERRORS else not_seen(compared, disagrees)


@as_check(
    "odd against even depths",
    "accuracy drops between neighbouring depths, but not between depths of the same parity",
    mend="compare odd depths with odd, and even with even",
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
    accuracy = case.examination.accuracy(case.rule)
    steps = list(pairwise(depths))
    level = simultaneous(len(steps), SURE)
    gains = {step: difference(accuracy[step[1]], accuracy[step[0]], level) for step in steps}
    drops = [step for step, gain in gains.items() if gain.high < 0.0 and gain.mean < -LARGE]
    compared = compare_gains("accuracy at neighbouring depths", list(gains.values()), level)
    if drops:
        return suspected(fact(Seen.PARITY, steps=_from(drops)))
    likely = [(pair.shallow, pair.deep) for pair in falls(case.judgement)]
    if likely:
        return not_seen(compared, fact(Seen.PARITY_UNSURE, steps=_from(likely)))
    return examined(compared, fact(Seen.NO_STEP_DOWN, without=case.without))


def _from(steps: Sequence[tuple[Value, Value]]) -> str:
    return "from depth " + ", ".join(f"{shallow} to {deep}" for shallow, deep in steps)


@as_check(
    "too few positions",
    "there is no verdict, and a difference of two points could have been missed",
    doubts=False,
)
def few_positions(case: SearchCase) -> Finding | None:
    """Suspect this if there is no verdict and more positions could give one."""
    n = len(case.examination.positions)
    needed = case.judgement.needed
    if case.judgement.kind != Kind.UNCLEAR:
        return None
    if needed:
        return suspected(fact(Seen.TOO_FEW, n=n, without=case.without, needed=needed))
    return examined(Comparison("accuracy at two depths", n, would_have_seen=POINTS, measure=Measure.POINTS))


@as_check(
    "engine trouble",
    "a chess engine had to be restarted, and positions could not be examined",
    mend="examine the positions that failed on their own",
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
    answered = count_none("got no legal answer in time", len(case.examination.positions))
    return not_seen(answered, fact(Seen.RESTARTED, times=times)) if restarts else examined(answered)


@as_check(
    "nominal depth",
    "an engine's depth includes quiescence and extensions: its nodes are shown",
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


@as_check(
    "ties among wins of different length",
    "if every move that keeps the result counts as right, accuracy does not drop",
    explains=True,
    mend="count every move that keeps the result as right (a truth of 1, 0 and -1), or let a win be worth less the "
    "later it comes",
)
def equal_wins(case: SearchCase) -> Finding | None:
    """Test whether the moves that the search prefers keep the result (win, draw or loss), on every drop. Only where the
    truth says how long a win takes: a margin of seeds or a probability is not a length."""
    examination, rule = case.examination, case.rule
    values = {value for position in examination.positions for value in position.values.values()}
    sized = len({np.sign(value) for value in values}) < len(values) and min(values) < 0.0 < max(values)
    if case.engine or not sized or not (case.game is None or tells_lengths(case.game, examination)):
        return None
    loose = results_only(examination)
    strict_shares = examination.accuracy(rule)
    loose_shares = loose.accuracy(rule)
    drops = falls(case.judgement)
    level = simultaneous(max(1, len(drops)), SURE)
    remain = falls(judge(loose_shares, examination.knob))
    for pair in drops:
        lost, explained = (shares[pair.deep] - shares[pair.shallow] for shares in (strict_shares, loose_shares))
        smaller = difference(explained, lost, level)
        # A truth that tells less forgives some errors anyway: it must forgive more of the drop than of other errors.
        forgiven = _share_forgiven(strict_shares[pair.shallow], loose_shares[pair.shallow])
        enough = max(0.5 + 0.5 * forgiven, 0.0 if _ties(examination, rule, pair.deep) > MOSTLY_TIE else NEARLY_ALL)
        more = difference(explained, (1.0 - forgiven) * lost, level)
        if more.low > 0.0 and smaller.mean > -enough * lost.mean():
            return suspected(Seen.SMALLER_DROP if remain else Seen.NO_DROP, rest=loose)
    if not drops:
        return None
    largest = drops[0]
    gain = difference(loose_shares[largest.shallow], loose_shares[largest.deep], level)
    compared = compare_gains("the drop, with every move that keeps the result as right,", [gain], level)
    return examined(compared, Seen.ALSO_DROPS) if remain else not_seen(compared, Seen.MAY_BE_AS_LARGE)


def tells_lengths(game: AnyGame, examination: Examination) -> bool:
    """Whether values say how long the game takes: of random games from one position, those of one length that are not
    drawn are worth the same to their winner, and longer ones less; or all are worth the same, and the truth says more
    than the game does. With chance, values are expectations, and those of a search are opinions."""
    if not examination.exact or has_chance(game):
        return False
    for position in examination.positions[:: max(1, len(examination.positions) // STARTS)]:
        by_length = dict[int, float]()
        for number in range(GAMES):
            plies, end = random_end(game, position.state, seed_key("length", number))
            result = 0.0 if end is None else utility_of(game, end)
            if not result:
                continue
            if not math.isclose(by_length.setdefault(plies, abs(result)), abs(result)):
                return False
        sizes = [by_length[plies] for plies in sorted(by_length)]
        if any(a <= b for a, b in pairwise(sizes)) and len(set(sizes)) > 1:
            return False
    return True


def results_only(examination: Examination) -> Examination:
    """The examination with a truth that tells only who wins."""
    positions = [
        replace(position, values={move: float(np.sign(value)) for move, value in position.values.items()})
        for position in examination.positions
    ]
    return replace(examination, positions=tuple(positions))


def _share_forgiven(strict: Sample, loose: Sample) -> float:
    """The share of errors that do not count if only the result matters."""
    return float((loose - strict).sum() / (1.0 - strict).sum()) if (strict < 1.0).any() else 0.0


def _ties(examination: Examination, rule: str, depth: Value) -> float:
    """Of the choices that keep the result and are not right: the share that ties with a right move in the search."""
    search = (plain_rule(examination) or rule) if rule == PLAYER else rule
    shares = []
    for position in examination.positions:
        kept = [m for m in position.chosen[rule, depth] if np.sign(position.values[m]) == np.sign(position.best)]
        among = position.chosen[search, depth]
        shares += [m in among and any(r in among for r in position.right) for m in kept if m not in position.right]
    return float(np.mean(shares)) if shares else 0.0


@as_check(
    "tie-breaking",
    "how much of a drop is the player's own choice among moves that tie in a plain search: the verdict shares ties "
    "equally",
    explains=True,
    about=SEARCH,
)
def tie_breaking(case: SearchCase) -> Finding | None:
    """Compare the player's own choice among ties with a random one: what is luck is taken out. Nothing is suspected: a
    plain search may leave a tie as it likes."""
    examination = case.examination
    if not case.player:
        return not_examined(needs=[Need.PLAYER])
    plain = plain_rule(examination)
    if plain is None:
        return not_examined(needs=[Need.EVALUATOR])
    fair = fair_choices(examination, plain)
    own, shared = examination.accuracy(PLAYER), fair.accuracy(PLAYER)
    luck = {depth: own[depth] - shared[depth] for depth in examination.depths}
    after = judge(shared, examination.knob)
    ends = {examination.depths[-1], *(pair.deep for pair in falls(case.judgement))}
    level = simultaneous(len(ends), SURE)
    deep = min(sorted(ends, reverse=True), key=lambda depth: float(luck[depth].mean()))
    gains = {depth: difference(own[depth], shared[depth], level) for depth in ends}
    most = gains[deep]
    largest = max(abs(float((luck[p.deep] - luck[p.shallow]).mean())) for p in case.judgement.all_pairs)
    compared = compare_gains("its own choice among ties beside a random one", list(gains.values()), level, show=most)
    shallow = examination.depths[0]
    ties = fact(Seen.WORSE_TIES, most=most.mean, deep=deep, least=float(luck[shallow].mean()), shallow=shallow)
    loses = most.high < 0.0 and most.mean < -LARGE
    found = partial(not_seen, compared, ties) if loses else partial(examined, compared)
    if case.judgement.kind == Kind.WORSE and (largest > LARGE or after.kind != Kind.WORSE):
        return found(fact(Seen.SHARES_TIES, fact=shared_drop(case.judgement, after)), rest=fair)
    if after.kind == Kind.WORSE and case.judgement.kind != Kind.WORSE:
        hides = fact(Seen.HIDES, sentence=after.sentence)
        return found(hides) if loses else not_seen(compared, hides)
    return found(fact(Seen.LITTLE_LUCK, largest=largest))


def shared_drop(own: Judgement, shared: Judgement) -> Fact:
    """The largest drop, and what is left of it if ties are shared equally."""
    pair = falls(own)[0]
    lost, left = (each.accuracy[pair.shallow].mean - each.accuracy[pair.deep].mean for each in (own, shared))
    return fact(Seen.SHARED, shallow=pair.shallow, deep=pair.deep, lost=lost, left=left)


@as_check(
    "near-ties",
    "the verdict on an engine changes if other moves count as right",
    mend="choose the margin before you look at the verdict, and say which",
)
def near_ties(case: SearchCase) -> Finding | None:
    """Test whether other margins change the kind of the verdict."""
    if case.engine is None or case.engine.by_file:  # a file says which moves are right: there is no margin
        return None
    kind = case.judgement.kind
    judgements = {margin: _with_margin(case, margin) for margin in OTHER_MARGINS}
    others = [f"with {margin:g} pawns: {other.sentence}" for margin, other in judgements.items() if other.kind != kind]
    matters = fact(Seen.MARGIN, margin=case.engine.margin, others="; ".join(others))
    widths = [pair.gain for other in judgements.values() for pair in other.pairs]
    compared = compare_gains("the verdict with other margins", widths)
    if others:
        return suspected(matters) if kind == Kind.WORSE else not_seen(compared, matters)
    return examined(compared, fact(Seen.SAME_MARGINS, margins=", ".join(f"{margin:g}" for margin in OTHER_MARGINS)))


def _with_margin(case: SearchCase, margin: float) -> Judgement:
    positions = tuple(replace(position, close=margin) for position in case.examination.positions)
    return judge(replace(case.examination, positions=positions).accuracy(case.rule), case.examination.knob)
