"""The exact evaluator of Pig as a kernel, so that searches run compiled."""

from __future__ import annotations

from overthink.core.bind import kernel
from overthink.core.kinds import Context, Number
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.pig import MINE, POINTS, THEIRS, TURN, Pig


@kernel
def chance_to_win(game: Context, state: int) -> Number:
    """The probability that Max wins, from value iteration."""
    target, win = game[0], game[2]
    points, flip = state & POINTS, (state >> TURN) & 1
    mine, theirs = (state >> MINE) & POINTS, (state >> THEIRS) & POINTS
    if flip:
        mine, theirs = theirs, mine
    chance = 1.0 if mine + points >= target else win[mine, theirs, points]
    return 1.0 - chance if flip else chance


def win_probability(game: Pig) -> KernelEvaluator:
    """The true value: the probability that Max wins with best play by both. Solves the game first.

    >>> pig = ot.Pig(target=10)
    >>> print(f"{ot.win_probability(pig)(pig.initial()):.3f}")  # the first player's chance
    0.709
    """
    game.solve()
    return KernelEvaluator(game, chance_to_win)
