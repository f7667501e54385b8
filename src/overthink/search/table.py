"""Positions seen before: a table of proven bounds, and alpha-beta as engines have it.

Whatever window and ε they were found with, L ≤ V ≤ U holds for the position and the plies searched below it, so bounds
may be used anywhere, and taken together with new ones. Compiled searches keep them in columns, the newest in a place;
interpreted ones in a dictionary.

The value of alpha-beta with a table is that of full width to the same depth: bounds in the table are used only where as
many plies are left, and were proven by the same search. What deeper and shallower searches left in the table, and the
history of moves that cut off, only say which move to try first. The table is an array with a row for each position.
What else it remembers is one array of floats, because compiled recursion is slow to hand over several: numbers of the
search, the history of each player, and a row of ratings for each ply.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from overthink.core import checked
from overthink.core.arithmetic import mix
from overthink.core.bind import kernel, recursive, types_of
from overthink.core.decision import Decision, Nodes, Option
from overthink.core.errors import on_the_stack, require
from overthink.core.kinds import Column, Context, Integer, Key, Number, State
from overthink.core.machine import parts_of, stopped
from overthink.core.plain import Fields
from overthink.core.vocabulary import child, count, move, mover, over
from overthink.rules.fold import leaf_message
from overthink.rules.minimax import MINIMAX
from overthink.search.look import best_of, check_decision
from overthink.search.minimax import MOST_PLIES, too_good
from overthink.search.subjects.kernels import inside, inside_move
from overthink.search.subjects.subject import NO_OPINION, Subject

USUAL_POSITIONS = 1 << 20  # with their bounds: 24 MB
EMPTY = np.uint64(0)
START = np.uint64(0x1D)


@kernel
def position_key(state: State) -> Key:
    """A hash of a state that is a number or a tuple of numbers."""
    key: Key = START
    for part in parts_of(state):
        key = mix(key, part)
    return key


@kernel
def recall_columns(game: Context, state: State, depth: int, low: float, high: float) -> Any:
    """Whether bounds of this position are known at this depth, and what they are."""
    key = mix(position_key(state), depth)
    place = key & np.uint64(len(game[1]) - 1)
    if game[1][place] == key:
        return True, game[2][place, 0], game[2][place, 1]
    return False, low, high


@kernel
def remember_columns(game: Context, state: State, depth: int, L: float, U: float) -> None:
    """Keep the bounds of a position at a depth, in place of another's with the same place."""
    key = mix(position_key(state), depth)
    place = key & np.uint64(len(game[1]) - 1)
    game[1][place], game[2][place, 0], game[2][place, 1] = key, L, U


def with_table(subject: Subject) -> tuple[Subject, Fields]:
    """The subject with an empty table, and the words that read and write it."""
    if not subject.compiled:
        return subject, dictionary()
    context = (subject.context, np.full(USUAL_POSITIONS, EMPTY), np.empty((USUAL_POSITIONS, 2)))
    table = {"recall": recall_columns, "remember": remember_columns}
    return replace(subject, context=context, names=within(subject.names)), table


def dictionary() -> Fields:
    """Words that keep bounds in a dictionary, for a game in Python."""
    known: dict[State, tuple[Number, Number]] = {}

    def recall(game: Context, here: State, depth: int, low: float, high: float) -> Any:
        try:
            bounds = known.get((getattr(here, "place", here), depth))
        except TypeError:  # it has no hash
            checked.check_state(here.place[0] if hasattr(here, "place") else here)
            raise
        return (True, *bounds) if bounds else (False, low, high)

    def remember(game: Context, here: State, depth: int, L: float, U: float) -> None:
        known[getattr(here, "place", here), depth] = L, U

    return {"recall": recall, "remember": remember}


# numbers of the search
NODES_LEFT, EVALUATIONS_LEFT, STOPPED, INTERNAL, LEAVES, ENDS, SEARCH = range(7)
HISTORY, KINDS = 8, 4_093  # moves are told apart by their remainder
WIDEST, ROWS = 256, MOST_PLIES + 1  # of ratings: moves beyond the widest are tried last; and a row for each ply
RATINGS, ROW = HISTORY + 2 * KINDS + 6, 2 * WIDEST  # of the moves of a ply, and then their order
TABLE = RATINGS + ROW * ROWS
FEW = 8  # moves that are picked one by one before the rest are sorted: never sorted, 112 take 1.4 times as long
MOVES = 1 << 12  # the best move is remembered if its number is smaller
# A position in the table: a check of it, bounds, which search found them, at which depth, and the best move.
ENTRY = np.dtype(
    [("check", "f8"), ("low", "f8"), ("high", "f8"), ("search", "i4"), ("depth", "i2"), ("best", "u2")], align=True
)
FIRST, TIES, EVERY = range(3)  # the moves whose values are exact
S12 = np.uint64(12)


