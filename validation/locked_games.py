"""Six small games of the locked set, each with an evaluator that is as it should be: boxes, Othello, Nim with a noisy
evaluator, morris, dominoes and stones that fall. In boxes a player may move twice in a row, in Othello one may have to
pass, and in morris positions come again."""

from __future__ import annotations

from functools import cache
from typing import Any

from overthink.core.arithmetic import seed_key, uniform
from overthink.core.kinds import Context
from validation.small_games import Cells, Drop, Remembered

Boxed = tuple[int, int, int]  # the edges that are drawn, as bits; boxes of Max less those of Min; who moves
Board = tuple[Cells, int]
Mill = tuple[Cells, int, int]  # the points, who moves, and how many moves were made since the last piece was set


def limit(value: float) -> float:
    """An opinion is never as sure as a result."""
    return max(-0.95, min(0.95, value))


class Boxes:
    """Dots and boxes, two rows of three; who completes a box moves again. Five edges are drawn already."""

    rows, columns, drawn = 2, 3, (0, 4, 8, 11, 14)

    def __init__(self) -> None:
        across, wide = self.columns * (self.rows + 1), self.columns + 1
        self.edges = across + self.rows * wide
        self.sides = [
            sum(
                1 << e
                for e in (
                    r * self.columns + c,
                    (r + 1) * self.columns + c,
                    across + r * wide + c,
                    across + r * wide + c + 1,
                )
            )
            for r in range(self.rows)
            for c in range(self.columns)
        ]

    def initial(self) -> Boxed:
        return sum(1 << e for e in self.drawn), 0, 1

    def mover(self, state: Boxed) -> int:
        return state[2]

    def moves(self, state: Boxed) -> list[int]:
        return [e for e in range(self.edges) if not state[0] >> e & 1]

    def play(self, state: Boxed, move: int) -> Boxed:
        edges = state[0] | 1 << move
        made = sum(1 for side in self.sides if edges & side == side and state[0] & side != side)
        return edges, state[1] + made * state[2], state[2] if made else -state[2]

    def utility(self, state: Boxed) -> float:
        return float((state[1] > 0) - (state[1] < 0))

    def judge(self, state: Boxed) -> float:
        """The boxes, and the number of sides that are drawn, which is as good for one as for the other."""
        return limit(state[1] / 4.0 + 0.02 * state[2] * (state[0].bit_count() % 3 - 1))


