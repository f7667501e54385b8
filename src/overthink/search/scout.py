"""Bounded SCOUT: Pearl's SCOUT with room for ε, an answer to a question that [Atzmon2018] leaves to future work.

SCOUT evaluates the first child of a node and only *tests* the others: is this one better? A test is cheap, since it
needs one leaf of each opposing choice; what passes is evaluated. With ε the question is whether a child is better by
more than ε. If not, it moves the far bound by ε at most, so that U - L ≤ ε at every node: it holds at leaves, at a Max
node U never exceeds the largest L by more than ε, and at a Min node likewise. ε = 0 is SCOUT. No range of values is
needed. Games without chance only.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from overthink.core.bind import kernel, types_of
from overthink.core.checked import DEEPEST, checked_depth
from overthink.core.errors import OverthinkError
from overthink.core.game import Evaluate, child, count, mover, over, static, utility
from overthink.core.kinds import Context, Foreign, Number, State
from overthink.core.tree import TreeOrGame
from overthink.search.bounds import Bounds, MoveBounds, checked_epsilon, safe
from overthink.search.subject import Subject, bind_once, bind_words, chance_subject, check_range, has_chance

Numbers = tuple[float, float, int, int]
Words = tuple[tuple[str, Foreign], ...]


@kernel
def beyond(game: Context, state: State, depth: int, limit: float, side: int) -> tuple[bool, int, int]:
    """Whether a state is worth more than the limit (side 1), or less (side -1); internal nodes and leaves seen."""
    children = count(game, state)
    if children == 0 or depth == 0:
        value = utility(game, state) if over(game, state) else static(game, state)
        return side * value > side * limit, 0, 1
    enough = mover(game, state) == side  # one child is enough for the player of this side
    internal, leaves = 1, 0
    for i in range(children):
        below, inner, ends = beyond(game, child(game, state, i), depth - 1, limit, side)
        internal, leaves = internal + inner, leaves + ends
        if below == enough:
            return below, internal, leaves
    return not enough, internal, leaves


@kernel
def scout(game: Context, state: State, depth: int, epsilon: float) -> Numbers:
    """L and U of a state, no further apart than ε; internal nodes and leaves seen."""
    children = count(game, state)
    if children == 0 or depth == 0:
        value = utility(game, state) if over(game, state) else static(game, state)
        return float(value), float(value), 0, 1
    me = mover(game, state)
    L, U, internal, leaves = scout(game, child(game, state, 0), depth - 1, epsilon)
    internal += 1
    for i in range(1, children):
        limit = L + epsilon if me > 0 else U - epsilon
        better, inner, ends = beyond(game, child(game, state, i), depth - 1, limit, me)
        internal, leaves = internal + inner, leaves + ends
        L_c, U_c = limit, limit
        if better:
            L_c, U_c, inner, ends = scout(game, child(game, state, i), depth - 1, epsilon)
            internal, leaves = internal + inner, leaves + ends
        if me > 0:
            L, U = max(L, L_c) if better else L, max(U, U_c)
        else:
            L, U = min(L, L_c), min(U, U_c) if better else U
    return L, U, internal, leaves


def bounded_scout(
    subject: TreeOrGame,
    state: State = None,
    *,
    epsilon: float,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
) -> Bounds:
    """An interval no wider than `epsilon` that holds the true value of a position, to Max, by SCOUT: as `ot.bounded`,
    for games without chance. A move that was only tested has a bound on one side.

    >>> bounds = ot.bounded_scout(ot.nested(ot.Max(ot.Min(3, 9), ot.Min(5, 6))), epsilon=0)
    >>> bounds.low, bounds.high
    (5.0, 5.0)
    """
    width, plies = checked_epsilon(epsilon), DEEPEST if depth is None else checked_depth(depth)
    if has_chance(subject):
        raise OverthinkError("SCOUT is for games without chance. Use ot.bounded.")
    position = chance_subject(subject, state, evaluate)
    run, test = runs_of(position)
    me = int(position.ask("mover", position.state))
    options: list[MoveBounds] = []

    def evaluated(game: Context, state: State, *rest: Any) -> Number:
        answer = run(game, state, *rest)
        options[-1:] = [MoveBounds(position.moves[max(0, len(options) - 1)], answer[0], answer[1])]
        return answer

    def tested(game: Context, state: State, depth: int, limit: float, side: int) -> Number:
        low, high = (-math.inf, limit) if side > 0 else (limit, math.inf)
        options.append(MoveBounds(position.moves[len(options)], low, high))
        return test(game, state, depth, limit, side)

    root = bind_once(scout, position, {}).calling(scout=evaluated, beyond=tested)
    L, U, internal, leaves = root(position.context, position.state, plies, width)
    check_range(L, position, -math.inf, math.inf)
    return Bounds(float(L), float(U), safe(me, options, 0.0), int(internal), int(leaves), tuple(options))


def runs_of(position: Subject) -> tuple[Foreign, Foreign]:
    """The search and its test for a subject, compiled where the subject is."""
    if not position.compiled:
        return bind_once(scout, position, {}).interpreted, bind_once(beyond, position, {}).interpreted
    return _compiled(tuple(position.names.items()), types_of(position.context, position.state))


@lru_cache(maxsize=64)
def _compiled(names: Words, types: tuple[Foreign, ...]) -> tuple[Foreign, Foreign]:
    test = bind_words(beyond, dict(names), {}, (*types, *types_of(1, 0.0, 1)))
    return scout.bind((*types, *types_of(1, 0.0)), **dict(names), beyond=test).compiled, test.compiled
