"""Chess endgames of up to four pieces, named by their pieces: `ChessEndgame("KQKR")`, White's pieces first.

White is Max. A side may have any pieces; at most one pawn is on the board, and it promotes to queen, rook, bishop or
knight. Two bishops of one side stand on squares of opposite colours. Captures lead on to the smaller endgames of the
same game: KQKR goes on as KQK when the rook is taken and as KKR when the queen is, and what cannot be won any more is
over and drawn. Positions are integers (`overthink.games.chess.moves`), read from and written as FEN.
[Nau2010] section 6.1
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import mix, start_key
from overthink.core.errors import OverthinkError, require
from overthink.core.game import KernelGame, number_of_move
from overthink.core.kinds import Seed
from overthink.core.tree import Column
from overthink.games.chess import moves as rules
from overthink.games.chess.moves import KING, MEN, MOST_MOVES, PAWN, TWIN

LETTERS = "KQRBNP"
WHITE, BLACK = 1, -1
Standing = tuple[str, int, int]  # a piece: letter, side and square


class ChessEndgame(KernelGame):
    """The chess endgame of these pieces. A move is its two squares, and the promotion of a pawn: `a7a8q`. `name`:
    White's pieces, then Black's, such as "KQKR".

    >>> game = ot.ChessEndgame("KRK")
    >>> state = game.position("k7/8/1K6/8/8/8/8/7R w")
    >>> "h1h8" in game.moves(state)  # mate
    True
    """

    kernels = {name: getattr(rules, name) for name in ("count", "child", "mover", "utility")}  # noqa: RUF012

    @check_arguments
    def __init__(self, name: str):
        self.name = str(name).upper()
        self.sides = _sides(self.name)
        self.context = _context(self.name, self.sides)
        self.men = len(self.name)
        self._plain = self.context.tolist()  # a single call is faster in Python than in compiled code

    @property
    def size(self) -> int:
        """A number greater than all positions."""
        return 1 << (6 * self.men + (4 if "P" in self.name else 1))

    def initial(self) -> int:
        return self.random_start(0)

    def random_start(self, number: int, seed: Seed = 0) -> int:
        """Random position `number`: White to move, all pieces on the board, and the game not over."""
        key = start_key("chess", self.name, seed=seed, number=number)
        squares = 1 << (6 * self.men)
        drawn = (int(mix(key, np.uint64(attempt)) % np.uint64(squares)) for attempt in itertools.count())
        return next(p for p in drawn if rules.legal(self.context, p) and self.whole(p) and self.children(p))

    def whole(self, position: int) -> bool:
        """Whether all pieces are still on the board, and the pawn a pawn."""
        gone = any(rules.is_captured.interpreted(self._plain, position, man) for man in range(self.men))
        return not gone and position < 1 << (6 * self.men + 1)

    def read(self, position: int | str) -> int:
        """A position of this endgame, given as an integer or as FEN."""
        if isinstance(position, str):
            return self.position(position)
        legal = 0 <= position < self.size and rules.legal(self.context, int(position))
        require(legal, f"{{}} is not a legal position of {self.name}.", position)
        return int(position)

    def moves(self, state: int) -> Sequence[str]:
        old = self._standing(state)
        side = 1 - 2 * rules.black_to_move.interpreted(self._plain, state)
        return [_move(old, self._standing(after), side) for after in self.children(state)]

    def children(self, state: int) -> list[int]:
        """The positions after each move."""
        after = np.empty(MOST_MOVES, np.int64)
        positions: list[int] = after[: rules.fill(self.context, int(state), after)].tolist()
        return positions

    def play(self, state: int, move: str) -> int:
        return self.children(state)[number_of_move(self.moves(state), move)]

    @check_arguments
    def position(self, fen: str) -> int:
        """A position from FEN. Only the board and the side to move are read."""
        fields = fen.split()
        require(len(fields) >= 2 and fields[1] in ("w", "b"), f"'{fen}' is not a FEN. Write '8/8/8/8/4k3/8/8/KQ6 w'.")
        free = list(range(self.men))
        squares: dict[int, int] = {}
        promoted = 0
        for letter, side, square in sorted(_board(fields[0]), key=lambda man: "KPQRBN".index(man[0])):
            man = self._man(letter, side, square, free)
            if man is None:
                raise OverthinkError(f"'{fen}' has pieces that are not in {self.name}.")
            free.remove(man)
            squares[man] = square
            if self.name[man] != letter:
                promoted = LETTERS.index(letter)
        require(KING not in (self.context[rules.KINDS + man] for man in free), f"'{fen}' has no king.")
        for man in free:
            squares[man] = squares[int(self.context[rules.KINGS + man])]
        twin = int(self.context[TWIN])
        if twin >= 0:
            squares[twin], squares[twin + 1] = sorted((squares[twin], squares[twin + 1]))
        turn = (promoted << 1) + (fields[1] == "b")
        position = sum(square << 6 * man for man, square in squares.items()) + (turn << 6 * self.men)
        require(rules.legal(self.context, position), f"'{fen}' is not a legal position of {self.name}.")
        return position

    def fen(self, position: int) -> str:
        """The position as FEN."""
        board = ["1"] * 64
        for letter, side, square in self._standing(position):
            board[square] = letter if side == WHITE else letter.lower()
        rows = ["".join(board[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1)]
        placed = re.sub("1+", lambda ones: str(len(ones[0])), "/".join(rows))
        return f"{placed} {'wb'[(position >> 6 * self.men) & 1]} - - 0 1"

    def text(self, state: int) -> str:
        """The board as White sees it."""
        board = re.sub(r"\d", lambda empty: "." * int(empty[0]), self.fen(state).split()[0])
        rows = [f"{8 - i}  {' '.join(row)}" for i, row in enumerate(board.split("/"))]
        return "\n".join([*rows, "   a b c d e f g h", f"{'White' if self.mover(state) > 0 else 'Black'} to move"])

    def _man(self, letter: str, side: int, square: int, free: list[int]) -> int | None:
        """The number of a piece that can be the one on this square: of the same kind, or a promoted pawn."""
        fits = [man for man in free if self.sides[man] == side and self.name[man] == letter]
        pair = int(self.context[rules.PAIR])
        if letter == "B" and pair >= 0:
            wanted = pair + ((square % 8 + square // 8) % 2 == 0)
            fits = [man for man in fits if man == wanted]
        if not fits and letter in "QRBN":
            fits = [man for man in free if self.sides[man] == side and self.name[man] == "P"]
        return fits[0] if fits else None

    def _standing(self, position: int) -> list[Standing]:
        """The pieces on the board."""
        kind, captured, square = rules.kind.interpreted, rules.is_captured.interpreted, rules.square.interpreted
        return [
            (LETTERS[min(kind(self._plain, position, man), PAWN)], side, square(position, man))
            for man, side in enumerate(self.sides)
            if not captured(self._plain, position, man)
        ]


def _move(old: list[Standing], new: list[Standing], side: int) -> str:
    """The move of a side between two positions."""
    letter, _, start = next(man for man in old if man[1] == side and man not in new)
    became, _, there = next(man for man in new if man[1] == side and man not in old)
    return _name(start) + _name(there) + (became.lower() if became != letter else "")


def _name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def _board(placed: str) -> Iterator[Standing]:
    """Letter, side and square of each man on the board of a FEN."""
    wide = re.sub("[1-8]", lambda empty: "." * int(empty[0]), placed)
    rows = wide.split("/")
    fits = [len(row) for row in rows] == [8] * 8 and re.fullmatch(r"[KQRBNP./]+", wide, re.IGNORECASE)
    require(fits, f"'{placed}' is not the board of a FEN. Write 8 rows of 8 squares.")
    for rank, row in enumerate(reversed(rows)):
        for file, letter in enumerate(row):
            if letter != ".":
                yield letter.upper(), WHITE if letter.isupper() else BLACK, 8 * rank + file


def _sides(name: str) -> tuple[int, ...]:
    """Check the name of an endgame, and return the side of each man."""
    fits = re.fullmatch("K[QRBNP]*K[QRBNP]*", name)
    require(fits, f"'{name}' is not an endgame. Write White's pieces, then Black's, each with the king first: KQKR.")
    require(len(name) <= 4, f"{name} has {len(name)} pieces. Use at most 4.")
    require(name.count("P") <= 1, f"{name} has two pawns. Use at most one.")
    enough = len(name) > 2 and (len(name) > 3 or not set(name) & set("BN"))
    require(enough, f"{name} has too few pieces for mate: every position is a draw. Add a piece.")
    black = name.rindex("K")
    return tuple(WHITE if man < black else BLACK for man in range(len(name)))


def _context(letters: str, sides: tuple[int, ...]) -> Column:
    men = len(letters)
    black = letters.rindex("K")
    alike = next((i for i in range(men - 1) if (letters[i], sides[i]) == (letters[i + 1], sides[i + 1])), -1)
    bishops = alike >= 0 and letters[alike] == "B"
    context = np.zeros(rules.KINGS + 4, np.int64)
    context[MEN] = men
    context[rules.THE_PAWN] = letters.find("P")
    context[TWIN], context[rules.PAIR] = (-1, alike) if bishops else (alike, -1)
    for man, (letter, side) in enumerate(zip(letters, sides)):
        kind = LETTERS.index(letter) + (letter == "P" and side == BLACK)
        context[[rules.KINDS + man, rules.SIDES + man, rules.KINGS + man]] = kind, side, 0 if side == WHITE else black
    return context
