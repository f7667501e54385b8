"""UCT: a tree that grows by one node a simulation, towards the moves that look best or were seen least.

A simulation goes down from the root. At a node with moves that were never tried, one of them is tried at random, and
the position after it gets its first value: the evaluator's opinion, or the result of a random game. Elsewhere the move
with the largest value + c √(ln N / n) is taken, with N visits of the node and n of the move. On the way back every node
is folded again by the rule, over the children that were visited. [Kocsis2006]; [Nguyen2024] section 2

The tree is columns, one row a node (`simulated_nodes.py`). States are not kept: they are played again on the way down.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.arithmetic import mix, root_of_log, uniform
from overthink.core.bind import kernel
from overthink.core.game import child, count, edge, mover, over, static, static_error, utility
from overthink.core.kinds import Column, Context, Key, State
from overthink.rules.message import from_side, load, store
from overthink.rules.rule import add, aggregate, frontier, settle, settles, start, terminal, value, visited
from overthink.search.simulated_nodes import (
    ERRORS,
    FIRST,
    MESSAGES,
    MOVES,
    OVER,
    OWN,
    PROVEN,
    SCARCITY,
    TURN,
    UNOPENED,
    VISITS,
    WORTH,
    Columns,
    look_up,
    open_up,
    place_for,
    recall,
    remember,
    visits_of,
    worth_of,
)

LONGEST = 10_000  # moves of a random game


@kernel
def outcome(game: Context, state: State, moves: int, chance: float) -> int:
    """The number of the outcome that chance draws."""
    for i in range(moves - 1):
        chance -= edge(game, state, i)
        if chance < 0.0:
            return i
    return moves - 1


@kernel
def opinion_of_evaluator(game: Context, state: State, key: Key) -> float:
    return static(game, state)


@kernel
def random_game(game: Context, state: State, key: Key) -> float:
    """What a game of random moves from here is worth to Max; not a number if it does not end."""
    for step in range(LONGEST):
        moves = count(game, state)
        if moves == 0:
            return utility(game, state)
        draw = uniform(mix(key, step))
        i = outcome(game, state, moves, draw) if mover(game, state) == 0 else int(draw * moves)
        state = child(game, state, i)
    return math.nan


first_value = opinion_of_evaluator


@kernel
def untried(begin: int, moves: int, tried: int, visits: Column, draw: float) -> int:
    """One of the moves without a visit, each with the same probability."""
    left = int(draw * (moves - tried))
    for i in range(moves):
        if visits[begin + i] == 0:
            if left == 0:
                return i
            left -= 1
    return moves - 1


@kernel
def promising(begin: int, moves: int, me: int, weight: float, columns: Columns) -> int:
    """The move with the largest value + weight / √n, the first of those that tie."""
    worth, scarcity = columns[WORTH], columns[SCARCITY]
    best, choice, i = -math.inf, 0, 0
    while i < moves:  # a GPU is slow at `range`, and at numbers of rows that might be negative
        kid = np.uint64(begin + i)
        bound = me * worth[kid] + weight * scarcity[kid]
        if bound > best:
            best, choice = bound, i
        i += 1
    return choice


@kernel
def promising_unproven(begin: int, moves: int, me: int, weight: float, columns: Columns) -> int:
    """The same without moves known to be lost, where others are not."""
    proven, worth, scarcity = columns[PROVEN], columns[WORTH], columns[SCARCITY]
    best, choice = -math.inf, 0
    for i in range(moves):
        bound = me * worth[begin + i] + weight * scarcity[begin + i]
        if bound > best and proven[begin + i] != -me:
            best, choice = bound, i
    return choice


@kernel
def refold(n: int, ply: int, share: float, result: float, columns: Columns) -> None:
    """The message of a node, to Max, from its visited children and its own evaluation."""
    first, width, turn, visits, own, errors, worth, messages = (
        columns[FIRST],
        columns[MOVES],
        columns[TURN],
        columns[VISITS],
        columns[OWN],
        columns[ERRORS],
        columns[WORTH],
        columns[MESSAGES],
    )
    me = -1 if turn[n] < 0 else 1  # where chance moves, as Max
    node = start(me * own[n], errors[n])
    begin = first[n]
    for i in range(width[n]):
        if visits[begin + i] > 0:
            message = from_side(load(messages, np.uint64(begin + i)), me > 0)
            node = add(node, message, 0.0, math.nan, me * own[begin + i], errors[begin + i])
    message = aggregate(node)
    if settles():
        message = settle(message, me * own[n], errors[n], 0)
    message = from_side(message, me > 0)
    store(messages, np.uint64(n), message)
    worth[n] = value(message)


@kernel
def refold_mean(n: int, ply: int, share: float, result: float, columns: Columns) -> None:
    """The value of a node by the mean: one number more in it, the leaf's, with its share."""
    before = worth_of(n, ply, columns)
    columns[WORTH][np.uint64(n)] = before + share * (result - before)


