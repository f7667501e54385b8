"""Moves that a search of the same depth proves to be worse: what no sound search of that depth plays.

A proof needs no evaluator. Every position at the horizon is worth as much as possible to one side, and then as little
as possible. What the search says then bounds the value of a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from overthink.core.checked import mover_of, moves_of, play_of, utility_of
from overthink.doctor.examine import AnyGame, Examination, Move, Position, State
from overthink.doctor.opinions import Opinion
from overthink.doctor.player import GOALS, PLAYER, agreement, search_choice
from overthink.measure.knob import Value

FAR = 1e9  # beyond any result
SAMPLE = 60  # differences that are looked at, at each depth
FEWEST = 2  # moves that are no accident


@dataclass(frozen=True)
class Blunders:
    """Choices of the player that a search of the same depth proves to be worse than another."""

    proven: int
    differences: int  # that were looked at
    depths: tuple[Value, ...]

    def __str__(self) -> str:
        return (
            f"in {self.proven} of {self.differences} positions in which it differs, it plays a move that a search of "
            "the same depth proves to be worse"
        )


def blunders_of(examination: Examination, plain: str, game: AnyGame, opinions: Sequence[Opinion]) -> Blunders | None:
    """Count the blunders among the player's choices; None if there are too few to tell."""
    if not opinions or plain in GOALS:  # moves of one player cost something: their values have no such bounds
        return None
    highest = max(float(np.abs([opinion.own, *opinion.static]).max()) for opinion in opinions)
    looked, depths = 0, []
    for depth in examination.depths:
        off = np.flatnonzero(agreement(examination, plain, depth) < 1.0).tolist()
        for number in off[:: max(1, len(off) // SAMPLE)][:SAMPLE]:
            looked += 1
            try:
                if _blunder(examination, examination.positions[number], plain, int(depth), game, highest):
                    depths.append(depth)
            except Exception:  # the search cannot be made with this game
                return None
    return Blunders(len(depths), looked, tuple(sorted(set(depths)))) if len(depths) >= FEWEST else None


def _blunder(
    examination: Examination, position: Position, plain: str, depth: int, game: AnyGame, highest: float
) -> bool:
    """Whether another move is surely better than the player's. Evaluations are never beyond `highest`, so a search
    also avoids a proven loss, and takes a proven win, if the truth says that it would not be in vain."""
    state, usual = position.state, position.chosen[plain, depth]
    chosen = next(move for move in position.chosen[PLAYER, depth] if move not in usual)
    most = _bound(game, plain, state, chosen, depth, FAR)
    least = _bound(game, plain, state, usual[0], depth, -FAR)
    if least > most:
        return True
    if not examination.exact:
        return False
    lost, won = most < -highest and position.best > most, least > highest and position.values[chosen] < least
    return lost or won


def _bound(game: AnyGame, plain: str, state: State, move: Move, depth: int, horizon: float) -> float:
    """The value of a move to the player who makes it, if all positions at the horizon are worth this much to him."""
    me, after = mover_of(game, state), play_of(game, state, move)
    if not len(moves_of(game, after)):
        return me * utility_of(game, after)
    if depth == 1:
        return horizon
    choice = search_choice(game, lambda _: me * horizon, 0.0, after, plain, depth - 1)
    return choice.value * me * mover_of(game, after)
