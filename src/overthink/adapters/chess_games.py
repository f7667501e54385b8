"""Generate chess positions: a random opening, then an engine plays both sides for a while.

A position depends only on its number, the seed and the engine. Positions are skipped if the game is over or one side is
far ahead.
"""

from __future__ import annotations

import numpy as np

from overthink.adapters.uci import Engine
from overthink.core.errors import OverthinkError
from overthink.core.randomness import mix, seed_key

OPENING = 6  # random plies
FIRST, LAST = 12, 72  # range of the ply at which a position is taken
DEPTH = 4  # search depth of the engine when it plays
JUDGED = 8  # search depth of the engine when it judges who is ahead
DECIDED = 2.0  # pawns; beyond this the game is decided
TRIES = 50  # games; about half of them give a position


def made_position(engine: Engine, number: int, seed: int) -> str:
    """Generate position `number` as FEN, from the first of its games that is not decided yet."""
    for attempt in range(TRIES):
        fen = _play_game(engine, seed_key("chess position", seed, number, attempt))
        if fen is not None:
            return fen
    raise OverthinkError(
        f"{engine.name} found no balanced position in {TRIES} games: one side was always more than {DECIDED:g} pawns "
        "ahead. Give positions from a file."
    )


def _play_game(engine: Engine, key: np.uint64) -> str | None:
    import chess

    board = chess.Board()
    plies = FIRST + int(mix(key, np.uint64(0)) % np.uint64(LAST - FIRST + 1))
    for ply in range(plies):
        legal = sorted(move.uci() for move in board.legal_moves)
        if not legal or board.is_insufficient_material() or board.is_repetition(3) or board.halfmove_clock >= 50:
            return None
        if ply < OPENING:
            board.push_uci(legal[int(mix(key, np.uint64(ply + 1)) % np.uint64(len(legal)))])
        else:
            board.push_uci(engine.best(board.fen(), DEPTH, fresh=ply == OPENING).move)
    if board.legal_moves.count() < 2 or board.halfmove_clock >= 50:
        return None
    worth = max(engine.values(board.fen(), JUDGED, 1).values())
    return board.fen() if abs(worth) <= DECIDED else None
