"""Full width: every node to the depth, folded by any rule. The search that all others are checked against."""

from __future__ import annotations

from typing import Any

from overthink.core.bind import recursive
from overthink.core.game import child, count, edge, mover, over, static, static_error, truth
from overthink.rules.rule import add, aggregate, settle, settles, start
from overthink.search.horizon import stopped


@recursive(4)
def full_width(
    game: Any, state: Any, depth: int, low: float, high: float, budget: int
) -> tuple[float, float, int, int, int]:
    """Value and error, to the player to move, of a state that has moves, searched at least one ply deep; then the
    internal, frontier and terminal nodes seen. Stops early, with no meaningful value, once it has seen `budget`.
    It has no use for the window `low` … `high` that searches which prune are given."""
    me = mover(game, state)
    internal, leaves, ends = 1, 0, 0
    node = start()
    for i in range(count(game, state)):
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            value, error = stopped(game, position, turn, depth - 1)
            ended = over(game, position)
            ends, leaves = ends + ended, leaves + (not ended)
        else:
            value, error, more_internal, more_leaves, more_ends = full_width(
                game, position, depth - 1, low, high, budget - internal - leaves - ends
            )
            internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
            if internal + leaves + ends >= budget:
                break
        node = add(node, value if turn == me else -value, error, me * truth(game, position), edge(game, state, i))
    value, error = aggregate(node)
    if settles():
        value, error = settle(value, error, me * static(game, state), static_error(game, state), depth)
    return value, error, internal, leaves, ends
