"""Whose decisions are examined: a rule's in a plain search, or those of a search of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from overthink.core.checked import moves_of
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate
from overthink.doctor.examine import Choice
from overthink.search.decide import decide
from overthink.search.expectimax import expectimax

PLAYER = "player"  # stands for the rule where a player of one's own is examined
EXPECTIMAX = "expectimax"  # the one rule of games with chance
PRUNED = {"minimax": "alpha-beta"}  # the same moves, sooner

Player = Callable[[Any, int], Any]  # state, depth: a move, several that tie, or what each is worth to who moves


def searched(game: Any, evaluate: Evaluate | None, error: float, state: Any, rule: str, depth: int) -> Choice:
    """What a plain search with a rule chooses."""
    if rule == EXPECTIMAX:
        found = expectimax(game, state, depth=depth, evaluate=evaluate)
        return Choice(found.moves, game.mover(state) * found.low)
    search = PRUNED.get(rule, "full-width")
    decision = decide(game, state, rule=rule, search=search, depth=depth, evaluate=evaluate, error=error)
    return Choice(decision.moves, game.mover(state) * decision.value)


def played(player: Player, game: Any, state: Any, depth: int) -> Choice:
    """What a player of the user's own chooses, checked."""
    moves = moves_of(game, state)
    answer = player(state, depth)
    if answer in moves:
        return Choice((answer,))
    if isinstance(answer, Mapping) and answer and all(move in moves for move in answer):
        best = max(answer.values())
        return Choice(tuple(move for move in moves if answer.get(move) == best), float(best))
    if isinstance(answer, Collection) and not isinstance(answer, str) and len(answer):
        strange = next((move for move in answer if move not in moves), None)
        if strange is None:
            return Choice(tuple(answer))
    raise OverthinkError(
        f"The player answered {answer!r} in the position {state!r}; the moves are {_some(moves)}: give one, a list of "
        "those that tie, or a value for each."
    )


def _some(moves: Sequence[Any]) -> str:
    shown = ", ".join(map(str, moves[:8]))
    return f"{shown}, …" if len(moves) > 8 else shown
