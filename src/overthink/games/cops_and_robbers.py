"""Cops and robbers on a grid: the cops, who move all at once, chase one robber. [Atzmon2018] Domains

Cells are 4-connected; a piece steps to a neighbouring free cell or stays. The robber is Max, the cops are Min. The game
is over as soon as a cop and the robber stand on one cell, whoever stepped there. Cops may share a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import start_key, subkeys, uniforms
from overthink.core.bind import kernel
from overthink.core.errors import check_known, check_whole, parse_number, parse_seed, parse_whole, require
from overthink.core.game import ChanceGame, check_happens
from overthink.core.kinds import Context, Number, Seed
from overthink.core.tree import Column

STEPS = {".": (0, 0), "N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}  # rows down, columns to the right
WAYS = len(STEPS)  # the column of `table` that counts a cell's steps
FAR = WAYS + 1  # the first of its distances


def draws(cells: int, key: np.uint64) -> Column:
    """A random number in [0, 1) for each cell."""
    numbers: Column = uniforms(subkeys(np.arange(cells, dtype=np.uint64), int(key)))
    return numbers


def draw_obstacles(cells: int, share: float, key: np.uint64) -> frozenset[int]:
    """Random obstacles: this share of all cells, rounded."""
    wanted = round(parse_number("The share of obstacles", share, 0, 1) * cells)
    return frozenset(np.argsort(draws(cells, key), kind="stable")[:wanted].tolist())


class Grid:
    """Cells are numbered row by row. `order` has the letters of the steps in the order in which they are listed."""

    def __init__(self, rows: int, columns: int, obstacles: frozenset[int], order: str = ".NESW"):
        self.rows, self.columns, self.obstacles, self.order = rows, columns, obstacles, order
        self.free = [cell for cell in range(rows * columns) if cell not in obstacles]

    def steps(self, cell: int) -> dict[str, int]:
        """The steps from a cell to free cells, and where they lead."""
        row, column = divmod(cell, self.columns)
        reached = {}
        for letter in self.order:
            down, right = STEPS[letter]
            after = cell + down * self.columns + right
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns and after not in self.obstacles:
                reached[letter] = after
        return reached

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
        reached = set[int]()
        edge = {cell}
        while edge:
            reached |= edge
            edge = {after for near in edge for after in self.steps(near).values()} - reached
        return reached

    @cached_property
    def largest_part(self) -> list[int]:
        """The largest set of connected free cells."""
        return max((sorted(self.part(cell)) for cell in self.free), key=len)

    def draw(self, signs: dict[int, str]) -> str:
        """The board with these signs on its cells, `#` for an obstacle."""
        cells = [signs.get(c, "#" if c in self.obstacles else ".") for c in range(self.rows * self.columns)]
        return "\n".join(" ".join(cells[row * self.columns :][: self.columns]) for row in range(self.rows))


# context: (table int64[cells, 6 + cells], cops, p, whether a capture scores its time); p is 2 without chance. A row of
# the table: the cells that a piece's steps lead to, how many they are, and the distances to all cells. It is one array,
# since every further one slows a recursive search.
# state: int64, plies played << PLY | move under way << MOVE | chance moves << CHANCE | cops to move << TURN | the cells
# of the cops, the last one highest, and of the robber
MAN, TURN, CHANCE, MOVE, PLY = 6, 30, 31, 32, 42
CELL, MOVES, MOST_PLIES = (1 << MAN) - 1, (1 << PLY - MOVE) - 1, (1 << 20) - 1
MOST_CELLS = 1 << MAN
MOST_COPS = 4
HIGH = 12.0  # the paper's largest value on its 6×6 grid


@kernel
def caught(game: Context, state: int) -> bool:
    """Whether a cop stands on the robber's cell."""
    robber = state & CELL
    for cop in range(1, game[1] + 1):  # noqa: SIM110  (generators do not compile)
        if (state >> MAN * cop) & CELL == robber:
            return True
    return False


@kernel
def ways(game: Context, state: int) -> Number:
    """The number of moves of the side to move, even if the game is over."""
    if (state >> TURN) & 1 == 0:
        return game[0][state & CELL, WAYS]
    moves = 1
    for cop in range(1, game[1] + 1):
        moves *= game[0][(state >> MAN * cop) & CELL, WAYS]
    return moves


@kernel
def count(game: Context, state: int) -> Number:
    return 0 if caught(game, state) else ways(game, state)


@kernel
def after_move(game: Context, state: int, i: int) -> Number:
    """The pieces after move number i of the side to move, the other side to move next, a ply later."""
    men = state & ((1 << TURN) - 1)
    if (state >> TURN) & 1 == 0:
        men += game[0][men & CELL, i] - (men & CELL)
    else:
        for cop in range(game[1], 0, -1):
            cell = (state >> MAN * cop) & CELL
            steps = game[0][cell, WAYS]
            men += (game[0][cell, i % steps] - cell) << MAN * cop
            i //= steps
    ply = min((state >> PLY) + 1, MOST_PLIES)
    return ply << PLY | ((state >> TURN & 1) ^ 1) << TURN | men


@kernel
def child(game: Context, state: int, i: int) -> Number:
    if game[2] > 1.0 or (state >> CHANCE) & 1:
        return after_move(game, state, i)
    return state | i << MOVE | 1 << CHANCE


@kernel
def mover(game: Context, state: int) -> Number:
    return 0 if (state >> CHANCE) & 1 else 1 - 2 * ((state >> TURN) & 1)


@kernel
def utility(game: Context, state: int) -> Number:
    """The time of the capture, in plies."""
    return float(state >> PLY) if game[3] else 0.0


