"""A whole state space: every position once, as the columns of a `Tree`, with the positions themselves beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from overthink.core.checked import evaluation_of
from overthink.core.errors import OverthinkError
from overthink.core.kinds import State
from overthink.core.tree import Tree


@dataclass(frozen=True, eq=False, repr=False)
class StateSpace:
    """Node n of `tree` is the position `states[n]`, and its children stand in the order of the game's moves. A depth-d
    search of all positions is d sweeps over the tree.

    >>> space = ot.SlidingPuzzle(2, 2).state_space()
    >>> len(space.states), float(space.tree.truth.max())  # positions, and moves that the hardest of them needs
    (12, 6.0)
    """

    tree: Tree
    states: Sequence[Any]
    game: Any = field(default=None, kw_only=True)  # what positions and moves are called

    def __repr__(self) -> str:
        return f"<StateSpace: {len(self.tree):,} positions, {len(self.tree.child):,} moves>"

    def seen_by(self, evaluate: Callable[[Any], float | tuple[float, float]]) -> Tree:
        """The tree with an evaluator's opinion of every position in it."""
        static, error = np.empty(len(self.tree)), np.empty(len(self.tree))
        for n, state in enumerate(self.states):
            static[n], error[n] = evaluation_of(evaluate, 0.0, state)
        return self.tree.opinion(static, error)

    def node(self, state: State) -> int:
        """The node of a position."""
        try:
            return self.states.index(state)
        except ValueError:
            raise OverthinkError(f"The position {state!r} cannot be reached in this state space.") from None
