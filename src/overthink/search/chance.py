"""Searches of games with chance: bounded alpha-beta, expectimax, Star1 and Star2. All values are to Max, and chance is
not a ply: the depth counts moves of players.

Bounded alpha-beta proves an interval that holds the true value and is no wider than ε. [Atzmon2018] Algorithm 1. Read
beside the algorithm: `alpha`, `beta`, `epsilon`, L and U are its own; `low` and `high` are v_min and v_max. Line 24
compares with ≤, as the text does, or with <, as it is printed (`STRICT`). What the algorithm leaves open, or might have
been otherwise, is a word that a binding gives a meaning to: the window that a child is given (`window`), whether the
last child may be cut after (`LAST_CHILD`), how ε is divided among the outcomes of chance (`allowance`), the order of
children (`arranged`, `kth`), what is known of a position already (`recall`, `remember`).

Star1 and Star2 know that values lie in [low, high], so that some outcomes of chance can settle the matter whatever the
rest are worth. Star2 first asks one child of every outcome, which bounds the outcome from one side: chance must be
followed by one player only, else it does as Star1 does. A value at or below alpha is an upper bound, one at or above
beta a lower bound. (Ballard 1983, *The \\*-minimax search procedure for trees containing chance nodes*; Hauk, Buro and
Schaeffer 2004, *Rediscovering \\*-minimax search*.)
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.bind import kernel, recursive
from overthink.core.kinds import Column, Context, State
from overthink.core.machine import stopped
from overthink.core.vocabulary import child, count, edge, mover, over, so_far, static, utility
from overthink.search.minimax import UNSTOPPED_PLIES

ChildOrder = int | Column  # of a node's children: as given, or their numbers
LAST_CHILD = True
STRICT = False
THETA = 0.0  # the slack is shared evenly; at 1 by probability


@kernel
def as_given(game: Context, state: State, me: int) -> int:
    """Children in the order of the game's moves."""
    return 0


@kernel
def given(order: ChildOrder, k: int) -> int:
    """The number of the k-th child, in the order of the game's moves."""
    return k


@kernel
def by_promise(game: Context, state: State, me: int) -> Column:
    """The children that look best to the player first, the likeliest outcomes of chance first; else as given."""
    promise = np.empty(count(game, state))
    for i in range(len(promise)):
        if me == 0:
            promise[i] = -edge(game, state, i)
        else:
            position = child(game, state, i)
            ends = count(game, position) == 0 and over(game, position)
            promise[i] = -me * (utility(game, position) if ends else static(game, position))
    return np.argsort(promise, kind="mergesort")


@kernel
def from_array(order: Column, k: int) -> np.int64:
    """The number of the k-th child, in an order that was computed."""
    number: np.int64 = order[k]
    return number


kth = given


@kernel
def full_window(
    me: int, alpha: float, beta: float, L: float, U: float, pi: float, low: float, high: float
) -> tuple[float, float]:
    """Lines 7 to 10: a child of a player's node sees its parent's window, one of chance what the other outcomes leave
    open."""
    if me != 0:
        return alpha, beta
    return max(low, (alpha - U) / pi + high), min(high, (beta - L) / pi + low)


@kernel
def parent_window(
    me: int, alpha: float, beta: float, L: float, U: float, pi: float, low: float, high: float
) -> tuple[float, float]:
    """A child sees its parent's own L and U, and nothing from above."""
    if me != 0:
        return L, U
    return max(low, (L - U) / pi + high), min(high, (U - L) / pi + low)


@kernel
def no_window(
    me: int, alpha: float, beta: float, L: float, U: float, pi: float, low: float, high: float
) -> tuple[float, float]:
    """A child sees all values, low to high."""
    return low, high


@kernel
def uniform_allowance(
    game: Context, state: State, order: ChildOrder, k: int, last: int, epsilon: float, spent: float
) -> float:
    """Line 12: ε for every outcome."""
    return epsilon


@kernel
def equal_allowance(
    game: Context, state: State, order: ChildOrder, k: int, last: int, epsilon: float, spent: float
) -> float:
    """What is left of ε in equal parts of Σ π(c) ε(c), one for each outcome that remains. eq. 26"""
    remaining = 0
    for j in range(k, last + 1):
        remaining += edge(game, state, kth(order, j)) > 0
    return (epsilon - spent) / (remaining * edge(game, state, kth(order, k)))


@kernel
def carried_allowance(
    game: Context, state: State, order: ChildOrder, k: int, last: int, epsilon: float, spent: float
) -> float:
    """ε for every outcome, and what earlier ones did not use. eq. 26"""
    remaining = edge(game, state, kth(order, k))
    for j in range(k + 1, last + 1):
        remaining += edge(game, state, kth(order, j))
    return (epsilon - spent) / remaining


