"""A small UCI engine for tests. It counts material after its move, and can be told to misbehave.

fake_engine.py [MODE [WHAT]]

illegal        answers with a move that is not legal
silent         names no move at all
hang           never answers a search
stuck          never says that it speaks UCI
die FILE       dies in a search, once: when FILE is not there yet
dying          dies in every search
hates FEN      hangs in this position only
noise          says much that is no UCI, and garbled lines
late           says how many nodes it saw only at the end
set FILE       writes what it is told to set to FILE
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import chess

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
MODE, WHAT = [*sys.argv[1:], "", ""][:2]
NOISE = "hello\ninfo\ninfo depth x score cp\ninfo string depth 3 pv a1a1\ninfo depth 1 score cp 5 pv a1a1\noption\n"
OPTIONS = """option name MultiPV type spin default 1 min 1 max 50
option name Hash type spin default 1 min 1 max 4
option name OwnBook type check default true
option name Style type combo default Solid var Solid var Very Risky
option name Number of Threads type spin default 2 min 1 max 8"""


def material(board: chess.Board, move: chess.Move) -> int:
    """In centipawns, to the player who moves."""
    after = board.copy(stack=False)
    after.push(move)
    counts = (WORTH[p.piece_type] * (1 if p.color == board.turn else -1) for p in after.piece_map().values())
    return 100 * sum(counts)


def go(board: chess.Board, depth: int, lines: int) -> None:
    """At depth 1 it plays the first move of the alphabet, deeper the greediest."""
    moves = list(board.legal_moves)
    by_name = sorted(moves, key=lambda move: move.uci())
    ranked = sorted(by_name, key=lambda move: -material(board, move))
    if MODE == "illegal":
        print("bestmove a1a1", flush=True)
        return
    if MODE == "silent":
        print("bestmove (none)", flush=True)
        return
    if MODE == "hang" or (MODE == "hates" and board.fen() == WHAT):
        time.sleep(60)
    if MODE == "dying" or (MODE == "die" and not Path(WHAT).exists()):
        Path(WHAT or "/dev/null").touch()
        sys.exit(3)
    if MODE == "noise":
        print(NOISE, end="")
    for at in range(1, depth + 1):
        order = by_name if at == 1 else ranked
        for number, move in enumerate(order[:lines], 1):
            nodes = 0 if MODE == "late" else at * len(moves)
            score = f"cp {material(board, move)}"
            print(f"info depth {at} multipv {number} score {score} nodes {nodes} pv {move.uci()}")
    if MODE == "late":
        print(f"info nodes {depth * len(moves)}")
    print(f"bestmove {order[0].uci()}", flush=True)


board, lines = chess.Board(), 1
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"] and MODE != "stuck":
        print(f"id name Fake\n{OPTIONS}\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:2] == ["setoption", "name"]:
        if MODE == "set":
            with Path(WHAT).open("a") as file:
                file.write(line)
        if words[2] == "MultiPV":
            lines = int(words[-1])
    elif words[:2] == ["position", "fen"]:
        board = chess.Board(" ".join(words[2:8]))
    elif words[:2] == ["go", "depth"]:
        go(board, int(words[2]), lines)
    elif words[:1] == ["quit"]:
        break
