"""Tie-breaking: among moves that tie, the player chooses worse ones than a random choice would."""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import Sample, simultaneous
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
from overthink.doctor.comparison import fair_choices
from overthink.doctor.examine import Examination
from overthink.doctor.player import PLAYER, plain_rule, share_among
from overthink.measure.judgement import judge
from overthink.measure.knob import Value
from overthink.measure.paired import difference

PERVERSE = 0.5  # of what the worst choice among ties would lose


def run(case: Case) -> Finding | None:
    """Test whether the move that the player chooses among ties is right less often than the others."""
    examination = case.examination
    if case.engine:
        return None
    if case.rule != PLAYER:
        return ruled_out("all moves that tie count equally")
    plain = plain_rule(examination)
    if plain is None:
        return not_tested("needs an evaluator, to know which moves tie")
    shallow, ends = examination.depths[0], {examination.depths[-1], *(pair.deep for pair in falls(case.judgement))}
    level = simultaneous(len(ends), SURE)
    losses = {depth: difference(*_compared(examination, plain, depth), level) for depth in sorted(ends, reverse=True)}
    deep = min(losses, key=lambda depth: losses[depth].mean)
    least, most = difference(*_compared(examination, plain, shallow), SURE), losses[deep]
    fair = fair_choices(examination, plain)
    drops = len(falls(case.judgement)) > len(falls(judge(fair.accuracy(PLAYER), examination.knob)))
    if most.high < 0.0 and most.mean < -LARGE and (drops or -most.mean > PERVERSE * _worst(examination, plain, deep)):
        why = f"among ties it chooses worse moves than chance would: {100 * most.mean:+.1f} points at depth {deep}"
        return suspected(f"{why}, {100 * least.mean:+.1f} at depth {shallow}", fair)
    return unless_too_weak(
        f"ties do not make it drop, or choose much worse than chance at depth {deep}", "a loss", [most], level
    )


def _worst(examination: Examination, plain: str, depth: Value) -> float:
    """How much a player would lose that takes the worst of all moves that tie."""
    ties = [(position.chosen[plain, depth], position.right) for position in examination.positions]
    return float(np.mean([share_among(moves, right) - all(m in right for m in moves) for moves, right in ties]))


def _compared(examination: Examination, plain: str, depth: Value) -> tuple[Sample, Sample]:
    """How often the player's choice is right, and how often a random choice among its ties would be."""
    choices, ties = [], []
    for position in examination.positions:
        among, chosen = position.chosen[plain, depth], position.chosen[PLAYER, depth]
        if any(move not in among for move in chosen):
            among = chosen  # not a matter of ties
        choices.append(share_among(chosen, position.right))
        ties.append(share_among(among, position.right))
    return np.array(choices), np.array(ties)


CHECK = Check(
    "tie-breaking",
    "among moves that tie in a plain search, the player chooses worse ones than chance would",
    run,
    explains=True,
    mend="choose at random among moves that tie, or prefer the one that is best at the depth before",
)