@kernel
def theta_allowance(
    game: Context, state: State, order: ChildOrder, k: int, last: int, epsilon: float, spent: float
) -> float:
    """What is left of ε in parts of Σ π(c) ε(c) that grow with π to the power of θ: 0 equal parts, 1 carried. eq. 26"""
    remaining = 0.0
    for j in range(k, last + 1):
        pi = edge(game, state, kth(order, j))
        if pi > 0:
            remaining += pi**THETA
    pi = edge(game, state, kth(order, k))
    part: float = (epsilon - spent) * pi**THETA / remaining / pi
    return part


@kernel
def recall_nothing(game: Context, state: State, depth: int, low: float, high: float) -> tuple[bool, float, float]:
    """Whether bounds of this position are known, and what they are."""
    return False, low, high


@kernel
def forget(game: Context, state: State, depth: int, L: float, U: float) -> None:
    """Keep no bounds of a position."""


window, allowance, arranged, recall, remember = full_window, uniform_allowance, as_given, recall_nothing, forget


@kernel
def leaf_value(game: Context, state: State) -> float:
    """The utility of a finished game to Max; elsewhere the static evaluation."""
    return utility(game, state) if over(game, state) else static(game, state)


@kernel
def read_last(game: Context, value: float) -> float:
    """The value. `game` is handed over so that a search reads it at its only end: see `finish` in `rules/fold.py`."""
    return value


@kernel
def farther(a: float, b: float, low: float, high: float) -> float:
    """Of two leaves' values (not a number: none) one that is outside [low, high], if any is; else the larger one."""
    if math.isnan(b) or a < low or a > high or (low <= b <= high and abs(b) <= abs(a)):
        return a
    return b


@recursive(2)
def bounded(
    game: Context,
    state: State,
    depth: int,
    epsilon: float,
    alpha: float,
    beta: float,
    low: float,
    high: float,
    budget: int,
) -> tuple[float, float, int, int, float]:
    """L(n) and U(n); then internal nodes and leaves seen, and the `farther` of the leaves' values.
    Once `budget` nodes are expanded it goes no further: what it returns still holds the true value, if not within ε."""
    me = mover(game, state)
    children = count(game, state)
    internal = 0
    leaves = 0
    far = math.nan
    if children == 0 or (depth == 0 and me != 0):
        known_L = leaf_value(game, state)
        known_U = known_L
        leaves = 1
        far = known_L
    else:
        known, known_L, known_U = recall(game, state, depth, low, high)
        narrow = known and min(known_U, beta) <= max(known_L, alpha) + epsilon
        internal = 0 if narrow or budget <= 0 else 1
    L = known_L
    U = known_U
    if internal == 1:
        L = low
        U = high
        best_L = high
        best_U = low
        spent = 0 * low
        order = arranged(game, state, me)
        cut = False
        last = children - 1
        while me == 0 and edge(game, state, kth(order, last)) == 0:
            last -= 1
        for k in range(last + 1):
            i = kth(order, k)
            pi = 0 * low
            allowed = epsilon
            if me == 0:
                pi = edge(game, state, i)
                if pi == 0:
                    continue
                allowed = min(high - low, max(allowance(game, state, order, k, last, epsilon, spent), 0 * low))
            a, b = window(me, alpha, beta, L, U, pi, low, high)
            L_c, U_c, more_internal, more_leaves, odd = bounded(
                game, child(game, state, i), depth - abs(me), allowed, a, b, low, high, budget - internal
            )
            internal, leaves = internal + more_internal, leaves + more_leaves
            far = farther(far, odd, low, high)
            if me > 0:
                best_U = max(best_U, U_c)
                L = max(L, L_c)
            elif me < 0:
                best_L = min(best_L, L_c)
                U = min(U, U_c)
            else:
                L = L + pi * (L_c - low)
                U = U - pi * (high - U_c)
                spent = spent + pi * (U_c - L_c)
            alpha = max(L, alpha)
            beta = min(U, beta)
            so_far(game, state, math.nan, L, U, alpha, beta)
            near = beta < alpha + epsilon if STRICT else beta <= alpha + epsilon
            if near and (k < last or not LAST_CHILD):
                cut = True
                break
            if (internal >= budget or (depth > UNSTOPPED_PLIES and stopped())) and k < last:
                cut = True
                break
        if not cut and me > 0:
            U = best_U
        elif not cut and me < 0:
            L = best_L
        L, U = max(L, known_L), min(U, known_U)
        remember(game, state, depth, L, U)
    return read_last(game, L), U, internal, leaves, far


