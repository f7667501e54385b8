"""The player that is examined: a rule in a plain search, or the user's own search.

A plain search of the same depth with the same evaluator shows what the user's search should have chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from overthink.core.checked import FAILURES, moves_of, number_of
from overthink.core.errors import OverthinkError, failure, shown
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.doctor.examine import AnyGame, Choice, Examination, Move, State
from overthink.measure.knob import Value
from overthink.rules.rule import Rule
from overthink.search.decide import decide
from overthink.search.expectimax import expectimax

PLAYER = "player"  # takes the place of the rule when the user's own player is examined
EXPECTIMAX = "expectimax"  # the only rule for games with chance
MINIMAX = "minimax"
ONE_PLAYER = {1: "maximax", -1: "minimin"}  # by the player who makes all moves
GOALS = {rule: goal for goal, rule in ONE_PLAYER.items()}
PLAIN = (MINIMAX, EXPECTIMAX, *ONE_PLAYER.values())
PRUNED = {MINIMAX: "alpha-beta"}  # the same moves, faster

# state, and a depth or the value of another knob: a move, several that tie, or a value for each. It may also take a
# keyword `seed` or `rng`.
Player = Callable[..., Any]


def search_choice(
    game: AnyGame, evaluate: Evaluate | None, error: float, state: State, rule: str | Rule, depth: int
) -> Choice:
    """The choice of a plain search with a rule."""
    if rule == EXPECTIMAX:
        bounds = expectimax(game, state, depth=depth, evaluate=evaluate)
        return Choice(bounds.moves, game.mover(state) * bounds.low, bounds.expanded + bounds.leaves)
    search = PRUNED.get(rule, "full-width") if isinstance(rule, str) else "full-width"
    decision = decide(game, state, rule=rule, search=search, depth=depth, evaluate=evaluate, error=error)
    return Choice(decision.moves, game.mover(state) * decision.value, decision.nodes.total)


def player_choice(player: Player, game: AnyGame, state: State, depth: Value) -> Choice:
    """The choice of the user's own player, checked."""
    moves = moves_of(game, state)
    try:
        answer = player(state, depth)
    except OverthinkError:
        raise
    except FAILURES as exc:
        raise failure("The player", exc, state) from exc
    answer = answer.tolist() if isinstance(answer, np.ndarray) else answer
    if answer in moves:
        return Choice((answer,))
    if isinstance(answer, Mapping) and answer and all(move in moves for move in answer):
        values = {move: number_of(value, "The player", state) for move, value in answer.items()}
        best = max(values.values())
        return Choice(tuple(move for move in moves if values.get(move) == best), best)
    if isinstance(answer, Collection) and not isinstance(answer, str) and len(answer):
        illegal = next((move for move in answer if move not in moves), None)
        if illegal is None:
            return Choice(tuple(answer))
    raise OverthinkError(
        f"The player answered {shown(answer)} in the position {shown(state)}. The moves are {_some(moves)}: return "
        "one, a list of those that tie, or a value for each."
    )


def plain_rule(examination: Examination) -> str | None:
    """The rule that a player's choices are compared with."""
    return next((rule for rule in examination.rules[1:] if rule in PLAIN), None)


def agreement(examination: Examination, plain: str, depth: Value) -> Sample:
    """The share of the player's moves that the plain search would have chosen too, position by position."""
    return np.array([share_among(p.chosen[PLAYER, depth], p.chosen[plain, depth]) for p in examination.positions])


def share_among(chosen: Sequence[Move], among: Sequence[Move]) -> float:
    """The share of `chosen` that is in `among`."""
    return sum(move in among for move in chosen) / len(chosen)


def _some(moves: Sequence[Move]) -> str:
    shown = ", ".join(map(str, moves[:8]))
    return f"{shown}, …" if len(moves) > 8 else shown
