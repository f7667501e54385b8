"""Positions as planes of 0 and 1, the inputs of a net, turned to the side of the player to move.

A game writes its planes as words of bits (the kernel `marks`), and says which input each bit is (`places`): one source
for arrays and for compiled nets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.bind import AnyKernel, kernel
from overthink.core.game import KernelGame
from overthink.core.kinds import Column, Context, State
from overthink.core.vocabulary import marks, mover

MOST_INTERPRETED_WORDS = 5_000  # words that are sooner made than their kernel is compiled
CHUNK_POSITIONS = 1 << 14  # positions whose bits are in memory at the same time
MAX_FIRST, MIN_FIRST = 0, 1  # the two halves of `places`


@kernel
def three(row: Column) -> State:
    """A position of three numbers, from a row of an array."""
    return row[0], row[1], row[2]


@kernel
def four(row: Column) -> State:
    """A position of four numbers, from a row of an array."""
    return row[0], row[1], row[2], row[3]


@kernel
def six(row: Column) -> State:
    """A position of six numbers, from a row of an array."""
    return row[0], row[1], row[2], row[3], row[4], row[5]


STATE_OF: dict[int, AnyKernel] = {3: three, 4: four, 6: six}  # a position from a row of its numbers


@kernel
def state_of(row: object) -> State:
    """A position from a row of its numbers; a game binds that of its length."""
    return row


@kernel
def write_marks(game: Context, rows: Column | Sequence[State], words: Column) -> None:
    """The player to move and the words of each position."""
    for n in range(len(rows)):
        state = state_of(rows[n])
        words[n, 0] = mover(game, state)
        for i in range(words.shape[1] - 1):
            words[n, i + 1] = marks(game, state, i)


def bound(word: AnyKernel, rules: Any) -> AnyKernel:
    """A kernel for one game, whose constants (a named tuple) it names in capitals."""
    return word.bind(**{name.upper(): value for name, value in rules._asdict().items()})


class PlaneGame(KernelGame):
    """A game of kernels that gives its positions as planes.

    >>> game = ot.ConnectFour()
    >>> game.planes([game.initial()]).shape  # positions, planes, rows, columns
    (1, 2, 6, 7)
    """

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        raise NotImplementedError

    @property
    def places(self) -> Column:
        """int64[2, words, bits]: the input that a bit is when Max moves, and when Min does; -1 if it is none."""
        raise NotImplementedError

    @check_arguments
    def planes(self, states: Sequence[State]) -> Column:
        """Positions as uint8[positions, planes, rows, columns] of 0 and 1, as the player to move sees them."""
        return self.seen(states)[0].reshape(len(states), *self.plane_shape)

    @check_arguments
    def seen(self, states: Sequence[State]) -> tuple[Column, Column]:
        """The inputs of a net, uint8[positions, inputs], and the player to move in each position."""
        inputs = np.zeros((len(states), int(np.prod(self.plane_shape))), np.uint8)
        movers = np.empty(len(states), int)
        for begin in range(0, len(states), CHUNK_POSITIONS):
            part = slice(begin, begin + CHUNK_POSITIONS)
            movers[part] = self._write(states[part], inputs[part])
        return inputs, movers

    def _write(self, states: Sequence[State], inputs: Column) -> Column:
        count = self.places.shape[1]
        for state in states:
            self.check(state)
        words = np.zeros((len(states), 1 + count), np.int64 if self.compiled else object)
        fill = write_marks.bind(marks=self.kernels["marks"], mover=self.kernels["mover"])
        width = len(states[0])
        if self.compiled and len(states) * count > MOST_INTERPRETED_WORDS and width in STATE_OF:
            fill.bind(state_of=STATE_OF[width])(self.context, np.array(states, np.int64), words)
        else:
            fill.interpreted(self.context, states, words)
        for who, side in ((MAX_FIRST, 1), (MIN_FIRST, -1)):
            rows = np.flatnonzero(words[:, 0] == side)
            for word in range(count):
                here = np.flatnonzero(self.places[who, word] >= 0)
                marked = (words[rows, word + 1, None] >> here.astype(words.dtype)) & 1
                inputs[rows[:, None], self.places[who, word, here]] = marked.astype(np.uint8)
        movers: Column = words[:, 0].astype(int)
        return movers
