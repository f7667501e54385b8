"""Chess positions: from files (games in PGN, or lists of EPD or FEN, a line each), or generated.

Small slips of EPD and FEN, as people write them, are corrected and named; best and avoided moves are read. A generated
position is a random opening, after which an engine plays both sides for a while. It depends only on its number, the
seed and the engine. Positions are skipped if the game is over or one side is far ahead.
"""

from __future__ import annotations

import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from overthink.adapters.uci import Engine
from overthink.core.arithmetic import draw, seed_key
from overthink.core.errors import OverthinkError, need, read_file, require
from overthink.doctor.record import Failure
from overthink.doctor.truths import spread

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
OPENING = 8  # plies at the start of a game that are skipped; short games give no position
EVERY = 5  # then take every fifth position; odd, so that both sides are to move
TIMES_WANTED = 10  # reading stops at this many times the wanted number of positions; a long file takes longer
RANDOM_PLIES = 6  # after 12, most games are decided
FIRST_PLY, LAST_PLY = 12, 72  # range of the ply at which a position is taken; most games end before ply 144
DEPTH = 4  # search depth of the engine when it plays; it takes longer
JUDGED = 8  # search depth of the engine when it judges who is ahead; it takes longer
DECIDED = 2.0  # pawns: beyond, the game is decided; doubled, any sensible move wins in many positions
MOST_GAMES = 50  # about half of them give a position; an engine that gives none is refused later


@dataclass(frozen=True)
class EpdLine:
    """A position, its best moves and moves to avoid in UCI notation, the slips that were corrected, and what stands
    there in the place of a legal move."""

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

    words = line.translate(DASHES).strip("﻿\"' \t").split()
    slips = list[str]()
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

    def take() -> str:
        bare = next_word()
        if bare != words.pop(0):
            slips.append(STRAY)
        return bare

    def optional(pattern: re.Pattern[str], lacking: str) -> str:
        if any(word.strip(";,") for word in words) and pattern.fullmatch(next_word()):
            return take()
        slips.append(lacking)
        return "-"

    pieces = take()
    side = take().lower()
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


@dataclass(frozen=True)
class ChessFile:
    """Different positions with a choice of moves, as FEN, in the order of the file; the values of their moves, 1 for a
    right and 0 for a wrong one, where the file names the best moves or those to avoid; the entries that cannot be
    read; how often each small slip was corrected; and one sentence for each best move that is not legal. As a
    truth, it has the positions whose best moves are known."""

    path: Path
    fens: list[str]
    known: dict[str, dict[str, float]]
    failures: list[Failure]
    slips: Mapping[str, int]
    illegal: list[str] = field(default_factory=list)
    exact = False

    def __str__(self) -> str:
        return f"the best moves in {self.path.name}"

    def values(self, fen: str) -> dict[str, float]:
        """The values of all moves of a position."""
        return dict(self.known[fen])

    @property
    def digest(self) -> str:
        """A hash of the best moves."""
        return f"{zlib.crc32(repr(sorted(self.known.items())).encode()):08x}"

    @property
    def notes(self) -> list[str]:
        """What was corrected, in one sentence, and which best moves do not count, in another."""
        kinds = ", ".join(f"{slip} ({times:,})" for slip, times in self.slips.items())
        notes = [f"{self.path.name}: small slips were corrected: {kinds}."] if kinds else []
        more = f" ({len(self.illegal) - 1:,} more of this kind)" if len(self.illegal) > 1 else ""
        return [*notes, *(f"{first}{more}." for first in self.illegal[:1])]

    def labelled(self) -> ChessFile:
        """Only the positions whose best moves are known."""
        fens = [fen for fen in self.fens if fen in self.known]
        require(fens, f"{self.path} names no best moves (bm) and no moves to avoid (am). Use an EPD file.")
        silent = len(self.fens) - len(fens)
        count = "1 position does" if silent == 1 else f"{silent:,} positions do"
        none = Failure(f"{self.path}: {count} not name a legal best move (bm) or move to avoid (am)")
        return replace(self, fens=fens, failures=[*self.failures, *([none] if silent else [])])


