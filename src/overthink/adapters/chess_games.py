"""Chess positions made on the spot: a random opening, then an engine that plays both sides for a while.

A position depends on its number and the seed alone (and on the engine). Those where nothing is left to decide, since
the game is over or one side is far ahead, are passed over.
"""

from __future__ import annotations

import numpy as np

from overthink.adapters.uci import Engine
from overthink.core.errors import OverthinkError
from overthink.core.randomness import mix, seed_key

OPENING = 6  # plies at random
FIRST, LAST = 12, 72  # plies after which a position is taken
DEPTH = 4  # to which the engine looks when it plays
JUDGED = 8  # and when it is asked who is ahead
DECIDED = 2.0  # pawns; with more the game is decided
TRIES = 50  # games, of which one in two or so is open when its position is taken


def made_position(engine: Engine, number: int, seed: int) -> str:
    """Position number so and so, as FEN: from the first of its games that is open still when it is taken."""
    for attempt in range(TRIES):
        found = _one_game(engine, seed_key("chess position", seed, number, attempt))
        if found is not None:
            return found
    raise OverthinkError(
        f"In none of {TRIES} games did {engine.name} see a position that is open still, neither side being more than "
        f"{DECIDED:g} pawns ahead; give positions from a file."
    )


def _one_game(engine: Engine, key: np.uint64) -> str | None:
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
