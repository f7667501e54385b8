"""A table of bounds that were proven before, so that a position reached again need not be searched again.

Whatever window and ε they were found with, L ≤ V ≤ U holds for the position and the plies searched below it, so bounds
may be used anywhere, and taken together with new ones. Compiled searches keep them in columns, the newest in a place;
interpreted ones in a dictionary.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.json_text import Fields
from overthink.core.kinds import Context, Key, State
from overthink.core.randomness import mix
from overthink.search.subject import Subject, inside, inside_move

SIZE = 1 << 20
EMPTY = np.uint64(0)
START = np.uint64(0x1D)


@kernel
def number_key(state: State) -> Key:
    return mix(START, np.int64(state))  # which may be negative


@kernel
def tuple_key(state: State) -> Key:
    key: Key = START
    for part in state:
        key = mix(key, np.int64(part))
    return key


position_key = number_key


@kernel
def recall_columns(game: Context, state: State, depth: int, low: float, high: float) -> Any:
    key = mix(position_key(state), depth)
    place = key & np.uint64(len(game[1]) - 1)
    if game[1][place] == key:
        return True, game[2][place, 0], game[2][place, 1]
    return False, low, high


@kernel
def remember_columns(game: Context, state: State, depth: int, L: float, U: float) -> None:
    key = mix(position_key(state), depth)
    place = key & np.uint64(len(game[1]) - 1)
    game[1][place], game[2][place, 0], game[2][place, 1] = key, L, U


def with_table(subject: Subject) -> tuple[Subject, Fields]:
    """The subject with an empty table, and the words that read and write it."""
    if not subject.compiled:
        return subject, dictionary()
    words = {
        name: (inside_move if name in ("child", "edge", "move") else inside).bind(wrapped=word)
        for name, word in subject.names.items()
    }
    context = (subject.context, np.full(SIZE, EMPTY), np.empty((SIZE, 2)))
    key = tuple_key if isinstance(subject.state, tuple) else number_key
    table = {"recall": recall_columns, "remember": remember_columns, "position_key": key}
    return Subject(context, subject.state, subject.moves, words, True, subject.opinions), table


def dictionary() -> Fields:
    known: dict[Any, tuple[Any, Any]] = {}

    def recall(game: Context, here: State, depth: int, low: float, high: float) -> Any:
        bounds = known.get((getattr(here, "state", here), depth))
        return (True, *bounds) if bounds else (False, low, high)

    def remember(game: Context, here: State, depth: int, L: float, U: float) -> None:
        known[getattr(here, "state", here), depth] = L, U

    return {"recall": recall, "remember": remember}
