"""The root: every move searched in turn, with the window that the best so far allows."""

from __future__ import annotations

import math

import numpy as np

from overthink.core.bind import kernel
from overthink.core.game import child, count, edge, mover, over
from overthink.core.kinds import Column, Context, Number, State
from overthink.rules.message import from_side, load, store
from overthink.rules.rule import Message, score, slack, value
from overthink.rules.win_probability import Opinion, loss_probability
from overthink.search.full_width import full_width as search
from overthink.search.horizon import stopped


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
                message = stopped(game, position, turn, depth - 1)
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
