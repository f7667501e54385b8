"""Positions and machines' moves: what workers do for the view Play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from overthink.core.decision import Decision
from overthink.core.errors import OverthinkError
from overthink.lab.request import choice, integer
from overthink.lab.workers.boards import forms, playable, played
from overthink.presets import Setup
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.decide import look_at, searched, subject_of, summed

QUICK, LARGEST = 12_000, 20_000_000  # nodes that are looked at without compiling, and compiled
SLOW = 5_000  # and where a game or its evaluator cannot be compiled
DEEPEST = 12


def known() -> dict[str, Any]:
    """The games and their parameters."""
    return {"games": forms()}


def shown(given: dict[str, str]) -> dict[str, Any]:
    """The position after the moves that are given, and what can be played in it."""
    what = playable(given)
    board, game = what.board, what.setup.game
    states = played(what, given.get("moves", ""))
    state, plies = states[-1], len(states) - 1
    moves = list(game.moves(state))
    late = plies >= board.longest
    over = not moves or late
    return {
        "board": board.show(game, state),
        "mover": game.mover(state),
        "movers": [game.mover(each) for each in states[:-1]],  # who played each of the moves
        "players": list(board.players),
        "moves": [] if over else [str(move) for move in moves],
        "over": over,
        "result": board.unfinished if late and moves else board.result(what.setup, state) if over else "",
        "plies": plies,
        "rules": {rule: [s.name for s in SEARCHES.values() if not s.rules or rule in s.rules] for rule in board.rules},
    }


def thought(given: dict[str, str]) -> dict[str, Any]:
    """A machine's move, and what it saw: every move's value, how sure it is, how many positions it looked at."""
    what = playable(given)
    setup, states = what.setup, played(what, given.get("moves", ""))
    state = states[-1]
    if not len(setup.game.moves(state)) or len(states) > what.board.longest:
        raise OverthinkError("The game is over; there is nothing to think about.")
    rule = choice(given, "rule", what.board.rules, "minimax")
    search = choice(given, "search", SEARCHES, "full-width")
    depth = integer(given, "depth", 1, DEEPEST, 3)
    decision = _decision(setup, state, rule, search, depth)
    move = decision.pick(len(states))
    right = [str(each) for each in setup.right(state)] if setup.right else []
    return {
        "move": str(move),
        "value": decision.value,
        "error": decision.error,
        "nodes": decision.nodes.total,
        "best": [str(each) for each in decision.moves],
        "right": right,
        "options": [
            {"move": str(o.move), "value": o.value, "error": o.error, "exact": o.exact} for o in decision.options
        ],
        "line": _line(setup, state, move, rule, search, depth, decision.nodes.total),
    }


def _decision(setup: Setup, state: Any, rule: str, search: str, depth: int) -> Decision:
    """A decision within bounds: few positions are searched interpreted, many of them compiled."""

    thinks, how = RULES[rule], searched(search, RULES[rule])
    position = subject_of(setup.game, state, thinks, depth, setup.evaluate, setup.error)
    ways = (
        ((replace(position, compiled=False), QUICK), (position, LARGEST)) if position.compiled else ((position, SLOW),)
    )
    for seat, most in ways:
        depths = range(1, depth + 1) if thinks.sums_depths else [depth]
        looks = [look_at(seat, thinks, how, each, True, most) for each in depths]
        if all(whole for _, whole in looks):
            decisions = [decision for decision, _ in looks]
            return summed(decisions) if thinks.sums_depths else decisions[0]
    raise OverthinkError(f"Looking {depth} plies ahead takes too many positions here; look less far.")


def _line(setup: Setup, state: Any, move: Any, rule: str, search: str, depth: int, nodes: int) -> list[str]:
    """How the machine expects the game to go on: its own choice for either side, looking ever less far."""
    line = [str(move)]
    for left in range(depth - 1, 0, -1):
        state = setup.game.play(state, move)
        if nodes > QUICK or not len(setup.game.moves(state)):
            break
        move = _decision(setup, state, rule, search, left).moves[0]
        line.append(str(move))
    return line
