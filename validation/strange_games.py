"""Games for players that nobody named: six small ones, and some of OpenSpiel, easyAI and chess. Each has an evaluator,
`judge`, to Max."""

from __future__ import annotations

import math
from collections.abc import Hashable
from copy import deepcopy
from functools import cache
from itertools import combinations
from typing import Any

from overthink.adapters.openspiel import OpenSpiel

Board = tuple[tuple[int, ...], int]  # squares, and who moves


def limit(value: float) -> float:
    """An opinion is never as sure as a result."""
    return max(-0.95, min(0.95, value))


class Konane:
    """A stone jumps over neighbours of the other colour, in one direction, and takes them; who cannot jump loses. Four
    rows of four, without two stones in the middle."""

    size = 4

    def initial(self) -> Board:
        cells = [1 if (k // 4 + k % 4) % 2 else -1 for k in range(16)]
        cells[5] = cells[6] = 0
        return tuple(cells), 1

    def mover(self, state: Board) -> int:
        return state[1]

    def jumps(self, cells: tuple[int, ...], me: int) -> list[tuple[int, int]]:
        found = []
        for k in range(16):
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)) if cells[k] == me else ():
                c, r = k % 4, k // 4
                while (
                    0 <= c + 2 * x < 4
                    and 0 <= r + 2 * y < 4
                    and cells[4 * (r + y) + c + x] == -me
                    and not cells[4 * (r + 2 * y) + c + 2 * x]
                ):
                    c, r = c + 2 * x, r + 2 * y
                    found.append((k, 4 * r + c))
        return found

    def moves(self, state: Board) -> list[tuple[int, int]]:
        return self.jumps(*state)

    def play(self, state: Board, move: tuple[int, int]) -> Board:
        cells, (a, b) = list(state[0]), move
        step = (1 if abs(b - a) < 4 else 4) * (1 if b > a else -1)
        for k in range(a, b, step):
            cells[k] = 0
        cells[b] = state[1]
        return tuple(cells), -state[1]

    def utility(self, state: Board) -> float:
        return -float(state[1])

    def judge(self, state: Board) -> float:
        mine, theirs = (self.jumps(state[0], me) for me in (1, -1))
        stones = len({a for a, _ in mine}) - len({a for a, _ in theirs})
        return limit((len(mine) - len(theirs)) / 9.0 + stones / 31.0)


class Sim:
    """The players colour the lines between five points; who first has a triangle of his own loses."""

    lines = tuple(combinations(range(5), 2))

    def __init__(self) -> None:
        place = {line: k for k, line in enumerate(self.lines)}
        self.triangles = [tuple(place[pair] for pair in combinations(three, 2)) for three in combinations(range(5), 3)]

    def initial(self) -> Board:
        return (0,) * 10, 1

    def mover(self, state: Board) -> int:
        return state[1]

    def loser(self, state: Board) -> int:
        last = -state[1]
        return last if any(all(state[0][k] == last for k in three) for three in self.triangles) else 0

    def moves(self, state: Board) -> list[int]:
        return [] if self.loser(state) else [k for k, colour in enumerate(state[0]) if not colour]

    def play(self, state: Board, move: int) -> Board:
        return (*state[0][:move], state[1], *state[0][move + 1 :]), -state[1]

    def utility(self, state: Board) -> float:
        return -float(self.loser(state))

    def judge(self, state: Board) -> float:
        """Triangles in which one side has two lines and the third is free, and those with one."""
        total = 0.0
        for three in self.triangles:
            colours = [state[0][k] for k in three]
            if abs(sum(colours)) == sum(map(abs, colours)):
                total -= (0.0, 0.03, 0.2)[min(2, abs(sum(colours)))] * math.copysign(1, sum(colours))
        return limit(total)


