"""What the evaluator says of the positions that were examined and of those one move on, beside the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from overthink.core.checked import expected, is_chance, mover_of, moves_of, number_of, opinion_of, outcomes_of
from overthink.core.game import Evaluate
from overthink.core.tree import Column
from overthink.doctor.examine import AnyGame, Examination, Position, State


@dataclass(frozen=True)
class Opinion:
    """One position, all to the player who moves there; moves that end the game are left out, since the evaluator is
    not asked there."""

    position: Position
    own: float  # the evaluation of the position itself
    static: Column  # float64[moves] the evaluation of the position after each move
    true: Column  # float64[moves] what the move is worth
    side: Column  # int8[moves] who moves there: +1 Max, -1 Min, 0 chance


def opinions_of(examination: Examination, game: AnyGame, evaluate: Evaluate) -> tuple[Opinion, ...]:
    """Of all positions; those where someone else's evaluator fails are left out."""
    opinions, worth = [], worth_of(game, evaluate)
    for position in examination.positions:
        try:
            opinions.append(_opinion(position, game, worth))
        except Exception:  # it is asked here for the first time: deeper searches ask further down
            continue
    return tuple(opinion for opinion in opinions if len(opinion.static))


def worth_of(game: AnyGame, evaluate: Evaluate) -> Callable[[State], float]:
    """A function from a position to its evaluation, to Max: the result of a finished game, the mean over the outcomes
    of chance."""

    def worth(state: State) -> float:
        if is_chance(game, state):
            moves, chances = zip(*outcomes_of(game, state))
            return expected(chances, (worth(game.play(state, move)) for move in moves))
        if not len(moves_of(game, state)):
            return number_of(game.utility(state), "utility()", state)
        return opinion_of(evaluate(state), 0.0, state)[0]

    return worth


def _opinion(position: Position, game: AnyGame, worth: Callable[[State], float]) -> Opinion:
    me, after = mover_of(game, position.state), list[tuple[float, float, int]]()
    for move, value in position.values.items():
        state = game.play(position.state, move)
        if len(moves_of(game, state)):
            after.append((me * worth(state), value, mover_of(game, state)))
    static, true, side = zip(*after) if after else ((), (), ())
    own = me * worth(position.state)
    return Opinion(position, own, np.array(static, float), np.array(true, float), np.array(side, np.int8))
