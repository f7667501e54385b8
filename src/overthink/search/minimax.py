"""Which nodes to visit: each search is one recursive kernel, and `look` is the root of all of them.

Each returns a message to the player to move, and the internal, frontier and terminal nodes seen. `low` and `high` are
the window, the papers' alpha and beta: a value at or below `low` is an upper bound, one at or above `high` a lower
bound, and one between is exact.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.bind import kernel, recursive
from overthink.core.kinds import Column, Context, Number, State
from overthink.core.machine import stopped
from overthink.core.vocabulary import (
    Message,
    add,
    aggregate,
    child,
    count,
    doubt,
    edge,
    from_side,
    frontier,
    load,
    loss_range,
    mover,
    over,
    reads_at_start,
    reads_children,
    score,
    settle,
    settles,
    slack,
    start,
    static,
    store,
    terminal,
    truth,
    utility,
    value,
)
from overthink.rules.product import Opinion, likelier, loss_probability

HASTE = 3  # plies that a search looks ahead without looking up


@kernel
def leaf_message(game: Context, state: State, turn: int, remaining: int) -> Message:
    """The message, to the player to move, of a state that is not looked into."""
    if over(game, state):
        return terminal(turn * utility(game, state), remaining)
    own = static(game, state)
    return frontier(turn * own, doubt(game, state, own))


@kernel
def opinion(game: Context, state: State, me: int) -> tuple[float, float]:
    """A state's own evaluation and its error, to a player; what the game is worth, where it is over."""
    if over(game, state):
        return me * utility(game, state), 0.0
    own = static(game, state)
    return me * own, doubt(game, state, own)


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
        own = static(game, state)
        own, own_error = me * own, doubt(game, state, own)
    node = start(own, own_error)
    for i in range(count(game, state)):
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            message = leaf_message(game, position, turn, depth - 1)
            ended = over(game, position)
            ends, leaves = ends + ended, leaves + (not ended)
        else:
            message, more_internal, more_leaves, more_ends = full_width(
                game, position, depth - 1, low, high, budget - internal - leaves - ends
            )
            internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
            if internal + leaves + ends >= budget or (depth > HASTE and stopped()):
                break
        message, cost, true = from_side(message, turn == me), edge(game, state, i), me * truth(game, position)
        near, near_error = 0.0, 0.0
        if reads_children():
            near, near_error = opinion(game, position, me)
        node = add(node, message, cost, true, near, near_error)
    message = aggregate(node)
    if settles():
        own = static(game, state)
        message = settle(message, me * own, doubt(game, state, own), depth)
    return message, internal, leaves, ends


@kernel
def too_good(best: float, high: float) -> bool:
    """A cut-off: the other player will not allow the node."""
    return best >= high


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
def plus(best: float, own: float, message: Message) -> Message:
    """What a node is worth by its best child, whose message this is, and its own evaluation, where the rule adds it."""
    return (best,)


@kernel
def plus_own(best: float, own: float, message: tuple[float, float]) -> tuple[float, float]:
    return best + own, message[1] + abs(own)


@recursive(2)
def alpha_beta(
    game: Context, state: State, depth: int, low: float, high: float, budget: int
) -> tuple[Message, int, int, int]:
    """Minimax, or Althöfer's negamax, without the nodes that cannot matter, fail-soft. [Abdelbar2012] Figures 1 and 4

    Figure 4 is made exact in floating point: it starts from m = alpha - h and returns m + h, which can miss alpha by
    one rounding, so that a refuted move looks better than the best. Here a cut-off needs best + h >= beta as computed,
    and the window handed down is the widest whose sums with h are rounded back inside: then every value equals that of
    the plain rule, bit for bit."""
    me = mover(game, state)
    h, floor, ceiling = 0.0, low, high
    if settles():
        h = me * static(game, state)
        floor, ceiling = largest_not_above(low, h), smallest_not_below(high, h)
    internal, leaves, ends = 1, 0, 0
    best, kept = -math.inf, start(0.0, 0.0)
    for i in range(count(game, state)):
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            message = leaf_message(game, position, turn, depth - 1)
            ended = over(game, position)
            ends, leaves = ends + ended, leaves + (not ended)
        else:
            lower = max(floor, best)
            alpha, beta = (lower, ceiling) if turn == me else (-ceiling, -lower)
            message, more_internal, more_leaves, more_ends = alpha_beta(
                game, position, depth - 1, alpha, beta, budget - internal - leaves - ends
            )
            internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
            if internal + leaves + ends >= budget or (depth > HASTE and stopped()):
                break
        value = me * turn * message[0]
        if value > best:
            best, kept = value, message
            if too_good(best + h, high):
                break
    return plus(best, h, kept), internal, leaves, ends


SLACK = 1e-9  # room for rounding: a bound must be clear by this much before anything is skipped