class Tron:
    """Two trails on five rows of four: each steps to a free neighbour; who cannot, loses."""

    def initial(self) -> tuple[int, int, int, int]:
        return (1 << 0) | (1 << 19), 0, 19, 1

    def mover(self, state: tuple[int, int, int, int]) -> int:
        return state[3]

    def near(self, at: int) -> list[int]:
        return [
            k for k, fine in ((at - 4, at > 3), (at + 4, at < 16), (at - 1, at % 4 > 0), (at + 1, at % 4 < 3)) if fine
        ]

    def moves(self, state: tuple[int, int, int, int]) -> list[int]:
        return [k for k in self.near(state[1] if state[3] > 0 else state[2]) if not state[0] >> k & 1]

    def play(self, state: tuple[int, int, int, int], move: int) -> tuple[int, int, int, int]:
        full, a, b, me = state
        return (full | 1 << move, move, b, -1) if me > 0 else (full | 1 << move, a, move, 1)

    def utility(self, state: tuple[int, int, int, int]) -> float:
        return -float(state[3])

    def reach(self, full: int, at: int) -> int:
        seen, new = {at}, [at]
        while new:
            new = [k for j in new for k in self.near(j) if not full >> k & 1 and k not in seen]
            seen.update(new)
        return len(seen) - 1

    def judge(self, state: tuple[int, int, int, int]) -> float:
        room = self.reach(state[0], state[1]) - self.reach(state[0], state[2])
        free = sum((not state[0] >> k & 1) for k in self.near(state[1])) - sum(
            (not state[0] >> k & 1) for k in self.near(state[2])
        )
        return limit(room / 16.0 + free / 13.0)


Dice = tuple[tuple[int, ...], int, int]  # squares, who moves, and the number that was thrown (0: the die)


class Einstein:
    """*EinStein würfelt nicht* on four rows of four with three stones each: a die says which stone moves, to the right,
    down or both; who reaches the far corner, or takes all stones, wins."""

    def initial(self) -> Dice:
        cells = [0] * 16
        cells[0], cells[1], cells[4] = 1, 2, 3
        cells[15], cells[14], cells[11] = -1, -2, -3
        return tuple(cells), 1, 0

    def winner(self, state: Dice) -> int:
        cells = state[0]
        if cells[15] > 0 or not any(k < 0 for k in cells):
            return 1
        return -1 if cells[0] < 0 or not any(k > 0 for k in cells) else 0

    def mover(self, state: Dice) -> int:
        return state[1] if state[2] or self.winner(state) else 0

    def moves(self, state: Dice) -> list[Any]:
        if self.winner(state):
            return []
        if not state[2]:
            return [1, 2, 3]
        cells, me, shown = state
        own = sorted(abs(k) for k in cells if k * me > 0)
        near = (
            {shown} if shown in own else {*([k for k in own if k < shown][-1:]), *([k for k in own if k > shown][:1])}
        )
        found = []
        for k in range(16):
            if cells[k] * me > 0 and abs(cells[k]) in near:
                c, r = k % 4, k // 4
                for x, y in ((1, 0), (0, 1), (1, 1)):
                    if 0 <= c + me * x < 4 and 0 <= r + me * y < 4:
                        found.append((k, 4 * (r + me * y) + c + me * x))
        return found

    def outcomes(self, state: Dice) -> list[tuple[int, float]]:
        return [(1, 0.5), (2, 0.3), (3, 0.2)]

    def play(self, state: Dice, move: Any) -> Dice:
        cells, me, shown = state
        if not shown:
            return cells, me, move
        after = list(cells)
        after[move[0]], after[move[1]] = 0, cells[move[0]]
        return tuple(after), -me, 0

    def utility(self, state: Dice) -> float:
        return float(self.winner(state))

    def judge(self, state: Dice) -> float:
        """How near the nearest stone is, and how many there are."""
        left = [[6 - k % 4 - k // 4 for k in range(16) if state[0][k] > 0]]
        left += [[k % 4 + k // 4 for k in range(16) if state[0][k] < 0]]
        far = [min(each, default=9) for each in left]
        stones = sum(1 if k > 0 else -1 for k in state[0] if k)
        return limit((far[1] - far[0]) / 8.0 + stones / 29.0)


class Pegs:
    """One player: pegs on a triangle of 15 holes jump over each other; as few as possible shall be left."""

    def __init__(self) -> None:
        at = [(r, c) for r in range(5) for c in range(r + 1)]
        place = {each: k for k, each in enumerate(at)}
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))
        self.jumps = [
            (place[r, c], place[r + x, c + y], place[r + 2 * x, c + 2 * y])
            for r, c in at
            for x, y in steps
            if (r + 2 * x, c + 2 * y) in place
        ]

    def initial(self) -> int:
        return (1 << 15) - 1 - (1 << 4)

    def mover(self, state: int) -> int:
        return 1

    def moves(self, state: int) -> list[tuple[int, int, int]]:
        return [(a, b, c) for a, b, c in self.jumps if state >> a & 1 and state >> b & 1 and not state >> c & 1]

    def play(self, state: int, move: tuple[int, int, int]) -> int:
        a, b, c = move
        return state ^ (1 << a) ^ (1 << b) ^ (1 << c)

    def utility(self, state: int) -> float:
        return 1.0 - state.bit_count() / 7.0

    def judge(self, state: int) -> float:
        """Jumps there are, and pegs at the rim."""
        rim = sum(state >> k & 1 for k in (0, 10, 14, 1, 2, 3, 5, 6, 9, 11, 12, 13))
        return (len(self.moves(state)) - rim) / 15.0


class Merge:
    """One player against chance: numbers on two rows of three slide together, and a new one appears; twelve moves."""

    size = 6

    def initial(self) -> tuple[tuple[int, ...], int, bool]:
        return (0, 1, 0, 0, 0, 1), 12, True

    def mover(self, state: tuple[tuple[int, ...], int, bool]) -> int:
        return 1 if state[2] or not self.moves(state) else 0

    def slide(self, cells: tuple[int, ...], move: str) -> tuple[int, ...]:
        rows = ([0, 1, 2], [3, 4, 5]) if move in "LR" else ([0, 3], [1, 4], [2, 5])
        after = list(cells)
        for row in rows:
            line = row if move in "LU" else row[::-1]
            full = [cells[k] for k in line if cells[k]]
            merged: list[int] = []
            free = False
            for each in full:
                if merged and merged[-1] == each and free:
                    merged[-1], free = each + 1, False
                else:
                    merged.append(each)
                    free = True
            for k, value in zip(line, merged + [0] * len(line)):
                after[k] = value
        return tuple(after)

    def moves(self, state: tuple[tuple[int, ...], int, bool]) -> list[Any]:
        cells, left, own = state
        if not own:
            return [(k, value) for k in range(6) if not cells[k] for value in (1, 2)]
        return [move for move in "LRUD" if self.slide(cells, move) != cells] if left else []

    def outcomes(self, state: tuple[tuple[int, ...], int, bool]) -> list[tuple[Any, float]]:
        free = state[0].count(0)
        return [((k, value), (0.75 if value == 1 else 0.25) / free) for k, value in self.moves(state)]

    def play(self, state: tuple[tuple[int, ...], int, bool], move: Any) -> tuple[tuple[int, ...], int, bool]:
        cells, left, own = state
        if own:
            return self.slide(cells, move), left - 1, False
        return (*cells[: move[0]], move[1], *cells[move[0] + 1 :]), left, True

    def utility(self, state: tuple[tuple[int, ...], int, bool]) -> float:
        return sum(2.0**value for value in state[0] if value) / 40.0 - state[1] / 12.0

    def judge(self, state: tuple[tuple[int, ...], int, bool]) -> float:
        """Empty squares, large numbers, and equal neighbours."""
        cells = state[0]
        pairs = sum(cells[a] == cells[b] > 0 for a, b in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)))
        return cells.count(0) / 12.0 + max(cells) / 20.0 + pairs / 33.0


