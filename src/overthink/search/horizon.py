"""Where a search stops: a finished game, or the depth."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.game import over, static, static_error, utility
from overthink.core.kinds import Context, State
from overthink.rules.rule import Message, frontier, terminal


@kernel
def stopped(game: Context, state: State, turn: int, remaining: int) -> Message:
    """The message, to the player to move, of a state that is not looked into."""
    if over(game, state):
        return terminal(turn * utility(game, state), remaining)
    return frontier(turn * static(game, state), static_error(game, state))


@kernel
def opinion(game: Context, state: State, me: int) -> tuple[float, float]:
    """A state's own evaluation and its error, to a player; what the game is worth, where it is over."""
    if over(game, state):
        return me * utility(game, state), 0.0
    return me * static(game, state), static_error(game, state)
