"""What the rules on wins and losses share: an evaluation is a win (+1) or a loss (-1), wrong with some probability."""

from __future__ import annotations

import math

from overthink.core.bind import kernel
from overthink.core.ties import at_most


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
    """The odds of a win, which keep apart what is nearly certain: a surer win is better, and so is a less sure loss."""
    won, lost = win_probability(value, error), loss_probability(value, error)
    return won / lost if lost > 0.0 else math.inf


@kernel
def win_probability(value: float, error: float) -> float:
    """The probability that a node of this value and error is won for the player to whom the value belongs."""
    if value > 0.0:
        return 1.0 - error
    return error


@kernel
def loss_probability(value: float, error: float) -> float:
    """The probability that it is lost."""
    if value > 0.0:
        return error
    return 1.0 - error


@kernel
def one_more(won: float, lost: float, value: float, error: float) -> tuple[float, float]:
    """The probabilities that a node is won and lost after one more move with this value and error, moves taken as
    independent: it is lost if all moves lose. Nothing is subtracted, so that both stay exact to the last digits."""
    return won + lost * win_probability(value, error), lost * loss_probability(value, error)


@kernel
def likelier(won: float, lost: float) -> tuple[float, float]:
    """The likelier value, and the probability that it is wrong."""
    if at_most(lost, won):
        return 1.0, min(lost, won)
    return -1.0, won