class Spiel(OpenSpiel):
    """A game of OpenSpiel; positions are judged by what it prints."""

    def __init__(self) -> None:
        super().__init__(self.called)

    called = ""


class Breakthrough(Spiel):
    called = "breakthrough(rows=5,columns=4)"

    def judge(self, position: Any) -> float:
        rows = [line[1:] for line in str(position.state).splitlines()[:5]]
        black = sum(row.count("b") * (6 + k * k) for k, row in enumerate(rows))
        white = sum(row.count("w") * (6 + (4 - k) ** 2) for k, row in enumerate(rows))
        return limit((black - white) / 80.0)


class Mancala(Spiel):
    """Who ends in his store moves again."""

    called = "mancala"

    def judge(self, position: Any) -> float:
        lines = str(position.state).splitlines()
        low, high = (int(part) for part in lines[1].replace("-", " ").split())
        near = [sum(int(k) for k in line.strip("-").split("-")) for line in (lines[2], lines[0])]
        return limit((high - low) / 24.0 + (near[0] - near[1]) / 150.0)


class Ypsilon(Spiel):
    called = "y(board_size=4)"

    def judge(self, position: Any) -> float:
        text = [line.split(maxsplit=1)[-1] for line in str(position.state).splitlines()[1:]]
        total = 0.0
        for row, line in enumerate(text):
            for place, sign in enumerate(k for k in line if k in "O@."):
                total += {"O": 1, "@": -1, ".": 0}[sign] * (1.0 + place * (3 - row - place) + 0.5 * row)
        return limit(total / 12.0)


