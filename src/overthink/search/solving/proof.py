"""The value of moves, to the end of the game, by a search that only asks: is it at least this much?

Each question is a null window. Asked again and again, it closes in on a value from both sides (MTD(f), Plaat,
Schaeffer, Pijls and de Bruin 1996). An answer holds for ever, so one table serves all moves of a position. Before any
move is searched, the position after it is looked at: the game may be over, the game may know a bound (`outlook`), or
the table may. What remains is tried in this order: what the table found best, what the game hopes most of, and what cut
off elsewhere, weighed by the nodes that it took.

What it remembers is kept as by alpha-beta with a table: the same entries, and one array of floats with numbers of the
search, the history of each player and a row of ratings for each ply.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.arithmetic import GOLDEN
from overthink.core.bind import kernel, recursive, types_of
from overthink.core.kinds import Column, Context, Key, Number, State
from overthink.core.machine import parts_of, stopped
from overthink.core.vocabulary import child, count, mirror, move, mover, outlook
from overthink.search.minimax import MOST_PLIES
from overthink.search.subjects.subject import Subject
from overthink.search.table import (
    ENTRY,
    HISTORY,
    MOST_ENTRIES,
    MOVES,
    RATINGS,
    ROW,
    S12,
    TABLE,
    WIDEST,
    history_place,
    pick,
    within,
)

NODES_LEFT, STOPPED, SEARCH, MIRRORED = range(4)
ANY_NUMBER = 1 << 53  # of nodes: a float counts so far, and infinity cannot be counted down
SPENT, TOO_LONG = 1.0, 2.0  # why a search stopped
HOPE = 1e10  # more than any history
SMALLEST_TABLE = 1 << 12  # positions that it holds at least
STIR, S32 = np.uint64(0xD6E8FEB86659FD93), np.uint64(32)
HAS_MIRROR = False  # whether the game knows mirror images


@kernel
def position_key(state: State) -> Key:
    """A hash of a state that is a number or a tuple of numbers."""
    key = np.uint64(0)
    for part in parts_of(state):
        key = (key ^ np.uint64(part)) * GOLDEN
        key ^= key >> S32
    key *= STIR
    return key ^ (key >> S32)


@kernel
def spot(game: Context, state: State) -> tuple[Number, Number]:
    """The place of a position in the table, and a number that another position in this place does not have, but for
    one chance in 2⁵²: together they are the whole key. Mirror images are one where they are reached from one."""
    key = position_key(state)
    if HAS_MIRROR and game[1][MIRRORED] > 0.0:
        key = min(key, position_key(mirror(game, state)))
    return np.int64(key & np.uint64(len(game[2]) - 1)), np.float64(key >> S12) + 1.0


@kernel
def known(game: Context, entry: Column, check: float) -> bool:
    """Whether this position was met in this search."""
    return bool(entry["check"] == check and entry["search"] == game[1][SEARCH])


@recursive(1)
def prove(game: Context, state: State, ply: int, low: float, high: float) -> Number:
    """A bound on the value, to the player to move, of a state that is not over: from below if it is at least `high`,
    from above if it is at most `low`. No value lies between."""
    memory = game[1]
    begun = memory[NODES_LEFT]
    if begun <= 0.0 or ply > MOST_PLIES or stopped():
        memory[STOPPED] = TOO_LONG if ply > MOST_PLIES else SPENT
        return 0.0
    memory[NODES_LEFT] = begun - 1.0
    # 1. What the table knows.
    place, check = spot(game, state)
    entry = game[2][np.uint64(place)]  # no sign: nothing counts from the end
    L = -math.inf
    U = math.inf
    first = -1
    if known(game, entry, check):
        L = entry["low"]
        U = entry["high"]
        first = int(entry["best"])
        if high <= L:
            return L
        if low >= U:
            return U
    # 2. What can be said of every move without a search of it.
    me = mover(game, state)
    moves = count(game, state)
    row = RATINGS + ROW * ply
    best = -math.inf
    chosen = 0
    left = 0
    for i in range(min(moves, WIDEST)):
        position = child(game, state, i)
        least, most, hope = outlook(game, position)
        if least < most:
            where, sign = spot(game, position)
            after = game[2][np.uint64(where)]
            if known(game, after, sign):
                least, most = max(least, after["low"]), min(most, after["high"])
        if mover(game, position) != me:
            least, most, hope = -most, -least, -hope
        if least >= high:
            return least
        memory[row + i] = -math.inf
        if low >= most:
            best = max(best, most)
        else:
            left += 1
            past = memory[history_place(me, move(game, state, i))]
            memory[row + i] = math.inf if i == first else hope * HOPE + past
    # 3. The moves that remain, the most promising first.
    for n in range(left + max(0, moves - WIDEST)):
        i = pick(memory, row, n, moves) if n < left else n - left + WIDEST
        position = child(game, state, i)
        if n >= left and count(game, position) == 0:
            value = outlook(game, position)[0] * me * mover(game, position)
        elif mover(game, position) == me:
            value = prove(game, position, ply + 1, low, high)
        else:
            value = -prove(game, position, ply + 1, -high, -low)
        if memory[STOPPED] > 0.0:
            return 0.0
        if value > best:
            best, chosen = value, i
            if best >= high:
                memory[history_place(me, move(game, state, i))] += begun - memory[NODES_LEFT]
                break
    # 4. What is known now.
    if best >= high:
        L = best
    else:
        U = best
    entry["check"], entry["low"], entry["high"] = check, L, U
    entry["search"], entry["best"] = memory[SEARCH], min(chosen, MOVES - 1)
    return best


@kernel
def prove_moves(game: Context, state: State, low: float, high: float, values: Column) -> None:
    """Fill in the value of each move to the player who makes it. All values, to him, are from `low` to `high`."""
    memory = game[1]
    me = mover(game, state)
    if HAS_MIRROR:
        memory[MIRRORED] = mirror(game, state) == state
    guess = 0.0
    for i in range(count(game, state)):
        position = child(game, state, i)
        side = me * mover(game, position)
        least, most, _ = outlook(game, position)
        L, U = (max(low, least), min(high, most)) if side > 0 else (max(-high, least), min(-low, most))
        guess *= side
        while L < U:
            above = min(max(guess, np.nextafter(L, math.inf)), U)
            guess = prove(game, position, 1, np.nextafter(above, -math.inf), above)
            if memory[STOPPED] > 0.0:
                return
            if guess >= above:
                L = guess
            else:
                U = guess
        guess = side * U
        values[i] = guess


class ProofSearch:
    """Solves positions of one game of kernels, one after the other, each as if it were the first."""

    def __init__(self, position: Subject, nodes: int):
        size = min(MOST_ENTRIES, max(SMALLEST_TABLE, 1 << (2 * nodes).bit_length()))
        self.memory = np.zeros(TABLE)
        self.context = (position.context, self.memory, np.zeros(size, ENTRY))
        words = {**within(position.names), "HAS_MIRROR": "mirror" in position.names}
        words["spot"] = spot.bind(**words)
        context, state = types_of(self.context, position.state)
        inner = prove.bind((context, state, *types_of(1, 0.0, 0.0)), **words)
        rest = types_of(0.0, 0.0, np.zeros(1))
        self.run = prove_moves.bind((context, state, *rest), prove=inner, **words).compiled

    def values(self, state: State, moves: int, low: float, high: float, nodes: int) -> tuple[Column, float]:
        """The value of each of this many moves to the player who makes it, all from `low` to `high`; and why it
        stopped, if it did."""
        memory = self.memory
        values = np.zeros(moves)
        memory[HISTORY:RATINGS] = 0.0
        memory[SEARCH] += 1.0
        memory[NODES_LEFT] = nodes
        memory[STOPPED] = 0.0
        self.run(self.context, state, float(low), float(high), values)
        return values, float(memory[STOPPED])
