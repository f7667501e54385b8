"""A grid of 4-connected cells with obstacles: possible steps, and connected cells."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.kinds import Column
from overthink.core.randomness import subkeys, uniforms

STEPS = {".": (0, 0), "N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}  # rows down, columns to the right
WAYS, FAR = len(STEPS), len(STEPS) + 1  # columns of `table`


def draws(cells: int, key: np.uint64) -> Column:
    """A random number in [0, 1) for each cell."""
    numbers: Column = uniforms(subkeys(np.arange(cells, dtype=np.uint64), int(key)))
    return numbers


def sampled(cells: int, share: float, exact: bool, key: np.uint64) -> frozenset[int]:
    """Random obstacles: this share of all cells, rounded; or every cell with that probability."""
    if not 0.0 <= share <= 1.0:
        raise OverthinkError(f"The share of obstacles must lie between 0 and 1, not {share}.")
    drawn = draws(cells, key)
    chosen = np.argsort(drawn, kind="stable")[: round(share * cells)] if exact else np.flatnonzero(drawn < share)
    return frozenset(chosen.tolist())


class Grid:
    """Cells are numbered row by row. `order` has the letters of the steps in the order in which they are listed."""

    def __init__(self, rows: int, columns: int, obstacles: frozenset[int], order: str):
        cells = rows * columns
        if obstacles - set(range(cells)):
            raise OverthinkError(f"Obstacles must stand on cells 0 to {cells - 1}, not {sorted(obstacles)}.")
        if len(obstacles) == cells:
            raise OverthinkError("The board has no free cell. Use fewer obstacles.")
        if sorted(order) != sorted(STEPS):
            raise OverthinkError(
                f"An order of steps must have each of the letters {''.join(STEPS)} once, not {order!r}."
            )
        self.rows, self.columns, self.obstacles, self.order = rows, columns, obstacles, order
        self.free = [cell for cell in range(cells) if cell not in obstacles]

    def step(self, cell: int, letter: str) -> int | None:
        """The cell that a step leads to, if there is one and it is free."""
        row, column = cell // self.columns + STEPS[letter][0], cell % self.columns + STEPS[letter][1]
        after = row * self.columns + column
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return after if inside and after not in self.obstacles else None

    def steps(self, cell: int) -> dict[str, int]:
        """The steps from a cell, and where they lead."""
        cells = {letter: self.step(cell, letter) for letter in self.order}
        return {letter: after for letter, after in cells.items() if after is not None}

    def table(self) -> Column:
        """For each cell: the cells that its steps lead to, how many they are, and the Manhattan distances to all cells,
        obstacles set aside. int64[cells, 6 + cells]"""
        rows, columns = np.divmod(np.arange(self.rows * self.columns), self.columns)
        table = np.zeros((len(rows), FAR + len(rows)), np.int64)
        table[:, FAR:] = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
        for cell in self.free:
            after = list(self.steps(cell).values())
            table[cell, : len(after)], table[cell, WAYS] = after, len(after)
        return table

    def part(self, cell: int) -> set[int]:
        """The free cells that can be reached from a free cell."""
        reached, edge = set[int](), {cell}
        while edge:
            reached |= edge
            edge = {after for near in edge for after in self.steps(near).values()} - reached
        return reached

    @cached_property
    def largest_part(self) -> list[int]:
        """The largest set of connected free cells."""
        return max((sorted(self.part(cell)) for cell in self.free), key=len)

    def drawn(self, signs: dict[int, str]) -> str:
        """The board with these signs on its cells, `#` for an obstacle."""
        cells = [signs.get(c, "#" if c in self.obstacles else ".") for c in range(self.rows * self.columns)]
        return "\n".join(" ".join(cells[row * self.columns :][: self.columns]) for row in range(self.rows))