@kernel
def leave(messages: Column, n: Key, message: tuple[float, ...]) -> None:
    """In place of `store`, where messages follow from the tree: see `magnitudes_below`."""


@kernel
def enter_visits(n: int, visits: int, columns: Columns) -> float:
    """So many visits now. Returns the share of one of them."""
    share, row = 1.0 / visits, np.uint64(n)
    columns[VISITS][row], columns[SCARCITY][row] = visits, math.sqrt(share)
    return share


@kernel
def reach(game: Context, state: State, n: int, key: Key, win: float, columns: Columns) -> None:
    """The leaf of a simulation: a position that is new, or in which the game is over."""
    visits = columns[VISITS][n] + 1
    enter_visits(n, visits, columns)
    side = -1 if mover(game, state) < 0 else 1
    if over(game, state):
        own = utility(game, state)
        open_up(n, 0, OVER, 0, columns)
        remember(n, own, 0.0, columns)
        message = terminal(side * own, 0)
        if abs(own) >= win:
            columns[PROVEN][n] = 1 if own > 0 else -1
    else:
        if visits == 1:
            remember(n, first_value(game, state, key), static_error(game, state), columns)
        own, error = recall(n, columns)
        message = frontier(side * own, error)
    message = from_side(visited(message, float(visits)), side > 0)
    store(columns[MESSAGES], np.uint64(n), message)
    columns[WORTH][n] = value(message)


@kernel
def settle_proof(n: int, win: float, columns: Columns) -> None:
    """A node is won if one move is known to win, and lost if all are known to lose. Its value is then the result."""
    first, width, turn, visits, proven, worth, messages = (
        columns[FIRST],
        columns[MOVES],
        columns[TURN],
        columns[VISITS],
        columns[PROVEN],
        columns[WORTH],
        columns[MESSAGES],
    )
    me, begin, lost = int(turn[n]), first[n], 0
    if me == 0:
        return
    for i in range(width[n]):
        lost += proven[begin + i] == -me
        if proven[begin + i] == me:
            proven[n] = me
            break
    if lost == width[n]:
        proven[n] = -me
    if proven[n] != 0:
        store(messages, np.uint64(n), visited(terminal(proven[n] * win, 0), float(visits[n])))
        worth[n] = proven[n] * win


@kernel
def simulate(
    game: Context, root: State, begin: int, end: int, exploration: float, seed: Key, solver: bool, win: float,
    columns: Columns, used: int, path: Column,
) -> tuple[int, int]:  # fmt: skip
    """Simulations begin … end - 1. Returns the number of the next one, and the rows in use. Stops before a simulation
    for which there is no room, and once the root is proven."""
    visits, proven = columns[VISITS], columns[PROVEN]
    for simulation in range(begin, end):
        if solver and proven[0] != 0:
            return end, used
        key = mix(seed, simulation)
        state, n, length = root, 0, 0
        while True:  # 1. go down to a leaf
            path[length] = n
            kids, moves, me, before = look_up(game, state, n, length, columns)
            if moves == UNOPENED:
                moves, me = count(game, state), mover(game, state)
                kids = place_for(moves, used, columns)
                if kids < 0 or length + 1 == len(path):
                    return simulation, used
                used = kids + moves
                moves = moves if moves > 0 else OVER
                open_up(n, kids, moves, me, columns)
            if moves == OVER:
                break
            tried = before - (n > 0)  # each of the first simulations from here tried another move
            if me == 0:
                i = outcome(game, state, moves, uniform(mix(key, length)))
            elif tried < moves:
                i = untried(kids, moves, tried, visits, uniform(mix(key, length)))
            else:
                weight = exploration * root_of_log(before)
                if solver:
                    i = promising_unproven(kids, moves, me, weight, columns)
                else:
                    i = promising(kids, moves, me, weight, columns)
            state, n, length = child(game, state, i), kids + i, length + 1
            if visits[np.uint64(n)] == 0:
                break
        # 2. what the leaf is worth
        reach(game, state, n, mix(key, length), win if solver else math.inf, columns)
        result = float(columns[WORTH][n])
        for ply in range(length - 1, -1, -1):  # 3. back up
            n = int(path[ply])
            share = enter_visits(n, visits_of(n, ply, columns) + 1, columns)
            if not solver or proven[n] == 0:
                refold(n, ply, share, result, columns)
            if solver:
                settle_proof(n, win, columns)
    return end, used
