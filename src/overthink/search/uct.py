"""UCT: a tree that grows by one node a simulation, towards the moves that look best or were seen least.

A simulation goes down from the root. At a node with moves that were never tried, one of them is tried at random, and
the position after it gets its first value: the evaluator's opinion, or the result of a random game. Elsewhere the move
with the largest value + c √(ln N / n) is taken, with N visits of the node and n of the move. On the way back every node
is folded again by the rule, over the children that were visited. [Kocsis2006]; [Nguyen2024] section 2

The tree is columns with a row for each node. The children of a node lie side by side, and have higher numbers than
their parent; the root is row 0. States are not kept: they are played again on the way down.
"""

from __future__ import annotations

import math

import numpy as np

from overthink.core.arithmetic import mix, root_of_log, uniform
from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, Integer, Key, Number, State
from overthink.core.machine import stopped
from overthink.core.plain import Fields
from overthink.core.vocabulary import (
    child,
    count,
    doubt,
    edge,
    from_side,
    frontier,
    load,
    mover,
    over,
    static,
    store,
    terminal,
    utility,
    value,
    visited,
)
from overthink.rules.fold import add_child, begin, finish

UNOPENED, OVER = 0, -1  # in place of the number of moves

# Of each node: its first child, its number of moves and who makes them; its visits and 1 / √visits; its value to Max;
# its own evaluation with its error; whether it is proven won (1) or lost (-1) for Max; its message, to Max.
Columns = tuple[Column, ...]
FIRST, MOVES, TURN, VISITS, SCARCITY, WORTH, OWN, ERRORS, PROVEN, MESSAGES = range(10)


MOST_RANDOM_MOVES = 10_000  # moves of a random game
WON = 1.0  # the utility of a won game, for the solver


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
    """The first value of a new node: its evaluation, to Max."""
    return static(game, state)


@kernel
def random_game(game: Context, state: State, key: Key) -> float:
    """What a game of random moves from here is worth to Max; not a number if it does not end."""
    for step in range(MOST_RANDOM_MOVES):
        moves = count(game, state)
        if moves == 0:
            return utility(game, state)
        draw = uniform(mix(key, step))
        i = outcome(game, state, moves, draw) if mover(game, state) == 0 else int(draw * moves)
        state = child(game, state, i)
    return math.nan


first_value = opinion_of_evaluator


@kernel
def untried(begin: Integer, moves: int, tried: Integer, visits: Column, draw: float) -> int:
    """One of the moves without a visit, each with the same probability."""
    left = int(draw * (moves - tried))
    for i in range(moves):
        if visits[begin + i] == 0:
            if left == 0:
                return i
            left -= 1
    return moves - 1


@kernel
def promising(begin: int, moves: int, me: int, weight: float, solver: bool, columns: Columns) -> int:
    """The move with the largest value + weight / √n, the first of those that tie; one that is known to be lost only if
    all are."""
    worth, scarcity, proven = columns[WORTH], columns[SCARCITY], columns[PROVEN]
    best = -math.inf
    choice = 0
    for i in range(moves):
        kid = np.uint64(begin + i)  # no sign: nothing counts from the end of a column
        bound = me * worth[kid] + weight * scarcity[kid]
        if bound > best and not (solver and proven[kid] == -me):
            best, choice = bound, i
    return choice


# A tree of simulations in the words that a fold asks of a game: game is `Columns`, and state a row.


@kernel
def own_of_row(columns: Columns, n: int) -> Number:
    """`static` of a row."""
    return columns[OWN][n]


@kernel
def error_of_row(columns: Columns, n: int) -> Number:
    """`static_error` of a row."""
    return columns[ERRORS][n]


@kernel
def never_over(columns: Columns, n: int) -> bool:
    """A row's own evaluation is the utility where the game is over."""
    return False


ROW_WORDS: Fields = {"static": own_of_row, "static_error": error_of_row, "over": never_over}


@kernel
def refold(n: int, share: float, result: float, columns: Columns) -> None:
    """The message of a node, to Max, from its visited children and its own evaluation."""
    first, width, turn, visits, _, worth, _, _, _, messages = columns
    me = -1 if turn[n] < 0 else 1  # where chance moves, as Max
    node = begin(columns, n, me)
    for i in range(width[n]):
        kid = first[n] + i
        if visits[kid] > 0:
            message = from_side(load(messages, np.uint64(kid)), me > 0)
            node = add_child(node, message, columns, n, i, kid, me)
    message = from_side(finish(node, columns, n, me, 0), me > 0)
    store(messages, np.uint64(n), message)
    worth[n] = value(message)