@kernel
def place_by_hash(game: Context, state: State) -> tuple[Number, Number]:
    """The place of a position in the table, and a number that no other position in this place has, but for one chance
    in 2⁴⁴ or less."""
    key = position_key(state)
    return np.int64(key & np.uint64(len(game[2]) - 1)), np.float64(key >> S12) + 1.0


@kernel
def place_by_number(game: Context, state: int) -> tuple[Number, Number]:
    """The same for a node of a tree, which is a number already."""
    return state % len(game[2]), state + 1.0


@kernel
def spot(game: Context, state: State) -> tuple[Number, Number]:
    """The place of a position in the table, and its check number."""
    return place_by_hash(game, state)


@kernel
def history_place(me: int, kind: Integer) -> Number:
    """Where the history of a move is."""
    return HISTORY + kind % KINDS + (KINDS if me > 0 else 0)


@kernel
def rate(game: Context, state: State, depth: int, me: int, moves: int, first: int) -> None:
    """Rates moves by how often each cut off, weighed by the depth below; the best of an earlier search comes first."""
    memory = game[1]
    row = RATINGS + ROW * (depth % ROWS)
    for i in range(min(moves, WIDEST)):
        memory[row + i] = memory[history_place(me, move(game, state, i))]
    if 0 <= first < min(moves, WIDEST):
        memory[row + first] = math.inf


@kernel
def pick(memory: Column, row: int, n: int, moves: int) -> int:
    """Take move number n of those in a row of ratings: the best-rated that is left, the first of equal ones."""
    if n >= WIDEST:
        return n
    if n >= FEW:
        if n == FEW:
            left = memory[row : row + min(moves, WIDEST)]
            memory[row + WIDEST : row + WIDEST + len(left)] = np.argsort(-left, kind="mergesort")  # equal ones in order
        return int(memory[row + WIDEST + n - FEW])
    best = -math.inf
    chosen = 0
    for i in range(min(moves, WIDEST)):
        if memory[row + i] > best:
            best = memory[row + i]
            chosen = i
    memory[row + chosen] = -math.inf
    return chosen


@kernel
def may(memory: Column, kind: int) -> bool:
    """Count a node, if the budget allows one more; else stop the search."""
    spent = memory[NODES_LEFT] <= 0.0 or (kind == LEAVES and memory[EVALUATIONS_LEFT] <= 0.0)
    if spent or (kind == INTERNAL and stopped()):
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
    entry = game[2][np.uint64(place)]  # no sign: nothing counts from the end
    L = -math.inf
    U = math.inf
    first = -1
    if entry["check"] == check:
        first = int(entry["best"])
        if entry["depth"] == depth and entry["search"] == memory[SEARCH]:
            L, U = entry["low"], entry["high"]
            if too_good(L, high) or L == U:
                return L
            if low >= U:
                return U
    # 2. Every move, the most promising first.
    me = mover(game, state)
    moves = count(game, state)
    rate(game, state, depth, me, moves, first)
    best = -math.inf
    chosen = 0
    for n in range(moves):
        i = pick(memory, RATINGS + ROW * (depth % ROWS), n, moves)
        position = child(game, state, i)
        turn = mover(game, position)
        if depth == 1 or count(game, position) == 0:
            if not may(memory, ENDS if over(game, position) else LEAVES):
                return 0.0
            value = leaf_message(game, position, turn, depth - 1)[0]
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
                memory[history_place(me, move(game, state, i))] += depth * depth
                break
    # 3. What is known now: exact inside the window, else a bound.
    if best > low:
        L = max(L, best)
    if best < high:
        U = min(U, best)
    entry["check"], entry["low"], entry["high"] = check, L, U
    entry["search"], entry["depth"], entry["best"] = memory[SEARCH], depth, min(chosen, MOVES - 1)
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
    memory = game[1]
    me = mover(game, state)
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
            value = leaf_message(game, position, turn, depth - 1)[0]
        else:
            alpha, beta = (floor, high) if turn == me else (-high, -floor)
            value = table_alpha_beta(game, position, depth - 1, alpha, beta)
            if memory[STOPPED] > 0.0:
                return
        values[i] = me * turn * value
        exact[i] = leaf or exactly == EVERY or values[i] > floor
        best = max(best, values[i])


