"""The true value of every move in a position, by a search to the end of the game."""

from __future__ import annotations

import math

from overthink.core.errors import OverthinkError
from overthink.core.game import Game
from overthink.core.kinds import Move, State
from overthink.core.numbers import checked_number, checked_whole
from overthink.rules.minimax import MINIMAX
from overthink.search.decide import subject_of
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

    >>> game = ot.ConnectFour(4, 4)
    >>> ot.move_values(game, game.random_start(3, 6))
    {0: -1.0, 1: 0.0, 2: -1.0, 3: 0.0}
    """
    least, most = getattr(game, "results", (-math.inf, math.inf))
    low = least if low is None else checked_number("low", low)
    high = most if high is None else checked_number("high", high)
    if not low < high:
        raise OverthinkError(f"The range of results must have low < high, not {low:g} and {high:g}.")
    if nodes is not None and checked_whole("nodes", nodes) < 1:
        raise OverthinkError(f"A budget needs at least 1 node; {nodes} was given.")
    position = subject_of(game, state, MINIMAX, DEEPEST, None, 0.0)
    search = TableSearch(position, None, nodes or LARGEST)
    if search.me < 0:
        low, high = -high, -low
    decision, finished = search.look(DEEPEST, EVERY, nodes or math.inf, low=low, high=high)
    if not finished:
        raise OverthinkError(f"The position needs more than {nodes:,} nodes to solve. Give more, or play on.")
    return {option.move: option.value + 0.0 for option in decision.options}
