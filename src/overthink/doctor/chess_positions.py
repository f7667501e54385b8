"""Chess positions: from files (games in PGN, or lists of EPD or FEN, a line each), or generated."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from overthink.core.errors import OverthinkError

if TYPE_CHECKING:
    from chess import Board

OPENING = 8  # plies at the start of a game that are skipped
EVERY = 5  # then take every fifth position; odd, so that both sides are to move
ENOUGH = 10  # reading stops at so many times the wanted number of positions
FIELDS = "a position needs at least four fields: pieces, player to move, castling and en passant"


def chess_positions(path: Path, wanted: int) -> tuple[list[str], list[str]]:
    """Return different positions with a choice of moves, as FEN, in the order of the file; and one sentence for each
    unreadable entry. If the file has more than `wanted`, they are spread over the file (over the first part of a very
    long one)."""
    _require_chess()
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as exc:
        raise OverthinkError(f"{path} cannot be read ({exc.strerror}).") from None
    failures = list[str]()
    games = path.suffix.lower() == ".pgn" or text.lstrip().startswith("[Event ")
    fens: dict[str, str] = {}  # by position without the move clocks
    for board in (_games if games else _lines)(path, text, failures):
        if board.legal_moves.count() > 1:
            fens.setdefault(board.epd(), board.fen())
        if len(fens) >= ENOUGH * wanted:
            break
    if not fens:
        why = f" ({failures[0]})" if failures else ""
        raise OverthinkError(f"{path} does not contain a position with a choice of moves{why}.")
    every, count = list(fens.values()), min(wanted, len(fens))
    return [every[k * len(every) // count] for k in range(count)], failures


def made_chess_positions(
    command: str, wanted: int, seed: int, jobs: int = 2, tell: Callable[[int, int], None] | None = None
) -> list[str]:
    """Play random openings, let the engine continue, and return different positions; the same for any `jobs`."""
    from overthink.adapters.chess_games import made_position
    from overthink.adapters.uci import Engine

    _require_chess()
    fens, engines = dict[int, str](), list[Engine]()

    def make(start: int) -> None:
        with closing(Engine(command)) as engine:
            engines.append(engine)
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
            for engine in engines:
                engine.give_up()
            raise
    return list({fen.rsplit(" ", 2)[0]: fen for _, fen in sorted(fens.items())}.values())


def _require_chess() -> None:
    try:
        import chess  # noqa: F401
    except ImportError:
        raise OverthinkError("Chess positions need the package chess. Install overthink[chess].") from None


def _lines(path: Path, text: str, failures: list[str]) -> Iterator[Board]:
    import chess

    for number, line in enumerate(text.splitlines(), 1):
        fields = line.split()
        if not fields or line.startswith("#"):
            continue
        clocks = fields[4:6] if len(fields) >= 6 and all(field.isdecimal() for field in fields[4:6]) else ["0", "1"]
        try:
            if len(fields) < 4:
                raise ValueError(FIELDS)
            board = chess.Board(" ".join([*fields[:4], *clocks]))
            _checked(board)
        except ValueError as exc:
            failures.append(f"{path}, line {number}: {exc}")
            continue
        yield board


def _checked(board: Board) -> None:
    """Refuse a position that cannot occur in a game of chess."""
    status = board.status()
    if status:
        names = " and ".join(str(flag.name).lower().replace("_", " ") for flag in type(status) if flag & status)
        raise ValueError(f"this is not a legal position ({names})")


def _games(path: Path, text: str, failures: list[str]) -> Iterator[Board]:
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
            _checked(board)
            for ply, move in enumerate(game.mainline_moves(), 1):
                board.push(move)
                if ply >= OPENING and (ply - OPENING) % EVERY == 0 and board.is_valid():
                    yield board.copy(stack=False)
            if game.errors:
                raise ValueError(f"{game.errors[0]}; the moves before it are used")
        except ValueError as exc:
            failures.append(f"{path}, game {number} (line {line}): {exc}")
