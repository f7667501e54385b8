"""Which nodes to visit: each search is one recursive kernel, and `look` is the root of all of them.

Each returns a message to the player to move, and the internal, frontier and terminal nodes seen. `low` and `high` are
the window, the papers' alpha and beta: a value at or below `low` is an upper bound, one at or above `high` a lower
bound, and one between is exact.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.arithmetic import whole_power
from overthink.core.bind import kernel, recursive
from overthink.core.kinds import Column, Context, Number, State
from overthink.core.machine import stopped
from overthink.core.vocabulary import (
    SETTLES,
    Message,
    Node,
    aggregate,
    child,
    count,
    edge,
    from_side,
    load,
    loss_range,
    mover,
    over,
    score,
    settle,
    slack,
    start,
    static,
    store,
    value,
)
from overthink.rules.fold import add_child, begin, finish, leaf_message, own_evaluation
from overthink.rules.product import Opinion, likelier, one_more
from overthink.rules.product import score as odds_of_win

UNSTOPPED_PLIES = 3  # that a search looks ahead without looking up; each more, and Ctrl-C waits b times as long
MOST_PLIES = 255  # of a play that is searched to its end; a longer one counts as endless


@recursive(4)
def full_width(
    game: Context, state: State, depth: int, low: float, high: float, budget: int
) -> tuple[Message, int, int, int]:
    """The message, to the player to move, of a state that has moves, searched at least one ply deep; then the
    internal, frontier and terminal nodes seen. Stops early, with no meaningful value, once it has seen `budget`.
    It has no use for the window `low` … `high` that searches which prune are given."""
    me = mover(game, state)
    internal, leaves, ends = 1, 0, 0
    node = begin(game, state, me)
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
            if internal + leaves + ends >= budget or (depth > UNSTOPPED_PLIES and stopped()):
                break
        node = add_child(node, from_side(message, turn == me), game, state, i, position, me)
    return finish(node, game, state, me, depth), internal, leaves, ends


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
def plus(game: Context, best: float, own: float, message: Message) -> Message:
    """What a node is worth by its best child, whose message this is, and its own evaluation, where the rule adds it.
    `game` is handed over so that the search reads it after its loop: see `finish` in `rules/fold.py`."""
    return (best,)


@kernel
def plus_own(game: Context, best: float, own: float, message: tuple[float, float]) -> tuple[float, float]:
    """`plus` of Althöfer's rule: the own evaluation is added to the value, and its magnitude to the magnitude."""
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
    h = 0.0
    floor = low
    ceiling = high
    if SETTLES:
        h = me * static(game, state)
        floor = largest_not_above(low, h)
        ceiling = smallest_not_below(high, h)
    internal, leaves, ends = 1, 0, 0
    best = -math.inf
    kept = start(0.0, 0.0)
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
            if internal + leaves + ends >= budget or (depth > UNSTOPPED_PLIES and stopped()):
                break
        value = me * turn * message[0]
        if value > best:
            best, kept = value, message
            if too_good(best + h, high):
                break
    return plus(game, best, h, kept), internal, leaves, ends


# --- rules on the probability of a win --------------------------------------------------------------------------------
# A node's odds, won / lost, rise with the odds of each of its moves, so windows work as in alpha-beta. Odds keep their
# digits near certain wins and near certain losses alike. Windows are on `lead`, which changes its sign with the player.

SKIP_MARGIN = 1e-9  # of the odds: a bound must be clear by this much before anything is skipped
TIE_MARGIN = 1e-8  # of the odds: moves that differ by less are left to the rule
ROUNDING_MARGIN = 2.0**-40  # of the odds: more than a few steps of rounding
LARGEST_ODDS, CERTAIN_ODDS = 1e300, 1e305  # odds of what is not quite certain, and of what is


@kernel
def lead(odds: float) -> float:
    """Odds as a finite number that is 0 where they are even and changes its sign with the player."""
    if odds >= 1.0:
        return min(odds, CERTAIN_ODDS) - 1.0
    return 1.0 - 1.0 / max(odds, 1.0 / CERTAIN_ODDS)


@kernel
def odds_at(lead: float) -> float:
    """The odds of a `lead`."""
    return 1.0 + lead if lead >= 0.0 else 1.0 / (1.0 - lead)


@kernel
def bound_at(odds: float) -> Opinion:
    """A bound on the odds of a win, as a message."""
    if not 1.0 / LARGEST_ODDS <= odds <= LARGEST_ODDS:
        return (1.0 if odds > 1.0 else -1.0), 0.0
    return likelier(odds / (1.0 + odds), 1.0 / (1.0 + odds))


@kernel
def odds_of(won: float, lost: float) -> float:
    """The odds of these probabilities of a win and a loss; infinite where no loss is possible."""
    return won / lost if lost > 0.0 else math.inf


@kernel
def edge_of(limit: float, even: float) -> float:
    """The odds of the search at which those of the node pass a limit. `even`: those of the node if the search's are 1.
    Here the node's own evaluation multiplies the odds."""
    return limit / even


@kernel
def edge_of_emm(limit: float, even: float) -> float:
    """The same for EMM: where the node's own evaluation is surer than the search, it takes its place, and the node's
    odds jump from 1 / even to even, or back, where those of the search are 1 / even."""
    return limit if abs(lead(limit)) >= abs(lead(even)) else 1.0 / even


@kernel
def between(odds: float) -> float:
    """Odds that are not quite certain."""
    return min(max(odds, 1.0 / LARGEST_ODDS), LARGEST_ODDS)


