"""The sliding puzzle: 8 tiles on 3 × 3 squares, 15 on 4 × 4, or any other size. One player, every move costs 1.

A state is a tuple of tiles, row by row, 0 the empty square. The one player wants the least cost and so is Min, and the
game is over at the goal. [Nau2010] section 6.3
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import mix, seed_key, start_key
from overthink.core.errors import parse_whole, require
from overthink.core.game import MIN, Made, number_of_move
from overthink.core.grow import StateSpace
from overthink.core.kinds import Seed
from overthink.core.tree import Tree

Tiles = tuple[int, ...]
MOST_SQUARES = 10_000
MOST_POSITIONS = 1_000_000  # positions that a state space may have
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class SlidingPuzzle(Made):
    """A sliding puzzle. Moves say where the empty square goes. `goal` is the position to reach: by default tiles in
    order, the empty square first, in a corner. `rows` and `columns`: the size of the board.

    >>> puzzle = ot.SlidingPuzzle(2, 3)
    >>> puzzle.initial()
    (0, 4, 1, 3, 2, 5)
    """

    @check_arguments
    def __init__(self, rows: int = 3, columns: int = 3, goal: Sequence[int] | None = None):
        size = parse_whole("rows", rows, 2) * parse_whole("columns", columns, 2)
        squares = range(parse_whole("The number of squares", size, 4, MOST_SQUARES))
        self.rows, self.columns = rows, columns
        self.goal: Tiles = tuple(squares if goal is None else goal)
        fits = sorted(self.goal) == list(squares)
        require(fits, f"A goal must have each tile from 0 (the empty square) to {squares[-1]} once.")
        self._ways = [self._ways_from(*divmod(empty, columns)) for empty in range(rows * columns)]

    def initial(self) -> Tiles:
        """A position far from the goal: the same random steps from it each time."""
        return self.random_start(0)

    def random_start(self, number: int, seed: Seed = 0) -> Tiles:
        """A random walk of a few hundred steps away from the goal."""
        state = self.goal
        key = start_key("sliding puzzle", seed=seed, number=number)
        for step in range(40 * len(self.goal)):
            squares = self._reach(state)
            state = self._slide(state, squares[int(mix(key, np.uint64(step)) % np.uint64(len(squares)))])
        return state if state != self.goal else self._slide(state, self._reach(state)[0])

    def mover(self, state: Tiles) -> int:
        """The one player, who pays: Min."""
        return MIN

    def moves(self, state: Tiles) -> Sequence[str]:
        """The directions in which a tile can slide; none at the goal."""
        return () if state == self.goal else list(self._ways[state.index(0)])

    def play(self, state: Tiles, move: str) -> Tiles:
        """The tiles after a slide."""
        return self._slide(state, self._reach(state)[number_of_move(self.moves(state), move)])

    def utility(self, state: Tiles) -> float:
        """Nothing: what counts is what was paid."""
        return 0.0

    def cost(self, state: Tiles, move: str) -> float:
        """Every slide costs one."""
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
        number, distances, *_ = self._positions
        require(tuple(state) in number, "The position {} cannot be solved.", state)
        return distances[number[tuple(state)]]

    def state_space(self) -> StateSpace:
        """Every position from which the goal can be reached, nearest first, with its distance as the truth."""
        number, distances, first, child = self._positions
        nodes = len(number)
        tree = Tree(
            first=np.array(first, np.int64),
            child=np.array(child, np.int64),
            mover=np.full(nodes, MIN, np.int8),
            utility=np.where(np.arange(nodes) == 0, 0.0, np.nan),
            truth=np.array(distances, float),
            edge=np.ones(len(child)),
            key=np.array([seed_key(state) for state in number], np.uint64),  # as `state_key` of plain numbers
        )
        return StateSpace(tree, list(number), game=self)

    @cached_property
    def _positions(self) -> tuple[dict[Tiles, int], list[int], list[int], list[int]]:
        """The number of every position, breadth first from the goal, the distances, and the moves as a tree has them:
        `first` and `child`. Every move can be taken back, so that ways from the goal are ways to it."""
        count = math.factorial(len(self.goal)) // 2
        many = f"A {self.rows} × {self.columns} puzzle has too many positions to list. Use a smaller one."
        require(count <= MOST_POSITIONS, many)
        number = {self.goal: 0}
        states = [self.goal]
        distances = [0]
        first = [0]
        child = list[int]()
        for n, state in enumerate(states):  # grows during the loop
            for square in self._reach(state):
                after = self._slide(state, square)
                if after not in number:
                    number[after] = len(states)
                    states.append(after)
                    distances.append(distances[n] + 1)
                if n:  # the game is over at the goal
                    child.append(number[after])
            first.append(len(child))
        return number, distances, first, child

    def _ways_from(self, row: int, column: int) -> Mapping[str, int]:
        """The moves of the empty square from a square, and the squares they lead to."""
        return {
            step: (row + down) * self.columns + column + right
            for step, (down, right) in STEPS.items()
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        }

    def _reach(self, state: Tiles) -> list[int]:
        """The squares that the empty square can move to."""
        return list(self._ways[state.index(0)].values())

    def _slide(self, state: Tiles, square: int) -> Tiles:
        """The position after the empty square has moved to a square."""
        tiles = list(state)
        tiles[state.index(0)], tiles[square] = tiles[square], 0
        return tuple(tiles)