def read_chess_file(path: Path, wanted: int) -> ChessFile:
    """Read games in PGN, or positions in EPD or FEN. If the file has more than `wanted`, they are spread over the file
    (over the first part of a very long one)."""
    need("A chess position needs", "chess")
    text = read_file(path).decode("utf-8-sig", errors="replace")
    failures = list[Failure]()
    slips = Counter[str]()
    illegal = list[str]()
    games = path.suffix.lower() == ".pgn" or text.lstrip().startswith("[Event ")
    lines: dict[str, EpdLine] = {}  # by position without the move clocks
    for number, line in (_games if games else _lines)(path, text, failures):
        slips.update(line.slips)
        illegal += [
            f"{path.name}, line {number}: {move} is not a legal move, so it does not count" for move in line.illegal
        ]
        if line.board.legal_moves.count() > 1:
            lines.setdefault(line.board.epd(), line)
        if len(lines) >= TIMES_WANTED * wanted:
            break
    why = f" ({failures[0]})" if failures else ""
    require(lines, f"{path} does not contain a position with a choice of moves{why}.")
    chosen = spread(list(lines.values()), wanted)
    values = {line.fen: line.values for line in chosen if line.values}
    return ChessFile(path, [line.fen for line in chosen], values, failures, slips, illegal)


def _lines(path: Path, text: str, failures: list[Failure]) -> Iterator[tuple[int, EpdLine]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            yield number, read_line(line)
        except ValueError as exc:
            failures.append(Failure(str(exc), "line", f"{number}", str(path)))


def _games(path: Path, text: str, failures: list[Failure]) -> Iterator[tuple[int, EpdLine]]:
    import chess.pgn

    class Quiet(chess.pgn.GameBuilder[chess.pgn.Game]):
        """Store errors in the game; do not print them."""

        def handle_error(self, error: Exception) -> None:
            self.game.errors.append(error)

    file = io.StringIO(text)
    number = 0
    line = 1
    at = 0
    while True:
        line, at = line + text.count("\n", at, file.tell()), file.tell()
        try:
            game = chess.pgn.read_game(file, Visitor=Quiet)
        except Exception as exc:  # the parser may raise anything on a file that is not PGN
            failures.append(Failure(str(exc), "line", f"{line}", str(path)))
            return
        if game is None:
            return
        number += 1
        try:
            board = game.board()
            if board.uci_variant != "chess" or board.chess960:
                raise ValueError("this is not a game of standard chess")
            check_legal(board)
            for ply, move in enumerate(game.mainline_moves(), 1):
                board.push(move)
                if ply >= OPENING and (ply - OPENING) % EVERY == 0 and board.is_valid():
                    yield line, EpdLine(board.copy(stack=False))
            if game.errors:
                raise ValueError(f"{game.errors[0]}; the moves before it are used")
        except ValueError as exc:
            failures.append(Failure(str(exc), "game", f"{number} (line {line})", str(path)))


def make_chess_position(engine: Engine, number: int, seed: int) -> str:
    """Generate position `number` as FEN, from the first of its games that is not decided yet."""
    for attempt in range(MOST_GAMES):
        fen = _play_game(engine, seed_key("chess position", seed, number, attempt))
        if fen is not None:
            return fen
    raise OverthinkError(
        f"{engine.name} found no balanced position in {MOST_GAMES} games: one side was always more than {DECIDED:g} "
        "pawns ahead. Give positions from a file."
    )


def _play_game(engine: Engine, key: np.uint64) -> str | None:
    import chess

    board = chess.Board()
    plies = FIRST_PLY + int(draw(key, 0) % np.uint64(LAST_PLY - FIRST_PLY + 1))
    for ply in range(plies):
        legal = sorted(move.uci() for move in board.legal_moves)
        if not legal or board.is_insufficient_material() or board.is_repetition(3) or board.halfmove_clock >= 50:
            return None
        if ply < RANDOM_PLIES:
            board.push_uci(legal[int(draw(key, ply + 1) % np.uint64(len(legal)))])
        else:
            board.push_uci(engine.best(board.fen(), DEPTH, fresh=ply == RANDOM_PLIES).move)
    if board.legal_moves.count() < 2 or board.halfmove_clock >= 50:
        return None
    worth = max(engine.values(board.fen(), JUDGED, 1).values())
    return board.fen() if abs(worth) <= DECIDED else None
