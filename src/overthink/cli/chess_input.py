"""The chess positions that a user names for an engine, and the truth about them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from overthink.core.errors import OverthinkError

if TYPE_CHECKING:
    from overthink.doctor.ask.chess import ChessFile

BM = "bm"


def chess_file(positions: str | None, truth: str | None, reference: str | None, most: int) -> ChessFile | None:
    """The file of positions, if one is named. With --truth, only positions whose best moves it names."""
    from overthink.doctor.ask.chess import read_chess_file

    if truth is not None:
        positions = _with_best_moves(positions, truth, reference)
    if positions is None or positions.lstrip("+-").isdecimal():
        if positions and int(positions) < 2:
            raise OverthinkError(f"--positions must be a number, 2 or more, or a file of positions, not '{positions}'.")
        return None
    file = read_chess_file(Path(positions), most)
    for note in file.notes:
        warnings.warn(note, stacklevel=2)
    if truth is not None:
        return file.labelled()
    if file.values:
        warnings.warn(
            f"{file.path.name} names best moves for {len(file.values):,} positions; --truth bm judges by them.",
            stacklevel=2,
        )
    return file


def _with_best_moves(positions: str | None, truth: str, reference: str | None) -> str:
    """The file that names the best moves."""
    if truth != BM and not Path(truth).is_file():
        raise OverthinkError(
            f"For an engine, --truth is bm, the best moves in an EPD file, not '{truth}'. A deeper search is "
            "--reference-depth."
        )
    if reference is not None:
        raise OverthinkError("--truth and --reference both say which moves are right. Give one of them.")
    if truth != BM and positions not in (None, truth):
        raise OverthinkError("--truth names other positions than --positions. Write --positions FILE --truth bm.")
    file = positions if truth == BM else truth
    if file is None or file.isdecimal():
        raise OverthinkError("--truth bm needs an EPD file with best moves: --positions FILE.epd.")
    return file
