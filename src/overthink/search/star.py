"""Games with chance, searched exactly: expectimax, and Ballard's Star1 and Star2, which prune. [Atzmon2018] Background.

All values are to Max. Star1 and Star2 know that values lie in [low, high], so that some outcomes of chance can settle
the matter whatever the rest are worth. Star2 first asks one child of every outcome, which bounds the outcome from one
side: chance must be followed by one player only, else it does as Star1 does. A value at or below alpha is an upper
bound, one at or above beta a lower bound. (Ballard 1983, *The \\*-minimax search procedure for trees containing chance
nodes*; Hauk, Buro and Schaeffer 2004, *Rediscovering \\*-minimax search*.)
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.bind import kernel
from overthink.core.game import child, count, edge, mover, over, static, utility
from overthink.core.kinds import Context, State


@kernel
def leaf_value(game: Context, state: State) -> float:
    return float(utility(game, state)) if over(game, state) else float(static(game, state))


@kernel
def expectimax(
    game: Context, state: State, depth: int, alpha: float, beta: float, low: float, high: float
) -> tuple[float, float, float, int, int]:
    """The value; the smallest and the largest leaf seen; internal nodes and leaves. It has no use for windows."""
    me = mover(game, state)
    children = count(game, state)
    if children == 0 or (depth == 0 and me != 0):
        value = leaf_value(game, state)
        return value, value, value, 0, 1
    value, internal, leaves = 0.0 if me == 0 else -me * math.inf, 1, 0
    smallest, largest = math.inf, -math.inf
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
    return value, smallest, largest, internal, leaves


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
        value = leaf_value(game, state)
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
            if alpha >= beta:
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
            floor, ceiling = low, min((beta - least) / pi + low, high)
        else:
            floor, ceiling = max((alpha - most) / pi + high, low), high
        below, least_leaf, most_leaf, inner, ends = star(game, first, depth - 1, floor, ceiling, low, high)
        internal, leaves = internal + inner, leaves + ends
        smallest, largest = min(smallest, least_leaf), max(largest, most_leaf)
        if who > 0:
            least += pi * (below - low)
            sides[i, 0] = below
        else:
            most -= pi * (high - below)
            sides[i, 1] = below
        if least >= beta:
            return least, smallest, largest, internal, leaves
        if most <= alpha:
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
        if below <= floor:
            return most + pi * below, smallest, largest, internal, leaves
        if below >= ceiling:
            return least + pi * below, smallest, largest, internal, leaves
        value += pi * below
        least, most = least + pi * below, most + pi * below
    return value, smallest, largest, internal, leaves
