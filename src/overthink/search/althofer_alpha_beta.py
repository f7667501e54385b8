"""Alpha-beta for Althöfer's negamax. [Abdelbar2012] Figure 4, made exact in floating point.

The figure starts from m = alpha - h and returns m + h, which can miss alpha by one rounding, so that a refuted move
looks better than the best. Here a cut-off needs best + h >= beta as computed, and the window handed down is the widest
whose sums with h are rounded back inside: then every value equals that of the plain rule, bit for bit.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.bind import kernel
from overthink.core.game import child, count, mover, over, static
from overthink.core.kinds import Context, State
from overthink.search.alpha_beta import too_good
from overthink.search.horizon import stopped


@kernel
def largest_not_above(limit: float, h: float) -> float:
    """A number x, as large as can be found in a few steps, with x + h <= limit as computed."""
    x = limit - h
    while x + h > limit:
        x = np.nextafter(x, -math.inf)
    return x


@kernel
def smallest_not_below(limit: float, h: float) -> float:
    """A number x, as small as can be found in a few steps, with x + h >= limit as computed."""
    x = limit - h
    while x + h < limit:
        x = np.nextafter(x, math.inf)
    return x


@kernel
def althofer_alpha_beta(
    game: Context, state: State, depth: int, low: float, high: float, budget: int
) -> tuple[tuple[float, float], int, int, int]:
    me = mover(game, state)
    h = me * static(game, state)
    floor, ceiling = largest_not_above(low, h), smallest_not_below(high, h)
    internal, leaves, ends = 1, 0, 0
    best, best_magnitude = -math.inf, 0.0
    for i in range(count(game, state)):
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            message = stopped(game, position, turn, depth - 1)
            ended = over(game, position)
            ends, leaves = ends + ended, leaves + (not ended)
        else:
            lower = max(floor, best)
            alpha, beta = (lower, ceiling) if turn == me else (-ceiling, -lower)
            message, more_internal, more_leaves, more_ends = althofer_alpha_beta(
                game, position, depth - 1, alpha, beta, budget - internal - leaves - ends
            )
            internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
            if internal + leaves + ends >= budget:
                break
        value, magnitude = me * turn * message[0], message[1]
        if value > best:
            best, best_magnitude = value, magnitude
            if too_good(best + h, high):
                break
    return (best + h, best_magnitude + abs(h)), internal, leaves, ends
