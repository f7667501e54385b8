"""Lines of EPD and FEN as people write them: small slips are mended and named; best and avoided moves are read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chess import Board

FIELDS = "a position needs at least two fields: the pieces and the player to move"
DASHES = str.maketrans(dict.fromkeys("–—−‐", "-"))
CASTLING, PASSANT = re.compile(r"-|[KQkqA-Ha-h]{1,4}"), re.compile(r"-|[a-h][36]")
SIDES = {"w": "w", "b": "b", "white": "w", "black": "b"}
CODES = {"acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "id", "pv", "c0", "c1", "c2", "c3", "c4", "c5", "c6",
         "c7", "c8", "c9", "fmvn", "hmvc", "sm", "pm", "rc", "v0", "D1", "D2", "D3", "D4", "D5", "D6"}  # fmt: skip
STRAY, NO_CASTLING, NO_PASSANT = "a stray ';' or ','", "castling rights left out", "en passant left out"
RIGHTS, SQUARE = "castling rights that the board does not allow", "an en passant square that the board does not allow"


@dataclass(frozen=True)
class EpdLine:
    """A position, its best moves and moves to avoid in UCI notation, the slips that were mended, and what stands there
    in the place of a legal move."""

    board: Board
    best: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()

    @property
    def fen(self) -> str:
        return self.board.fen()

    @property
    def values(self) -> dict[str, float]:
        """1 for each right move and 0 for each wrong move; empty if the line does not say which are right."""
        if not self.best and not self.avoid:
            return {}
        moves = [move.uci() for move in self.board.legal_moves]
        right = self.best or [move for move in moves if move not in self.avoid]
        return {move: float(move in right) for move in moves}


def read_line(line: str) -> EpdLine:
    """Read one line. A ValueError says why a line is not a position."""
    import chess

    words, slips = line.translate(DASHES).strip("﻿\"' \t").split(), list[str]()
    fields = _fields(words, slips)
    board = chess.Board(" ".join(fields))
    status = board.status()
    if status & chess.STATUS_BAD_CASTLING_RIGHTS:
        slips.append(RIGHTS)
        board.castling_rights = board.clean_castling_rights()
    if status & chess.STATUS_INVALID_EP_SQUARE:
        slips.append(SQUARE)
        board.ep_square = None
    check_legal(board)
    best, avoid, illegal = _moves(board, " ".join(words))
    return EpdLine(board, best, avoid, tuple(dict.fromkeys(slips)), illegal)


def check_legal(board: Board) -> None:
    """Refuse a position that cannot occur in a game of chess."""
    status = board.status()
    if status:
        names = " and ".join(str(flag.name).lower().replace("_", " ") for flag in type(status) if flag & status)
        raise ValueError(f"this is not a legal position ({names})")


def _fields(words: list[str], slips: list[str]) -> list[str]:
    """The six fields of FEN. They are taken from `words`, so that the operations remain."""

    def next_word() -> str:
        while words and not words[0].strip(";,"):
            slips.append(STRAY)
            del words[0]
        if not words:
            raise ValueError(FIELDS)
        return words[0].strip(";,")

    def taken() -> str:
        bare = next_word()
        if bare != words.pop(0):
            slips.append(STRAY)
        return bare

    def optional(pattern: re.Pattern[str], lacking: str) -> str:
        if any(word.strip(";,") for word in words) and pattern.fullmatch(next_word()):
            return taken()
        slips.append(lacking)
        return "-"

    pieces, side = taken(), taken().lower()
    if side not in SIDES:
        raise ValueError("the second field is not a player to move: write w or b")
    castling, passant = optional(CASTLING, NO_CASTLING), optional(PASSANT, NO_PASSANT)
    clocks = [word.strip(";,") for word in words[:2]]
    if len(clocks) == 2 and all(clock.isdecimal() for clock in clocks):
        del words[:2]
    else:
        clocks = ["0", "1"]
    return [pieces, SIDES[side], castling, passant, clocks[0], max(clocks[1], "1")]


def _moves(board: Board, text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The moves after bm, those after am, and what is not a legal move there. An operation ends with ';', or where the
    next begins."""
    moves: dict[str, list[str]] = {"bm": [], "am": []}
    illegal = list[str]()
    code = ""
    for part in re.findall(r'"[^"]*"|[^\s;,]+|;', text):
        if part == ";":
            code = "" if moves.get(code, True) else code  # a stray one may stand between bm and its moves
        elif part in CODES:
            code = part
        elif code in moves:
            move = _move(board, part)
            if move is None:
                illegal.append(part)
            else:
                moves[code].append(move)
    return tuple(moves["bm"]), tuple(moves["am"]), tuple(illegal)


def _move(board: Board, text: str) -> str | None:
    """A move in standard or in UCI notation, as UCI; None if it is not a legal move."""
    bare = re.sub(r"[!?+#]+|e\.?p\.?$", "", text)
    for read, word in ((board.parse_san, bare), (board.parse_uci, bare.lower()), (board.parse_san, bare.capitalize())):
        try:
            return read(word).uci()
        except ValueError:
            continue
    return None
