"""Alpha-beta that cuts where β ≤ α + ε and returns the value at hand. Kept as a warning: [Atzmon2018] Figure 2.

Such a value may be ε too good to the player above, who takes it for his new α; the next one is ε better than that, and
so on. The error has no bound. Bounded alpha-beta keeps two bounds where this keeps one value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError, on_the_stack, require
from overthink.core.kinds import Context, State
from overthink.core.plain import Result
from overthink.core.tree import Tree, TreeOrGame
from overthink.core.vocabulary import child, count, mover, so_far, utility
from overthink.search.bounds import parse_epsilon
from overthink.search.subjects.bind import chance_subject, has_chance
from overthink.search.subjects.subject import ready


@kernel
def naive(game: Context, state: State, epsilon: float, alpha: float, beta: float) -> tuple[float, int, int]:
    """The value that the naive rule finds in a game without chance; internal nodes and leaves seen."""
    children = count(game, state)
    if children == 0:
        return float(utility(game, state)), 0, 1
    me = mover(game, state)
    value = -me * math.inf
    internal = 1
    leaves = 0
    for i in range(children):
        below, inner, ends = naive(game, child(game, state, i), epsilon, alpha, beta)
        internal, leaves = internal + inner, leaves + ends
        if me > 0:
            value = max(value, below)
            alpha = max(alpha, value)
        else:
            value = min(value, below)
            beta = min(beta, value)
        so_far(game, state, value, math.nan, math.nan, alpha, beta)
        if beta <= alpha + epsilon:
            break
    return value, internal, leaves


@dataclass(frozen=True)
class NaiveValue(Result):
    """A value that nothing is proven of."""

    value: float  # of the root, to Max
    expanded: int  # internal nodes
    leaves: int  # leaves that were evaluated


def naive_epsilon(subject: TreeOrGame, state: State = None, *, epsilon: float) -> NaiveValue:
    """What a tree or game without chance is worth, to Max, if alpha-beta cuts where β ≤ α + ε: wrong by any multiple of
    ε. Kept as a warning; use `ot.bounded`. [Atzmon2018] Naïve Approach

    `subject`, `state`: the tree or game, and the position in it. `epsilon`: ε.

    >>> tree = ot.nested(ot.Max(5, ot.Min(7, 1)))
    >>> ot.naive_epsilon(tree, epsilon=0).value, ot.naive_epsilon(tree, epsilon=3).value
    (5.0, 7.0)
    """
    width = parse_epsilon(epsilon)
    require(not has_chance(subject), "The naive rule is for games without chance. Use ot.bounded.")
    if isinstance(subject, Tree) and np.isnan(subject.utility[np.diff(subject.first) == 0]).any():
        raise OverthinkError("The naive rule searches to the end of the game: every leaf of the tree needs a utility.")
    position = chance_subject(subject, state, None)
    run = ready(naive, position, (0.0, 0.0, 0.0))
    with on_the_stack("A search to the end of this game", "Use ot.bounded with depth=."):
        value, expanded, leaves = run(position.context, position.state, width, -math.inf, math.inf)
    return NaiveValue(float(value), int(expanded), int(leaves))
