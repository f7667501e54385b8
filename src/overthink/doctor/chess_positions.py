"""Chess positions: from files (games in PGN, or lists of EPD or FEN, a line each), or made on the spot."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError

OPENING = 8  # plies of a game that are left out
EVERY = 5  # of what follows, one position in so many; odd, so that both sides are to move
ENOUGH = 10  # times as many positions as are wanted: a larger file is read no further
FIELDS = "a position has four fields at least: pieces, player to move, castling and en passant"


def chess_positions(path: Path, wanted: int) -> tuple[list[str], list[str]]:
    """Different positions with a choice of moves, as FEN, in the order of the file; and one sentence for each entry
    that cannot be read. Where a file has more than are wanted, they are taken from all over it (of a very long one,
    from its first part)."""
    _needed()
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise OverthinkError(f"{path} cannot be read ({error.strerror}).") from None
    failures = list[str]()
    games = path.suffix.lower() == ".pgn" or text.lstrip().startswith("[Event ")
    found: dict[str, str] = {}  # by what is on the board, whatever the clocks say
    for board in (_games if games else _lines)(path, text, failures):
        if board.legal_moves.count() > 1:
            found.setdefault(board.epd(), board.fen())
        if len(found) >= ENOUGH * wanted:
            break
    if not found:
        why = f" ({failures[0]})" if failures else ""
        raise OverthinkError(f"{path} holds no position with a choice of moves{why}.")
    every, taken = list(found.values()), min(wanted, len(found))
    return [every[k * len(every) // taken] for k in range(taken)], failures


def made_chess_positions(
    command: str, wanted: int, seed: int, jobs: int = 2, tell: Callable[[int, int], None] | None = None
) -> list[str]:
    """Different positions from random openings that the engine has played on; the same for any number of jobs."""
    from overthink.adapters.chess_games import made_position
    from overthink.adapters.uci import Engine

    _needed()
    found, engines = dict[int, str](), list[Engine]()

    def make(first: int) -> None:
        with closing(Engine(command)) as engine:
            engines.append(engine)
            for number in range(first, wanted, jobs):
                found[number] = made_position(engine, number, seed)
                if tell is not None:
                    tell(len(found), wanted)

    with ThreadPoolExecutor(jobs) as pool:
        runs = [pool.submit(make, first) for first in range(min(jobs, wanted))]
        try:
            for run in runs:
                run.result()
        except BaseException:  # Ctrl-C, or an engine that gives no answer: the others need not go on
            for engine in engines:
                engine.give_up()
            raise
    return list({fen.rsplit(" ", 2)[0]: fen for _, fen in sorted(found.items())}.values())


def _needed() -> None:
    try:
        import chess  # noqa: F401
    except ImportError:
        raise OverthinkError("Chess positions need the package chess; install overthink[chess].") from None


def _lines(path: Path, text: str, failures: list[str]) -> Iterator[Any]:
    import chess

    for number, line in enumerate(text.splitlines(), 1):
        fields = line.split()
        if not fields or line.startswith("#"):
            continue
        clocks = fields[4:6] if len(fields) >= 6 and all(each.isdecimal() for each in fields[4:6]) else ["0", "1"]
        try:
            if len(fields) < 4:
                raise ValueError(FIELDS)
            board = chess.Board(" ".join([*fields[:4], *clocks]))
            _checked(board)
        except ValueError as error:
            failures.append(f"{path}, line {number}: {error}")
            continue
        yield board


def _checked(board: Any) -> None:
    """Refuses what cannot come about in a game of chess."""
    status = board.status()
    if status:
        names = " and ".join(str(flag.name).lower().replace("_", " ") for flag in type(status) if flag & status)
        raise ValueError(f"this is no legal position ({names})")


def _games(path: Path, text: str, failures: list[str]) -> Iterator[Any]:
    import chess.pgn

    class Quiet(chess.pgn.GameBuilder[Any]):
        """Keeps errors with the game, and does not print them."""

        def handle_error(self, error: Exception) -> None:
            self.game.errors.append(error)

    file, number, line, at = io.StringIO(text), 0, 1, 0
    while True:
        line, at = line + text.count("\n", at, file.tell()), file.tell()
        try:
            game = chess.pgn.read_game(file, Visitor=Quiet)
        except Exception as error:  # what no parser should do, on a file that is no PGN
            failures.append(f"{path}, line {line}: {error}")
            return
        if game is None:
            return
        number += 1
        try:
            board = game.board()
            if board.uci_variant != "chess" or board.chess960:
                raise ValueError("this is no game of standard chess")
            _checked(board)
            for ply, move in enumerate(game.mainline_moves(), 1):
                board.push(move)
                if ply >= OPENING and (ply - OPENING) % EVERY == 0 and board.is_valid():
                    yield board.copy(stack=False)
            if game.errors:
                raise ValueError(f"{game.errors[0]}; what stands before is used")
        except ValueError as error:
            failures.append(f"{path}, game {number} (line {line}): {error}")