@kernel
def expectimax(
    game: Context, state: State, depth: int, alpha: float, beta: float, low: float, high: float
) -> tuple[float, float, float, int, int]:
    """The value; the smallest and the largest leaf seen; internal nodes and leaves. It has no use for windows."""
    me = mover(game, state)
    children = count(game, state)
    value = 0.0 if me == 0 else -me * math.inf
    internal, leaves = 1, 0
    smallest, largest = math.inf, -math.inf
    if children == 0 or (depth == 0 and me != 0):
        value = float(leaf_value(game, state))
        smallest, largest = value, value
        internal, leaves = 0, 1
        children = 0
    for i in range(children):
        below, least_leaf, most_leaf, inner, ends = expectimax(
            game, child(game, state, i), depth - abs(me), alpha, beta, low, high
        )
        internal, leaves = internal + inner, leaves + ends
        smallest, largest = min(smallest, least_leaf), max(largest, most_leaf)
        if me == 0:
            value += edge(game, state, i) * below
        else:
            value = max(value, below) if me > 0 else min(value, below)
        so_far(game, state, value, math.nan, math.nan, alpha, beta)
        if depth > UNSTOPPED_PLIES and stopped():
            break
    return read_last(game, value), smallest, largest, internal, leaves


@kernel
def every_outcome_alike(game: Context, state: State) -> int:
    """The player who moves after every outcome, if it is the same one and no game is over; else 0."""
    who = 0
    for i in range(count(game, state)):
        position = child(game, state, i)
        turn = mover(game, position) if count(game, position) else 0
        if turn == 0 or (who != 0 and turn != who):
            return 0
        who = turn
    return who


PROBES = False  # Star1; Star2 where it is True


@kernel
def star(
    game: Context, state: State, depth: int, alpha: float, beta: float, low: float, high: float
) -> tuple[float, float, float, int, int]:
    """The value inside the window, a bound outside it; the smallest and the largest leaf seen; internal nodes and
    leaves."""
    me = mover(game, state)
    children = count(game, state)
    if children == 0 or (depth == 0 and me != 0):
        value = float(leaf_value(game, state))
        return value, value, value, 0, 1
    internal, leaves = 1, 0
    smallest, largest = math.inf, -math.inf
    if me != 0:
        value = -me * math.inf
        for i in range(children):
            below, least_leaf, most_leaf, inner, ends = star(
                game, child(game, state, i), depth - 1, alpha, beta, low, high
            )
            internal, leaves = internal + inner, leaves + ends
            smallest, largest = min(smallest, least_leaf), max(largest, most_leaf)
            if me > 0:
                value = max(value, below)
                alpha = max(alpha, value)
            else:
                value = min(value, below)
                beta = min(beta, value)
            so_far(game, state, value, math.nan, math.nan, alpha, beta)
            if alpha >= beta or (depth > UNSTOPPED_PLIES and stopped()):
                break
        return value, smallest, largest, internal, leaves
    sides = np.empty((children, 2))  # what each outcome is worth at least and at most, as far as is known
    least, most = 0.0, 0.0  # and all of them together
    for i in range(children):
        sides[i, 0], sides[i, 1] = low, high
        least, most = least + edge(game, state, i) * low, most + edge(game, state, i) * high
    who = every_outcome_alike(game, state) if PROBES and depth > 0 else 0
    for i in range(children if who != 0 else 0):
        # One child of the outcome: what it is worth at least, if Max moves there, and at most, if Min does.
        pi = edge(game, state, i)
        if pi == 0.0:
            continue
        first = child(game, child(game, state, i), 0)
        if who > 0:
            floor = low
            ceiling = min((beta - least) / pi + low, high)
        else:
            floor = max((alpha - most) / pi + high, low)
            ceiling = high
        below, least_leaf, most_leaf, inner, ends = star(game, first, depth - 1, floor, ceiling, low, high)
        internal, leaves = internal + inner, leaves + ends
        smallest, largest = min(smallest, least_leaf), max(largest, most_leaf)
        if who > 0:
            least += pi * (below - low)
            sides[i, 0] = below
        else:
            most -= pi * (high - below)
            sides[i, 1] = below
        so_far(game, state, math.nan, least, most, alpha, beta)
        if least >= beta:
            return least, smallest, largest, internal, leaves
        if most <= alpha or (depth > UNSTOPPED_PLIES and stopped()):
            return most, smallest, largest, internal, leaves
    value = 0.0
    for i in range(children):
        pi = edge(game, state, i)
        if pi == 0.0:
            continue
        least, most = least - pi * sides[i, 0], most - pi * sides[i, 1]
        floor, ceiling = (alpha - most) / pi, (beta - least) / pi
        below, least_leaf, most_leaf, inner, ends = star(
            game, child(game, state, i), depth, max(floor, low), min(ceiling, high), low, high
        )
        internal, leaves = internal + inner, leaves + ends
        smallest, largest = min(smallest, least_leaf), max(largest, most_leaf)
        if below <= floor or (depth > UNSTOPPED_PLIES and stopped()):
            return most + pi * below, smallest, largest, internal, leaves
        if below >= ceiling:
            return least + pi * below, smallest, largest, internal, leaves
        value += pi * below
        least, most = least + pi * below, most + pi * below
        so_far(game, state, value, least, most, alpha, beta)
    return value, smallest, largest, internal, leaves
