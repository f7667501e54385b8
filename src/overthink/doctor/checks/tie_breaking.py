"""Tie-breaking: among moves that tie, the player chooses worse ones than a random choice would."""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import Sample
from overthink.doctor.check import LARGE, SURE, Case, Check, Finding, not_testable, ruled_out, suspected
from overthink.doctor.examine import Examination
from overthink.doctor.player import PLAYER, plain_rule, share_among
from overthink.measure.knob import Value
from overthink.measure.paired import difference


def run(case: Case) -> Finding | None:
    """Test whether the move that the player chooses among ties is right less often than the others."""
    examination = case.examination
    if case.engine:
        return None
    if case.rule != PLAYER:
        return ruled_out("all moves that tie count equally")
    plain = plain_rule(examination)
    if plain is None:
        return not_testable("needs an evaluator, to know which moves tie")
    shallow, deep = examination.depths[0], examination.depths[-1]
    least, most = (difference(*_compared(examination, plain, depth), SURE) for depth in (shallow, deep))
    if most.high < 0.0 and most.mean < -LARGE:
        why = f"among ties it chooses worse moves than chance would: {100 * most.mean:+.1f} points at depth {deep}"
        return suspected(f"{why}, {100 * least.mean:+.1f} at depth {shallow}")
    return ruled_out(f"among ties it chooses no worse than chance would at depth {deep}")


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
)
