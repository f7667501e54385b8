"""Where a search stops: a finished game, or the depth."""

from __future__ import annotations

from typing import Any

from overthink.core.bind import kernel
from overthink.core.game import over, static, static_error, utility
from overthink.rules.rule import frontier, terminal


@kernel
def stopped(game: Any, state: Any, turn: int, remaining: int) -> tuple[float, float]:
    """Value and error, to the player to move, of a state that is not looked into."""
    if over(game, state):
        return terminal(turn * utility(game, state), remaining)
    return frontier(turn * static(game, state), static_error(game, state))
