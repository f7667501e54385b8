"""An opinion about cops and robbers, as a kernel, so that searches with it run compiled."""

from __future__ import annotations

from typing import Any

from overthink.core.bind import kernel
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.cops_and_robbers import CELL, MAN, CopsAndRobbers


@kernel
def mean_distance(game: Any, state: int) -> Any:
    """How many steps the cops are from the robber on average, obstacles set aside."""
    distances, cops = game[2], game[3]
    total = 0
    for cop in range(1, cops + 1):
        total += distances[state & CELL, (state >> MAN * cop) & CELL]
    return total / cops


def cop_distance(game: CopsAndRobbers) -> KernelEvaluator:
    """The average Manhattan distance between the cops and the robber. [Atzmon2018] Domains"""
    return KernelEvaluator(game, mean_distance)
