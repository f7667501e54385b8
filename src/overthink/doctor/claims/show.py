"""A counterexample as the author of a player reads it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from overthink.core.checked import evaluation_of, mover_of
from overthink.core.errors import counted, shown
from overthink.core.game import board_of
from overthink.doctor.claims.ask import Answer, Call
from overthink.doctor.claims.plain import Plain
from overthink.doctor.claims.shrink import MOST_SIZE, Counterexample
from overthink.doctor.record import Move, State

LONGEST_STATE = 400  # characters of a position: it is to be pasted, so it is not cut off sooner
LISTED = 8  # earlier calls
SIDES = {1: "Max", -1: "Min"}


def show_example(example: Counterexample, plain: Plain, whole: bool) -> list[str]:
    """The position, the moves with their values and why, and what to type to see it again. Without `whole`, the values
    are not those of a plain search, and nothing says why."""
    difference = example.difference
    call = difference.answer.call
    side = SIDES[mover_of(plain.game, call.state)]
    size = f"a tree of {counted(example.size, 'position')}" if example.size <= MOST_SIZE else "a large tree"
    chosen = next(move for move in difference.answer.moves if move not in difference.best)
    rows = [(_worth(example, plain, difference.best[0], side, whole), "best")]
    rows.append((_worth(example, plain, chosen, side, whole), "the player's"))
    width = max(len(text) for text, _ in rows)
    board = board_of(plain.game, call.state)
    return [
        f"The smallest ({size}):",
        f"  {show_state(call.state)}, {side} to move, depth {call.depth:g}",
        *(f"  {line}" for line in board.splitlines()),
        *(f"  {text.ljust(width)}  <- {which}" for text, which in rows),
        *_repeat(example),
    ]


def show_state(state: State) -> str:
    """A position as it can be typed, unless it is very long."""
    text = repr(state)
    return text if len(text) <= LONGEST_STATE else shown(state)


def _worth(example: Counterexample, plain: Plain, move: Move, side: str, whole: bool) -> str:
    values, call = example.difference.values, example.difference.answer.call
    value = values.get(move, math.nan)
    if math.isnan(value):
        return f"{shown(move)}"
    why = f" ({_why(plain, call, move, value)})" if whole else ""
    return f"{shown(move)}  is worth {value:+.4g} to {side}{why}"


def _why(plain: Plain, call: Call, move: Move, value: float) -> str:
    """What the value rests on."""
    line = plain.line(call.state, move, int(call.depth))
    then = f"then {', '.join(map(shown, line.moves[1:]))}: " if len(line.moves) > 1 else ""
    if line.over:
        return f"{then}the game is over"
    if plain.evaluate:
        own = evaluation_of(plain.evaluate, 0.0, line.state)[0]
        if math.isclose(abs(own), abs(value)):
            return f"{then}evaluate = {own:+.4g}"
    return f"{then}…" if then else "what may follow counts too"


def _repeat(example: Counterexample) -> list[str]:
    answer = example.difference.answer
    if example.repeats is not False:
        return [f"Repeat: {show_answer(answer)}"]
    if not example.before:
        return [
            "It does not repeat in a new process: does the player choose at random?",
            f"It was: {show_answer(answer)}",
        ]
    return [
        f"Alone, it does not repeat: the player remembers earlier calls. In a new process, after "
        f"{counted(len(example.before), 'call')}:",
        *(f"  {show_call(call)}" for call in example.before[:LISTED]),
        *(["  …"] if len(example.before) > LISTED else []),
        f"  {show_answer(answer)}",
    ]


def show_call(call: Call) -> str:
    """A call as it can be typed."""
    return f"player({show_state(call.state)}, {call.depth:g})"


def show_answer(answer: Answer) -> str:
    """A call and its answer."""
    moves: Sequence[Move] = answer.moves
    return f"{show_call(answer.call)}  ->  {list(moves) if len(moves) > 1 else moves[0]!r}"
