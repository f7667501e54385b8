"""Evaluators of critical win-loss games: one draw a position, remembered, from a law for won and one for lost ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.kinds import Context, Integer
from overthink.core.numbers import checked_number
from overthink.core.randomness import mix
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.critical_win_loss import PATH, WIDEST, CriticalWinLoss, truth
from overthink.models.noise import bounded_gauss

# Mean and standard deviation of evaluations of lost and of won positions, scaled to [0, 1] together. [Nguyen2024]
LAWS: dict[str, tuple[float, float, float, float]] = {
    "gaussian": (0.0, 0.25, 1.0, 0.25),
    "chess-random": (0.418, 0.055, 0.524, 0.082),
    "chess-good": (0.457, 0.036, 0.491, 0.029),
    "othello-random": (0.412, 0.083, 0.606, 0.081),
    "othello-good": (0.376, 0.081, 0.523, 0.073),
    # Measured by us: benchmarks/evaluations.py, 240 positions each; Stockfish 15.1, Ethereal 12.00
    "stockfish-random": (0.249, 0.105, 0.587, 0.137),
    "stockfish-good": (0.184, 0.085, 0.368, 0.116),
    "ethereal-random": (0.339, 0.126, 0.626, 0.133),
    "ethereal-good": (0.237, 0.091, 0.393, 0.116),
    "connect-four-random": (0.418, 0.135, 0.536, 0.192),
    "connect-four-good": (0.462, 0.166, 0.591, 0.204),
    "kalah-random": (0.448, 0.100, 0.532, 0.132),
    "kalah-good": (0.438, 0.103, 0.524, 0.136),
}
WORD = WIDEST + 1  # the words up to there are the moves'
LIMIT = 3.0  # deviations; beyond, drawn again
LOST, LOST_SD, WON, WON_SD = LAWS["gaussian"]


@kernel
def drawn(game: Context, state: Integer) -> float:
    """A normal number by the law, within LIMIT deviations; in [-1, 1] where the law is in [0, 1]."""
    key = mix(mix(game[4], state >> PATH), WORD)
    won = truth(game, state) > 0.0
    mean, sd = (WON, WON_SD) if won else (LOST, LOST_SD)
    return 2.0 * (mean + sd * bounded_gauss(key, LIMIT)) - 1.0


def critical_opinions(
    game: CriticalWinLoss, law: str | tuple[float, float, float, float] = "gaussian"
) -> KernelEvaluator:
    """The evaluator of a game by the name of a law, by four numbers (mean and standard deviation of lost positions,
    then of won ones, in [0, 1]), or "perfect".

    >>> game = ot.CriticalWinLoss(b=2, depth=10)
    >>> ot.critical_opinions(game, "perfect")(game.initial())
    1.0
    """
    if not isinstance(game, CriticalWinLoss):
        raise OverthinkError(f"These are opinions on a critical win-loss game, not on {type(game).__name__}.")
    if law == "perfect":
        return KernelEvaluator(game, truth)
    if isinstance(law, str):
        if law not in LAWS:
            raise OverthinkError(f"'{law}' is not a law of evaluations. There are perfect, {', '.join(LAWS)}.")
        law = LAWS[law]
    numbers = [checked_number("A number of a law", number) for number in law] if isinstance(law, Sequence) else []
    if len(numbers) != 4 or numbers[1] < 0 or numbers[3] < 0:
        raise OverthinkError(f"A law is four numbers: mean and deviation of lost, then of won positions; not {law!r}.")
    return KernelEvaluator(game, _by_law(*numbers))


@cache
def _by_law(lost: float, lost_sd: float, won: float, won_sd: float) -> AnyKernel:
    """One kernel for each law, so that each is compiled once."""
    return drawn.bind(LOST=lost, LOST_SD=lost_sd, WON=won, WON_SD=won_sd)
