"""Opinions: the evaluations of the examined positions and of the positions one move later, beside the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from overthink.core.checked import (
    evaluation_of,
    expected,
    is_chance,
    mover_of,
    moves_of,
    outcomes_of,
    play_of,
    utility_of,
)
from overthink.core.game import Evaluate
from overthink.core.tree import Column
from overthink.doctor.examine import AnyGame, Examination, Position, State


@dataclass(frozen=True)
class Opinion:
    """The opinion of one position, in values for its player to move. Moves that end the game are left out: there the
    evaluator is not used."""

    position: Position
    own: float  # the evaluation of the position itself
    static: Column  # float64[moves] the evaluation of the position after each move
    true: Column  # float64[moves] the true value of the move
    side: Column  # int8[moves] who moves next: +1 Max, -1 Min, 0 chance

    @property
    def finite(self) -> bool:
        """Whether all evaluations are finite: an evaluator may call a sure win infinite, which has no mean."""
        return bool(np.isfinite(self.own) and np.isfinite(self.static).all())


def opinions_of(examination: Examination, game: AnyGame, evaluate: Evaluate) -> tuple[Opinion, ...]:
    """Collect the opinions of all positions, except where a user's evaluator fails."""
    opinions, worth = [], worth_of(game, evaluate)
    for position in examination.positions:
        try:
            opinions.append(_opinion(position, game, worth))
        except Exception:  # searches evaluate deeper positions, so this one may fail here for the first time
            continue
    return tuple(opinion for opinion in opinions if len(opinion.static) and opinion.finite)


def worth_of(game: AnyGame, evaluate: Evaluate) -> Callable[[State], float]:
    """Return a function from a position to its evaluation for Max. A chance position has the mean of its outcomes, and
    a finished game has its result."""

    def worth(state: State) -> float:
        if is_chance(game, state):
            moves, chances = zip(*outcomes_of(game, state))
            return expected(chances, (worth(play_of(game, state, move)) for move in moves))
        if not len(moves_of(game, state)):
            return utility_of(game, state)
        return evaluation_of(evaluate, 0.0, state)[0]

    return worth


def _opinion(position: Position, game: AnyGame, worth: Callable[[State], float]) -> Opinion:
    me, after = mover_of(game, position.state), list[tuple[float, float, int]]()
    for move, value in position.values.items():
        state = play_of(game, position.state, move)
        if len(moves_of(game, state)):
            after.append((me * worth(state), value, mover_of(game, state)))
    static, true, side = zip(*after) if after else ((), (), ())
    own = me * worth(position.state)
    return Opinion(position, own, np.array(static, float), np.array(true, float), np.array(side, np.int8))