class Othello:
    """Othello on four rows of five."""

    rows, columns = 4, 5

    def __init__(self) -> None:
        steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
        self.rays = [[self._ray(k // self.columns, k % self.columns, x, y) for x, y in steps] for k in range(20)]

    def _ray(self, row: int, column: int, x: int, y: int) -> Cells:
        cells: list[int] = []
        while 0 <= (row := row + x) < self.rows and 0 <= (column := column + y) < self.columns:
            cells.append(row * self.columns + column)
        return tuple(cells)

    def initial(self) -> Board:
        return (0,) * 6 + (1, -1, 0) + (0, 0) + (-1, 1, 0) + (0,) * 6, 1

    def mover(self, state: Board) -> int:
        return state[1]

    def turned(self, cells: Cells, me: int, at: int) -> list[int]:
        """The pieces that a stone there would turn."""
        found: list[int] = []
        for ray in self.rays[at]:
            n = 0
            while n < len(ray) and cells[ray[n]] == -me:
                n += 1
            if n < len(ray) and cells[ray[n]] == me:
                found.extend(ray[:n])
        return found

    def places(self, cells: Cells, me: int) -> list[int]:
        return [k for k in range(20) if not cells[k] and self.turned(cells, me, k)]

    def moves(self, state: Board) -> list[int]:
        cells, me = state
        return self.places(cells, me) or ([-1] if self.places(cells, -me) else [])

    def play(self, state: Board, move: int) -> Board:
        cells, me = list(state[0]), state[1]
        if move >= 0:
            for k in (*self.turned(state[0], me, move), move):
                cells[k] = me
        return tuple(cells), -me

    def utility(self, state: Board) -> float:
        total = sum(state[0])
        return float((total > 0) - (total < 0))

    def judge(self, state: Board) -> float:
        """Corners, edges, and how many places each side has."""
        cells = state[0]
        corners = sum(cells[k] for k in (0, 4, 15, 19))
        edges = sum(cells[k] for k in (1, 2, 3, 5, 9, 10, 14, 16, 17, 18))
        free = len(self.places(cells, 1)) - len(self.places(cells, -1))
        return limit(0.25 * corners + 0.05 * edges + 0.08 * free)


class NoisyNim:
    """Three heaps, and one to three stones are taken from one of them; who takes the last one wins."""

    heaps = (8, 9, 10)

    def initial(self) -> tuple[int, ...]:
        return *self.heaps, 1

    def mover(self, state: tuple[int, ...]) -> int:
        return state[3]

    def moves(self, state: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(heap, take) for heap in range(3) for take in (1, 2, 3) if take <= state[heap]]

    def play(self, state: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        left = list(state)
        left[move[0]] -= move[1]
        return *left[:3], -state[3]

    def utility(self, state: tuple[int, ...]) -> float:
        return -float(state[3])

    def judge(self, state: tuple[int, ...]) -> float:
        """Who wins, in tenths, with noise that is the same whenever the position is."""
        wins = 1.0 if (state[0] % 4) ^ (state[1] % 4) ^ (state[2] % 4) else -1.0
        noise = sum(float(uniform(seed_key("noisy nim", *state[:3], k))) for k in range(3)) - 1.5
        return limit(round(state[3] * (0.3 * wins + 0.9 * noise), 1))


class Morris:
    """Three pieces each on nine points: they are set, then moved along the lines. Three in a row win; twelve moves
    without a row are a draw."""

    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
    beside = tuple([j for j in range(9) if abs(j // 3 - k // 3) + abs(j % 3 - k % 3) == 1] for k in range(9))
    last = 12

    def initial(self) -> Mill:
        return (0,) * 9, 1, 0

    def mover(self, state: Mill) -> int:
        return state[1]

    def moves(self, state: Mill) -> list[tuple[int, int]]:
        cells, me, quiet = state
        if self.row(cells, -me) or quiet >= self.last:
            return []
        if cells.count(me) < 3:
            return [(-1, k) for k in range(9) if not cells[k]]
        return [(k, j) for k in range(9) if cells[k] == me for j in self.beside[k] if not cells[j]]

    def row(self, cells: Cells, who: int) -> bool:
        return any(all(cells[k] == who for k in line) for line in self.lines)

    def play(self, state: Mill, move: tuple[int, int]) -> Mill:
        cells = list(state[0])
        if move[0] >= 0:
            cells[move[0]] = 0
        cells[move[1]] = state[1]
        return tuple(cells), -state[1], state[2] + (move[0] >= 0)

    def utility(self, state: Mill) -> float:
        """Who has a row has won; who cannot move has lost; else it is a draw."""
        if self.row(state[0], -state[1]):
            return -float(state[1])
        return 0.0 if state[2] >= self.last else -float(state[1])

    def judge(self, state: Mill) -> float:
        """Two in a row with the third point free, the middle, and room to move."""
        cells, total = state[0], 0.3 * state[0][4]
        for line in self.lines:
            pieces = [cells[k] for k in line]
            if pieces.count(0) == 1 and abs(sum(pieces)) == 2:
                total += 0.1 * sum(pieces)
        return limit(total + 0.03 * sum(cells[k] for k in range(9) for j in self.beside[k] if not cells[j]))


class Dominoes:
    """Max lays dominoes upright, Min lays them flat, on a board of four by four; who cannot has lost."""

    size = 4

    def initial(self) -> tuple[int, int]:
        return 0, 1

    def mover(self, state: tuple[int, int]) -> int:
        return state[1]

    def places(self, board: int, who: int) -> list[int]:
        """The bits of each domino that the player could lay."""
        far = self.size if who > 0 else 1
        cells = range(self.size * (self.size - 1)) if who > 0 else [k for k in range(16) if k % 4 < 3]
        return [both for k in cells if not board & (both := 1 << k | 1 << k + far)]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return self.places(*state)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] | move, -state[1]

    def utility(self, state: tuple[int, int]) -> float:
        return -float(state[1])

    def judge(self, state: tuple[int, int]) -> float:
        """Places for Max less places for Min."""
        return limit((len(self.places(state[0], 1)) - len(self.places(state[0], -1))) / 8.0)


class Fall(Drop):
    """Stones that fall; stones in the middle count."""

    def judge(self, state: Board) -> float:
        return limit(sum(stone * (0.12 if 4 <= k < 12 else 0.05) for k, stone in enumerate(state[0])))


@cache
def game_named(name: str) -> Any:
    """A game that computes everything once."""
    return Remembered(GAMES[name]())


GAMES: dict[str, type[Context]] = {
    "boxes": Boxes,
    "othello": Othello,
    "nim": NoisyNim,
    "morris": Morris,
    "dominoes": Dominoes,
    "fall": Fall,
}