@kernel
def settle_by(P: float, s: float) -> float:
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
    """EMM without the nodes that cannot matter. The paper leaves its pruning open; this never changes a decision.

    With S the probability that the player to move wins, Algorithm 1 reads P = 1 - Π(loss of each move), and S = P
    unless P lies in the dead zone, nearer to 1/2 than the static s, where S = s. S rises with P, and P falls as any
    move's loss rises, so that windows and bounds work as in alpha-beta. With k moves to come, whose losses lie in
    [least, most], P lies in [1 - Q·most^k, 1 - Q·least^k] for the product Q so far: the search stops when that interval
    clears the window. It never lies inside the dead zone, since a move may be as sure as s is. Windows are on 2S - 1,
    which changes sign with the player."""
    me = mover(game, state)
    own = static(game, state)
    own, own_error = me * own, doubt(game, state, own)
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
        if surely_high(settle_by(P_least - SLACK, s), b):
            return bound_at(settle_by(P_least - SLACK, s)), internal, leaves, ends
        if surely_low(settle_by(P_most + SLACK, s), a):
            return bound_at(settle_by(P_most + SLACK, s)), internal, leaves, ends
        # 2. The losses of this move beyond which the node is decided, whatever the others are.
        best_of_rest, worst_of_rest = Q * least ** (left - 1), Q * most ** (left - 1)
        ceiling = (1.0 - P_fails_low) / best_of_rest + SLACK if best_of_rest > 0.0 else math.inf
        floor = (1.0 - P_fails_high) / worst_of_rest - SLACK if worst_of_rest > 0.0 else -math.inf
        # 3. Look.
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            message = from_side(leaf_message(game, position, turn, depth - 1), turn == me)
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
                return bound_at(min(a, settle_by(1.0 - best_of_rest * loss, s))), internal, leaves, ends
            if move_too_good(loss, floor):  # the node fails high: at least b
                return bound_at(max(b, settle_by(1.0 - worst_of_rest * loss, s))), internal, leaves, ends
            if internal + leaves + ends >= budget or (depth > HASTE and stopped()):
                break
        node = add(node, message, edge(game, state, i), me * truth(game, position), 0.0, 0.0)
        Q *= loss_probability(message)
    return settle(aggregate(node), own, own_error, depth), internal, leaves, ends


search = full_width


@kernel
def standing(message: Message) -> float:
    """A move's place on the scale that windows are on."""
    return value(message)


@kernel
def just_below(best: float, room: float) -> float:
    """A number on that scale that is too small to tie with the best; `room` is the widest slack so far."""
    return best


@kernel
def never(best: float, room: float) -> float:
    """Full width looks at every move whatever the others are."""
    return -math.inf


@kernel
def next_below(best: float, room: float) -> Number:
    """Values on a scale of numbers tie when they are equal but for rounding, on either side."""
    return np.nextafter(best - 2.0 * room, -math.inf)


@kernel
def margin(message: Opinion) -> float:
    """On the scale of 2S - 1, with S the probability of a win."""
    return 1.0 - 2.0 * loss_probability(message)


@kernel
def clearly_below(best: float, room: float) -> float:
    """Probabilities are compared with room for rounding; the rule itself decides between what is left."""
    return best - 1e-8


@kernel
def most(game: Context, state: State, i: int, message: Message) -> float:
    """A move's score with all that rounding may have taken from it."""
    cost = edge(game, state, i)
    return score(message, cost) + slack(message, cost)


@kernel
def least(game: Context, state: State, i: int, message: Message) -> float:
    """A move's score less all that rounding may have added to it."""
    cost = edge(game, state, i)
    return score(message, cost) - slack(message, cost)


@kernel
def look(
    game: Context, state: State, depth: int, ties: bool, budget: int, messages: Column, exact: Column
) -> tuple[int, int, int]:
    """Fills in the message (to the player to move) of each move, and whether it is exact; returns the internal,
    frontier and terminal nodes seen. With `ties` every move as good as the best is exact, else only the first."""
    me = mover(game, state)
    internal, leaves, ends = 1, 0, 0
    best, sure, room = -math.inf, -math.inf, 0.0
    for again in range(2 if ties else 1):
        for i in range(count(game, state)):
            if again and (exact[i] or room == 0.0 or most(game, state, i, load(messages, np.uint64(i))) < sure):
                continue  # cut off moves are looked at once more if their own rounding might make them tie after all
            position = child(game, state, i)
            turn = mover(game, position)
            low = -math.inf if again else just_below(best, room) if ties else best
            if depth == 1 or count(game, position) == 0:
                message = leaf_message(game, position, turn, depth - 1)
                ended = over(game, position)
                ends, leaves = ends + ended, leaves + (not ended)
                exact[i] = True
            else:
                alpha, beta = (low, math.inf) if turn == me else (-math.inf, -low)
                message, more_internal, more_leaves, more_ends = search(
                    game, position, depth - 1, alpha, beta, budget - internal - leaves - ends
                )
                internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
                exact[i] = standing(from_side(message, turn == me)) > low
                if internal + leaves + ends >= budget:
                    return internal, leaves, ends
            message = from_side(message, turn == me)
            store(messages, np.uint64(i), message)
            best = max(best, standing(message))
            room = max(room, slack(message, edge(game, state, i)))
            if exact[i]:
                sure = max(sure, least(game, state, i, message))
    return internal, leaves, ends
