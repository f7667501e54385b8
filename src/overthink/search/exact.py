"""The true value of every move in a position, by a search to the end of the game."""

from __future__ import annotations

import math

from overthink.core.errors import OverthinkError
from overthink.core.game import Game
from overthink.core.kinds import Move, State
from overthink.core.numbers import checked_number, checked_whole
from overthink.rules.minimax import MINIMAX
from overthink.search.decide import has_chance, subject_of
from overthink.search.subject import NO_OPINION
from overthink.search.table_alpha_beta import EVERY
from overthink.search.table_search import DEEPEST, LARGEST, TableSearch


def move_values(
    game: Game[State],
    state: State = None,
    *,
    low: float | None = None,
    high: float | None = None,
    nodes: int | None = None,
) -> dict[Move, float]:
    """What each move is worth to the player who makes it, if both sides play perfectly to the end of the game.

    Alpha-beta with a table searches to the end: this takes seconds where some 15 moves are left, and much longer
    before that. `low` and `high` are the range of all results to Max, which saves time; a game may know it as
    `results`. Refused if it needs more than `nodes`.

    >>> ot.move_values(ot.Domineering(3, 3))  # only the middle column wins
    {'a1': -1.0, 'b1': 1.0, 'c1': -1.0, 'a2': -1.0, 'b2': 1.0, 'c2': -1.0}
    """
    least, most = getattr(game, "results", (-math.inf, math.inf))
    low = least if low is None else checked_number("low", low)
    high = most if high is None else checked_number("high", high)
    if not low < high:
        raise OverthinkError(f"The range of results must have low < high, not {low:g} and {high:g}.")
    if nodes is not None and checked_whole("nodes", nodes) < 1:
        raise OverthinkError(f"A budget needs at least 1 node; {nodes} was given.")
    if has_chance(game):
        raise OverthinkError("`move_values` does not support games with chance. Use ot.expectimax.")
    position = subject_of(game, state, MINIMAX, DEEPEST, None, 0.0)
    search = TableSearch(position, None, nodes or LARGEST)
    if search.me < 0:
        low, high = -high, -low
    try:
        decision, finished = search.look(DEEPEST, EVERY, nodes or math.inf, low=low, high=high)
    except OverthinkError as exc:
        if str(exc) != NO_OPINION:
            raise
        raise OverthinkError(f"The game may last more than {DEEPEST} plies, too long to solve by a search.") from None
    if not finished:
        raise OverthinkError(f"The position needs more than {nodes:,} nodes to solve. Give more, or play on.")
    return {option.move: option.value + 0.0 for option in decision.options}
