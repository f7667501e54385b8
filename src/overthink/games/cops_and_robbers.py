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


def draw_obstacles(cells: int, share: float, exact: bool, key: np.uint64) -> frozenset[int]:
    """Random obstacles: this share of all cells, rounded; or every cell with that probability."""
    share, drawn = parse_number("The share of obstacles", share, 0, 1), draws(cells, key)
    chosen = np.argsort(drawn, kind="stable")[: round(share * cells)] if exact else np.flatnonzero(drawn < share)
    return frozenset(chosen.tolist())


class Grid:
    """Cells are numbered row by row. `order` has the letters of the steps in the order in which they are listed."""

    def __init__(self, rows: int, columns: int, obstacles: frozenset[int], order: str):
        cells = rows * columns
        require(sorted(order) == sorted(STEPS), "An order of steps has each of the letters .NESW once, not {}.", order)
        self.rows, self.columns, self.obstacles, self.order = rows, columns, obstacles, order
        self.free = [cell for cell in range(cells) if cell not in obstacles]

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


# context: (table int64[cells, 6 + cells], cops, p, each cop's own noise, plies that a unit of time has, or 0 where a
# capture scores nothing); p is 2 without chance. A row of the table: the cells that a piece's steps lead to, how many
# they are, and the distances to all cells. It is one array, since every further one slows a recursive search.
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
    """The time of the capture, in plies or rounds begun."""
    return float((state >> PLY) + game[4] - 1) // game[4] if game[4] else 0.0


@kernel
def share(p: float, same: bool, others: int) -> float:
    """The probability of one move: chosen, or one of this many others."""
    if others == 0:
        return 1.0
    return p if same else (1.0 - p) / others


@kernel
def edge(game: Context, state: int, i: int) -> Number:
    """The probability of outcome i where chance moves."""
    if (state >> CHANCE) & 1 == 0:
        return 0.0
    chosen = (state >> MOVE) & MOVES
    if not game[3] or (state >> TURN) & 1 == 0:
        return share(game[2], i == chosen, ways(game, state) - 1)
    probability = 1.0
    for cop in range(game[1], 0, -1):
        steps = game[0][(state >> MAN * cop) & CELL, WAYS]
        probability *= share(game[2], i % steps == chosen % steps, steps - 1)
        i, chosen = i // steps, chosen // steps
    return probability


class CopsAndRobbers(ChanceGame):
    """Cops chase a robber on a board. Cells are numbered row by row. A robber's move is a letter of `.NESW`, a joint
    move of the cops one letter for each of them.

    What the paper leaves open is an option, with these defaults:

    pieces start on different cells of the largest connected part, so that every cop can reach the robber.

    Args:
        rows, columns: Of the board.
        cops: How many.
        obstacles: Cells that are given, or a share of all cells drawn by `number` and `seed`.
        p: With chance, the chosen move happens with probability p and each of the b - 1 others with
            (1 - p) / (b - 1).
        capture: What a caught robber scores. "time", since "the score is the time until the robber is caught"; "zero",
            the least there is, so that a robber at any distance is better off than one who is caught.
        clock: How time is counted. "plies", so that the score of a depth-limited search lies in the paper's [0, 12];
            "rounds", in which both sides move once.
        first: Who begins, "robber" or "cops". Games start with the Max player, says Definition 1.
        order: The order in which a piece's steps are tried, as five letters. `.` is staying. Of the cops' joint moves
            the last cop's step changes fastest.
        noise: Says what a move of the cops is: "joint", one of all their joint moves together, as the paper's
            formula reads; "each", every cop's step on its own.
        sampling: "count", that share exactly, rounded; "each", every cell with that probability.
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
        clock: Literal["plies", "rounds"] = "plies",
        first: Literal["robber", "cops"] = "robber",
        order: str = ".NESW",
        noise: Literal["joint", "each"] = "joint",
        sampling: Literal["count", "each"] = "count",
        number: int = 0,
        seed: Seed = 0,
    ):
        check_known("capture", capture, ("time", "zero"))
        check_known("clock", clock, ("plies", "rounds"))
        check_known("first player", first, ("robber", "cops"))
        check_known("noise", noise, ("joint", "each"))
        check_known("sampling of obstacles", sampling, ("count", "each"))
        cells = parse_whole("rows", rows, 1) * parse_whole("columns", columns, 1)
        check_whole("The number of cells", cells, 1, MOST_CELLS)
        check_whole("The number of cops", cops, 1, MOST_COPS)
        check_happens(p)
        seed, number = parse_seed(seed), parse_seed(number, "The number of a board")
        if isinstance(obstacles, Collection):
            blocked = frozenset(parse_whole("The cell of an obstacle", cell, 0, cells - 1) for cell in obstacles)
        else:
            key = start_key("obstacles", seed=seed, number=number)
            blocked = draw_obstacles(cells, obstacles, sampling == "count", key)
        self.grid = Grid(rows, columns, blocked, order)
        free = len(self.grid.free)
        require(free > cops, f"{cops + 1} pieces do not fit on {free} free cells. Use fewer cops or obstacles.")
        self.cops, self.p, self.first, self.number, self.seed = cops, p, first, number, seed
        unit = {"plies": 1, "rounds": 2}[clock] if capture == "time" else 0
        chance = 2.0 if p is None else float(p)
        self.context = (self.grid.table(), cops, chance, noise == "each", unit)
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
        turn = (ply + (self.first == "cops")) & 1
        return ply << PLY | turn << TURN | sum(int(man) << MAN * k for k, man in enumerate((robber, *cops)))

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
