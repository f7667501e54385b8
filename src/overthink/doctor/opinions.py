"""What the evaluator says of the positions that were examined and of those one move on, beside the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.checked import expected, is_chance, mover_of, moves_of, number_of, opinion_of, outcomes_of
from overthink.core.game import Evaluate
from overthink.core.tree import Column
from overthink.doctor.examine import Examination, Examined


@dataclass(frozen=True)
class Opinion:
    """One position, all to the player who moves there; moves that end the game are left out, since no opinion is
    asked for there."""

    position: Examined
    here: float  # said of the position itself
    said: Column  # float64[moves] said of the position after each move
    true: Column  # float64[moves] what the move is worth
    side: Column  # int8[moves] who moves there: +1 Max, -1 Min, 0 chance


def opinions(seen: Examination, game: Any, evaluate: Evaluate) -> tuple[Opinion, ...]:
    """Of all positions; those where someone else's evaluator has none are left out."""
    found = []
    for each in seen.positions:
        try:
            found.append(_opinion(each, game, said_of(game, evaluate)))
        except Exception:  # it was asked here for the first time: deeper searches ask further down
            continue
    return tuple(one for one in found if len(one.said))


def said_of(game: Any, evaluate: Evaluate) -> Callable[[Any], float]:
    """The opinion of a position, to Max: the result of a finished game, the mean over the outcomes of chance."""

    def said(state: Any) -> float:
        if is_chance(game, state):
            moves, chances = zip(*outcomes_of(game, state))
            return expected(chances, (said(game.play(state, move)) for move in moves))
        if not len(moves_of(game, state)):
            return number_of(game.utility(state), "utility()", state)
        return opinion_of(evaluate(state), 0.0, state)[0]

    return said


def _opinion(each: Examined, game: Any, said: Callable[[Any], float]) -> Opinion:
    me, after = mover_of(game, each.state), list[tuple[float, float, int]]()
    for move, value in each.values.items():
        state = game.play(each.state, move)
        if len(moves_of(game, state)):
            after.append((me * said(state), value, mover_of(game, state)))
    told, true, side = zip(*after) if after else ((), (), ())
    return Opinion(each, me * said(each.state), np.array(told, float), np.array(true, float), np.array(side, np.int8))
