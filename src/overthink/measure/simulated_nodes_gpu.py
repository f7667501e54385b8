"""How a GPU keeps the trees of UCT: 24 bytes a node, in one store that all trees share.

A tree takes a piece of the store, and another when that is full, so that no room is kept for what may not come. All of
a node stands side by side, and so does a family: reading it once is enough. What follows from the position is computed
again: the number of moves, and who makes them. Visits and values of the nodes on a path are kept near the thread until
they change.

These are the words of `overthink.search.simulated_nodes` for the rule `mean` without a solver, in games in which a
position without moves is a finished game.
"""

from __future__ import annotations

import math

import numpy as np

import overthink.core.logarithm as logarithms
from overthink.core.bind import kernel
from overthink.core.game import count, mover
from overthink.core.gpu import increased, prefetch
from overthink.core.json_text import Fields
from overthink.core.kinds import Column, Context, Integer, Number, State
from overthink.core.logarithm import logarithm
from overthink.search.simulated_nodes import (
    ERRORS,
    FIRST,
    MESSAGES,
    MOVES,
    OVER,
    OWN,
    TURN,
    UNOPENED,
    VISITS,
    WORTH,
    Columns,
)
from overthink.search.uct import refold_mean

BYTES = 24  # of a node: float64 value and 1 / √visits, uint32 visits and half of its first child's row
REALS, WHOLES = 3, 6  # as many numbers of 8 and of 4 bytes in a node
EVEN = 1  # families begin in even rows: halves of rows fit into 32 bits
NOT_OPENED, FINISHED = 0, 1  # in place of a half: no family begins there, but roots
PIECE = 1 << 10  # rows that a tree takes at a time, more than a family
# Columns with another use here: the whole store, where a tree's piece ends, how much is taken; of the nodes on a path.
ALL, END, TAKEN, PATH_VISITS, PATH_WORTH = MOVES, ERRORS, OWN, TURN, MESSAGES
TABLE = 1 << 17
ROOTS = np.array([logarithms.root_of_log.interpreted(n) for n in range(TABLE)])


@kernel
def columns_of(
    t: int, reals: Column, wholes: Column, ends: Column, taken: Column, path_visits: Column, path_worth: Column
) -> Columns:
    """The store as tree number t sees it: row 0 is its root, in every second row of the store."""
    low = t << EVEN
    worth, scarcity = reals[REALS * low :: REALS], reals[REALS * low + 1 :: REALS]
    visits, first = wholes[WHOLES * low + 4 :: WHOLES], wholes[WHOLES * low + 5 :: WHOLES]
    return first, wholes, path_visits, visits, scarcity, worth, taken, ends[t : t + 1], taken, path_worth


@kernel
def look_up(
    game: Context, state: State, n: Integer, ply: int, columns: Columns
) -> tuple[Integer, Integer, int, Integer]:
    row, place = np.uint64(n), np.uint64(ply)
    half, visits = np.int64(columns[FIRST][row]), np.int64(columns[VISITS][row])
    columns[PATH_VISITS][place], columns[PATH_WORTH][place] = visits, columns[WORTH][row]
    if half == NOT_OPENED:
        return 0, UNOPENED, 0, visits
    if half == FINISHED:
        return 0, OVER, 0, visits
    kids, moves = half << EVEN, count(game, state)
    prefetch(columns[WORTH], kids + moves // 2)  # the first move is read at once
    prefetch(columns[WORTH], kids + moves - 1)
    return kids, moves, mover(game, state), visits


@kernel
def visits_of(n: int, ply: int, columns: Columns) -> Integer:
    return np.int64(columns[PATH_VISITS][np.uint64(ply)])


@kernel
def worth_of(n: int, ply: int, columns: Columns) -> Number:
    return columns[PATH_WORTH][np.uint64(ply)]


@kernel
def place_for(moves: int, used: int, columns: Columns) -> int:
    end = columns[END]
    used += used & EVEN
    if used + moves > end[0]:
        rows = len(columns[FIRST])
        used = increased(columns[TAKEN], PIECE) - (len(columns[ALL]) // WHOLES - rows)
        end[0] = used + PIECE
        if end[0] > rows:
            return -1
    return used


@kernel
def open_up(n: int, kids: int, moves: int, me: int, columns: Columns) -> None:
    columns[FIRST][n] = FINISHED if moves == OVER else kids >> EVEN


@kernel
def remember(n: int, own: float, error: float, columns: Columns) -> None:
    """A leaf is worth its own evaluation."""
    columns[WORTH][n] = own


@kernel
def recall(n: int, columns: Columns) -> tuple[float, float]:
    return columns[WORTH][n], 0.0


@kernel
def root_of_log(n: int) -> float:
    """√ln n. To look it up is sooner done than to compute it, up to larger numbers than on a processor."""
    return ROOTS[n] if n < TABLE else math.sqrt(logarithm(n))


def words_for(names: Fields) -> Fields:
    """What the words mean for a game, given by what its own mean."""
    words = {word.__name__: word for word in (look_up, place_for, open_up, visits_of, worth_of, remember, recall)}
    bound = {name: word.bind(**names) for name, word in words.items()}
    return bound | {"refold": refold_mean.bind(**bound), "root_of_log": root_of_log}