@kernel
def refold_mean(n: int, share: float, result: float, columns: Columns) -> None:
    """The value of a node by the mean: one number more in it, the leaf's, with its share."""
    worth = columns[WORTH]
    row = np.uint64(n)
    worth[row] += share * (result - worth[row])


@kernel
def leave(messages: Column, n: Key, message: tuple[float, ...]) -> None:
    """In place of `store`, where messages follow from the tree: see `magnitudes_below`."""


@kernel
def enter_visits(n: int, visits: int, columns: Columns) -> float:
    """This many visits now. Returns the share of one of them."""
    share = 1.0 / visits
    row = np.uint64(n)
    columns[VISITS][row] = visits
    columns[SCARCITY][row] = math.sqrt(share)
    return share


@kernel
def reach(game: Context, state: State, n: int, key: Key, solver: bool, columns: Columns) -> None:
    """The leaf of a simulation: a position that is new, or in which the game is over."""
    visits = columns[VISITS][n] + 1
    enter_visits(n, visits, columns)
    side = -1 if mover(game, state) < 0 else 1
    if over(game, state):
        own = utility(game, state)
        columns[FIRST][n] = 0
        columns[MOVES][n] = OVER
        columns[TURN][n] = 0
        columns[OWN][n] = own
        columns[ERRORS][n] = 0.0
        message = terminal(side * own, 0)
        if solver and abs(own) >= WON:
            columns[PROVEN][n] = 1 if own > 0 else -1
    else:
        if visits == 1:
            columns[OWN][n] = first_value(game, state, key)
            columns[ERRORS][n] = doubt(game, state, columns[OWN][n])
        message = frontier(side * float(columns[OWN][n]), float(columns[ERRORS][n]))
    message = from_side(visited(message, float(visits)), side > 0)
    store(columns[MESSAGES], np.uint64(n), message)
    columns[WORTH][n] = value(message)


@kernel
def settle_proof(n: int, columns: Columns) -> None:
    """A node is won if one move is known to win, and lost if all are known to lose. Its value is then the result."""
    first, width, turn, visits, _, worth, _, _, proven, messages = columns
    me = int(turn[n])
    begin = first[n]
    lost = 0
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
        store(messages, np.uint64(n), visited(terminal(proven[n] * WON, 0), float(visits[n])))
        worth[n] = proven[n] * WON


@kernel
def simulate(
    game: Context, root: State, begin: int, end: int, exploration: float, seed: Key, solver: bool, columns: Columns,
    used: int, path: Column,
) -> tuple[int, int]:  # fmt: skip
    """Simulations begin … end - 1. Returns the number of the next one, and the rows in use. Stops before a simulation
    for which there is no room, and once the root is proven."""
    first, width, turn, visits, _, _, _, _, proven, _ = columns
    for simulation in range(begin, end):
        if solver and proven[0] != 0:
            return end, used
        if stopped():
            return simulation, used
        key = mix(seed, simulation)
        state = root
        n = 0
        length = 0
        while True:  # 1. go down to a leaf
            path[length] = n
            kids, moves, me, before = int(first[n]), int(width[n]), int(turn[n]), int(visits[n])
            if moves == UNOPENED:
                moves = count(game, state)
                me = mover(game, state)
                kids = used
                if used + moves > len(first) or length + 1 == len(path):
                    return simulation, used
                used += moves
                moves = moves if moves > 0 else OVER
                first[n], width[n], turn[n] = kids, moves, me
            if moves == OVER:
                break
            tried = before - (n > 0)  # each of the first simulations from here tried another move
            if me == 0:
                i = outcome(game, state, moves, uniform(mix(key, length)))
            elif tried < moves:
                i = untried(kids, moves, tried, visits, uniform(mix(key, length)))
            else:
                i = promising(kids, moves, me, exploration * root_of_log(before), solver, columns)
            state, n, length = child(game, state, i), kids + i, length + 1
            if visits[np.uint64(n)] == 0:
                break
        # 2. what the leaf is worth
        reach(game, state, n, mix(key, length), solver, columns)
        result = float(columns[WORTH][n])
        for ply in range(length - 1, -1, -1):  # 3. back up
            n = int(path[ply])
            share = enter_visits(n, int(visits[n]) + 1, columns)
            if not solver or proven[n] == 0:
                refold(n, share, result, columns)
            if solver:
                settle_proof(n, columns)
    return end, used