MOST_ENTRIES, FEWEST_ENTRIES = 1 << 21, 1 << 10  # positions that the table holds: 67 MB at most


class TableSearch:
    """One decision by alpha-beta with a table. The memory is kept from depth to depth."""

    def __init__(self, position: Subject, nodes: int):
        size = min(MOST_ENTRIES, max(FEWEST_ENTRIES, 1 << (2 * nodes).bit_length()))
        self.position = position
        self.memory, self.entries = np.zeros(TABLE), np.zeros(size, ENTRY)
        self.context = (position.context, self.memory, self.entries)
        self.me = int(position.ask("mover", position.state))
        self.looks = 0
        self.moves = np.arange(len(position.moves))  # the best of the last depth first
        self.run = self._bound({**within(position.names), **self._spot()})

    def look(
        self,
        depth: int,
        exactly: int,
        nodes: float = math.inf,
        evaluations: float = math.inf,
        low: float = -math.inf,
        high: float = math.inf,
    ) -> tuple[Decision, bool]:
        """One search to one depth; and whether it was finished within the budgets. All values, to the player to move,
        are from `low` to `high`."""
        memory = self.memory
        moves = len(self.moves)
        self.looks += 1
        memory[: SEARCH + 1] = 0.0
        memory[NODES_LEFT] = nodes
        memory[EVALUATIONS_LEFT] = evaluations
        memory[SEARCH] = self.looks
        values = np.full(moves, -math.inf)
        exact = np.zeros(moves, np.bool_)
        with on_the_stack(f"A search to depth {depth}"):
            self.run(self.context, self.position.state, depth, exactly, low, high, self.moves, values, exact)
        seen = Nodes(*map(int, memory[INTERNAL : INTERNAL + 3]))
        require(not seen.frontier or self.position.opinions, NO_OPINION)
        if memory[STOPPED]:
            return Decision((), math.nan, 0.0, seen, depth, ()), False
        options = tuple(
            Option(move, value, 0.0, value, bool(sure))
            for move, value, sure in zip(self.position.moves, values.tolist(), exact)
        )
        self.moves = np.argsort(-np.where(exact, values, -math.inf), kind="stable")
        decision = Decision(best_of(options), self.me * float(values.max()), 0.0, seen, depth, options)
        check_decision(decision, self.position, MINIMAX)
        return decision, True

    def _spot(self) -> Fields:
        """Where a position is in the table: by its number, its hash or, in a Python game, itself."""
        position = self.position
        if isinstance(position.state, int | np.integer) and "over" in position.names:
            return {"spot": place_by_number}
        if position.compiled:
            return {}
        known: dict[State, int] = {}
        places = len(self.entries)

        def spot(game: Context, here: State) -> tuple[int, float]:
            state = getattr(here, "state", here)
            try:
                number = known.setdefault(state, len(known))
            except TypeError:  # it has no hash, so it is never found again
                number = known.setdefault(object(), len(known))
            return number % places, number + 1.0

        return {"spot": spot}

    def _bound(self, words: Fields) -> Callable[..., Any]:
        words = {**words, **MINIMAX.vocabulary}
        if not self.position.compiled:
            inner = table_alpha_beta.bind(**words)
            return table_look.bind(table_alpha_beta=inner, **words).interpreted
        context, state = types_of(self.context, self.position.state)
        inner = table_alpha_beta.bind((context, state, *types_of(1, 0.0, 0.0)), **words)
        rest = types_of(1, 1, 0.0, 0.0, self.moves, np.zeros(1), np.zeros(1, np.bool_))
        run: Callable[..., Any] = table_look.bind((context, state, *rest), table_alpha_beta=inner, **words).compiled
        return run


def within(names: Fields) -> Fields:
    """The words of the game in a search that has a memory beside the game's context."""
    return {
        name: (inside_move if name in ("child", "edge", "move", "doubt") else inside).bind(wrapped=word)
        for name, word in names.items()
    }
