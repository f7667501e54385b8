"""EMM without the nodes that cannot matter. The paper leaves its pruning open; this one never changes a decision.

With S the probability that the player to move wins, Algorithm 1 reads P = 1 - Π(loss of each move), and S = P unless
P lies in the dead zone, nearer to 1/2 than the static s, where S = s. S rises with P, and P falls as any move's loss
rises, so that windows and bounds work as in alpha-beta. With k moves to come, whose losses lie in [least, most],
P lies in [1 - Q·most^k, 1 - Q·least^k] for the product Q so far: the search stops when that interval clears the window.
It never lies inside the dead zone, since a move may be as sure as s is. Windows are on 2S - 1, which changes sign with
the player.
"""

from __future__ import annotations

import math

from overthink.core.bind import kernel
from overthink.core.game import child, count, edge, mover, over, static, static_error, truth
from overthink.core.kinds import Context, State
from overthink.rules.message import from_side
from overthink.rules.rule import add, aggregate, frontier, settle, start
from overthink.rules.win_probability import Opinion, likelier, loss_probability
from overthink.search.horizon import stopped

SLACK = 1e-9  # room for rounding: a bound must be clear by this much before anything is skipped


@kernel
def loss_range(game: Context, remaining: int) -> tuple[float, float]:
    """The least and the greatest probability of a loss that a node can have with `remaining` plies to look ahead."""
    return 0.0, 1.0


@kernel
def settled(P: float, s: float) -> float:
    """S from P: the static s wins inside the dead zone."""
    return P if abs(P - 0.5) >= abs(s - 0.5) else s


@kernel
def edge_of(limit: float, s: float) -> float:
    """The P at which S passes the limit: in the dead zone S jumps from 1 - s to s, or back, at P = 1 - s."""
    return limit if abs(limit - 0.5) >= abs(s - 0.5) else 1.0 - s


@kernel
def bound_at(S: float) -> Opinion:
    """A bound on the probability of a win, as a message."""
    return likelier(S, 1.0 - S)


# Each way to end a node early is a function of its own, so that whoever watches a search knows why it ended.


@kernel
def surely_high(S_least: float, b: float) -> bool:
    return S_least >= b


@kernel
def surely_low(S_most: float, a: float) -> bool:
    return S_most <= a


@kernel
def move_too_bad(loss: float, ceiling: float) -> bool:
    return loss >= ceiling


@kernel
def move_too_good(loss: float, floor: float) -> bool:
    return loss <= floor


@kernel
def pruned_emm(
    game: Context, state: State, depth: int, low: float, high: float, budget: int
) -> tuple[Opinion, int, int, int]:
    me = mover(game, state)
    own = me * static(game, state)
    own_error = static_error(game, state)
    s = 1.0 - loss_probability(frontier(own, own_error))
    a, b = 0.5 * (low + 1.0), 0.5 * (high + 1.0)
    P_fails_low, P_fails_high = edge_of(a, s), edge_of(b, s)
    least, most = loss_range(game, depth - 1)
    internal, leaves, ends = 1, 0, 0
    node, Q = start(own, own_error), 1.0
    moves = count(game, state)
    for i in range(moves):
        # 1. What the moves still to come, this one included, can make of P.
        left = moves - i
        P_least, P_most = 1.0 - Q * most**left, 1.0 - Q * least**left
        if surely_high(settled(P_least - SLACK, s), b):
            return bound_at(settled(P_least - SLACK, s)), internal, leaves, ends
        if surely_low(settled(P_most + SLACK, s), a):
            return bound_at(settled(P_most + SLACK, s)), internal, leaves, ends
        # 2. The losses of this move beyond which the node is decided, whatever the others are.
        best_of_rest, worst_of_rest = Q * least ** (left - 1), Q * most ** (left - 1)
        ceiling = (1.0 - P_fails_low) / best_of_rest + SLACK if best_of_rest > 0.0 else math.inf
        floor = (1.0 - P_fails_high) / worst_of_rest - SLACK if worst_of_rest > 0.0 else -math.inf
        # 3. Look.
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            message = from_side(stopped(game, position, turn, depth - 1), turn == me)
            ended = over(game, position)
            ends, leaves = ends + ended, leaves + (not ended)
        else:
            alpha, beta = 1.0 - 2.0 * ceiling, 1.0 - 2.0 * floor
            if turn != me:
                alpha, beta = -beta, -alpha
            message, more_internal, more_leaves, more_ends = pruned_emm(
                game, position, depth - 1, alpha, beta, budget - internal - leaves - ends
            )
            internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
            message = from_side(message, turn == me)
            loss = loss_probability(message)
            if move_too_bad(loss, ceiling):  # the node fails low: no better than a
                return bound_at(min(a, settled(1.0 - best_of_rest * loss, s))), internal, leaves, ends
            if move_too_good(loss, floor):  # the node fails high: at least b
                return bound_at(max(b, settled(1.0 - worst_of_rest * loss, s))), internal, leaves, ends
            if internal + leaves + ends >= budget:
                break
        node = add(node, message, edge(game, state, i), me * truth(game, position), 0.0, 0.0)
        Q *= loss_probability(message)
    return settle(aggregate(node), own, own_error, depth), internal, leaves, ends
