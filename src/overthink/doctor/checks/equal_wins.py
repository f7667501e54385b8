"""Ties among wins of different length: the search still wins, but not as fast."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from overthink.core.estimate import Sample, simultaneous
from overthink.doctor.check import SURE, Case, Check, Finding, falls, not_tested, ruled_out, suspected
from overthink.doctor.examine import Examination
from overthink.doctor.player import PLAYER, plain_rule
from overthink.measure.judgement import judge
from overthink.measure.knob import Value
from overthink.measure.paired import difference, sign_test

MOST = 0.5  # of the slower choices tie with a faster one in the search
ALL = 0.95  # of a drop must be explained, where they do not
FEW = 0.1  # of a loss may remain, to call it a loss of time


def run(case: Case) -> Finding:
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
        forgiven = _forgiven(strict_shares[pair.shallow], loose_shares[pair.shallow])
        enough = max(0.5 + 0.5 * forgiven, 0.0 if _ties(examination, rule, pair.deep) > MOST else ALL)
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


def _forgiven(strict: Sample, loose: Sample) -> float:
    """The share of errors that are none if only the result counts."""
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
    usually = 1.0 - _forgiven(*(np.concatenate(list(shares.values())) for shares in (usual, kept)))
    if others >= min(FEW, MOST * usually) * loss:
        return ""
    for depth in reversed(depths):
        ours, theirs = before[depth][same[depth]], usual[depth][same[depth]]
        if sign_test(ours, theirs) < (1.0 - SURE) / len(depths):
            worse = int((ours < theirs).sum())
            return (
                f"at depth {depth} the player keeps the result as a plain search does, but takes a slower win or a "
                f"faster loss in {worse} positions"
            )
    return ""


CHECK = Check(
    "ties among wins of different length",
    "if every move that keeps the result counts as right, accuracy does not drop, or the player is not worse than a "
    "plain search",
    run,
    explains=True,
    mend="count every move that keeps the result as right (a truth of 1, 0 and -1), or let a win be worth less the "
    "later it comes",
)
