"""All positions that a game can reach, breadth first: by its Python methods, or by its kernels.

The number of positions and the time are bounded, so that a game without an end is refused and not listed for ever. A
game that is compiled is listed as Python first; if it turns out large, kernels begin again. They find a position by its
hash in a table of numbers, and keep positions as rows of whole numbers.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TypeGuard

import numpy as np

from overthink.core import checked
from overthink.core.arithmetic import seed_key
from overthink.core.bind import AnyKernel, kernel, types_of
from overthink.core.errors import OverthinkError, require, shown
from overthink.core.game import Game, KernelGame
from overthink.core.grow import Rows, StateSpace, state_key
from overthink.core.kinds import Column, Context, Number, State
from overthink.core.plain import Fields
from overthink.core.tree import Tree
from overthink.core.vocabulary import child, count, mover, utility
from overthink.rules.rule import check_payers
from overthink.search.solving.proof import position_key
from overthink.search.sweep import costs_of

# By methods, and by kernels, of whose positions 16 million take 2 GB and a minute and a half.
MOST_POSITIONS, MOST_COMPILED_POSITIONS = 500_000, 20_000_000
LISTING_SECONDS, COMPILED_SECONDS = 60.0, 600.0
FEW_POSITIONS = 2_000  # sooner listed than kernels are compiled
COMPILED_POSITIONS = 50_000  # positions that are wanted, from which on kernels are compiled for them
TELL_POSITIONS = 1_000  # positions from one report to the next
STEP_POSITIONS = 100_000  # positions that kernels list before the clock is looked at
WALK_SECONDS = 0.5  # of processor time, whatever else runs, for one play through the game
WALK_WAITS = 40.0  # times that, by the clock: a game may wait for something, and a machine may be busy
ENDLESS_MOVES = 10_000  # moves after which such a play should have ended
STRIDE = 7919  # a prime: the play picks moves all over the list
Tell = Callable[[int], None]  # positions so far


class UnsolvableError(OverthinkError):
    """The game cannot be solved to its end."""


class TooLargeError(UnsolvableError):
    """It would take too many positions, or too long."""


def reachable(
    game: Game[State],
    starts: Iterable[State] | None = None,
    *,
    most: int | None = None,
    seconds: float | None = None,
    known: Mapping[State, float] | None = None,
    tell: Tell | None = None,
) -> StateSpace:
    """The positions that can be reached from the starts (by default from `initial()`), breadth first, without true
    values. Positions in `known` are not looked into: they count as finished games of that value. Refused if there are
    more than `most` positions, or if listing them takes longer than `seconds`; None stands for limits that fit the kind
    of game."""
    states = list(dict.fromkeys(parse_states([checked.start_of(game)] if starts is None else starts)))
    require(states, "Give at least one position to begin with.")
    checked.check_game(game, states[0])
    _walk(game, states[0])
    if known or not listed_by_kernels(game, states):
        most, seconds = MOST_POSITIONS if most is None else most, LISTING_SECONDS if seconds is None else seconds
        return by_methods(game, states, most=most, seconds=seconds, known=known, tell=tell)
    most, seconds = MOST_COMPILED_POSITIONS if most is None else most, COMPILED_SECONDS if seconds is None else seconds
    if most <= COMPILED_POSITIONS:
        return by_methods(game, states, most=most, seconds=seconds, tell=tell)
    with suppress(TooLargeError):
        return by_methods(game, states, most=FEW_POSITIONS, seconds=seconds, tell=tell)
    return _by_kernels(game, states, most, seconds, tell)


def by_methods(
    game: Game[State],
    starts: Sequence[State],
    *,
    plies: float = math.inf,
    most: float = math.inf,
    seconds: float = math.inf,
    known: Mapping[State, float] | None = None,
    tell: Tell | None = None,
) -> StateSpace:
    """The same by the methods of any game. Moves are made up to so many plies from the starts."""
    states = list(starts)
    known = known or {}
    ply, row_end = 0, len(states)
    begun = time.monotonic()
    number = {state: n for n, state in enumerate(states)}
    first = [0]
    below = list[int]()
    edges = list[float]()
    movers = list[int]()
    utilities = list[float]()
    cost = getattr(game, "cost", None)
    for n, state in enumerate(states):  # grows during the loop
        if n == row_end:
            ply, row_end = ply + 1, len(states)
        if state in known:
            movers.append(1)
            utilities.append(known[state])
            first.append(len(below))
            continue
        moves = checked.moves_of(game, state)
        movers.append(checked.mover_of(game, state))
        utilities.append(math.nan if len(moves) else checked.utility_of(game, state, "There is no move, and utility()"))
        if ply == plies:
            first.append(len(below))
            continue
        for move in moves:
            after = checked.play_of(game, state, move)
            checked.check_state(after)
            if after not in number:
                number[after] = len(states)
                states.append(after)
            below.append(number[after])
        if movers[-1] == 0 and checked.is_chance(game, state):
            edges += [chance for _, chance in checked.outcomes_of(game, state)]
        else:
            edges += [checked.cost_of(cost, state, move) for move in moves]
        first.append(len(below))
        _check_limits(len(states), most, time.monotonic() - begun, seconds)
        if tell and n % TELL_POSITIONS == 0:
            tell(len(states))
    tree = Tree(
        first=np.array(first, np.int64),
        child=np.array(below, np.int64),
        mover=np.array(movers, np.int8),
        utility=np.array(utilities),
        edge=np.array(edges, float),
    )
    costs, players = costs_of(tree)
    check_payers(players if costs.any() else ())
    return StateSpace(tree, states, game=game)


def _check_limits(positions: int, most: float, spent: float, seconds: float) -> None:
    if positions > most:
        raise TooLargeError(f"The game has more than {most:,} positions, too many to solve.")
    if spent > seconds:
        raise TooLargeError(
            f"The game is too large to solve: {positions:,} positions were listed in {seconds:g} s, and there are more."
        )


def _walk(game: Game[State], state: State) -> None:
    """Refuses a game that goes on and on: one play through it ends, repeats a position, or is short."""
    passed = {state}
    begun = time.process_time()
    late = time.monotonic() + WALK_WAITS * WALK_SECONDS
    while time.process_time() - begun < WALK_SECONDS and time.monotonic() < late:
        moves = checked.moves_of(game, state)
        if not len(moves):
            return
        state = checked.play_of(game, state, moves[len(passed) * STRIDE % len(moves)])
        checked.check_state(state)
        if state in passed:
            return
        passed.add(state)
    if len(passed) > ENDLESS_MOVES:
        raise UnsolvableError(
            f"The game does not seem to end: one play of {len(passed):,} moves reached no end and no position twice."
        )


def parse_states(positions: Iterable[State]) -> list[State]:
    """Positions as a list. One that cannot be looked up is refused."""
    states = list(positions)
    for state in states:
        checked.check_state(state)
    return states


def add_keys(space: StateSpace) -> StateSpace:
    """The state space with a key for each position, from which noise is made."""
    key_of = seed_key if isinstance(space.states, Rows) else state_key  # whole numbers need no look at their text
    keys = np.empty(len(space.states), np.uint64)
    for low in range(0, len(keys), STEP_POSITIONS):
        part = space.states[low : low + STEP_POSITIONS]
        keys[low : low + len(part)] = [key_of(state) for state in part]
    return replace(space, tree=replace(space.tree, key=keys))


# --- by kernels -------------------------------------------------------------------------------------------------------


def listed_by_kernels(game: Game[State], starts: Sequence[State]) -> TypeGuard[KernelGame]:
    """Whether kernels can list the positions: no chance, no costs, and positions of whole numbers."""
    if not isinstance(game, KernelGame) or not game.compiled or hasattr(game, "cost") or "edge" in game.kernels:
        return False
    moves = checked.moves_of(game, starts[0])
    after = [checked.play_of(game, starts[0], move) for move in moves[:1]]
    forms = {_parts(state) for state in (*starts, *after)}
    return len(forms) == 1 and None not in forms


def _parts(state: State) -> int | None:
    """How many whole numbers a position has, 0 if it is one itself; None if it is something else."""
    if type(state) is int:
        return 0
    whole = type(state) is tuple and len(state) > 0 and all(type(part) is int for part in state)
    return len(state) if whole else None


LAST = 0  # which number of a row


@kernel
def fewer_parts(rows: Column, n: int) -> State:
    """`state_at` of one number less; of one number, at last."""
    return (rows[n, 0],)


@kernel
def more_parts(rows: Column, n: int) -> State:
    """`state_at` of one number more than `fewer_parts` reads."""
    return (*fewer_parts(rows, n), rows[n, LAST])


@kernel
def number_at(rows: Column, n: int) -> Number:
    """State n of a game whose states are numbers."""
    return rows[n, 0]


state_at = number_at


@kernel
def put_number(rows: Column, n: int, state: State) -> None:
    """Write state n of a game whose states are numbers."""
    rows[n, 0] = state


@kernel
def put_tuple(rows: Column, n: int, state: State) -> None:
    """Write state n of a game whose states are tuples of numbers."""
    for part in range(len(state)):
        rows[n, part] = state[part]


put_state = put_number


@cache
def _tuple_at(parts: int) -> AnyKernel:
    """`state_at` for positions of this many numbers."""
    word = fewer_parts
    for place in range(1, parts):
        word = more_parts.bind(fewer_parts=word, LAST=place)
    return word


@kernel
def slot_of(rows: Column, table: Column, state: State) -> Number:
    """The place of a position in the table: where its number stands, or an empty one (-1)."""
    mask = np.uint64(len(table) - 1)
    slot = position_key(state) & mask
    while table[slot] >= 0 and state_at(rows, table[slot]) != state:
        slot = (slot + np.uint64(1)) & mask
    return slot


@kernel
def enter(rows: Column, table: Column, low: int, high: int) -> None:
    """Enter the rows low … high into the table, which does not have them."""
    for n in range(low, high):
        table[slot_of(rows, table, state_at(rows, n))] = n


@kernel
def number_of(rows: Column, table: Column, size: int, state: State) -> Number:
    """The number of a position; `size` if it is new, and then it is entered."""
    slot = slot_of(rows, table, state)
    if table[slot] < 0:
        table[slot] = size
        put_state(rows, size, state)
    return table[slot]


SIZE, DONE, EDGES, WHY = range(4)  # numbers of a list: positions, those looked into, moves; why it stopped
FLAW, ROWS_FULL, MOVES_FULL, TABLE_FULL = range(1, 5)


@kernel
def list_on(
    game: Context,
    rows: Column,
    first: Column,
    below: Column,
    movers: Column,
    worths: Column,
    table: Column,
    numbers: Column,
    until: int,
) -> None:
    """Look into further positions, until so many are done, nothing is left, or an array is full. `rows` are positions,
    `table` their numbers by hash; the other arrays are columns of the tree to be."""
    size = numbers[SIZE]
    done = numbers[DONE]
    edges = numbers[EDGES]
    why = 0
    while done < min(size, until):
        here = state_at(rows, done)
        moves = count(game, here)
        me = mover(game, here)
        worth = math.nan
        if moves == 0:
            worth = utility(game, here)
        if moves < 0 or (me != 1 and me != -1) or (moves == 0 and not -math.inf < worth < math.inf):
            why = FLAW
        elif size + moves > len(movers):
            why = ROWS_FULL
        elif edges + moves > len(below):
            why = MOVES_FULL
        elif 2 * (size + moves) > len(table):
            why = TABLE_FULL
        if why:
            break
        movers[done], worths[done] = me, worth
        for i in range(moves):
            after = number_of(rows, table, size, child(game, here, i))
            size = max(size, after + 1)
            below[edges + i] = after
        edges += moves
        done += 1
        first[done] = edges
    numbers[SIZE], numbers[DONE], numbers[EDGES], numbers[WHY] = size, done, edges, why


def _by_kernels(game: KernelGame, starts: Sequence[State], most: int, seconds: float, tell: Tell | None) -> StateSpace:
    begun = time.monotonic()
    parts = _parts(starts[0]) or 0
    size = len(starts)
    room = max(STEP_POSITIONS, 2 * size)
    rows = np.empty((room, max(1, parts)), np.int64)
    first = np.zeros(room + 1, np.int64)
    movers, worths, below = np.empty(room, np.int8), np.empty(room), np.empty(room, np.int32)
    table = np.full(1 << (4 * room).bit_length(), -1, np.int32)
    numbers = np.array([size, 0, 0, 0], np.int64)
    rows[:size] = np.array(starts, np.int64).reshape(size, -1)
    run, enter_rows = _bound(game, starts[0], rows, table)
    enter_rows(rows, table, 0, size)
    while numbers[DONE] < numbers[SIZE]:
        run(game.context, rows, first, below, movers, worths, table, numbers, int(numbers[DONE]) + STEP_POSITIONS)
        size, edges, why = int(numbers[SIZE]), int(numbers[EDGES]), int(numbers[WHY])
        _check_limits(size, most, time.monotonic() - begun, seconds)
        if tell:
            tell(size)
        if why == FLAW:
            _refuse_flaw(game, Rows(rows if parts else rows[:, 0])[int(numbers[DONE])])
        elif why == ROWS_FULL:
            rows, first, movers, worths = (_longer(each) for each in (rows, first, movers, worths))
        elif why == MOVES_FULL:
            below = _longer(below)
        elif why == TABLE_FULL:
            table = np.full(2 * len(table), -1, np.int32)
            enter_rows(rows, table, 0, size)
    tree = Tree(first[: size + 1], below[:edges], movers[:size], worths[:size], edge=np.zeros(edges))
    return StateSpace(tree, Rows(rows[:size] if parts else rows[:size, 0]), game=game)


def _bound(game: KernelGame, state: State, rows: Column, table: Column) -> tuple[Callable[..., None], ...]:
    """`list_on` and `enter` for this game, whose positions are like this one."""
    names: Fields = {"state_at": number_at, "put_state": put_number}
    if isinstance(state, tuple):
        names = {"state_at": _tuple_at(len(state)), "put_state": put_tuple}
    types = types_of(rows, table, 0, state)
    entered = number_of.bind(types, **names)  # with fixed types, whatever kinds of whole numbers a child is made of
    rules = {word: game.kernels[word] for word in checked.KERNELS}
    return list_on.bind(number_of=entered, **names, **rules).compiled, enter.bind(**names).compiled


def _longer(column: Column) -> Column:
    """An array with twice the room."""
    longer = np.empty((2 * len(column) + 1, *column.shape[1:]), column.dtype)
    longer[: len(column)] = column
    return longer


def _refuse_flaw(game: KernelGame, state: State) -> None:
    """Says what is wrong with a position, as when it is listed by methods."""
    if not len(checked.moves_of(game, state)):
        checked.utility_of(game, state, "There is no move, and utility()")
    mover = checked.mover_of(game, state)
    raise OverthinkError(f"mover() gave {mover} for the position {shown(state)}, and the game has no kernel edge.")
