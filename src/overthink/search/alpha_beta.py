"""Alpha-beta, fail-soft: minimax without the nodes that cannot matter. [Abdelbar2012] Figure 1, after Knuth and Moore.

`low` and `high` are the paper's alpha and beta. A value at or below `low` is an upper bound, one at or above `high` a
lower bound, and one between is exact.
"""

from __future__ import annotations

import math

from overthink.core.bind import kernel, recursive
from overthink.core.game import child, count, mover, over
from overthink.core.kinds import Context, State
from overthink.search.horizon import stopped


@kernel
def too_good(best: float, high: float) -> bool:
    """A cut-off: the other player will not allow the node."""
    return best >= high


@recursive(2)
def alpha_beta(
    game: Context, state: State, depth: int, low: float, high: float, budget: int
) -> tuple[tuple[float], int, int, int]:
    me = mover(game, state)
    internal, leaves, ends = 1, 0, 0
    best = -math.inf
    for i in range(count(game, state)):
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            message = stopped(game, position, turn, depth - 1)
            ended = over(game, position)
            ends, leaves = ends + ended, leaves + (not ended)
        else:
            floor = max(low, best)
            alpha, beta = (floor, high) if turn == me else (-high, -floor)
            message, more_internal, more_leaves, more_ends = alpha_beta(
                game, position, depth - 1, alpha, beta, budget - internal - leaves - ends
            )
            internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
            if internal + leaves + ends >= budget:
                break
        value = me * turn * message[0]
        if value > best:
            best = value
            if too_good(best, high):
                break
    return (best,), internal, leaves, ends
