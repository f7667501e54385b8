"""Alpha-beta that cuts where β ≤ α + ε and returns the value at hand. Kept as a warning: [Atzmon2018] Figure 2.

Such a value may be ε too good to the player above, who takes it for his new α; the next one is ε better than that, and
so on. The error has no bound. Bounded alpha-beta keeps two bounds where this keeps one value.
"""

from __future__ import annotations

import math

from overthink.core.bind import kernel
from overthink.core.game import child, count, mover, utility
from overthink.core.kinds import Context, State


@kernel
def naive(game: Context, state: State, epsilon: float, alpha: float, beta: float) -> tuple[float, int, int]:
    """The value that the naive rule finds in a game without chance; internal nodes and leaves seen."""
    children = count(game, state)
    if children == 0:
        return float(utility(game, state)), 0, 1
    me = mover(game, state)
    value, internal, leaves = -me * math.inf, 1, 0
    for i in range(children):
        found, inner, ends = naive(game, child(game, state, i), epsilon, alpha, beta)
        internal, leaves = internal + inner, leaves + ends
        if me > 0:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if beta <= alpha + epsilon:
            break
    return value, internal, leaves
