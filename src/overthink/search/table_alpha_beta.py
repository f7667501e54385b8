"""Alpha-beta as engines have it: a table of positions seen before, and the moves that look best first.

The value is that of full width to the same depth: bounds in the table are used only where as many plies are left, and
were proven by the same search. What deeper and shallower searches left in the table, and the history of moves that cut
off, only say which move to try first.

All that a search remembers is one array of floats, because compiled recursion is slow to hand over several: numbers
of the search, the history of each player, a row of ratings for each ply, and the table, four numbers a position.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.bind import kernel, recursive
from overthink.core.game import child, count, move, mover, over
from overthink.core.kinds import Column, Context, Integer, Number, State
from overthink.search.alpha_beta import too_good
from overthink.search.bound_table import position_key
from overthink.search.horizon import stopped

# numbers of the search
NODES_LEFT, EVALUATIONS_LEFT, STOPPED, INTERNAL, LEAVES, ENDS, SEARCH = range(7)
HISTORY, KINDS = 8, 4_093  # moves are told apart by their remainder
RATINGS, WIDEST, DEEPEST = HISTORY + 2 * KINDS + 6, 256, 256  # moves beyond the widest are tried last
TABLE = RATINGS + WIDEST * DEEPEST
ENTRY = 4  # a check of the position; low; high; search, depth and best move in one number
DEPTHS, MOVES = 1 << 8, 1 << 12
UNRATED = -1e300
FIRST, TIES, EVERY = range(3)  # the moves whose values are exact
S12 = np.uint64(12)


@kernel
def hashed(game: Context, state: State) -> tuple[Number, Number]:
    """The place of a position in the table, and a number that no other position in this place has, but for one chance
    in 2⁴⁴ or less."""
    key = position_key(state)
    places = np.uint64((len(game[1]) - TABLE) // ENTRY - 1)
    return TABLE + ENTRY * np.int64(key & places), np.float64(key >> S12) + 1.0


@kernel
def numbered(game: Context, state: int) -> tuple[Number, Number]:
    """The same for a node of a tree, which is a number already."""
    places = (len(game[1]) - TABLE) // ENTRY
    return TABLE + ENTRY * (state % places), state + 1.0


@kernel
def spot(game: Context, state: State) -> tuple[Number, Number]:
    return hashed(game, state)


@kernel
def worn(memory: Column, me: int, kind: Integer) -> Number:
    """Where the history of a move is."""
    return HISTORY + kind % KINDS + (KINDS if me > 0 else 0)


@kernel
def rating(game: Context, state: State, i: int, me: int) -> Number:
    """How promising move number i looks: how often it cut off, weighed by the depth below it."""
    return game[1][worn(game[1], me, move(game, state, i))]


@kernel
def rate(game: Context, state: State, depth: int, me: int, moves: int, first: int) -> None:
    """Fill in the ratings of moves; the best one of an earlier search comes first."""
    memory, row = game[1], RATINGS + WIDEST * (depth % DEEPEST)
    for i in range(min(moves, WIDEST)):
        hope = rating(game, state, i, me)
        memory[row + i] = hope if hope > UNRATED else UNRATED
    if 0 <= first < min(moves, WIDEST):
        memory[row + first] = math.inf


@kernel
def pick(memory: Column, depth: int, n: int, moves: int) -> int:
    """Take the best-rated move that is left, the first of equal ones."""
    if n >= WIDEST:
        return n
    row = RATINGS + WIDEST * (depth % DEEPEST)
    best, chosen = -math.inf, 0
    for i in range(min(moves, WIDEST)):
        if memory[row + i] > best:
            best, chosen = memory[row + i], i
    memory[row + chosen] = -math.inf
    return chosen


@kernel
def may(memory: Column, kind: int) -> bool:
    """Count a node, if the budget allows one more; else stop the search."""
    if memory[NODES_LEFT] <= 0.0 or (kind == LEAVES and memory[EVALUATIONS_LEFT] <= 0.0):
        memory[STOPPED] = 1.0
        return False
    memory[NODES_LEFT] -= 1.0
    memory[EVALUATIONS_LEFT] -= kind == LEAVES
    memory[kind] += 1.0
    return True


@recursive(1)
def table_alpha_beta(game: Context, state: State, depth: int, low: float, high: float) -> Number:
    """The value, to the player to move, of a state that has moves, as `alpha_beta` has it."""
    memory = game[1]
    if not may(memory, INTERNAL):
        return 0.0
    # 1. What the table knows.
    place, check = spot(game, state)
    L, U, first = -math.inf, math.inf, -1
    if memory[place] == check:
        known = np.int64(memory[place + 3])
        first = int(known % MOVES)
        if known // MOVES == depth + DEPTHS * np.int64(memory[SEARCH]):
            L, U = memory[place + 1], memory[place + 2]
            if too_good(L, high) or L == U:
                return L
            if low >= U:
                return U
    # 2. Every move, the most promising first.
    me, moves = mover(game, state), count(game, state)
    rate(game, state, depth, me, moves, first)
    best, chosen = -math.inf, 0
    for n in range(moves):
        i = pick(memory, depth, n, moves)
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            if not may(memory, ENDS if over(game, position) else LEAVES):
                return 0.0
            value = stopped(game, position, turn, depth - 1)[0]
        else:
            floor = max(low, best)
            alpha, beta = (floor, high) if turn == me else (-high, -floor)
            value = table_alpha_beta(game, position, depth - 1, alpha, beta)
            if memory[STOPPED] > 0.0:
                return 0.0
        value *= me * turn
        if value > best:
            best, chosen = value, i
            if too_good(best, high):
                memory[worn(memory, me, move(game, state, i))] += depth * depth
                break
    # 3. What is known now: exact inside the window, else a bound.
    if best > low:
        L = max(L, best)
    if best < high:
        U = min(U, best)
    memory[place], memory[place + 1], memory[place + 2] = check, L, U
    memory[place + 3] = (memory[SEARCH] * DEPTHS + depth) * MOVES + min(chosen, MOVES - 1)
    return best


@kernel
def table_look(
    game: Context,
    state: State,
    depth: int,
    exactly: int,
    low: float,
    high: float,
    order: Column,
    values: Column,
    exact: Column,
) -> None:
    """Fill in the value of each move, to the player to move, and whether it is exact: the first of the best moves, all
    that tie with it, or every move. All values are from `low` to `high`."""
    memory, me = game[1], mover(game, state)
    if not may(memory, INTERNAL):
        return
    best = -math.inf
    for n in range(count(game, state)):
        i = int(order[n])
        position = child(game, state, i)
        turn = mover(game, position)
        leaf = depth == 1 or count(game, position) == 0
        floor = low
        if exactly != EVERY:
            floor = max(low, np.nextafter(best, -math.inf) if exactly == TIES else best)
        if leaf:
            if not may(memory, ENDS if over(game, position) else LEAVES):
                return
            value = stopped(game, position, turn, depth - 1)[0]
        else:
            alpha, beta = (floor, high) if turn == me else (-high, -floor)
            value = table_alpha_beta(game, position, depth - 1, alpha, beta)
            if memory[STOPPED] > 0.0:
                return
        values[i] = me * turn * value
        exact[i] = leaf or exactly == EVERY or values[i] > floor
        best = max(best, values[i])
