"""Three small games that are quickly solved, each with an evaluator: stones that fall, pawns, and two heaps."""

from __future__ import annotations

from functools import cache

from overthink.core.arithmetic import seed_key, uniform
from overthink.core.kinds import Context

Cells = tuple[int, ...]
PawnBoard = tuple[Cells, int]  # the squares, and who moves


class Drop:
    """Stones fall into four columns of four; three in a row win."""

    columns, rows, line = 4, 4, 3

    def __init__(self) -> None:
        steps = ((1, 0), (0, 1), (1, 1), (1, -1))
        self.lines = [
            cells
            for c in range(self.columns)
            for r in range(self.rows)
            for x, y in steps
            if (cells := self._line(c, r, x, y))
        ]

    def _line(self, c: int, r: int, x: int, y: int) -> Cells:
        places = [(c + k * x, r + k * y) for k in range(self.line)]
        inside = all(0 <= a < self.columns and 0 <= b < self.rows for a, b in places)
        return tuple(a * self.rows + b for a, b in places) if inside else ()

    def initial(self) -> PawnBoard:
        return (0,) * (self.columns * self.rows), 1

    def mover(self, state: PawnBoard) -> int:
        return state[1]

    def moves(self, state: PawnBoard) -> list[int]:
        return [] if self.won(state) else [c for c in range(self.columns) if not state[0][(c + 1) * self.rows - 1]]

    def play(self, state: PawnBoard, move: int) -> PawnBoard:
        cells = list(state[0])
        cells[cells.index(0, move * self.rows)] = state[1]
        return tuple(cells), -state[1]

    def won(self, state: PawnBoard) -> bool:
        """Whether the player who has just moved has a line."""
        cells, stone = state[0], -state[1]
        return any(all(cells[k] == stone for k in line) for line in self.lines)

    def utility(self, state: PawnBoard) -> float:
        return -float(state[1]) if self.won(state) else 0.0

    def judge(self, state: PawnBoard) -> float:
        """Lines that only one side can still fill, more for those that are nearly full."""
        total = 0
        for line in self.lines:
            stones = [state[0][k] for k in line]
            if stones.count(1) * stones.count(-1) == 0:
                total += sum(stones) ** 2 * (1 if 1 in stones else -1)
        return max(-0.95, min(0.95, total / 25.0))


class Pawns:
    """Each side has pawns that step forward and capture diagonally; who reaches the other end, or cannot be moved
    against, wins."""

    columns, rows = 3, 5

    def initial(self) -> PawnBoard:
        row = self.columns
        return (1,) * row + (0,) * (row * (self.rows - 2)) + (-1,) * row, 1

    def mover(self, state: PawnBoard) -> int:
        return state[1]

    def moves(self, state: PawnBoard) -> list[tuple[int, int]]:
        cells, me = state
        if self._over(state):
            return []
        forward, moves = me * self.columns, []
        for place in (k for k, cell in enumerate(cells) if cell == me):
            for side in (-1, 0, 1):
                column, to = place % self.columns + side, place + forward + side
                if 0 <= column < self.columns and (cells[to] == 0 or (side and cells[to] == -me)):
                    moves.append((place, to))
        return moves

    def play(self, state: PawnBoard, move: tuple[int, int]) -> PawnBoard:
        cells = list(state[0])
        cells[move[0]], cells[move[1]] = 0, state[1]
        return tuple(cells), -state[1]

    def _over(self, state: PawnBoard) -> bool:
        cells = state[0]
        return 1 in cells[-self.columns :] or -1 in cells[: self.columns] or 1 not in cells or -1 not in cells

    def utility(self, state: PawnBoard) -> float:
        """Who has just moved has won; or who cannot move has lost."""
        return -float(state[1])

    def judge(self, state: PawnBoard) -> float:
        """Pawns, and how far they have come."""
        total = 0.0
        for place, cell in enumerate(state[0]):
            row = place // self.columns
            total += cell * (1.0 + 0.15 * (row if cell > 0 else self.rows - 1 - row))
        return max(-0.95, min(0.95, total / 4.0))


class Heaps:
    """Players take one or two stones from one of two heaps; who takes the last one wins."""

    def initial(self) -> tuple[int, int, int]:
        return 24, 23, 1

    def mover(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def moves(self, state: tuple[int, int, int]) -> list[tuple[int, int]]:
        return [(heap, take) for heap in (0, 1) for take in (1, 2) if take <= state[heap]]

    def play(self, state: tuple[int, int, int], move: tuple[int, int]) -> tuple[int, int, int]:
        left = [state[0], state[1]]
        left[move[0]] -= move[1]
        return left[0], left[1], -state[2]

    def utility(self, state: tuple[int, int, int]) -> float:
        return -float(state[2])

    def judge(self, state: tuple[int, int, int]) -> float:
        """Who wins, blurred the more the more stones are left."""
        worth = state[2] * (1.0 if state[0] % 3 != state[1] % 3 else -1.0)
        blur = sum(float(uniform(seed_key("heaps", state[0], state[1], k))) for k in (1, 2)) - 1.0
        return max(-0.95, min(0.95, 0.4 * worth + 0.04 * (state[0] + state[1]) * blur))


class Remembered:
    """A game that computes everything once: all its players look at the same positions."""

    def __init__(self, game: Context):
        self.initial, self.mover = game.initial, game.mover
        self.moves, self.play, self.utility = cache(game.moves), cache(game.play), cache(game.utility)
        self.judge = cache(game.judge)
        if mirror := getattr(game, "mirror", None):
            self.mirror = mirror


GAMES = {
    "stones that fall": Remembered(Drop()),
    "pawns that capture": Remembered(Pawns()),
    "two heaps": Remembered(Heaps()),
}
