"""A stale or shared transposition table: the player's answer depends on earlier searches.

Positions are examined in random order. In every second position the deepest search comes first. So the groups differ in
nothing else.
"""

from __future__ import annotations

import numpy as np

from overthink.core.estimate import simultaneous
from overthink.doctor.check import LARGE, SURE, Case, Check, Finding, not_tested, ruled_out, suspected
from overthink.doctor.player import PLAYER, agreement, plain_rule
from overthink.measure.groups import apart

FEWEST = 20  # positions in a group


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
    if min(late.sum(), (~late).sum()) < FEWEST:
        return not_tested("needs more positions")
    plain, accuracy = plain_rule(examination), examination.accuracy(PLAYER)
    level = simultaneous(len(examination.depths) * len(splits), SURE)
    for depth in reversed(examination.depths):
        results = agreement(examination, plain, depth) if plain else accuracy[depth]
        for (inside, outside), group in splits.items():
            gap = apart(results[group], results[~group], level)
            if (gap.low > 0.0 or gap.high < 0.0) and abs(gap.mean) > LARGE:
                share = "agrees with a plain search" if plain else "is right"
                shares = 100 * results[group].mean(), 100 * results[~group].mean()
                return suspected(f"at depth {depth} it {share} in {shares[0]:.1f}% of positions {inside}, "
                                 f"in {shares[1]:.1f}% {outside}")  # fmt: skip
    return ruled_out("its answers do not depend on earlier searches")


CHECK = Check(
    "a stale or shared transposition table",
    "the player's answers depend on whether deep or shallow searches come first, or on how many came before",
    run,
    explains=True,
)
