"""The searches that are examined in a game: the rules in a plain search, and the user's own player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from overthink.core.game import Evaluate
from overthink.doctor.chance import Seeded
from overthink.doctor.examine import AnyGame, Choice, State
from overthink.doctor.player import PLAYER, player_choice, search_choice
from overthink.measure.knob import Value


@dataclass
class Searches:
    """The choice of each search by its name. Objects of this class can be sent to other processes if the game, the
    evaluator and the player can."""

    game: AnyGame
    evaluate: Evaluate | None
    error: float
    player: Seeded | None
    own: Mapping[str, Any] = field(default_factory=dict)  # rules that are not registered, by name

    def __call__(self, state: State, rule: str, value: Value, number: int | None = None) -> Choice:
        if rule == PLAYER and self.player is not None:
            player = self.player
            return player_choice(lambda position, at: player(position, at, number), self.game, state, value)
        return search_choice(self.game, self.evaluate, self.error, state, self.own.get(rule, rule), int(value))
