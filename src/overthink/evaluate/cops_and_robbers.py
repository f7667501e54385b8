"""An evaluator of cops and robbers as a kernel, so that searches run compiled."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.kinds import Context, Number
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.cops_and_robbers import CELL, MAN, CopsAndRobbers
from overthink.games.grid import FAR


@kernel
def mean_distance(game: Context, state: int) -> Number:
    """The average number of steps from the cops to the robber, without obstacles."""
    table, cops = game[0], game[1]
    total = 0
    for cop in range(1, cops + 1):
        total += table[state & CELL, FAR + ((state >> MAN * cop) & CELL)]
    return total / cops


def cop_distance(game: CopsAndRobbers) -> KernelEvaluator:
    """The average Manhattan distance between the cops and the robber. [Atzmon2018] Domains

    >>> game = ot.CopsAndRobbers(rows=3, columns=3, cops=1)
    >>> ot.cop_distance(game)(game.initial())
    3.0
    """
    return KernelEvaluator(game, mean_distance)
