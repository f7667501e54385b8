"""Positions as planes of 0 and 1, the inputs of a net, turned to the side of the player to move.

A game writes its planes as words of bits (the kernel `marks`), and says which input each bit is (`places`): one source
for arrays and for compiled nets.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from overthink.core.bind import kernel
from overthink.core.game import KernelGame
from overthink.core.kinds import Column, Context, State
from overthink.core.vocabulary import marks

FEW = 5_000  # words that are sooner made than their kernel is compiled
CHUNK = 1 << 14  # positions whose bits are in memory at the same time
MAX_FIRST, MIN_FIRST = 0, 1  # the two halves of `places`


@kernel
def write_marks(game: Context, state: State, words: Column) -> None:
    for i in range(len(words)):
        words[i] = marks(game, state, i)


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

    def planes(self, states: Sequence[State]) -> Column:
        """Positions as uint8[positions, planes, rows, columns] of 0 and 1, as the player to move sees them."""
        inputs = np.zeros((len(states), int(np.prod(self.plane_shape))), np.uint8)
        for begin in range(0, len(states), CHUNK):
            self._write(states[begin : begin + CHUNK], inputs[begin : begin + CHUNK])
        return inputs.reshape(len(states), *self.plane_shape)

    def _write(self, states: Sequence[State], inputs: Column) -> None:
        count = self.places.shape[1]
        fill = write_marks.bind(marks=self.kernels["marks"])
        write = fill.compiled if self.compiled and len(states) * count > FEW else fill.interpreted
        words = np.zeros((len(states), count), np.int64 if self.compiled else object)
        for state, row in zip(states, words):
            self.check(state)
            write(self.context, state, row)
        side = np.array([self.mover(state) for state in states])
        for who, mover in ((MAX_FIRST, 1), (MIN_FIRST, -1)):
            rows = np.flatnonzero(side == mover)
            for word in range(count):
                here = np.flatnonzero(self.places[who, word] >= 0)
                marked = (words[rows, word, None] >> here.astype(words.dtype)) & 1
                inputs[rows[:, None], self.places[who, word, here]] = marked.astype(np.uint8)
