"""A tie is a tie: numbers that are equal in exact arithmetic count as equal, whatever rounding did to them.

Rules that only pick numbers (minimax) round nothing and compare exactly. Rules that multiply and add are arranged so
that no step loses digits: probabilities of a win and of a loss are both kept, and both are products and sums of numbers
that are not negative; sums carry the sum of their magnitudes along. Each step then adds at most 2⁻⁵³ of what it
handles. A comparison allows for 2⁻⁴⁰, which covers thousands of such steps in the worst case.
"""

from __future__ import annotations

import math

from overthink.core.bind import kernel
from overthink.core.kinds import Column

Numbers = Column | list[float]
ROUNDING = 2.0**-40


@kernel
def slack_of(magnitude: float) -> float:
    """How far rounding may have moved a number made from parts of this magnitude."""
    return magnitude * ROUNDING if magnitude < math.inf else 0.0


@kernel
def at_most(a: float, b: float) -> bool:
    """a <= b for numbers that are not negative, with room for rounding."""
    return a <= b + slack_of(b)


@kernel
def level(first: Column | tuple[int, int], start: int, stop: int, scores: Numbers, slacks: Numbers) -> None:
    """Gives the moves of nodes start … stop that tie with the best its score. A move is worse only if its score, with
    all that rounding may have taken from it, stays below what another is surely worth."""
    for n in range(start, stop):
        best, sure = -math.inf, -math.inf
        for e in range(first[n], first[n + 1]):
            best = max(best, scores[e])
            sure = max(sure, scores[e] - slacks[e])
        for e in range(first[n], first[n + 1]):
            if scores[e] + slacks[e] >= sure:
                scores[e] = best
