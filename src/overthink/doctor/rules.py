"""The rules that the doctor examines: by name, or rules of the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from overthink.core.checked import mover_of, moves_of, play_of
from overthink.core.errors import OverthinkError, shown
from overthink.core.game import Evaluate
from overthink.doctor.examine import AnyGame, State
from overthink.doctor.player import EXPECTIMAX, MINIMAX, ONE_PLAYER, PLAYER, Player
from overthink.rules import Rule, rule_named
from overthink.search.decide import has_chance

SAMPLE = 20  # positions in which the doctor looks who moves


def rules_of(
    game: AnyGame, given: Any, player: Player | None, evaluate: Evaluate | None, states: Sequence[State]
) -> tuple[list[str], Mapping[str, Rule], int]:
    """The names of everything examined, the player first; the user's own rules by name; and the one player who makes
    all moves (+1 or -1), or 0 if there are two."""
    for thing, kind in ((player, "player"), (evaluate, "evaluator")):
        if isinstance(thing, type):
            raise OverthinkError(f"Give the {kind} {thing.__name__}(…), an object, not its class.")
    if player is not None and not callable(player):
        raise OverthinkError(f"A player is a function of a position and a depth, not {shown(player)}.")
    if evaluate is not None and not callable(evaluate):
        raise OverthinkError(f"An evaluator is a function of a position, not {shown(evaluate)}.")
    chance, goal = has_chance(game), one_player(game, states)
    usual = EXPECTIMAX if chance else ONE_PLAYER.get(goal, MINIMAX)
    wanted = [usual] if given is None else _listed(given)
    own = {rule.name: rule for rule in wanted if isinstance(rule, Rule)}
    names = [EXPECTIMAX if chance and rule == EXPECTIMAX else rule_named(rule).name for rule in wanted]
    if chance and names != [EXPECTIMAX]:
        raise OverthinkError(f"The rule '{names[0]}' cannot be used in a game with chance. Use '{EXPECTIMAX}'.")
    if len(set(names)) < len(names):
        raise OverthinkError("A rule is given twice. Give each rule once.")
    if not chance:
        _check_players(names, own, goal, hasattr(game, "cost"))
    if player is not None:
        names = [PLAYER, *(names if evaluate is not None else [])]
    return names, own, goal


def one_player(game: AnyGame, states: Sequence[State]) -> int:
    """The player who makes all moves, as far as can be seen from some positions and the moves in them; else 0."""
    if has_chance(game):
        return 0
    near = list(states[:SAMPLE])
    try:
        near += [play_of(game, state, move) for state in near for move in moves_of(game, state)]
        movers = {mover_of(game, state) for state in near if len(moves_of(game, state))}
    except OverthinkError:  # the game fails in some position: the examination will name it
        return 0
    return movers.pop() if len(movers) == 1 else 0


def _listed(given: Any) -> list[str | Rule]:
    rules = [given] if isinstance(given, str | Rule) else list(given) if isinstance(given, Iterable) else []
    if not rules:
        raise OverthinkError("Give at least one rule.")
    strange = [rule for rule in rules if not isinstance(rule, str | Rule)]
    if strange:
        raise OverthinkError(f"A rule is a name or an ot.Rule, not {shown(strange[0])}.")
    return rules


def _check_players(names: Sequence[str], own: Mapping[str, Rule], goal: int, pays: bool) -> None:
    """Refuse a rule for one player in a game of two, and the other way round if moves cost something."""
    for name in names:
        wanted = rule_named(own.get(name, name)).goal
        if wanted and not goal:
            raise OverthinkError(f"The rule '{name}' is for one player, and this game has two. Use '{MINIMAX}'.")
        if goal and wanted != goal and (wanted or pays):
            raise OverthinkError(
                f"The rule '{name}' does not suit one player who wants "
                f"{'the least cost' if goal < 0 else 'the largest gain'}. Use '{ONE_PLAYER[goal]}'."
            )
