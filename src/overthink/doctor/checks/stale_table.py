"""A stale or shared transposition table: the player's answer depends on earlier searches.

Positions are examined in random order, and in every other one the deepest search comes first, so that nothing else
tells these groups apart.
"""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import simultaneous
from overthink.doctor.check import LARGE, SURE, Case, Check, Finding, not_testable, ruled_out, suspected
from overthink.doctor.player import PLAYER, agreement, plain_rule
from overthink.measure.groups import apart

FEWEST = 20  # positions of a group


def run(case: Case) -> Finding:
    """Whether the order of depths, or the number of searches before, changes what the player chooses."""
    if case.engine:
        return ruled_out("emptied before every search")
    if case.rule != PLAYER:
        return ruled_out("the searches used here keep none")
    examination = case.examination
    late = np.array([position.deepest_first for position in examination.positions])
    number = np.arange(len(late))
    splits = {
        ("if asked for the deepest search first", "if asked for the shallowest first"): late,
        ("in the second half of the examination", "in the first"): 2 * number >= len(number),
    }
    if min(late.sum(), (~late).sum()) < FEWEST:
        return not_testable("needs more positions, half of them asked with the deepest search first")
    plain, accuracy = plain_rule(examination), examination.accuracy(PLAYER)
    level = simultaneous(len(examination.depths) * len(splits), SURE)
    for depth in reversed(examination.depths):
        results = agreement(examination, plain, depth) if plain else accuracy[depth]
        for (here, there), group in splits.items():
            gap = apart(results[group], results[~group], level)
            if (gap.low > 0.0 or gap.high < 0.0) and abs(gap.mean) > LARGE:
                what = "chooses as a plain search does" if plain else "is right"
                shares = 100 * results[group].mean(), 100 * results[~group].mean()
                return suspected(f"at depth {depth} it {what} in {shares[0]:.1f}% of positions {here}, "
                                 f"in {shares[1]:.1f}% {there}")  # fmt: skip
    return ruled_out("it answers alike, whatever it was asked before")


CHECK = Check(
    "a stale or shared transposition table",
    "the player answers differently when asked for deep or for shallow searches first, or as it is asked more",
    run,
    explains=True,
)
