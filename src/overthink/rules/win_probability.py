"""What the rules on wins and losses share: an evaluation is a win (+1) or a loss (-1), wrong with some probability."""

from __future__ import annotations

import math

from overthink.core.bind import kernel


@kernel
def frontier(static: float, static_error: float) -> tuple[float, float]:
    """An evaluation read as win or loss. One that favours neither side is a loss as likely wrong as right."""
    if static > 0.0:
        return 1.0, static_error
    if static < 0.0:
        return -1.0, static_error
    return -1.0, 0.5


@kernel
def terminal(utility: float, remaining: int) -> tuple[float, float]:
    """A finished game has no error; a draw is half a win."""
    if utility > 0.0:
        return 1.0, 0.0
    if utility < 0.0:
        return -1.0, 0.0
    return -1.0, 0.5


@kernel
def score(value: float, error: float, edge: float) -> float:
    """Value, then error: a surer win is better, and so is a less sure loss. Orders as the probability of a win does,
    without rounding away what is nearly certain."""
    return value / error if error > 0.0 else value * math.inf


@kernel
def loss_probability(value: float, error: float) -> float:
    """The probability that a node of this value and error is lost for the player to whom the value belongs."""
    if value > 0.0:
        return error
    return 1.0 - error


@kernel
def from_loss(loss: float) -> tuple[float, float]:
    """The likelier value, and the probability that it is wrong."""
    if loss <= 0.5:
        return 1.0, loss
    return -1.0, 1.0 - loss
