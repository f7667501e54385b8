"""Examinations of Monte Carlo search with a planted answer: critical win-loss games in which more simulations decide
worse, better, or no differently.

Every case has numbers of its own, drawn from its seed: branching factor, critical rate, exploration.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.doctor.diagnosis import Diagnosis
from overthink.doctor.game import diagnose
from overthink.evaluate.games import critical_opinions
from overthink.games.critical_win_loss import PATH, PLY, CriticalWinLoss
from overthink.measure.judgement import Kind
from validation.cases import Drawn

SIMULATIONS = (10, 100, 1000)
Law = str | tuple[float, float, float, float]
NOISE = (0.45, 0.08, 0.45, 0.08)  # the same for won and for lost positions
SHARP = (0.35, 0.08, 0.55, 0.08)


def starts(n: int, seed: int) -> list[int]:
    """Positions of many games in which the player to move wins, one or two plies after the beginning."""
    keys = [mix(seed_key("planted simulations", seed), number) for number in range(n)]
    plies = [1 + number % 2 for number in range(n)]
    return [
        (int(np.uint64(key) >> np.uint64(PATH + 1)) << PATH) | (ply << PLY) | (1 - ply % 2)
        for key, ply in zip(keys, plies)
    ]


def examined(n: int, seed: int, b: int, gamma: float, exploration: float, law: Law) -> Diagnosis:
    game = CriticalWinLoss(b, gamma, number=seed)
    return diagnose(
        game,
        critical_opinions(game, law),
        search="uct",
        knob=("simulations", SIMULATIONS),
        exploration=exploration,
        positions=starts(n, seed),
        truth=game.reference(),
    )


def critical(n: int, seed: int) -> Diagnosis:
    """Only one move is right everywhere: the mean of what is below says less and less."""
    drawn = Drawn(seed)
    return examined(n, seed, drawn.whole(0, 4, 8), 1.0, drawn(1, 0.2, 2.0), SHARP)


def forgiving(n: int, seed: int) -> Diagnosis:
    """Every second move is right: simulations pay."""
    drawn = Drawn(seed)
    return examined(n, seed, drawn.whole(0, 5, 8), drawn(2, 0.4, 0.5), drawn(1, 0.2, 2.0), "chess-random")


def noise(n: int, seed: int) -> Diagnosis:
    """Evaluations say nothing: no number of simulations is better than another."""
    drawn = Drawn(seed)
    return examined(n, seed, drawn.whole(0, 4, 8), 1.0, drawn(1, 0.2, 2.0), NOISE)


SIMULATION_CASES: dict[str, Callable[[int, int], Diagnosis]] = {
    "UCT, γ = 1": critical,
    "UCT, γ at most .5": forgiving,
    "UCT, evaluations that say nothing": noise,
}
ANSWERS = {
    "UCT, γ = 1": {Kind.WORSE},
    "UCT, γ at most .5": {Kind.BETTER},
    "UCT, evaluations that say nothing": {Kind.UNCLEAR},
}