@kernel
def passing(limit: float, even: float) -> float:
    """`edge_of` for any window. Certain searches stay certain, whatever the node's own evaluation is; and where that is
    certain, no search changes it but one that is certain of the opposite."""
    if not 0.0 < limit <= LARGEST_ODDS:
        return limit
    if even <= 1.0 / LARGEST_ODDS:
        return LARGEST_ODDS
    if even >= LARGEST_ODDS:
        return 1.0 / LARGEST_ODDS
    return between(edge_of(limit, even))


# Each way to end a node early is a function of its own, so that whoever watches a search knows why it ended.


@kernel
def surely_high(least: float, fails_high: float) -> bool:
    """Whether the least odds that are possible clear the window from above."""
    return least >= fails_high


@kernel
def surely_low(most: float, fails_low: float) -> bool:
    """Whether the greatest odds that are possible stay below the window."""
    return most <= fails_low


@kernel
def move_too_bad(odds: float, floor: float) -> bool:
    """Whether the odds of a move decide that the node stays below its window."""
    return odds <= floor


@kernel
def move_too_good(odds: float, ceiling: float) -> bool:
    """Whether the odds of a move decide that the node clears its window."""
    return odds >= ceiling


@kernel
def bound_or_settle(
    game: Context, decided: bool, bound: Opinion, node: Node, own: float, own_error: float, remaining: int
) -> Opinion:
    """The message of a node: a bound, if that was enough. `game` is handed over as to `plus`."""
    if decided:
        return bound
    return settle(aggregate(node), own, own_error, remaining)


@kernel
def pruned(
    game: Context, state: State, depth: int, low: float, high: float, budget: int
) -> tuple[Opinion, int, int, int]:
    """The search says that a node is lost with probability Π(loss of each move). With `won` and `lost` so far, and a
    move of odds x, the search's odds are (x + won) / lost. With k moves to come, whose losses lie in [least, most], the
    search's odds have bounds: the node ends when these clear the window. No bound lies where EMM keeps the own
    evaluation, since a move may be as sure as that is."""
    me = mover(game, state)
    own, own_error, even = 0.0, 0.0, 1.0
    if SETTLES:
        own, own_error = own_evaluation(game, state, me)
        even = between(odds_of_win(settle((1.0, 0.5), own, own_error, depth), 0.0))
    a, b = odds_at(low), odds_at(high)
    fails_low, fails_high = passing(a, even) * (1.0 - SKIP_MARGIN), passing(b, even) * (1.0 + SKIP_MARGIN)
    at_most, at_least = bound_at(a * (1.0 - ROUNDING_MARGIN)), bound_at(b * (1.0 + ROUNDING_MARGIN))
    bound = at_most
    decided = False
    least, most = loss_range(game, depth - 1)
    internal, leaves, ends = 1, 0, 0
    node = begin(game, state, me)
    won, lost = 0.0, 1.0
    moves = count(game, state)
    for i in range(moves):
        # 1. What the moves after this one can make of the node, at best and at worst; and this one with them.
        kept, rest = whole_power(least, moves - i - 1), whole_power(most, moves - i - 1)
        best_won, best_lost = won + lost * (1.0 - kept), lost * kept
        worst_won, worst_lost = won + lost * (1.0 - rest), lost * rest
        if surely_high(odds_of(worst_won + worst_lost * (1.0 - most), worst_lost * most), fails_high):
            bound = at_least
            decided = True
            break
        if surely_low(odds_of(best_won + best_lost * (1.0 - least), best_lost * least), fails_low):
            decided = True
            break
        # 2. Look. The odds of this move below and above which the node is decided, whatever the others are.
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            message = from_side(leaf_message(game, position, turn, depth - 1), turn == me)
            ended = over(game, position)
            ends, leaves = ends + ended, leaves + (not ended)
        else:
            floor = fails_low * best_lost - best_won
            ceiling = fails_high * worst_lost - worst_won if fails_high <= LARGEST_ODDS else math.inf
            alpha = lead(floor) if floor > 0.0 else -math.inf
            beta = lead(ceiling) if ceiling <= LARGEST_ODDS else math.inf
            if turn != me:
                alpha, beta = -beta, -alpha
            message, more_internal, more_leaves, more_ends = pruned(
                game, position, depth - 1, alpha, beta, budget - internal - leaves - ends
            )
            internal, leaves, ends = internal + more_internal, leaves + more_leaves, ends + more_ends
            message = from_side(message, turn == me)
            odds = odds_of_win(message, 0.0)
            if move_too_bad(odds, floor):
                decided = True
                break
            if move_too_good(odds, ceiling):
                bound = at_least
                decided = True
                break
            if internal + leaves + ends >= budget or (depth > UNSTOPPED_PLIES and stopped()):
                break
        node = add_child(node, message, game, state, i, position, me)
        won, lost = one_more(won, lost, message)
    return bound_or_settle(game, decided, bound, node, own, own_error, depth), internal, leaves, ends


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
def by_odds(message: Opinion) -> float:
    """On the scale of leads in odds."""
    return lead(odds_of_win(message, 0.0))


@kernel
def clearly_below(best: float, room: float) -> float:
    """Odds are compared with room for rounding; the rule itself decides between what is left."""
    best = min(best, LARGEST_ODDS)
    return best - TIE_MARGIN * (1.0 + abs(best))


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
    best = -math.inf
    sure = -math.inf
    room = 0.0
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
