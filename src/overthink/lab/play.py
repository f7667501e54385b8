"""The view to play in: a list of moves comes in, and the position after them, or a machine's next move, goes out.

The server keeps nothing of a game.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from overthink.lab.answer import answer
from overthink.lab.work import compute

LONGEST = 4_000  # characters of a list of moves
SECONDS = 60.0  # kernels may have to be compiled, and tables of endgames worked out
QUICK, LARGEST = 12_000, 20_000_000  # nodes that are looked at without compiling, and compiled
SLOW = 5_000  # and where a game or its evaluator cannot be compiled
DEEPEST = 12


async def position(request: Request) -> Response:
    return answer(await compute(shown, _given(request), request=request, seconds=SECONDS))


async def think(request: Request) -> Response:
    return answer(await compute(thought, _given(request), request=request, seconds=SECONDS))


def _given(request: Request) -> dict[str, str]:
    return {name: value[:LONGEST] for name, value in request.query_params.items()}


ROUTES = [Route("/api/play/position", position), Route("/api/play/think", think)]


# --- in a worker ----------------------------------------------------------------------------------------------------


def shown(given: dict[str, str]) -> dict[str, Any]:
    """The position after the moves that are given, and what can be played in it."""
    from overthink.lab.play_games import playable, played
    from overthink.search import SEARCHES

    what = playable(given)
    states = played(what, given.get("moves", ""))
    state, plies = states[-1], len(states) - 1
    moves = list(what.game.moves(state))
    late = plies >= what.longest
    over = not moves or late
    return {
        "board": what.show(state),
        "mover": what.game.mover(state),
        "movers": [what.game.mover(each) for each in states[:-1]],  # who played each of the moves
        "players": list(what.players),
        "moves": [] if over else [str(move) for move in moves],
        "over": over,
        "result": what.unfinished if late and moves else what.result(state) if over else "",
        "plies": plies,
        "rules": {rule: [s.name for s in SEARCHES.values() if not s.rules or rule in s.rules] for rule in what.rules},
    }


def thought(given: dict[str, str]) -> dict[str, Any]:
    """A machine's move, and what it saw: every move's value, how sure it is, how many positions it looked at."""
    from overthink.core.errors import OverthinkError
    from overthink.lab.asked import choice, integer
    from overthink.lab.play_games import playable, played
    from overthink.search import SEARCHES

    what = playable(given)
    states = played(what, given.get("moves", ""))
    state = states[-1]
    if not len(what.game.moves(state)) or len(states) > what.longest:
        raise OverthinkError("The game is over; there is nothing to think about.")
    rule = choice(given, "rule", what.rules, "minimax")
    search = choice(given, "search", SEARCHES, "full-width")
    depth = integer(given, "depth", 1, DEEPEST, 3)
    found = _decided(what, state, rule, search, depth)
    move = found.pick(len(states))
    right = [str(each) for each in what.right(state)] if what.right else []
    return {
        "move": str(move),
        "value": found.value,
        "error": found.error,
        "nodes": found.nodes.total,
        "best": [str(each) for each in found.moves],
        "right": right,
        "options": [{"move": str(o.move), "value": o.value, "error": o.error, "exact": o.exact} for o in found.options],
        "line": _line(what, state, move, rule, search, depth, found.nodes.total),
    }


def _decided(what: Any, state: Any, rule: str, search: str, depth: int) -> Any:
    """A decision within bounds: few positions are looked at as the code stands, many of them compiled."""
    from dataclasses import replace

    from overthink.core.errors import OverthinkError
    from overthink.rules import RULES
    from overthink.search.decide import look_at, searched, subject_of, summed

    thinks, how = RULES[rule], searched(search, RULES[rule])
    position = subject_of(what.game, state, thinks, depth, what.evaluate, what.error)
    ways = (
        ((replace(position, compiled=False), QUICK), (position, LARGEST)) if position.compiled else ((position, SLOW),)
    )
    for seat, most in ways:
        depths = range(1, depth + 1) if thinks.sums_depths else [depth]
        found = [look_at(seat, thinks, how, looked, True, most) for looked in depths]
        if all(whole for _, whole in found):
            decisions = [decision for decision, _ in found]
            return summed(decisions) if thinks.sums_depths else decisions[0]
    raise OverthinkError(f"Looking {depth} plies ahead takes too many positions here; look less far.")


def _line(what: Any, state: Any, move: Any, rule: str, search: str, depth: int, nodes: int) -> list[str]:
    """How the machine expects the game to go on: its own choice for either side, looking ever less far."""
    line = [str(move)]
    for left in range(depth - 1, 0, -1):
        state = what.game.play(state, move)
        if nodes > QUICK or not len(what.game.moves(state)):
            break
        move = _decided(what, state, rule, search, left).moves[0]
        line.append(str(move))
    return line
