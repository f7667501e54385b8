"""A small UCI engine for tests. It counts material after its move, and can be told to misbehave.

fake_engine.py [illegal | hang | die FLAG]    die once, when FLAG is not there yet
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import chess

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
MODE = sys.argv[1:]


def material(board: chess.Board, move: chess.Move) -> int:
    """In centipawns, to the player who moves."""
    after = board.copy(stack=False)
    after.push(move)
    counts = (WORTH[p.piece_type] * (1 if p.color == board.turn else -1) for p in after.piece_map().values())
    return 100 * sum(counts)


def go(board: chess.Board, words: list[str], lines: int) -> None:
    moves = list(board.legal_moves)
    if "searchmoves" in words:
        moves = [chess.Move.from_uci(word) for word in words[words.index("searchmoves") + 1 :] if word[0] in "abcdefgh"]
    ranked = sorted(moves, key=lambda move: (-material(board, move), move.uci()))
    if MODE[:1] == ["illegal"]:
        print("bestmove a1a1", flush=True)
        return
    if MODE[:1] == ["hang"]:
        time.sleep(60)
    if MODE[:1] == ["die"] and not Path(MODE[1]).exists():
        Path(MODE[1]).touch()
        sys.exit(3)
    for number, move in enumerate(ranked[:lines], 1):
        print(f"info depth 1 multipv {number} score cp {material(board, move)} nodes {len(moves)} pv {move.uci()}")
    print(f"bestmove {ranked[0].uci()}", flush=True)


board, lines = chess.Board(), 1
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Fake\noption name MultiPV type spin default 1 min 1 max 50")
        print("option name Hash type spin default 1 min 1 max 4\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:3] == ["setoption", "name", "MultiPV"]:
        lines = int(words[-1])
    elif words[:1] == ["position"]:
        fen = " ".join(words[2:8]) if words[1] == "fen" else chess.STARTING_FEN
        board = chess.Board(fen)
        for move in words[words.index("moves") + 1 :] if "moves" in words else ():
            board.push_uci(move)
    elif words[:1] == ["go"]:
        go(board, words, lines)
    elif words[:1] == ["quit"]:
        break
