"""The computations of the view Play: positions, and the machine's moves."""

from __future__ import annotations

from dataclasses import replace

from overthink.core.decision import Decision
from overthink.core.errors import OverthinkError
from overthink.core.json_text import Fields
from overthink.core.kinds import Move, State
from overthink.lab.request import choice, integer
from overthink.lab.workers.boards import forms, play_moves, playable, word_of
from overthink.presets import Setup
from overthink.rules import RULES
from overthink.search import SEARCHES
from overthink.search.decide import look_at, searched, subject_of, summed

QUICK, LARGEST = 12_000, 20_000_000  # most nodes of an interpreted search, and of a compiled one
SLOW = 5_000  # most nodes if the game or its evaluator cannot be compiled
DEEPEST = 12


def games() -> Fields:
    """The games and their parameters."""
    return {"games": forms()}


def position(given: dict[str, str]) -> Fields:
    """The position after the given moves, and its legal moves."""
    match = playable(given)
    board, game = match.board, match.setup.game
    states = play_moves(match, given.get("moves", ""))
    state, plies = states[-1], len(states) - 1
    moves = list(game.moves(state))
    late = plies >= board.longest
    over = not moves or late
    return {
        "board": board.show(game, state),
        "mover": game.mover(state),
        "movers": [game.mover(state) for state in states[:-1]],  # who played each of the moves
        "players": list(board.players),
        "moves": [] if over else [word_of(move) for move in moves],
        "over": over,
        "result": board.unfinished if late and moves else board.result(match.setup, states) if over else "",
        "plies": plies,
        "good": _good(match.setup, states, given.get("moves", "")),
        "rules": {rule: [s.name for s in SEARCHES.values() if not s.rules or rule in s.rules] for rule in board.rules},
    }


def _good(setup: Setup, states: list[State], moves: str) -> list[bool | None]:
    """For each move so far, whether it was right; None if that is not known."""
    if not setup.right:
        return [None] * (len(states) - 1)
    words = moves.split(",") if moves else []
    return [word in map(word_of, setup.right(state)) for state, word in zip(states, words)]


def think(given: dict[str, str]) -> Fields:
    """The machine's move, with the value and the error of each move and the number of nodes."""
    match = playable(given)
    setup, states = match.setup, play_moves(match, given.get("moves", ""))
    state = states[-1]
    if not len(setup.game.moves(state)) or len(states) > match.board.longest:
        raise OverthinkError("The game is over. Start a new game, or undo a move.")
    rule = choice(given, "rule", match.board.rules, match.board.rules[0])
    search = choice(given, "search", SEARCHES, "full-width")
    depth = integer(given, "depth", 1, DEEPEST, 3)
    decision = _decision(setup, state, rule, search, depth)
    move = decision.pick(len(states))
    right = [word_of(best) for best in setup.right(state)] if setup.right else []
    cost = RULES[rule].goal < 0
    return {
        "move": word_of(move),
        "cost": cost,
        "value": decision.value,
        "error": decision.error,
        "nodes": decision.nodes.total,
        "best": [word_of(best) for best in decision.moves],
        "right": right,
        "options": [
            {"move": word_of(o.move), "value": -o.score if cost else o.value, "error": o.error, "exact": o.exact}
            for o in decision.options
        ],
        "line": _line(setup, state, move, rule, search, depth, decision.nodes.total),
    }


def _decision(setup: Setup, state: State, rule: str, search: str, depth: int) -> Decision:
    """Decide within a limit of nodes: interpreted first, then compiled if there are too many."""
    backup, method = RULES[rule], searched(search, RULES[rule])
    position = subject_of(setup.game, state, backup, depth, setup.evaluate, setup.error)
    attempts = (
        ((replace(position, compiled=False), QUICK), (position, LARGEST)) if position.compiled else ((position, SLOW),)
    )
    for subject, most in attempts:
        depths = range(1, depth + 1) if backup.sums_depths else [depth]
        searches = [look_at(subject, backup, method, at, True, most) for at in depths]
        if all(complete for _, complete in searches):
            decisions = [decision for decision, _ in searches]
            return summed(decisions) if backup.sums_depths else decisions[0]
    raise OverthinkError(f"A search to depth {depth} has too many nodes here. Choose a smaller depth.")


def _line(setup: Setup, state: State, move: Move, rule: str, search: str, depth: int, nodes: int) -> list[str]:
    """The line that the machine expects: its own choices for both sides, with ever smaller depth."""
    line = [word_of(move)]
    for remaining in range(depth - 1, 0, -1):
        state = setup.game.play(state, move)
        if nodes > QUICK or not len(setup.game.moves(state)):
            break
        move = _decision(setup, state, rule, search, remaining).moves[0]
        line.append(word_of(move))
    return line