@kernel
def edge(game: Context, state: int, i: int) -> Number:
    """The probability of outcome i where chance moves."""
    if (state >> CHANCE) & 1 == 0:
        return 0.0
    others = ways(game, state) - 1
    if others == 0:
        return 1.0
    return game[2] if i == (state >> MOVE) & MOVES else (1.0 - game[2]) / others


class CopsAndRobbers(ChanceGame):
    """Cops chase a robber on a board. Cells are numbered row by row. A robber's move is a letter of `.NESW`, a joint
    move of the cops one letter for each of them.

    Games start with the Max player, says Definition 1, and pieces on different cells of the largest connected part, so
    that every cop can reach the robber. Time is counted in plies, so that the score of a depth-limited search lies in
    the paper's [0, 12]. A move of the cops is one of all their joint moves together, as the paper's formula reads.

    Args:
        rows, columns: Of the board.
        cops: How many.
        obstacles: Cells that are given, or a share of all cells drawn by `number` and `seed`.
        p: With chance, the chosen move happens with probability p and each of the b - 1 others with
            (1 - p) / (b - 1).
        capture: What a caught robber scores. "time", since "the score is the time until the robber is caught"; "zero",
            the least there is, so that a robber at any distance is better off than one who is caught.
        number, seed: Choose the board.

    >>> game = ot.CopsAndRobbers(rows=3, columns=3, cops=1)
    >>> game.moves(game.initial())
    ['.', 'N', 'E']
    """

    @check_arguments
    def __init__(
        self,
        rows: int = 6,
        columns: int = 6,
        cops: int = 3,
        obstacles: float | Collection[int] = 0.0,
        p: float | None = None,
        *,
        capture: Literal["time", "zero"] = "time",
        number: int = 0,
        seed: Seed = 0,
    ):
        check_known("capture", capture, ("time", "zero"))
        cells = parse_whole("rows", rows, 1) * parse_whole("columns", columns, 1)
        check_whole("The number of cells", cells, 1, MOST_CELLS)
        check_whole("The number of cops", cops, 1, MOST_COPS)
        check_happens(p)
        seed, number = parse_seed(seed), parse_seed(number, "The number of a board")
        if isinstance(obstacles, Collection):
            blocked = frozenset(parse_whole("The cell of an obstacle", cell, 0, cells - 1) for cell in obstacles)
        else:
            blocked = draw_obstacles(cells, obstacles, start_key("obstacles", seed=seed, number=number))
        self.grid = Grid(rows, columns, blocked)
        free = len(self.grid.free)
        require(free > cops, f"{cops + 1} pieces do not fit on {free} free cells. Use fewer cops or obstacles.")
        self.cops, self.p, self.number, self.seed = cops, p, number, seed
        self.context = (self.grid.table(), cops, 2.0 if p is None else float(p), capture == "time")
        self.kernels = {"count": count, "child": child, "mover": mover, "utility": utility}
        if p is not None:
            self.kernels["edge"] = edge

    def initial(self) -> int:
        return self.random_start(self.number, self.seed)

    def fits(self, state: int) -> bool:
        chosen = state >> MOVE & MOVES if state >> CHANCE & 1 else 0
        return (
            state >= 0
            and all(cell in self.grid.free for cell in self.men(state))
            and (not chosen or chosen < len(self.moves(state)))
        )

    def random_start(self, number: int, seed: Seed = 0) -> int:
        """Start `number` on this board, each piece on a cell of its own."""
        room = self.grid.largest_part
        fits = len(room) > self.cops
        require(fits, f"{self.cops + 1} pieces need as many connected cells; this board has {len(room)}.")
        drawn = draws(len(room), start_key("cops and robbers", seed=seed, number=number))
        robber, *cops = (room[i] for i in drawn.argsort(kind="stable")[: self.cops + 1])
        return self.position(robber, cops)

    @check_arguments
    def position(self, robber: int, cops: Sequence[int], ply: int = 0) -> int:
        """The state with these pieces after `ply` plies, which determine the side to move."""
        require(len(cops) == self.cops, f"This game has {self.cops} cops. Place as many, not {len(cops)}.")
        require(robber in self.grid.free, "The robber cannot stand on cell {}, which is not free.", robber)
        part = self.grid.part(robber)
        for cop in cops:
            require(cop in part, "A cop on cell {} can never reach the robber on cell {}.", cop, robber)
        check_whole("ply", ply, 0, MOST_PLIES)
        return ply << PLY | (ply & 1) << TURN | sum(int(man) << MAN * k for k, man in enumerate((robber, *cops)))

    def men(self, state: int) -> tuple[int, ...]:
        """The cells of the robber and of the cops."""
        return tuple(state >> MAN * k & CELL for k in range(self.cops + 1))

    def ply(self, state: int) -> int:
        """The number of plies played."""
        return state >> PLY

    def moves(self, state: int) -> Sequence[str]:
        robber, *cops = self.men(state)
        if robber in cops:
            return []
        sides = cops if state >> TURN & 1 else [robber]
        return ["".join(steps) for steps in product(*(self.grid.steps(cell) for cell in sides))]

    def text(self, state: int) -> str:
        """The board: R the robber, c a cop (the number of them where there are several), # an obstacle, X a capture."""
        robber, *cops = self.men(state)
        signs = {cop: "c" if cops.count(cop) == 1 else str(cops.count(cop)) for cop in cops}
        signs[robber] = "X" if robber in cops else "R"
        side = "cops" if state >> TURN & 1 else "robber"
        chosen = self.moves(state)[state >> MOVE & MOVES] if state >> CHANCE & 1 else ""
        turn = f"chance to move, after {chosen} of the {side}" if chosen else f"{side} to move"
        return f"{self.grid.draw(signs)}\n{'caught' if robber in cops else turn}"
