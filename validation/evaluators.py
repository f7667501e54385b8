"""Evaluators as people write them, sound and with a bug, in seven games: how many of the buggy ones does the doctor
suspect, and does it suspect a sound one? They were written before the checks that look at evaluators.

Every second one of each kind is in the set that the checks were made with; the others were locked until the end.

Usage: python -m validation.evaluators [open | locked] [part of a name]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import overthink as ot
from overthink.core.arithmetic import seed_key, uniform
from validation.locked_games import GAMES as LOCKED_GAMES
from validation.small_games import Drop, Heaps, Pawns, Remembered

Opinion = Callable[[Any, Any], float]  # of a game and a state
POSITIONS, DEPTHS = 150, (1, 2, 3)
GAMES: dict[str, Any] = {"drop": Drop, "pawns": Pawns, "heaps": Heaps} | {
    name: LOCKED_GAMES[name] for name in ("boxes", "othello", "morris", "dominoes")
}
CORNERS, EDGES = (0, 4, 15, 19), (1, 2, 3, 5, 9, 10, 14, 16, 17, 18)


def limit(value: float, most: float = 0.95) -> float:
    return max(-most, min(most, value))


def material(s: Any) -> float:
    return float(sum(s[0]))


def advance(g: Any, s: Any, side: int) -> int:
    """How far the pawns of one side have come, together."""
    rows = [k // g.columns for k, cell in enumerate(s[0]) if cell == side]
    return sum(row if side > 0 else g.rows - 1 - row for row in rows)


def free(g: Any, s: Any, side: int) -> int:
    return len(g.places(s[0], side))


def open_lines(g: Any, s: Any, side: int, stones: int = 1) -> int:
    """Lines in which only this side has stones, at least this many."""
    lines = [[s[0][k] for k in line] for line in g.lines]
    return sum(-side not in line and line.count(side) >= stones for line in lines)


def threes(g: Any, s: Any) -> float:
    return float(open_lines(g, s, 1, 2) - open_lines(g, s, -1, 2))


def taken(s: Any, edges: int) -> int:
    return int(s[0] & edges).bit_count()


def nearly(g: Any, s: Any, sides: int = 3) -> int:
    """Boxes with this many sides drawn."""
    return sum(taken(s, side) == sides for side in g.sides)


def noise(s: Any, *words: Any) -> float:
    return float(uniform(seed_key("evaluators", *map(str, words), str(s)))) - 0.5


def judge(g: Any, s: Any) -> float:
    return float(g.judge(s))


class Counter8:
    """Adds in eight bits, as arrays of small numbers do."""

    def __call__(self, g: Any, s: Any) -> float:
        weights = np.array([40, 15, 15, 15, 40, 15, 2, 2, 2, 15, 15, 2, 2, 2, 15, 40, 15, 15, 15, 40], np.int8)
        return float(np.sum(weights * np.array(s[0], np.int8), dtype=np.int8)) / 130.0


class Remembers:
    """Keeps what it said about a board, whoever moves."""

    def __init__(self) -> None:
        self.known: dict[Any, float] = {}

    def __call__(self, g: Any, s: Any) -> float:
        if s[0] not in self.known:
            self.known[s[0]] = limit(0.1 * threes(g, s) + 0.3 * s[1])
        return self.known[s[0]]


def piece_table(g: Any, s: Any, table: tuple[int, ...]) -> float:
    return limit(sum(table[k] * cell for k, cell in enumerate(s[0])) / 60.0)


OTHELLO_TABLE = (20, -4, 4, -4, 20, 4, 1, 1, 1, 4, 4, 1, 1, 1, 4, 20, -4, 4, -4, 20)
OTHELLO_TYPO = (20, -4, 4, -4, 20, 4, 1, 1, 1, 4, 4, 1, 1, 1, 4, 2, -4, 4, -4, 20)
DROP_TABLE = (1, 2, 2, 1, 2, 4, 4, 2, 2, 4, 4, 2, 1, 2, 2, 1)

BUGS: dict[str, Opinion] = {
    # stones that fall
    "drop: to the player to move": lambda g, s: s[1] * judge(g, s),
    "drop: its own lines only": lambda g, s: limit(open_lines(g, s, 1, 2) / 4.0),
    "drop: the last column is left out": lambda g, s: limit(
        sum(0.1 * s[0][k] * (3 - abs(2 * (k // 4) - 3) // 2) for k in range(12))
    ),
    "drop: rows taken for columns": lambda g, s: limit(sum(0.1 * s[0][k] * (k % 4 in (0, 1)) for k in range(16))),
    "drop: blocked lines count": lambda g, s: limit(
        0.1 * sum(max(-1, min(1, sum(s[0][k] for k in line))) * any(s[0][k] > 0 for k in line) for line in g.lines)
    ),
    "drop: a table without who moves": Remembers(),
    # pawns
    "pawns: Black counted from the wrong end": lambda g, s: limit(
        (advance(g, s, 1) - sum(k // g.columns for k, cell in enumerate(s[0]) if cell < 0)) / 12.0
    ),
    "pawns: whole division": lambda g, s: (int(material(s) * 2) + advance(g, s, 1) - advance(g, s, -1)) // 3 / 6.0,
    "pawns: fewer pawns are better": lambda g, s: limit((advance(g, s, 1) - advance(g, s, -1)) / 12 - material(s) / 4),
    "pawns: beyond a win": lambda g, s: material(s) + 0.3 * (advance(g, s, 1) - advance(g, s, -1)),
    "pawns: the mover's gain for both": lambda g, s: limit(s[1] * abs(material(s)) / 3.0 + 0.05 * s[1]),
    # Othello
    "othello: a typing error in the table": partial(piece_table, table=OTHELLO_TYPO),
    "othello: corners of a board of four": lambda g, s: limit(
        0.25 * sum(s[0][k] for k in (0, 3, 12, 15)) + 0.06 * (free(g, s, 1) - free(g, s, -1))
    ),
    "othello: mobility of the wrong side": lambda g, s: limit(
        0.1 * sum(s[0][k] for k in CORNERS) - 0.09 * (free(g, s, 1) - free(g, s, -1))
    ),
    "othello: eight bits": Counter8(),
    "othello: mobility of who moves": lambda g, s: limit(
        0.25 * sum(s[0][k] for k in CORNERS) + 0.08 * free(g, s, s[1])
    ),
    "othello: edges never count": lambda g, s: limit(0.05 * sum(cell == 2 for cell in s[0]) + 0.02 * s[0][0]),
    # morris
    "morris: Min's twos for Max": lambda g, s: limit(
        0.3 * s[0][4] + 0.15 * (open_lines(g, s, 1, 2) + open_lines(g, s, -1, 2))
    ),
    "morris: the middle is 5": lambda g, s: limit(0.3 * s[0][5] + 0.1 * threes(g, s)),
    "morris: rows only": lambda g, s: limit(
        sum(0.2 * sum(s[0][k] for k in line) * (0 in [s[0][k] for k in line]) for line in g.lines[:2]) + 0.2 * s[0][1]
    ),
    "morris: turned round late": lambda g, s: limit((-1 if s[2] > 4 else 1) * judge(g, s)),
    "morris: a draw is a loss": lambda g, s: limit(judge(g, s) - 0.08 * s[2]),
    # dominoes
    "dominoes: the same places for both": lambda g, s: limit(
        (free(g, s, 1) - len([1 for k in range(12) if not s[0] & (1 << k | 1 << k + 4)])) / 8 + 0.05 * s[1]
    ),
    "dominoes: Min's places only": lambda g, s: limit(1.0 - free(g, s, -1) / 6.0),
    "dominoes: cut off early": lambda g, s: limit((free(g, s, 1) - free(g, s, -1)) / 8.0, 0.125),
    "dominoes: the share of who moves": lambda g, s: limit(
        s[1] * (free(g, s, 1) - free(g, s, -1)) / (1 + free(g, s, 1) + free(g, s, -1))
    ),
    # boxes
    "boxes: a third side is good for Max": lambda g, s: limit(s[1] / 4.0 + 0.15 * nearly(g, s)),
    "boxes: Max's boxes only": lambda g, s: limit(max(0, s[1]) / 4.0),
    "boxes: signs mixed up": lambda g, s: limit(-s[1] / 4.0 + 0.1 * s[2] * nearly(g, s)),
    "boxes: rounded away": lambda g, s: float(round(s[1] / 4.0 + 0.02 * s[2])),
    # heaps
    "heaps: the second heap for the first": lambda g, s: s[2] * (0.5 if s[0] % 3 != s[0] % 3 else -0.5),
    "heaps: remainders of two": lambda g, s: s[2] * (0.5 if s[0] % 2 != s[1] % 2 else -0.5),
    "heaps: for Max whoever moves": lambda g, s: 0.5 if s[0] % 3 != s[1] % 3 else -0.5,
    "heaps: larger is better for Max": lambda g, s: limit((s[0] - s[1]) / 24.0),
}  # fmt: skip

SOUND: dict[str, Opinion] = {
    "drop: as it comes": judge,
    "drop: lines of two": lambda g, s: limit(threes(g, s) / 5.0),
    "drop: a table of cells": lambda g, s: limit(sum(DROP_TABLE[k] * cell for k, cell in enumerate(s[0])) / 30.0),
    "drop: lines and a bonus for the move": lambda g, s: limit(threes(g, s) / 5.0 + 0.07 * s[1]),
    "drop: noise on top": lambda g, s: limit(judge(g, s) + 0.2 * noise(s)),
    "drop: in tenths": lambda g, s: round(judge(g, s), 1),
    "pawns: as it comes": judge,
    "pawns: pawns alone": lambda g, s: limit(material(s) / 3.0),
    "pawns: the move is worth half a step": lambda g, s: limit(
        (advance(g, s, 1) - advance(g, s, -1) + 0.5 * s[1]) / 12.0 + material(s) / 6.0
    ),
    "pawns: a constant for Max, who begins": lambda g, s: limit(0.05 + 0.8 * judge(g, s)),
    "pawns: curved": lambda g, s: float(np.tanh(2.0 * judge(g, s))),
    "pawns: noise on top": lambda g, s: limit(judge(g, s) + 0.3 * noise(s)),
    "othello: as it comes": judge,
    "othello: a table of cells": partial(piece_table, table=OTHELLO_TABLE),
    "othello: discs alone": lambda g, s: limit(material(s) / 20.0),
    "othello: corners and the move": lambda g, s: limit(0.3 * sum(s[0][k] for k in CORNERS) + 0.04 * s[1]),
    "othello: more discs late": lambda g, s: limit(judge(g, s) if s[0].count(0) > 8 else material(s) / 8.0),
    "othello: learned by hand, not quite even": lambda g, s: limit(
        sum((w + 0.4 * noise(k, "weight")) * s[0][k] for k, w in enumerate(OTHELLO_TABLE)) / 60.0
    ),
    "morris: as it comes": judge,
    "morris: twos": lambda g, s: limit(0.25 * threes(g, s)),
    "morris: the middle": lambda g, s: 0.5 * s[0][4],
    "morris: twos and the move": lambda g, s: limit(0.2 * threes(g, s) + 0.1 * s[1]),
    "dominoes: as it comes": judge,
    "dominoes: who moves loses a place": lambda g, s: limit((free(g, s, 1) - free(g, s, -1) - s[1]) / 8.0),
    "dominoes: Max's places count more": lambda g, s: limit((1.2 * free(g, s, 1) - free(g, s, -1)) / 8.0),
    "boxes: as it comes": judge,
    "boxes: boxes alone": lambda g, s: limit(s[1] / 7.0),
    "boxes: a third side is good for who moves": lambda g, s: limit(s[1] / 6.0 + 0.1 * s[2] * nearly(g, s)),
    "heaps: as it comes": judge,
    "heaps: the rule of three": lambda g, s: s[2] * (0.5 if s[0] % 3 != s[1] % 3 else -0.5),
    "heaps: the rule, with noise": lambda g, s: limit(0.4 * s[2] * (1 if s[0] % 3 != s[1] % 3 else -1) + noise(s)),
}  # fmt: skip


def part(kind: dict[str, Opinion], which: str) -> dict[str, Opinion]:
    """Every second evaluator, or all of them."""
    steps = {"open": slice(0, None, 2), "locked": slice(1, None, 2), "all": slice(None)}
    return dict(list(kind.items())[steps[which]])


def suspicions(name: str, opinion: Opinion, positions: int = POSITIONS) -> list[str]:
    """What the doctor suspects of an evaluator, in words."""
    game = Remembered(GAMES[name.partition(":")[0]]())
    plain = GAMES[name.partition(":")[0]]()
    found = ot.diagnose(game, partial(opinion, plain), depths=DEPTHS, positions=positions)
    return [f"{each.name}: {each.why}" for each in found.imitators if each.outcome == "suspected" and each.doubts]


def main() -> None:
    which, words = [*sys.argv[1:], *["open", ""][len(sys.argv) - 1 :]][:2]
    for title, kind in (("with a bug", BUGS), ("sound", SOUND)):
        chosen = {name: opinion for name, opinion in part(kind, which).items() if words in name}
        told = {name: suspicions(name, opinion) for name, opinion in chosen.items()}
        for name, seen in told.items():
            print(f"{title:10} {name:42} {'; '.join(seen)[:150] or '-'}", flush=True)
        print(f"{title}: {sum(map(bool, told.values()))} of {len(told)} suspected", flush=True)


if __name__ == "__main__":
    main()
