"""Bounded alpha-beta of one position for many ε: what studies of it count, found by the kernel itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.checked import DEEPEST
from overthink.core.estimate import Sample
from overthink.core.game import Evaluate
from overthink.core.kinds import State
from overthink.core.tree import TreeOrGame
from overthink.search import chance as algorithm
from overthink.search.bounds import NUMBERS, WINDOWS, spending
from overthink.search.decide import ENDLESS
from overthink.search.subject import chance_subject, proven, typed
from overthink.search.table import with_table


@dataclass(frozen=True)
class SearchesByEpsilon:
    """One number for each ε."""

    L: Sample
    U: Sample
    internal: Sample
    leaves: Sample

    @property
    def amb(self) -> Sample:
        """The actual minimax bound: U - L of the root."""
        width: Sample = self.U - self.L
        return width

    @property
    def nodes(self) -> Sample:
        total: Sample = self.internal + self.leaves
        return total


def searches(
    game: TreeOrGame,
    epsilons: Sequence[float],
    *,
    low: float = 0.0,
    high: float = 100.0,
    state: State = None,
    depth: int = DEEPEST,
    evaluate: Evaluate | None = None,
    window: str = "full",
    last_child: bool = True,
    spend: str | float = "uniform",
    table: bool = False,
    **words: Any,
) -> SearchesByEpsilon:
    """The same position searched with each ε, the table of each search being its own. Options as of `ot.bounded`, and
    further words of the algorithm with a meaning of one's own."""
    position = chance_subject(game, state, evaluate)
    words |= {"window": WINDOWS[window], "LAST_CHILD": last_child, **spending(spend)}
    results = []
    for epsilon in epsilons:
        subject, memory = with_table(position) if table else (position, {})
        run = typed(algorithm.bounded, subject, NUMBERS, **words, **memory)
        *bounds, outside = run(subject.context, subject.state, depth, float(epsilon), low, high, low, high, ENDLESS)
        proven(outside, position, low, high)
        results.append(bounds)
    return SearchesByEpsilon(*np.array(results, float).T)
