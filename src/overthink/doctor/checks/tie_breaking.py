"""Tie-breaking: of moves that tie, the player takes worse ones than chance would."""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import Sample
from overthink.doctor.check import LARGE, SURE, Case, Check, Finding, not_testable, ruled_out, suspected
from overthink.doctor.examine import Examination
from overthink.doctor.player import PLAYER, plain_rule, share_among
from overthink.measure.paired import difference


def run(case: Case) -> Finding | None:
    """Whether the move that the player takes of several that tie is right less often than the others."""
    examination = case.examination
    if case.engine:
        return None
    if case.rule != PLAYER:
        return ruled_out("moves that tie count alike")
    plain = plain_rule(examination)
    if plain is None:
        return not_testable("which moves tie is not known without an evaluator")
    shallow, deep = examination.depths[0], examination.depths[-1]
    least, most = (difference(*_compared(examination, plain, depth), SURE) for depth in (shallow, deep))
    if most.high < 0.0 and most.mean < -LARGE:
        why = f"of moves that tie it takes worse ones than chance would: {100 * most.mean:+.1f} points at depth {deep}"
        return suspected(f"{why}, {100 * least.mean:+.1f} at depth {shallow}")
    return ruled_out(f"of moves that tie it takes none worse than chance would at depth {deep}")


def _compared(examination: Examination, plain: str, depth: int) -> tuple[Sample, Sample]:
    """How often the player's choice is right, and how often a random one of the moves that tie with it would be."""
    taken, ties = [], []
    for position in examination.positions:
        among, chosen = position.chosen[plain, depth], position.chosen[PLAYER, depth]
        if any(move not in among for move in chosen):
            among = chosen  # not a matter of ties
        taken.append(share_among(chosen, position.right))
        ties.append(share_among(among, position.right))
    return np.array(taken), np.array(ties)


CHECK = Check(
    "tie-breaking",
    "of moves that tie in a plain search, the player takes worse ones than chance would",
    run,
    explains=True,
)
