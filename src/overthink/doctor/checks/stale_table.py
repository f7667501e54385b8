"""A stale or shared transposition table: the player's answer depends on earlier searches.

Positions are examined in random order. In every second position the deepest search comes first. So the groups differ in
nothing else. And the player answers at the smallest depth before any deeper search, and again after all of them.
"""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import simultaneous
from overthink.doctor.check import LARGE, SURE, Case, Check, Finding, not_tested, ruled_out, suspected, unless_too_weak
from overthink.doctor.comparison import plain_choices
from overthink.doctor.examine import Examination
from overthink.doctor.player import PLAYER, agreement, plain_rule
from overthink.doctor.repetition import since
from overthink.measure.groups import apart

FEWEST = 20  # positions in a group
CHANGES = 2  # early answers that change later: no accident


def run(case: Case) -> Finding:
    """Test whether earlier searches change what the player chooses."""
    if case.engine:
        return ruled_out("the table is cleared before every search")
    if case.rule != PLAYER:
        return ruled_out("these searches do not use a table")
    examination = case.examination
    late = np.array([position.deepest_first for position in examination.positions])
    number = np.arange(len(late))
    splits = {
        ("if the deepest search comes first", "if the shallowest comes first"): late,
        ("in the second half of the examination", "in the first half"): 2 * number >= len(number),
    }
    plain, accuracy = plain_rule(examination), examination.accuracy(PLAYER)
    changes = since(examination, plain, case.early, case.ask) if case.ask and case.early else None
    if changes and changes.changed >= CHANGES and changes.unsteady <= changes.changed // 4:
        why = (
            f"it answers otherwise in {changes.changed} of {changes.asked} positions after deeper searches than before"
        )
        return suspected(f"at depth {examination.depths[0]} {why}", _without(examination, plain))
    if min(late.sum(), (~late).sum()) < FEWEST:
        return not_tested("needs more positions")
    level = simultaneous(len(examination.depths) * len(splits), SURE)
    gaps = []
    for depth in reversed(examination.depths):
        results = agreement(examination, plain, depth) if plain else accuracy[depth]
        for (inside, outside), group in splits.items():
            gap = apart(results[group], results[~group], level)
            if (gap.low > 0.0 or gap.high < 0.0) and abs(gap.mean) > LARGE:
                share = "agrees with a plain search" if plain else "is right"
                shares = 100 * results[group].mean(), 100 * results[~group].mean()
                return suspected(f"at depth {depth} it {share} in {shares[0]:.1f}% of positions {inside}, "
                                 f"in {shares[1]:.1f}% {outside}", _without(examination, plain))  # fmt: skip
            gaps.append(gap)
    if plain and all(agreement(examination, plain, depth).min() == 1.0 for depth in examination.depths):
        return ruled_out("it chooses as a plain search without a table does, in every position")
    why = "its answers do not depend on the order of searches"
    if changes is None or not changes.asked:
        return not_tested(f"{why}, but a table that is full from the start would not show")
    again = f"and {changes.asked} early answers did not change" if not changes.changed else "it answers unsteadily"
    return unless_too_weak(f"{why}, {again}", "a difference", gaps, level)


def _without(examination: Examination, plain: str | None) -> Examination | None:
    return plain_choices(examination, plain) if plain else None


CHECK = Check(
    "a stale or shared transposition table",
    "the player's answers depend on whether deep or shallow searches come first, on how many came before, or "
    "change after deep ones",
    run,
    explains=True,
    mend="clear the table before every search, or use an entry only at the depth that it was stored for",
)
