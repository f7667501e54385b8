"""The front door of searches that find the exact value of a position in a game with chance."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from overthink.core.bind import AnyKernel
from overthink.core.checked import DEEPEST, checked_depth
from overthink.core.errors import unknown
from overthink.core.game import Evaluate
from overthink.core.kinds import Context, State
from overthink.core.ties import slack_of
from overthink.core.tree import TreeOrGame
from overthink.search.bounds import checked_range
from overthink.search.chance import chance_subject, proven, spoken, typed
from overthink.search.interval import Bounds, MoveBounds, safe
from overthink.search.python_game import PlayedPosition
from overthink.search.star import expectimax as expectimax_kernel
from overthink.search.star import star

REMEMBERED = 200_000  # positions of a Python game
Found = tuple[float, float, float, int, int]

EXACT = {"full-width": (expectimax_kernel, False), "star1": (star, False), "star2": (star, True)}


def expectimax(
    subject: TreeOrGame,
    state: State = None,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    search: str = "full-width",
    low: float = -math.inf,
    high: float = math.inf,
) -> Bounds:
    """The exact value of a position in a game with chance, and the best moves: by looking at every node, or pruned by
    "star1" or "star2", which need to know that all values lie in [`low`, `high`].

    >>> game = ot.nested(ot.Max(ot.Chance((0.5, 10), (0.5, 0)), 4))
    >>> value = ot.expectimax(game)
    >>> value.low, value.moves
    (5.0, (0,))
    """
    if search not in EXACT:
        raise unknown("search", search, EXACT)
    if search != "full-width":
        checked_range(low, high)
    position = chance_subject(subject, state, evaluate)
    template, probes = EXACT[search]
    if search == "full-width" and _can_remember(position.state):
        run = _remembering(spoken(template, position.names, {}))
    else:
        run = typed(template, position, (1, 0.0, 0.0, 0.0, 0.0), PROBES=probes)
    deepest = DEEPEST if depth is None else checked_depth(depth)
    # A little room, so that rounding takes no value out of the range, and no move out of a tie.
    room = 2.0 * slack_of.interpreted(max(abs(low), abs(high)))
    ends, least, most = (low - room, high + room), math.inf, -math.inf
    me = int(position.ask("mover", position.state))
    if me == 0:
        value, least, most, internal, leaves = run(position.context, position.state, deepest, *ends, *ends)
        proven(least, position, low, high)
        proven(most, position, low, high)
        return Bounds(float(value), float(value), (), int(internal), int(leaves))
    best, internal, leaves, options = -me * math.inf, 1, 0, []
    for i, move in enumerate(position.moves):
        # A move as good as the best so far is to be known as such, so the window reaches below.
        edge = float(np.nextafter(best - me * room, -me * math.inf))
        alpha, beta = (max(ends[0], edge), ends[1]) if me > 0 else (ends[0], min(ends[1], edge))
        after = position.ask("child", position.state, i)
        value, smallest, largest, inner, ends_below = run(position.context, after, deepest - 1, alpha, beta, *ends)
        internal, leaves = internal + int(inner), leaves + int(ends_below)
        least, most = min(least, smallest), max(most, largest)
        known = alpha < value < beta or search == "full-width"
        options.append(MoveBounds(move, value if known or me < 0 else low, value if known or me > 0 else high))
        best = max(best, value) if me > 0 else min(best, value)
    proven(least, position, low, high)
    proven(most, position, low, high)
    slack = slack_of.interpreted(max(abs(least), abs(most)))
    return Bounds(float(best), float(best), safe(me, options, slack), internal, leaves, tuple(options))


def _remembering(search: AnyKernel) -> Callable[..., Found]:
    """Expectimax that searches a position once that chance leads to again and again. The counts are still those of the
    whole tree."""
    known: dict[tuple[State, int], Found] = {}

    def run(game: Context, here: PlayedPosition, depth: int, *window: float) -> Found:
        place = here.state, depth
        if place in known:
            return known[place]
        found: Found = whole(game, here, depth, *window)
        if len(known) < REMEMBERED:
            known[place] = found
        return found

    whole = search.calling(expectimax=run)
    return run


def _can_remember(position: State) -> bool:
    """Whether it is one of a Python game whose states have a hash."""
    if not isinstance(position, PlayedPosition):
        return False
    try:
        hash(position.state)
    except TypeError:
        return False
    return True
