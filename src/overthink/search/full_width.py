"""Full width: every node to the depth, folded by any rule. The search that all others are checked against."""

from __future__ import annotations

from overthink.core.bind import recursive
from overthink.core.game import child, count, edge, mover, over, static, static_error, truth
from overthink.core.kinds import Context, State
from overthink.rules.message import from_side
from overthink.rules.rule import Message, add, aggregate, reads_at_start, reads_children, settle, settles, start
from overthink.search.horizon import opinion, stopped


@recursive(4)
def full_width(
    game: Context, state: State, depth: int, low: float, high: float, budget: int
) -> tuple[Message, int, int, int]:
    """The message, to the player to move, of a state that has moves, searched at least one ply deep; then the
    internal, frontier and terminal nodes seen. Stops early, with no meaningful value, once it has seen `budget`.
    It has no use for the window `low` … `high` that searches which prune are given."""
    me = mover(game, state)
    internal, leaves, ends = 1, 0, 0
    own, own_error = 0.0, 0.0
    if reads_at_start():
        own, own_error = me * static(game, state), static_error(game, state)
    node = start(own, own_error)
    for i in range(count(game, state)):
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            message = stopped(game, position, turn, depth - 1)
            ended = over(game, position)
            ends, leaves = ends + ended, leaves + (not ended)
        else:
            message, more_internal, more_leaves, more_ends = full_width(
                game, position, depth - 1, low, high, budget - internal - leaves - ends
            )
            internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
            if internal + leaves + ends >= budget:
                break
        message, cost, true = from_side(message, turn == me), edge(game, state, i), me * truth(game, position)
        near, near_error = 0.0, 0.0
        if reads_children():
            near, near_error = opinion(game, position, me)
        node = add(node, message, cost, true, near, near_error)
    message = aggregate(node)
    if settles():
        message = settle(message, me * static(game, state), static_error(game, state), depth)
    return message, internal, leaves, ends
