"""A small UCI engine for tests. It counts material after its move, and can be told to misbehave.

fake_engine.py [MODE [WHAT]]

illegal        answers with a move that is not legal
silent         names no move at all
hang           never answers a search
unready        never says that it is ready
stuck          never says that it speaks UCI
die FILE       dies in a search, once: when FILE is not there yet
dying          dies in every search
hates FEN      dies in this position only
noise          says much that is no UCI, and garbled lines
late           says how many nodes it saw only at the end
set FILE       writes what it is told to set to FILE
"""

import sys
import time
from pathlib import Path

MODE, WHAT = [*sys.argv[1:], "", ""][:2]
WORTH = dict(zip("pnbrqk", (1, 3, 3, 5, 9, 0)))
NOISE = "hello\ninfo\ninfo depth x score cp\ninfo string depth 3 pv a1a1\ninfo depth 1 score cp 5 pv a1a1\noption\n"
OPTIONS = """option name MultiPV type spin default 1 min 1 max 50
option name Hash type spin default 1 min 1 max 4
option name OwnBook type check default true
option name Style type combo default Solid var Solid var Very Risky
option name Number of Threads type spin default 2 min 1 max 8"""


def worths(fen: str) -> dict[str, int]:
    """What there is after each move, in centipawns, to the player who moves; by the moves' names."""
    import chess  # takes longer than all the rest, and many tests ask for no move

    board = chess.Board(fen)
    names = fen.split()[0]
    now = sum(WORTH[each.lower()] * (1 if each.isupper() == board.turn else -1) for each in names if each.isalpha())
    found = {}
    for move in board.legal_moves:
        taken = "p" if board.is_en_passant(move) else str(board.piece_at(move.to_square) or "k")
        gain = WORTH[taken.lower()] + (WORTH[chess.piece_symbol(move.promotion)] - 1 if move.promotion else 0)
        found[move.uci()] = 100 * (now + gain)
    return found


def go(fen: str, depth: int, lines: int) -> None:
    """At depth 1 it plays the first move of the alphabet, deeper the greediest."""
    if MODE == "illegal":
        print("bestmove a1a1", flush=True)
        return
    if MODE == "silent":
        print("bestmove (none)", flush=True)
        return
    if MODE == "hang":
        time.sleep(60)
    if MODE == "hates" and fen == WHAT:
        sys.exit(3)
    if MODE == "dying" or (MODE == "die" and not Path(WHAT).exists()):
        Path(WHAT or "/dev/null").touch()
        sys.exit(3)
    if MODE == "noise":
        print(NOISE, end="")
    worth = worths(fen)
    by_name = sorted(worth)
    ranked = sorted(by_name, key=lambda move: -worth[move])
    for at in range(1, depth + 1):
        order = by_name if at == 1 else ranked
        for number, move in enumerate(order[:lines], 1):
            nodes = 0 if MODE == "late" else at * len(worth)
            print(f"info depth {at} multipv {number} score cp {worth[move]} nodes {nodes} pv {move}")
    if MODE == "late":
        print(f"info nodes {depth * len(worth)}")
    print(f"bestmove {order[0]}", flush=True)


fen = ""
lines = 1
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"] and MODE != "stuck":
        print(f"id name Fake\n{OPTIONS}\nuciok", flush=True)
    elif words[:1] == ["isready"] and MODE != "unready":
        print("readyok", flush=True)
    elif words[:2] == ["setoption", "name"]:
        if MODE == "set":
            with Path(WHAT).open("a") as file:
                file.write(line)
        if words[2] == "MultiPV":
            lines = int(words[-1])
    elif words[:2] == ["position", "fen"]:
        fen = " ".join(words[2:8])
    elif words[:2] == ["go", "depth"]:
        go(fen, int(words[2]), lines)
    elif words[:1] == ["quit"]:
        break
