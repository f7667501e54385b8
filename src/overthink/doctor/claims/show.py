"""A counterexample as the author of a player reads it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from overthink.core.checked import evaluation_of, is_chance, mover_of, utility_of
from overthink.core.errors import counted, shown
from overthink.core.game import board_of
from overthink.doctor.claims.ask import Answer, Call
from overthink.doctor.claims.plain import Plain
from overthink.doctor.claims.shrink import MOST_SIZE, Counterexample
from overthink.doctor.record import AnyGame, Move, State

LONGEST_STATE = 400  # characters of a position: it is to be pasted, so it is not cut off sooner
LISTED = 8  # earlier calls
NOTHING, LARGE = 1e-12, 1e4  # a smaller value is rounding; from here on, digits after the point say nothing
SIDES = {1: "Max", -1: "Min"}
KEPT = "Is it meant to use what it keeps between calls? Then it claims 'deeper'."
DEPTHLESS = "The calls are about one position: does the player's table keep the depth of each value?"
UNEVEN = (
    "Here an evaluation counts more than the result of a game. Are evaluate and utility() on one scale, and is it the "
    "player's?"
)


def show_example(example: Counterexample, plain: Plain, whole: bool) -> list[str]:
    """The position, the moves with their values and why, and what to type to see it again. Without `whole`, the values
    are not those of a plain search, and nothing says why."""
    difference, game = example.difference, plain.game
    call, failure = difference.answer.call, difference.answer.failure
    side = SIDES[mover_of(plain.game, call.state)]
    size = f"a tree of {counted(example.size, 'position')}" if example.size <= MOST_SIZE else "a large tree"
    chosen = [move for move in difference.answer.moves if move not in difference.best][:1]
    rows = [(_worth(example, plain, difference.best[0], side, whole), "best")]
    rows += [(_worth(example, plain, move, side, whole), "the player's") for move in chosen]
    width = max(len(text) for text, _ in rows)
    return [
        f"The smallest ({size}):",
        f"  {show_state(call.state, game)}, {side} to move, depth {call.depth:g}",
        *(f"  {line}" for line in board_of(game, call.state).splitlines()),
        *(f"  {text.ljust(width)}  <- {which}" for text, which in rows),
        *([f"  {failure}."] if failure else []),
        *([UNEVEN] if chosen and whole and _is_beyond(plain, call, difference.best[0], chosen[0]) else []),
        *_repeat(example, game),
    ]


def show_state(state: State, game: AnyGame | None = None) -> str:
    """A position as it can be typed, unless it is very long: the moves that lead there if the game knows them."""
    line = getattr(game, "line", None)
    text = f"after({line(state)})" if line else repr(state)
    return text if len(text) <= LONGEST_STATE and "\n" not in text else shown(state)


def _is_beyond(plain: Plain, call: Call, best: Move, chosen: Move) -> bool:
    """Whether the claim prefers an evaluation to a won game, or a lost game to an evaluation."""
    lines = [plain.line(call.state, move, int(call.depth)) for move in (best, chosen)]
    ends = [abs(utility_of(plain.game, line.state)) for line in lines if line.over]
    leaves = [line.state for line in lines if not line.over and plain.evaluate]
    worth = [abs(evaluation_of(plain.evaluate, 0.0, state)[0]) for state in leaves if plain.evaluate]
    return bool(ends and worth and 0.0 < ends[0] < worth[0])


def _worth(example: Counterexample, plain: Plain, move: Move, side: str, whole: bool) -> str:
    values, call = example.difference.values, example.difference.answer.call
    value = values.get(move, math.nan)
    if math.isnan(value):
        return f"{shown(move)}"
    why = f" ({_why(plain, call, move, value)})" if whole else ""
    return f"{shown(move)}  is worth {_number(value)} to {side}{why}"


def _number(value: float) -> str:
    return f"{value:+,.0f}" if abs(value) >= LARGE else f"{value if abs(value) > NOTHING else 0.0:+.4g}"


def _why(plain: Plain, call: Call, move: Move, value: float) -> str:
    """What the value rests on."""
    line = plain.line(call.state, move, int(call.depth))
    then = f"then {', '.join(map(shown, line.moves[1:]))}: " if len(line.moves) > 1 else ""
    if line.over:
        return f"{then}the game is over"
    if plain.evaluate:
        own = evaluation_of(plain.evaluate, 0.0, line.state)[0]
        if math.isclose(abs(own), abs(value)):
            return f"{then}evaluate = {_number(own)}"
    if is_chance(plain.game, line.state):
        return f"{then}the mean of what chance may do"
    return f"{then}…" if then else "what may follow counts too"


def _repeat(example: Counterexample, game: AnyGame) -> list[str]:
    answer = example.difference.answer
    where = ["after(moves) is the position after these moves from the start."] if hasattr(game, "line") else []
    if example.repeats is not False:
        return [f"Repeat: {show_answer(answer, game)}", *where]
    if not example.before:
        return [
            "It does not repeat in a new process: does the player choose at random?",
            f"It was: {show_answer(answer, game)}",
            *where,
        ]
    return [
        f"Alone, it does not repeat: the player remembers earlier calls. In a new process, after "
        f"{counted(len(example.before), 'call')}:",
        *(f"  {show_call(call, game)}" for call in example.before[:LISTED]),
        *(["  …"] if len(example.before) > LISTED else []),
        f"  {show_answer(answer, game)}",
        DEPTHLESS if all(call.state == answer.call.state for call in example.before) else KEPT,
        *where,
    ]


def show_call(call: Call, game: AnyGame) -> str:
    """A call as it can be typed."""
    return f"player({show_state(call.state, game)}, {call.depth:g})"


def show_answer(answer: Answer, game: AnyGame) -> str:
    """A call and its answer."""
    moves: Sequence[Move] = answer.moves
    said = repr(list(moves) if len(moves) > 1 else moves[0]) if moves else "fails"
    return f"{show_call(answer.call, game)}  ->  {said}"
