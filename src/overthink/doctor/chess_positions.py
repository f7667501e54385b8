"""Chess positions from files: games in PGN, or lists of EPD or FEN, a line each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from overthink.core.errors import OverthinkError

OPENING = 8  # plies of a game that are left out
EVERY = 4  # of what follows, one position in so many


def chess_positions(path: Path, wanted: int) -> tuple[list[str], list[str]]:
    """Different positions with a choice of moves, as FEN, in the order of the file; and one sentence for each entry
    that cannot be read. Where a file has more than are wanted, they are taken from all over it."""
    try:
        import chess  # noqa: F401
    except ImportError:
        raise OverthinkError("Chess positions need the package chess; install overthink[chess].") from None
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise OverthinkError(f"{path} cannot be read ({error.strerror}).") from None
    boards, failures = _games(path) if path.suffix.lower() == ".pgn" else _lines(path, text)
    found = list(dict.fromkeys(board.fen() for board in boards if board.legal_moves.count() > 1))
    if not found:
        why = f" ({failures[0]})" if failures else ""
        raise OverthinkError(f"{path} holds no position with a choice of moves{why}.")
    step = max(1, len(found) // wanted)
    return found[::step][:wanted], failures


def _lines(path: Path, text: str) -> tuple[list[Any], list[str]]:
    import chess

    boards, failures = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        board = chess.Board()
        try:
            if len(line.split()) >= 6 and line.split()[4].isdecimal():
                board.set_fen(" ".join(line.split()[:6]))
            else:
                board.set_epd(line.strip())
            if not board.is_valid():
                raise ValueError("no legal position")
        except (ValueError, IndexError) as error:
            failures.append(f"{path}, line {number}: {error}")
            continue
        boards.append(board)
    return boards, failures


def _games(path: Path) -> tuple[list[Any], list[str]]:
    import chess.pgn

    boards, failures = [], []
    with path.open(encoding="utf-8", errors="replace") as file:
        for number in range(1, 1 << 30):
            game = chess.pgn.read_game(file)
            if game is None:
                break
            if game.errors:
                failures.append(f"{path}, game {number}: {game.errors[0]}")
            board = game.board()
            for ply, move in enumerate(game.mainline_moves(), 1):
                board.push(move)
                if ply >= OPENING and ply % EVERY == 0:
                    boards.append(board.copy(stack=False))
    return boards, failures
