"""Any Python game with its evaluator, in the form that searches bind to.

Its words are kernels that are never compiled, the same for all games: a search is bound to them once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from overthink.core.bind import kernel
from overthink.core.checked import (
    checked_game,
    cost_of,
    evaluation_of,
    is_chance,
    mover_of,
    moves_of,
    outcomes_of,
    play_of,
    utility_of,
)
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate, Game
from overthink.core.json_text import Fields
from overthink.core.kinds import Move, State
from overthink.rules.rule import Rule
from overthink.search.subject import NO_OPINION, Subject


@dataclass(frozen=True)
class PlayedGame:
    """A game and what is asked of it: the context of its words."""

    rules: Game[State]
    evaluate: Evaluate | None
    error: float
    goal: int
    price: Callable[..., float] | None  # of a move
    numbers: dict[Move, int] = field(default_factory=dict)


class PlayedPosition:
    """A state with its moves and the evaluator's opinion, each asked for once."""

    __slots__ = ("chances", "judged", "moves", "state")

    def __init__(self, game: Game[State], state: State):
        self.state = state
        self.chances: list[float] | None = None  # where chance moves, the probability of each outcome
        if hasattr(game, "outcomes") and is_chance(game, state):
            outcomes = outcomes_of(game, state)
            self.moves: Sequence[Move] = [move for move, _ in outcomes]
            self.chances = [probability for _, probability in outcomes]
        else:
            self.moves = moves_of(game, state)
        self.judged: tuple[float, float] | None = None

    def judge(self, game: PlayedGame) -> tuple[float, float]:
        """The evaluator's value and its error."""
        if game.evaluate is None:
            raise OverthinkError(NO_OPINION)
        if self.judged is None:
            self.judged = evaluation_of(game.evaluate, game.error, self.state)
        return self.judged


@kernel
def played_count(game: PlayedGame, here: PlayedPosition) -> int:
    return len(here.moves)


@kernel
def played_child(game: PlayedGame, here: PlayedPosition, i: int) -> PlayedPosition:
    return PlayedPosition(game.rules, play_of(game.rules, here.state, here.moves[i]))


@kernel
def played_mover(game: PlayedGame, here: PlayedPosition) -> int:
    return game.goal or mover_of(game.rules, here.state)


@kernel
def played_utility(game: PlayedGame, here: PlayedPosition) -> float:
    return utility_of(game.rules, here.state)


@kernel
def played_static(game: PlayedGame, here: PlayedPosition) -> float:
    return here.judge(game)[0]


@kernel
def played_error(game: PlayedGame, here: PlayedPosition) -> float:
    return here.judge(game)[1]


@kernel
def played_truth(game: PlayedGame, here: PlayedPosition) -> float:
    return math.nan


@kernel
def played_edge(game: PlayedGame, here: PlayedPosition, i: int) -> float:
    if here.chances is not None:
        return here.chances[i]
    return cost_of(game.price, here.state, here.moves[i])


@kernel
def played_move(game: PlayedGame, here: PlayedPosition, i: int) -> int:
    try:
        return game.numbers.setdefault(here.moves[i], len(game.numbers))
    except TypeError:  # a move without a hash
        return i


WORDS: Fields = {
    "count": played_count,
    "child": played_child,
    "mover": played_mover,
    "utility": played_utility,
    "static": played_static,
    "static_error": played_error,
    "truth": played_truth,
    "edge": played_edge,
    "move": played_move,
}


def of_python(game: Game[State], state: State, evaluate: Evaluate | None, error: float, rule: Rule) -> Subject:
    checked_game(game, state)
    context = PlayedGame(game, evaluate, error, rule.goal, getattr(game, "cost", None))
    here = PlayedPosition(game, state)
    return Subject(context, here, here.moves, WORDS, compiled=False, opinions=evaluate is not None)
