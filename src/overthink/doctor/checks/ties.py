"""Checks of ties: among wins of different length, among moves that tie in a search, and among nearly equal moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from overthink.core.errors import counted
from overthink.core.estimate import Sample, simultaneous
from overthink.doctor.ask.players import plain_rule, share_among
from overthink.doctor.check import (
    LARGE,
    SURE,
    Case,
    Check,
    Finding,
    Outcome,
    falls,
    not_tested,
    ruled_out,
    suspected,
    unless_too_weak,
)
from overthink.doctor.find.evidence import fair_choices
from overthink.doctor.record import PLAYER, Examination
from overthink.measure.judgement import Judgement, Kind, Value, judge
from overthink.measure.paired import difference, sign_test

MOSTLY = 0.5  # of the slower choices tie with a faster one in the search
ALL = 0.95  # of a drop must be explained, where they do not
FEW = 0.1  # of a loss may remain, to call it a loss of time
PERVERSE = 0.5  # of what the worst choice among ties would lose
HIDES = "its choice among ties, such as the move of the depth before in iterative deepening, hides a drop"
NOT_ELSEWHERE = "another process, which must import the player, was not asked or did not answer in time"
OTHER_MARGINS = (0.0, 0.1, 0.5)  # pawns


def equal_wins(case: Case) -> Finding:
    """Test whether the moves that the search prefers keep the result (win, draw or loss), on every drop, and where the
    player decides worse than a plain search."""
    examination, rule = case.examination, case.rule
    if case.engine and case.engine.by_file:
        return not_tested("the file names best moves, and does not say which others win too")
    values = {value for position in examination.positions for value in position.values.values()}
    if len({np.sign(value) for value in values}) == len(values):
        return ruled_out("the truth distinguishes only wins, draws and losses")
    if min(values) >= 0.0 or max(values) <= 0.0:
        return not_tested("the values do not show which moves win")
    loose = results_only(examination)
    strict_shares, loose_shares, drops = examination.accuracy(rule), loose.accuracy(rule), falls(case.judgement)
    level = simultaneous(max(1, len(drops)), SURE)
    for pair in drops:
        lost, explained = (shares[pair.deep] - shares[pair.shallow] for shares in (strict_shares, loose_shares))
        smaller = difference(explained, lost, level)
        # A truth that tells less forgives some errors anyway: it must forgive more of the drop than of other errors.
        forgiven = _share_forgiven(strict_shares[pair.shallow], loose_shares[pair.shallow])
        enough = max(0.5 + 0.5 * forgiven, 0.0 if _ties(examination, rule, pair.deep) > MOSTLY else ALL)
        more = difference(explained, (1.0 - forgiven) * lost, level)
        if more.low > 0.0 and smaller.mean > -enough * lost.mean():
            remains = "a smaller drop remains" if falls(judge(loose_shares, examination.knob)) else "no drop remains"
            return suspected(f"if every move that keeps the result counts as right, {remains}", loose)
    slower = _slower(examination, loose, plain_rule(examination)) if rule == PLAYER else None
    if slower:
        return suspected(slower, loose)
    if drops and not falls(judge(loose_shares, examination.knob)):
        why = "if every move that keeps the result counts as right, no clear drop remains"
        return not_tested(f"{why}, but the drop may be as large: examine more positions")
    if drops:
        return ruled_out("accuracy also drops if every move that keeps the result counts as right")
    return ruled_out("accuracy does not drop with depth")


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


def _slower(strict: Examination, loose: Examination, plain: str | None) -> str:
    """The sentence for a player that keeps the result where a plain search does, but loses time."""
    if plain is None:
        return ""
    results, before, usual = (e.accuracy(r) for e, r in ((loose, PLAYER), (strict, PLAYER), (strict, plain)))
    kept, depths = loose.accuracy(plain), strict.depths
    same = {depth: results[depth] == kept[depth] for depth in depths}
    loss = sum(float((usual[d] - before[d])[same[d]].sum()) for d in depths)
    others = sum(float((kept[d] - results[d]).sum()) for d in depths)
    # Many errors of any search keep the result: those that do not must be fewer than among the plain search's.
    usually = 1.0 - _share_forgiven(*(np.concatenate(list(shares.values())) for shares in (usual, kept)))
    if others >= min(FEW, MOSTLY * usually) * loss:
        return ""
    for depth in reversed(depths):
        ours, theirs = before[depth][same[depth]], usual[depth][same[depth]]
        if sign_test(ours, theirs) < (1.0 - SURE) / len(depths):
            worse = int((ours < theirs).sum())
            return (
                f"at depth {depth} the player keeps the result as a plain search does, but takes a slower win or a "
                f"faster loss in {counted(worse, 'position')}"
            )
    return ""


EQUAL_WINS = Check(
    "ties among wins of different length",
    "if every move that keeps the result counts as right, accuracy does not drop, or the player is not worse than a "
    "plain search",
    equal_wins,
    explains=True,
    mend="count every move that keeps the result as right (a truth of 1, 0 and -1), or let a win be worth less the "
    "later it comes",
)


def tie_breaking(case: Case) -> Finding | None:
    """Test whether the move that the player chooses among ties is right less often than the others, and how much of a
    drop is left if ties are shared equally. What is luck with ties is taken out."""
    examination = case.examination
    if case.engine:
        return None
    if case.rule != PLAYER:
        return ruled_out("all moves that tie count equally")
    plain, other = plain_rule(examination), case.elsewhere
    fair = fair_choices(examination, plain) if plain else None
    if other and other.chosen and (other.tied or plain is None) and not (case.again and case.again.unsteady):
        return suspected(str(other), fair, f"its choice among ties depends on the process: {other}")
    if plain is None or fair is None:
        return not_tested("needs an evaluator, to know which moves tie")
    if case.comparison and case.without and fair == examination:  # a check above took its choices out
        return not_tested("a check above explains what differs")
    own, shared = examination.accuracy(PLAYER), fair.accuracy(PLAYER)
    luck = {depth: own[depth] - shared[depth] for depth in examination.depths}
    after = judge(shared, examination.knob)
    ends = {examination.depths[-1], *(pair.deep for pair in falls(case.judgement))}
    level = simultaneous(len(ends), SURE)
    deep = min(sorted(ends, reverse=True), key=lambda depth: float(luck[depth].mean()))
    most = difference(own[deep], shared[deep], level)
    drops = len(falls(case.judgement)) > len(falls(after))
    if most.high < 0.0 and most.mean < -LARGE and (drops or -most.mean > PERVERSE * _worst(examination, plain, deep)):
        why = f"among ties it chooses worse moves than chance would: {100 * most.mean:+.1f} points at depth {deep}"
        shallow = examination.depths[0]
        return suspected(f"{why}, {100 * luck[shallow].mean():+.1f} at depth {shallow}", fair)
    changes = [difference(luck[p.deep], luck[p.shallow], SURE) for p in case.judgement.all_pairs]
    largest = max(abs(change.mean) for change in changes)
    if case.judgement.kind == Kind.WORSE and (largest > LARGE or after.kind != Kind.WORSE):
        return Finding(
            Outcome.RULED_OUT, f"the verdict shares ties equally: {shared_drop(case.judgement, after)}", fair
        )
    if after.kind == Kind.WORSE and case.judgement.kind != Kind.WORSE:
        return not_tested(f"{HIDES}; with ties shared equally, {after.sentence}")
    why = f"its own choice among ties changes no comparison of depths by more than {100 * largest:.1f} points"
    found = unless_too_weak(why, "a change", changes)
    return found if other else replace(found, why=f"{found.why}; {NOT_ELSEWHERE}")


def shared_drop(own: Judgement, shared: Judgement) -> str:
    """The largest drop, and what is left of it if ties are shared equally."""
    pair = falls(own)[0]
    lost, left = (100 * (each.accuracy[pair.shallow].mean - each.accuracy[pair.deep].mean) for each in (own, shared))
    depths = f"from depth {pair.shallow} to {pair.deep}"
    return f"its own drop {depths} is {lost:.1f} points, with ties shared equally {left:.1f}: the difference is luck"


def _worst(examination: Examination, plain: str, depth: Value) -> float:
    """How much a player would lose that takes the worst of all moves that tie."""
    ties = [(position.chosen[plain, depth], position.right) for position in examination.positions]
    return float(np.mean([share_among(moves, right) - all(m in right for m in moves) for moves, right in ties]))


TIE_BREAKING = Check(
    "tie-breaking",
    "among moves that tie in a plain search, the player chooses worse ones than chance would, or other ones in a "
    "process with other hashes",
    tie_breaking,
    explains=True,
    mend="choose at random among moves that tie, or prefer the one that is best at the depth before",
)


def near_ties(case: Case) -> Finding | None:
    """Test whether other margins change the kind of the verdict."""
    if case.engine is None or case.engine.by_file:  # a file says which moves are right: there is no margin
        return None
    kind = case.judgement.kind
    judgements = {margin: _with_margin(case, margin) for margin in OTHER_MARGINS}
    others = [f"{margin:g} pawns: {other.sentence}" for margin, other in judgements.items() if other.kind != kind]
    if others:
        why = f"the margin of {case.engine.margin:g} pawns matters; with {'; with '.join(others)}"
        return suspected(why) if kind == Kind.WORSE else not_tested(why)
    margins = ", ".join(f"{margin:g}" for margin in OTHER_MARGINS)
    return ruled_out(f"a margin of {margins} pawns gives the same kind of verdict")


def _with_margin(case: Case, margin: float) -> Judgement:
    positions = tuple(replace(position, close=margin) for position in case.examination.positions)
    return judge(replace(case.examination, positions=positions).accuracy(case.rule), case.examination.knob)


NEAR_TIES = Check(
    "near-ties",
    "the verdict on an engine changes if other moves count as right",
    near_ties,
    mend="choose the margin before you look at the verdict, and say which",
)
