"""Trees that grow by all moves of a position at once: the rivals of `best_first`, each with what its authors gave it.

- Unbounded best-first minimax goes down by the best value. What is proven is known (completion), and the answer is the
  move that was seen most often, unless it is proven worse (the safest move). [Korf1996]; [CohenSolal2020]
- Product propagation goes down by the product rule's own value, and answers by it. [Saffidine2013]
- PUCT goes down by the mean value and a prior, and answers by visits. The prior of a move is a power of the odds that
  its own evaluation gives; with the power 0 all moves are alike. [Silver2017]

Product trees that go down in other ways show what the way down is worth: by the influence of a leaf on the decision, to
the move with the fewest visits, and at random. All know a proven result, and no proven move is visited again.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from overthink.core.arithmetic import mix
from overthink.core.bind import kernel
from overthink.core.kinds import Column, Context, Key, State
from overthink.core.vocabulary import child, count, mover, over, static, utility
from overthink.rules.tempered import power

SPENT = 0  # the place of the evaluations that were asked for, in the counts of a judge
UNOPENED, OVER = 0, -1  # in place of the number of moves
MINIMAX, PRODUCT, MEAN = range(3)  # how values are folded
BY_VALUE, BY_PRIOR, BY_INFLUENCE, BY_VISITS, AT_RANDOM = range(5)  # the way down
SUREST = 1.0 - 2.0**-20
LONGEST = 500  # plies of a path

# Of each node: first child, number of moves, who moves, visits, bounds on its result to Max, the move with the most
# influence; value to Max, own evaluation to Max, prior of the move to it, influence.
Columns = tuple[Column, ...]
FIRST, WIDTH, TURN, VISITS, LOW, HIGH, BEST, VALUE, OWN, PRIOR, INFLUENCE = range(11)
WHOLE = 7  # of these columns are whole numbers


class Way(NamedTuple):
    """How a tree grows and answers. `prior`: the power of odds, in steps of 1/1024."""

    folding: int
    descent: int
    by_visits: int = 0
    exploration: float = 0.0
    prior: int = 0


@kernel
def enter(game: Context, state: State, n: int, folding: int, columns: Columns) -> None:
    """Evaluates a position, or finds that it is over."""
    columns[LOW][n], columns[HIGH][n] = -1, 1
    if over(game, state):
        worth = utility(game, state)
        result = 1 if worth > 0.0 else (-1 if worth < 0.0 else 0)
        columns[WIDTH][n] = OVER
        columns[LOW][n], columns[HIGH][n], columns[VALUE][n] = result, result, result
        return
    columns[TURN][n] = mover(game, state)
    value = min(max(static(game, state), -SUREST), SUREST)
    columns[VALUE][n], columns[OWN][n] = value, value
    columns[INFLUENCE][n] = 0.5 * math.sqrt(1.0 - value * value)


@kernel
def open_node(game: Context, state: State, n: int, way: tuple[int, int, int, float, int], columns: Columns,
              used: int) -> int:  # fmt: skip
    """Evaluates all positions after the moves of a node. Returns the rows in use."""
    moves = count(game, state)
    columns[FIRST][n], columns[WIDTH][n] = used, moves
    me = columns[TURN][n]
    total = 0.0
    best = -1.0
    for kid in range(used, used + moves):
        enter(game, child(game, state, kid - used), kid, way[0], columns)
        value = me * columns[VALUE][kid]
        best = max(best, value)
        value = min(max(value, -SUREST), SUREST)
        columns[PRIOR][kid] = power((1.0 + value) / (1.0 - value), way[4])
        total += columns[PRIOR][kid]
    for kid in range(used, used + moves):
        columns[PRIOR][kid] /= total
    columns[OWN][n] = me * best
    return used + moves


@kernel
def refold(n: int, folding: int, columns: Columns) -> None:
    """The value, bounds and influence of an opened node, from its children."""
    first, me = columns[FIRST][n], columns[TURN][n]
    end = first + columns[WIDTH][n]
    least, most = (columns[LOW], columns[HIGH]) if me > 0 else (columns[HIGH], columns[LOW])
    low, high = -1, -1
    for kid in range(first, end):
        low, high = max(low, me * least[kid]), max(high, me * most[kid])
    least[n], most[n] = me * low, me * high
    if low == high:
        columns[VALUE][n], columns[INFLUENCE][n] = me * low, 0.0
        return
    value, lost, total, influence = -1.0, 1.0, columns[OWN][n], 0.0
    visits = 1
    best = -1
    for kid in range(first, end):
        own = me * columns[VALUE][kid]
        here = lost * columns[INFLUENCE][kid]
        influence *= 0.5 - 0.5 * own
        if columns[LOW][kid] < columns[HIGH][kid] and me * most[kid] > low and (best < 0 or here > influence):
            best, influence = kid - first, here
        lost *= 0.5 - 0.5 * own
        value = max(value, own)
        total += columns[VISITS][kid] * columns[VALUE][kid]
        visits += columns[VISITS][kid]
    if folding == PRODUCT:
        value = 1.0 - 2.0 * lost
    if folding == MEAN:
        value = me * total / visits
    columns[VALUE][n] = me * max(value, float(low))
    columns[INFLUENCE][n], columns[BEST][n] = influence, max(best, 0)


@kernel
def move_down(n: int, way: tuple[int, int, int, float, int], columns: Columns, key: Key) -> int:
    """The row of the move to go on with, among those that are not proven and may still be better; -1 if there is
    none."""
    _, descent, _, exploration, _ = way
    first, me = columns[FIRST][n], columns[TURN][n]
    end = first + columns[WIDTH][n]
    most = columns[HIGH] if me > 0 else columns[LOW]
    low = me * (columns[LOW] if me > 0 else columns[HIGH])[n]
    if descent == BY_INFLUENCE and n > 0:
        return int(first + columns[BEST][n])
    chosen, second = -1, -1
    top, next_top = -math.inf, -math.inf
    wide = exploration * math.sqrt(columns[VISITS][n])
    for kid in range(first, end):
        if columns[LOW][kid] == columns[HIGH][kid] or me * most[kid] <= low:
            continue
        score = me * columns[VALUE][kid]
        if descent == BY_PRIOR:
            score += wide * columns[PRIOR][kid] / (1 + columns[VISITS][kid])
        if descent == BY_VISITS:
            score = -float(columns[VISITS][kid])
        if descent == AT_RANDOM:
            score = float(mix(key, kid) >> np.uint64(11))
        if score > top:
            chosen, second, top, next_top = kid, chosen, score, top
        elif score > next_top:
            second, next_top = kid, score
    if descent == BY_INFLUENCE and second >= 0:
        here = columns[INFLUENCE][chosen] / math.sqrt(1.0 + columns[VISITS][chosen])
        there = columns[INFLUENCE][second] / math.sqrt(1.0 + columns[VISITS][second])
        chosen = second if there > here else chosen
    return chosen


@kernel
def answer(by_visits: int, columns: Columns) -> int:
    """The number of the best move at the root."""
    first, me = columns[FIRST][0], columns[TURN][0]
    chosen = first
    for kid in range(first, first + columns[WIDTH][0]):
        fixed, fixed_chosen = columns[LOW][kid] == columns[HIGH][kid], columns[LOW][chosen] == columns[HIGH][chosen]
        ahead = me * columns[VALUE][kid] > me * columns[VALUE][chosen]
        if by_visits and not fixed and not fixed_chosen and columns[VISITS][kid] != columns[VISITS][chosen]:
            ahead = columns[VISITS][kid] > columns[VISITS][chosen]
        chosen = kid if ahead else chosen
    return int(chosen - first)


@kernel
def grow(
    game: Context, root: State, way: tuple[int, int, int, float, int], counts: Column, stop: int, columns: Columns,
    used: int, key: Key, path: Column,
) -> int:  # fmt: skip
    """Opens nodes as long as the evaluations suffice for all their moves. Returns the rows in use."""
    if used == 0:
        enter(game, root, 0, way[0], columns)
        used = 1
    rows = len(columns[FIRST])
    while columns[LOW][0] < columns[HIGH][0]:
        state, n, length = root, 0, 0
        path[0] = 0
        while columns[WIDTH][n] != UNOPENED and length + 1 < len(path):
            kid = move_down(n, way, columns, mix(key, used))
            if kid < 0:
                return used
            state, n, length = child(game, state, kid - columns[FIRST][n]), kid, length + 1
            path[length] = n
        moves = count(game, state)
        if counts[SPENT] + moves > stop or used + moves > rows or columns[WIDTH][n] != UNOPENED:
            return used
        used = open_node(game, state, n, way, columns, used)
        for ply in range(length, -1, -1):
            refold(path[ply], way[0], columns)
            columns[VISITS][path[ply]] += 1
    return used
