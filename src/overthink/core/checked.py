"""What a user's game and evaluator hand over, checked: one sentence for what is wrong, instead of a deep traceback."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.game import Game
from overthink.core.kinds import State
from overthink.core.tree import checked_error

METHODS = ("mover", "moves", "play", "utility")
DEEPEST = 1_000
CERTAIN = 1e-9  # how far from 1 the sum of probabilities may be, for rounding


def checked_depth(depth: Any) -> int:
    """A number of plies to look ahead."""
    if isinstance(depth, bool) or not hasattr(depth, "__index__"):
        raise OverthinkError(f"A depth is a whole number of plies, not {depth!r}.")
    if not 1 <= int(depth) <= DEEPEST:
        raise OverthinkError(f"A search looks from 1 to {DEEPEST:,} plies ahead; a depth of {depth} was given.")
    return int(depth)


def checked_game(game: Any, state: State) -> None:
    """Refuses what is no game, and one whose `play` changes the state it is given."""
    if isinstance(game, type):
        raise OverthinkError(f"Give a game, {game.__name__}(), not its class.")
    missing = [name for name in METHODS if not callable(getattr(game, name, None))]
    if missing:
        raise OverthinkError(
            f"A game needs the methods {', '.join(METHODS)}; {type(game).__name__} has no {missing[0]}."
        )
    before = repr(state)
    moves = moves_of(game, state)
    if moves:
        game.play(state, moves[0])
        if repr(state) != before:
            raise OverthinkError("play() changed the state it was given; it must leave it alone and return a new one.")


def moves_of(game: Game[Any], state: State) -> Sequence[Any]:
    """The legal moves as a sequence; where chance moves, its outcomes."""
    if is_chance(game, state):
        return [move for move, _ in outcomes_of(game, state)]
    moves = game.moves(state)
    if isinstance(moves, Sequence):
        return moves
    if not isinstance(moves, Iterable):
        raise OverthinkError(f"moves() gave {moves!r} for the position {state!r}; it must give a list.")
    return list(moves)


def mover_of(game: Game[Any], state: State) -> int:
    """The player to move; 0 where chance does."""
    mover = game.mover(state)
    if mover in (1, -1) or is_chance(game, state):
        return int(mover)
    if mover == 0:
        raise OverthinkError(f"Chance moves in the position {state!r}, and the game has no outcomes(state) to say how.")
    raise OverthinkError(f"mover() gave {mover!r} for the position {state!r}; it is +1 (Max), -1 (Min) or 0 (chance).")


def is_chance(game: Any, state: State) -> bool:
    """Whether chance moves in a position."""
    return hasattr(game, "outcomes") and bool(game.mover(state) == 0)


def outcomes_of(game: Any, state: State) -> list[tuple[Any, float]]:
    """The outcomes of chance and their probabilities, those that cannot happen left out."""
    try:
        outcomes = [(move, float(probability)) for move, probability in game.outcomes(state)]
    except (TypeError, ValueError):
        raise OverthinkError(
            f"outcomes() gave {game.outcomes(state)!r} for the position {state!r}; it must give pairs of a move and "
            "its probability."
        ) from None
    total = math.fsum(probability for _, probability in outcomes)
    if not abs(total - 1.0) <= CERTAIN or any(not probability >= 0.0 for _, probability in outcomes):
        raise OverthinkError(
            f"The probabilities of the outcomes in the position {state!r} sum to {total:g}; none may be negative, and "
            "they must sum to 1."
        )
    return [(move, probability) for move, probability in outcomes if probability > 0.0]


def expected(chances: Iterable[float], values: Iterable[float]) -> float:
    """The mean of values over the outcomes of chance, rounded once: the same in any order and on every Python, whose
    `sum` adds floats in one way up to 3.11 and in another from 3.12 on."""
    return math.fsum(map(operator.mul, chances, values))


def number_of(value: Any, who: str, state: State) -> float:
    """What an evaluator or a utility gave, as a number."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if math.isnan(number) or isinstance(value, str):
        raise OverthinkError(f"{who} gave {value!r} for the position {state!r}; it must give a number.")
    return number


def opinion_of(answer: Any, error: float, state: State) -> tuple[float, float]:
    """What an evaluator gave: a value, or a value and the probability that it is wrong."""
    value, wrong = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, error)
    value, wrong = number_of(value, "The evaluator", state), number_of(wrong, "The evaluator", state)
    return value, wrong if 0.0 <= wrong <= 0.5 else checked_error(wrong)
