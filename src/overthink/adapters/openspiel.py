"""Any OpenSpiel game with perfect information, one player or two, with chance or without, as a game.

A position is an OpenSpiel state that is never changed: a move is played on a copy. Positions are told apart by what
OpenSpiel shows of them and by who moves, so that one reached twice is one. (Lanctot et al. 2019, *OpenSpiel: a
framework for reinforcement learning in games*.)
"""

from __future__ import annotations

from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.game import MAX, MIN
from overthink.core.randomness import mix, seed_key

MOVES = 10_000  # of one random game


class Position:
    """A state and what tells it from others."""

    __slots__ = ("key", "state")

    def __init__(self, state: Any):
        self.state = state
        self.key = f"{state.current_player()} {state}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return self.key


class OpenSpiel:
    """`OpenSpiel("connect_four")`, or with parameters: `OpenSpiel("breakthrough(rows=6,columns=6)")`. Player 0 is
    Max."""

    def __init__(self, name: str):
        try:
            import pyspiel
        except ImportError:
            raise OverthinkError("OpenSpiel is not installed; install overthink[openspiel].") from None
        try:
            self.game = pyspiel.load_game(name)
        except pyspiel.SpielError as error:
            raise OverthinkError(f"OpenSpiel cannot load '{name}': {str(error).splitlines()[0]}") from None
        kind = self.game.get_type()
        refused = {
            "its players move at the same time": kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL,
            "it hides something from its players": kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION,
            "its chances are not told": kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
            f"it has {self.game.num_players()} players": self.game.num_players() > 2,
            "its players do not play against each other": self.game.num_players() == 2
            and kind.utility not in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM),
        }
        for why, is_so in refused.items():
            if is_so:
                raise OverthinkError(f"The game '{name}' cannot be searched here: {why}.")
        self.name = name
        if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
            self.outcomes = self._outcomes  # only games with chance have outcomes

    @property
    def range(self) -> tuple[float, float]:
        """Between what utilities lie, to Max."""
        return float(self.game.min_utility()), float(self.game.max_utility())

    def initial(self) -> Position:
        return Position(self.game.new_initial_state())

    def mover(self, position: Position) -> int:
        if position.state.is_terminal():
            return MAX
        return 0 if position.state.is_chance_node() else MAX if position.state.current_player() == 0 else MIN

    def moves(self, position: Position) -> list[str]:
        state = position.state
        return [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]

    def play(self, position: Position, move: str) -> Position:
        moves = self.moves(position)
        if move not in moves:
            raise OverthinkError(f"{move!r} is no move here; the moves are {', '.join(moves)}.")
        return Position(position.state.child(position.state.legal_actions()[moves.index(move)]))

    def utility(self, position: Position) -> float:
        return float(position.state.returns()[0])

    def text(self, position: Position) -> str:
        return str(position.state)

    def _outcomes(self, position: Position) -> list[tuple[str, float]]:
        chances = dict(position.state.chance_outcomes())
        actions = position.state.legal_actions()
        return [(move, float(chances.get(action, 0.0))) for move, action in zip(self.moves(position), actions)]


def playouts(game: OpenSpiel, games: int = 10, seed: int = 0) -> Any:
    """An evaluator for a game without one: the mean result of so many random games, the same for a position each
    time it is asked."""
    if games < 1:
        raise OverthinkError(f"An evaluation by random games needs one at least; {games} were asked for.")

    def evaluate(position: Position) -> float:
        total = 0.0
        for number in range(games):
            key, state = seed_key("playout", seed, number, position.key), position.state.clone()
            for ply in range(MOVES):
                if state.is_terminal():
                    break
                actions = state.legal_actions()
                state.apply_action(actions[int(mix(key, ply)) % len(actions)])
            total += state.returns()[0] if state.is_terminal() else 0.0
        return total / games

    return evaluate