class PigGame(Spiel):
    """A die, and whoever throws may go on."""

    called = "pig(winscore=12)"

    def judge(self, position: Any) -> float:
        scores, turn = str(position.state).splitlines()[0].removeprefix("Scores: ").split(", Turn total: ")
        high, low = map(int, scores.split())
        mine = 1 if "player: 0" in str(position.state) else -1
        return limit((high - low + 0.6 * mine * int(turn)) / 13.0)


class EasyHexapawn:
    """Hexapawn of easyAI, whose pawns may step onto each other: a position is two sets of pawns, and who moves."""

    def __init__(self) -> None:
        import easyAI
        from easyAI.games import Hexapawn

        author: Any = easyAI.Human_Player
        game: Any = Hexapawn.Hexapawn
        self.new: Any = lambda: game([author(), author()], size=(4, 4))
        self.one = self.new()

    def object(self, state: Hashable) -> Any:
        """The object of easyAI."""
        game: Any = deepcopy(self.one)
        pawns: Any = state
        game.players[0].pawns, game.players[1].pawns, game.current_player = list(pawns[0]), list(pawns[1]), pawns[2]
        return game

    def _state(self, game: Any) -> Any:
        return *(tuple(sorted(set(player.pawns))) for player in game.players), game.current_player

    def initial(self) -> Any:
        return self._state(self.new())

    def mover(self, state: Any) -> int:
        return 3 - 2 * int(state[2])

    def moves(self, state: Any) -> list[str]:
        return list(_hexapawn_moves(self, state))

    def play(self, state: Any, move: str) -> Any:
        return _hexapawn_play(self, state, move)

    def utility(self, state: Any) -> float:
        return -float(self.mover(state))

    def judge(self, state: Any) -> float:
        high, low = (sum(1 + 0.5 * abs(r - home) ** 2 for r, _ in state[k]) for k, home in ((0, 0), (1, 3)))
        return limit((high - low) / 10.0)


@cache
def _hexapawn_moves(game: EasyHexapawn, state: Any) -> tuple[str, ...]:
    own = game.object(state)
    return () if own.is_over() else tuple(dict.fromkeys(own.possible_moves()))


@cache
def _hexapawn_play(game: EasyHexapawn, state: Any, move: str) -> Any:
    own = game.object(state)
    own.play_move(move)
    return game._state(own)


class Chess:
    """Pawns, kings and a knight each, by python-chess. A position is a FEN; a game also ends after 30 moves."""

    start = "4k3/pp2n3/8/8/8/8/3N2PP/4K3 w - - 0 1"

    def initial(self) -> str:
        return self.start

    def mover(self, state: str) -> int:
        return 1 if " w " in state else -1

    def moves(self, state: str) -> list[str]:
        return list(_chess(state)[0])

    def play(self, state: str, move: str) -> str:
        import chess

        board = chess.Board(state)
        board.push_uci(move)
        return board.fen()

    def utility(self, state: str) -> float:
        return _chess(state)[1]

    def capture(self, state: str, move: str) -> bool:
        import chess

        return chess.Board(state).is_capture(chess.Move.from_uci(move))

    def check(self, state: str) -> bool:
        import chess

        return chess.Board(state).is_check()

    def judge(self, state: str) -> float:
        total = 0.0
        for row, line in enumerate(state.split()[0].split("/")):
            column = 0
            for piece in line:
                if piece.isdigit():
                    column += int(piece)
                    continue
                middle = 3.5 - abs(column - 3.5)
                side = 1 if piece.isupper() else -1
                ahead = 6 - row if side > 0 else row - 1
                total += (
                    side
                    * {
                        "p": 1.0 + 0.1 * ahead**1.5,
                        "n": 3.0 + 0.1 * middle,
                        "b": 3.1,
                        "r": 5.0,
                        "q": 9.0,
                        "k": 0.05 * middle,
                    }[piece.lower()]
                )
                column += 1
        return limit(total / 16.0)


@cache
def _chess(state: str) -> tuple[tuple[str, ...], float]:
    import chess

    board = chess.Board(state)
    if board.is_checkmate():
        return (), -1.0 if board.turn else 1.0
    if board.fullmove_number > 30 or board.is_insufficient_material():
        return (), 0.0
    return tuple(move.uci() for move in board.legal_moves), 0.0


GAMES: dict[str, Any] = {
    "konane": Konane, "sim": Sim, "tron": Tron, "einstein": Einstein, "pegs": Pegs, "merge": Merge,
    "breakthrough": Breakthrough, "mancala": Mancala, "ypsilon": Ypsilon, "pig": PigGame, "hexapawn": EasyHexapawn,
    "chess": Chess,
}  # fmt: skip
