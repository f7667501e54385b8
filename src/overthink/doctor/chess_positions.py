"""Chess positions: from files (games in PGN, or lists of EPD or FEN, a line each), or generated."""

from __future__ import annotations

import io
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event

from overthink.core.errors import OverthinkError
from overthink.core.files import read_file
from overthink.doctor.epd import EpdLine, check_legal, read_line

OPENING = 8  # plies at the start of a game that are skipped
EVERY = 5  # then take every fifth position; odd, so that both sides are to move
ENOUGH = 10  # reading stops at so many times the wanted number of positions


@dataclass(frozen=True)
class ChessFile:
    """Different positions with a choice of moves, as FEN, in the order of the file; the values of their moves, where
    the file names the best or the moves to avoid; one sentence for each entry that cannot be read; and how often each
    small slip was mended; and one sentence for each best move that is not legal."""

    path: Path
    fens: list[str]
    values: dict[str, dict[str, float]]
    failures: list[str]
    slips: Mapping[str, int]
    illegal: list[str] = field(default_factory=list)

    @property
    def notes(self) -> list[str]:
        """What was mended, in one sentence, and which best moves do not count, in another."""
        kinds = ", ".join(f"{slip} ({times:,})" for slip, times in self.slips.items())
        notes = [f"{self.path.name}: small slips were read all the same: {kinds}."] if kinds else []
        more = f" ({len(self.illegal) - 1:,} more of this kind)" if len(self.illegal) > 1 else ""
        return [*notes, *(f"{first}{more}." for first in self.illegal[:1])]

    def labelled(self) -> ChessFile:
        """Only the positions whose best moves are known."""
        fens = [fen for fen in self.fens if fen in self.values]
        if not fens:
            raise OverthinkError(f"{self.path} names no best moves (bm) and no moves to avoid (am). Use an EPD file.")
        silent = len(self.fens) - len(fens)
        count = "1 position does" if silent == 1 else f"{silent:,} positions do"
        failures = [f"{self.path}: {count} not name a legal best move (bm) or move to avoid (am)"] if silent else []
        return replace(self, fens=fens, failures=[*self.failures, *failures])


def read_chess_file(path: Path, wanted: int) -> ChessFile:
    """Read games in PGN, or positions in EPD or FEN. If the file has more than `wanted`, they are spread over the file
    (over the first part of a very long one)."""
    _require_chess()
    text = read_file(path).decode("utf-8-sig", errors="replace")
    failures, slips, illegal = list[str](), Counter[str](), list[str]()
    games = path.suffix.lower() == ".pgn" or text.lstrip().startswith("[Event ")
    lines: dict[str, EpdLine] = {}  # by position without the move clocks
    for number, line in (_games if games else _lines)(path, text, failures):
        slips.update(line.slips)
        illegal += [
            f"{path.name}, line {number}: {move} is not a legal move, so it does not count" for move in line.illegal
        ]
        if line.board.legal_moves.count() > 1:
            lines.setdefault(line.board.epd(), line)
        if len(lines) >= ENOUGH * wanted:
            break
    if not lines:
        why = f" ({failures[0]})" if failures else ""
        raise OverthinkError(f"{path} does not contain a position with a choice of moves{why}.")
    every, count = list(lines.values()), min(wanted, len(lines))
    chosen = [every[k * len(every) // count] for k in range(count)]
    values = {line.fen: line.values for line in chosen if line.values}
    return ChessFile(path, [line.fen for line in chosen], values, failures, slips, illegal)


def chess_positions(path: Path, wanted: int) -> tuple[list[str], list[str]]:
    """The positions of a file as FEN, and one sentence for each unreadable entry."""
    file = read_chess_file(path, wanted)
    return file.fens, file.failures


def made_chess_positions(
    command: str, wanted: int, seed: int, jobs: int = 2, tell: Callable[[int, int], None] | None = None
) -> list[str]:
    """Play random openings, let the engine continue, and return different positions; the same for any `jobs`."""
    from overthink.adapters.chess_games import made_position
    from overthink.adapters.uci import Engine

    _require_chess()
    fens, engines, stopped = dict[int, str](), list[Engine](), Event()

    def make(start: int) -> None:
        with closing(Engine(command)) as engine:
            engines.append(engine)
            if stopped.is_set():  # while it was started
                engine.give_up()
            for number in range(start, wanted, jobs):
                fens[number] = made_position(engine, number, seed)
                if tell is not None:
                    tell(len(fens), wanted)

    with ThreadPoolExecutor(jobs) as pool:
        runs = [pool.submit(make, start) for start in range(min(jobs, wanted))]
        try:
            for run in runs:
                run.result()
        except BaseException:  # Ctrl-C, or an engine that does not answer: stop the others
            stopped.set()
            for engine in engines:
                engine.give_up()
            raise
    return list({fen.rsplit(" ", 2)[0]: fen for _, fen in sorted(fens.items())}.values())


def _require_chess() -> None:
    try:
        import chess  # noqa: F401
    except ImportError:
        raise OverthinkError("Chess positions need the package chess. Install overthink[chess].") from None


def _lines(path: Path, text: str, failures: list[str]) -> Iterator[tuple[int, EpdLine]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            yield number, read_line(line)
        except ValueError as exc:
            failures.append(f"{path}, line {number}: {exc}")


def _games(path: Path, text: str, failures: list[str]) -> Iterator[tuple[int, EpdLine]]:
    import chess.pgn

    class Quiet(chess.pgn.GameBuilder[chess.pgn.Game]):
        """Store errors in the game; do not print them."""

        def handle_error(self, error: Exception) -> None:
            self.game.errors.append(error)

    file, number, line, at = io.StringIO(text), 0, 1, 0
    while True:
        line, at = line + text.count("\n", at, file.tell()), file.tell()
        try:
            game = chess.pgn.read_game(file, Visitor=Quiet)
        except Exception as exc:  # the parser may raise anything on a file that is not PGN
            failures.append(f"{path}, line {line}: {exc}")
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
            failures.append(f"{path}, game {number} (line {line}): {exc}")


class BestMoves:
    """The truth by the best moves (bm) and the moves to avoid (am) of an EPD file: 1 for a right move, 0 for a wrong
    one."""

    exact = False

    def __init__(self, file: ChessFile):
        self.file = file

    @property
    def digest(self) -> str:
        """A hash of the best moves."""
        return f"{zlib.crc32(repr(sorted(self.file.values.items())).encode()):08x}"

    def __str__(self) -> str:
        return f"the best moves in {self.file.path.name}"

    def values(self, fen: str) -> dict[str, float]:
        return dict(self.file.values[fen])

    def more(self, fen: str, chosen: object, values: dict[str, float]) -> dict[str, float]:
        """Nothing is missing: every legal move is right or wrong."""
        return {}
