"""The sliding puzzle: 8 tiles on 3 × 3 squares, 15 on 4 × 4, or any other size. One player, every move costs 1.

A state is a tuple of tiles, row by row, 0 the empty square. The one player wants the least cost and so is Min, and the
game is over at the goal. [Nau2010] section 6.3
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.errors import OverthinkError, checked_whole, shown
from overthink.core.game import MIN
from overthink.core.grow import StateSpace
from overthink.core.kinds import Column
from overthink.core.tree import Tree

Tiles = tuple[int, ...]
MOST_SQUARES = 10_000
MOST_POSITIONS = 1_000_000  # positions that a state space may have
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class SlidingPuzzle:
    """A sliding puzzle. Moves say where the empty square goes. `goal` is the position to reach: by default tiles in
    order, the empty square first, in a corner.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> puzzle.initial()
    (0, 4, 1, 3, 2, 5)
    """

    def __init__(self, rows: int = 3, columns: int = 3, goal: Sequence[int] | None = None):
        checked_whole("rows", rows)
        checked_whole("columns", columns)
        if rows < 2 or columns < 2:
            raise OverthinkError(f"A puzzle needs at least 2 rows and 2 columns, not {rows} and {columns}.")
        if rows * columns > MOST_SQUARES:
            raise OverthinkError(f"A puzzle of {rows} × {columns} squares is too large. Use at most {MOST_SQUARES}.")
        if goal is not None and not isinstance(goal, Sequence):
            raise OverthinkError(f"A goal is a list of tiles, not {shown(goal)}.")
        self.rows, self.columns = rows, columns
        self.goal: Tiles = tuple(range(rows * columns)) if goal is None else tuple(goal)
        if sorted(self.goal) != list(range(rows * columns)):
            raise OverthinkError(f"A goal must have each tile from 0 (the empty square) to {rows * columns - 1} once.")
        self._ways = [self._ways_from(*divmod(empty, columns)) for empty in range(rows * columns)]

    def initial(self) -> Tiles:
        """A position far from the goal: the same random steps from it each time."""
        return self.random_start(0)

    def random_start(self, number: int, seed: int = 0) -> Tiles:
        """A random walk of some hundred steps away from the goal."""
        state, key = self.goal, seed_key("sliding puzzle", seed, number)
        for step in range(40 * len(self.goal)):
            moves = self._slides(state)
            state = self._slid(state, moves[int(mix(key, np.uint64(step)) % np.uint64(len(moves)))])
        return state if state != self.goal else self._slid(state, self._slides(state)[0])

    def mover(self, state: Tiles) -> int:
        return MIN

    def moves(self, state: Tiles) -> Sequence[str]:
        return () if state == self.goal else self._slides(state)

    def play(self, state: Tiles, move: str) -> Tiles:
        if move not in self.moves(state):
            raise OverthinkError(f"The empty square cannot move {move!r} in this position.")
        return self._slid(state, move)

    def utility(self, state: Tiles) -> float:
        return 0.0

    def cost(self, state: Tiles, move: str) -> float:
        return 1.0

    def text(self, state: Tiles) -> str:
        """The board, row by row."""
        width = len(str(len(state) - 1))
        squares = [str(tile or ".").rjust(width) for tile in state]
        return "\n".join(" ".join(squares[i : i + self.columns]) for i in range(0, len(state), self.columns))

    def distance(self, state: Tiles) -> int:
        """The fewest moves from a position to the goal. All positions are solved once, when the first one is asked for.

        >>> ot.SlidingPuzzle(2, 3).distance((3, 1, 2, 0, 4, 5))
        1
        """
        codes, distances = self._distances
        code = int(np.array(state) @ self._weights) if sorted(state) == sorted(self.goal) else -1
        at = int(np.searchsorted(codes, code))
        if at == len(codes) or codes[at] != code:
            raise OverthinkError(f"The position {shown(state)} cannot be solved.")
        return int(distances[at])

    def state_space(self) -> StateSpace:
        """Every position from which the goal can be reached, nearest first, with its distance as the truth."""
        layers = self._layers()
        states = [tuple(tiles) for layer in layers for tiles in layer.tolist()]
        codes = np.concatenate([layer @ self._weights for layer in layers])
        after = [self._neighbours(layer) for layer in layers]
        order = np.argsort(codes)
        reached = np.concatenate([tiles @ self._weights for _, tiles in after])
        child = order[np.searchsorted(codes, reached, sorter=order)]
        counts = np.concatenate([np.bincount(rows, minlength=len(layer)) for layer, (rows, _) in zip(layers, after)])
        child, counts[0] = child[counts[0] :], 0  # the game is over at the goal
        tree = Tree(
            first=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            child=child.astype(np.int64),
            mover=np.full(len(states), MIN, np.int8),
            utility=np.where(np.arange(len(states)) == 0, 0.0, np.nan),
            static=np.full(len(states), np.nan),
            error=np.zeros(len(states)),
            truth=np.repeat(np.arange(len(layers), dtype=float), list(map(len, layers))),
            edge=np.ones(len(child)),
            key=np.array([seed_key(state) for state in states], np.uint64),  # as `state_key` of plain numbers
            levels=np.array([], np.int64),
        )
        return StateSpace(tree, states, game=self)

    @cached_property
    def _weights(self) -> Column:
        """A position times these is its code: another number for every position."""
        return len(self.goal) ** np.arange(len(self.goal), dtype=np.int64)

    @cached_property
    def _distances(self) -> tuple[Column, Column]:
        """The code of every position, in order, and its distance from the goal."""
        layers = self._layers()
        codes = np.concatenate([layer @ self._weights for layer in layers])
        order = np.argsort(codes)
        return codes[order], np.repeat(np.arange(len(layers)), list(map(len, layers)))[order]

    def _layers(self) -> list[Column]:
        """All positions by their distance from the goal, a row each: breadth first, a whole layer at a time. Every move
        can be taken back, so a position next to a layer is in the layer before it or in the next one."""
        count = math.factorial(len(self.goal)) // 2
        if count > MOST_POSITIONS:
            raise OverthinkError(
                f"A {self.rows} × {self.columns} puzzle has {count:,} positions, too many to list. Use a smaller one."
            )
        before, layers = np.empty(0, np.int64), [np.array([self.goal])]
        while True:
            _, tiles = self._neighbours(layers[-1])
            codes, place = np.unique(tiles @ self._weights, return_index=True)
            beyond = np.sort(place[~np.isin(codes, before)])
            if not len(beyond):
                return layers
            before = layers[-1] @ self._weights
            layers.append(tiles[beyond])

    def _neighbours(self, layer: Column) -> tuple[Column, Column]:
        """What one move makes of each position of a layer: the rows moved in, in order, and the positions after."""
        ways = np.array([[way.get(step, -1) for step in STEPS] for way in self._ways])[(layer == 0).argmax(1)]
        rows, step = np.nonzero(ways >= 0)
        tiles, other, each = layer[rows], ways[rows, step], np.arange(len(rows))
        tiles[each, (tiles == 0).argmax(1)] = tiles[each, other]
        tiles[each, other] = 0
        return rows, tiles

    def _slides(self, state: Tiles) -> list[str]:
        return list(self._ways[state.index(0)])

    def _ways_from(self, row: int, column: int) -> Mapping[str, int]:
        """The moves of the empty square from a square, and the squares they lead to."""
        return {
            step: (row + down) * self.columns + column + right
            for step, (down, right) in STEPS.items()
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        }

    def _slid(self, state: Tiles, move: str) -> Tiles:
        empty = state.index(0)
        other = self._ways[empty][move]
        tiles = list(state)
        tiles[empty], tiles[other] = tiles[other], 0
        return tuple(tiles)
