"""Four small games for players of many styles: two for two players, one with a die, and one for a single player."""

from __future__ import annotations

from validation.small_games import Cells, PawnBoard


def limit(value: float) -> float:
    """An opinion is never as sure as a result."""
    return max(-0.9, min(0.9, value))


class Clobber:
    """A stone moves onto a neighbour of the other colour and takes it; who cannot move loses. Three rows of four."""

    rows, columns = 3, 4

    def initial(self) -> PawnBoard:
        return tuple(1 if (k // 4 + k % 4) % 2 else -1 for k in range(12)), 1

    def mover(self, state: PawnBoard) -> int:
        return state[1]

    def takes(self, cells: Cells, me: int) -> list[tuple[int, int]]:
        near = [
            (k, j)
            for k in range(12)
            for j in (k - 4, k + 4, *([k - 1] if k % 4 else []), *([k + 1] if k % 4 < 3 else []))
        ]
        return [(k, j) for k, j in near if 0 <= j < 12 and cells[k] == me and cells[j] == -me]

    def moves(self, state: PawnBoard) -> list[tuple[int, int]]:
        return self.takes(*state)

    def play(self, state: PawnBoard, move: tuple[int, int]) -> PawnBoard:
        cells = list(state[0])
        cells[move[0]], cells[move[1]] = 0, state[1]
        return tuple(cells), -state[1]

    def utility(self, state: PawnBoard) -> float:
        return -float(state[1])

    def judge(self, state: PawnBoard) -> float:
        """Stones that can still be taken with, of Max less of Min."""
        free = [len({k for k, _ in self.takes(state[0], me)}) for me in (1, -1)]
        return limit((free[0] - free[1]) / 4.0)


Isle = tuple[int, int, int, int]  # the squares that are left, as bits; where Max stands; where Min stands; who moves


class Isolation:
    """Each player steps to a neighbouring square, and the square that is left sinks; who cannot move loses."""

    rows, columns = 3, 4

    def initial(self) -> Isle:
        return (1 << 12) - 1, 1, 10, 1

    def mover(self, state: Isle) -> int:
        return state[3]

    def steps(self, state: Isle, me: int) -> list[int]:
        at = state[1] if me > 0 else state[2]
        return [
            k
            for k in range(12)
            if max(abs(k // 4 - at // 4), abs(k % 4 - at % 4)) == 1 and state[0] >> k & 1 and k not in state[1:3]
        ]

    def moves(self, state: Isle) -> list[int]:
        return self.steps(state, state[3])

    def play(self, state: Isle, move: int) -> Isle:
        left, high, low, me = state
        return (left & ~(1 << high), move, low, -1) if me > 0 else (left & ~(1 << low), high, move, 1)

    def utility(self, state: Isle) -> float:
        return -float(state[3])

    def mirror(self, state: Isle) -> Isle:
        """Left and right exchanged."""
        left = sum((state[0] >> k & 1) << (k ^ 3) for k in range(12))
        return left, state[1] ^ 3, state[2] ^ 3, state[3]

    def judge(self, state: Isle) -> float:
        """How many squares each can step to."""
        return limit((len(self.steps(state, 1)) - len(self.steps(state, -1))) / 6.0)


Run = tuple[int, int, int, int]  # how far Max and Min still have to go, who moves (0: the die), and what it shows


class Race:
    """Two runners. A die of three decides how far one may go: all of it, or one step; who is sent back by the other's
    arrival on his square loses two steps."""

    length = 7

    def initial(self) -> Run:
        return self.length, self.length, 1, 0

    def mover(self, state: Run) -> int:
        return state[2] if state[3] or not min(state[:2]) else 0

    def moves(self, state: Run) -> list[int]:
        if not min(state[:2]):
            return []
        return [1, 2, 3] if not state[3] else sorted({1, state[3]})

    def outcomes(self, state: Run) -> list[tuple[int, float]]:
        return [(1, 0.5), (2, 0.3), (3, 0.2)]

    def play(self, state: Run, move: int) -> Run:
        high, low, me, shown = state
        if not shown:
            return high, low, me, move
        own, other = (high, low) if me > 0 else (low, high)
        own = max(0, own - move)
        other = min(self.length, other + 2) if own == other else other
        return (own, other, -1, 0) if me > 0 else (other, own, 1, 0)

    def utility(self, state: Run) -> float:
        return 1.0 if not state[0] else -1.0

    def judge(self, state: Run) -> float:
        return limit((state[1] - state[0]) / 6.0)


Walk = tuple[int, int, int, int]  # where one stands, the coins that are left as bits, what one has, the steps left


class Coins:
    """One walks over a board of four by four for eight steps and picks up coins of different worth."""

    worth = (0, 3, 1, 4, 1, 5, 2, 2, 1, 0, 3, 1, 6, 1, 2, 4)

    def initial(self) -> Walk:
        return 5, (1 << 16) - 1, 0, 8

    def mover(self, state: Walk) -> int:
        return 1

    def moves(self, state: Walk) -> list[int]:
        at = state[0]
        near = [at - 4, at + 4, *([at - 1] if at % 4 else []), *([at + 1] if at % 4 < 3 else [])]
        return [k for k in near if 0 <= k < 16] if state[3] else []

    def play(self, state: Walk, move: int) -> Walk:
        found = self.worth[move] if state[1] >> move & 1 else 0
        return move, state[1] & ~(1 << move), state[2] + found, state[3] - 1

    def utility(self, state: Walk) -> float:
        return state[2] / 20.0

    def judge(self, state: Walk) -> float:
        """What one has, and half of what lies beside."""
        near = [self.worth[k] for k in self.moves(state) if state[1] >> k & 1]
        return (state[2] + 0.5 * max(near, default=0)) / 20.0


GAMES = {"clobber": Clobber, "isolation": Isolation, "race": Race, "coins": Coins}
