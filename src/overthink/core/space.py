"""A whole state space: every position once, as the columns of a `Tree`, with the positions themselves beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError
from overthink.core.tree import Tree


@dataclass(frozen=True, eq=False)
class StateSpace:
    """Node n of `tree` is the position `states[n]`. A depth-d search of all positions is d sweeps over the tree."""

    tree: Tree
    states: Sequence[Any]

    def seen_by(self, evaluate: Callable[[Any], float]) -> Tree:
        """The tree with an evaluator's opinion of every position in it."""
        return self.tree.opinion(np.array([evaluate(state) for state in self.states], float))

    def node(self, state: Any) -> int:
        """The node of a position."""
        try:
            return self.states.index(state)
        except ValueError:
            raise OverthinkError(f"The position {state!r} cannot be reached in this state space.") from None
