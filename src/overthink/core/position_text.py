"""One text for a position, everywhere: in labels, in kept files, on the page and at the prompt.

A game may have a pair of methods: `text(state)` gives a text that no other position has, and `parse(text)` gives the
position back. Without the pair, a position that is a text is its own text, and any other has its `repr`; numbers, texts
and tuples of them can then be read back. `text` without `parse` is a picture for people: two positions may look alike.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from overthink.core.errors import OverthinkError, failure, shortened, shown
from overthink.core.game import Game
from overthink.core.kinds import State

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{4,}>")  # in the text of an object that has no __repr__


def text_of(game: Game[State], state: State) -> str:
    """A position for people: FEN if the game has it, else its `text`, else the text that stands for it."""
    method = _method(game, "fen") or _method(game, "text")
    return _plain(state) if method is None else _ask(method, state)


def board_of(game: Game[State], state: State) -> str:
    """A position drawn with letters: the game's `text`, or nothing if it has none."""
    method = _method(game, "text")
    return "" if method is None else _ask(method, state)


def key_of(game: Game[State], state: State) -> str:
    """The text that stands for a position: no other has it, and it is the same in every process."""
    pair = _method(game, "text") if _method(game, "parse") else None
    method = _method(game, "fen") or pair
    return checked_text(_plain(state) if method is None else _ask(method, state))


def checked_text(text: str) -> str:
    """Refuses a text that holds an address in memory, which is another one in every process."""
    if ADDRESS.search(text):
        raise OverthinkError(
            f"The text of a position, {shortened(text)}, holds an address in memory, which is another one in every "
            "process. Define __repr__ in its class."
        )
    return text


def state_of(game: Game[State], text: Any) -> State:
    """The position that a text stands for; or a list of numbers and texts, from JSON, which knows no tuples."""
    if not isinstance(text, str):
        return _frozen(text)
    parse = _method(game, "parse")
    if parse is not None:
        try:
            return parse(text)
        except Exception as exc:
            raise OverthinkError(f"parse() does not read it ({shortened(str(exc))})") from None
    if hasattr(game, "initial") and isinstance(game.initial(), str):
        return text
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise OverthinkError(f"{shown(text)} is not a position; if it should be, give the game parse(text)") from None


def _method(game: Game[State], name: str) -> Callable[[Any], Any] | None:
    method = getattr(game, name, None)
    return method if callable(method) else None


def _ask(method: Callable[[Any], Any], state: State) -> str:
    try:
        return str(method(state))
    except OverthinkError:
        raise
    except Exception as exc:
        raise failure(f"{getattr(method, '__name__', 'text')}()", exc, state) from exc


def _plain(state: State) -> str:
    return state if isinstance(state, str) else repr(state)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
