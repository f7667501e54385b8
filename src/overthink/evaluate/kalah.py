"""Evaluators of Kalah as kernels, so that searches run compiled.

Values are to Max in [-1, 1]; a value x of the paper, in [0, 1], is 2x - 1 here. With `binary=True` only the sign is
seen, +1 or -1, and 0 where neither side is ahead; with `even_loses=True` also such a position is one of the two: lost
for the player to move. The paper maps values to their extremes for EMM, and does not say what minimax sees. The paper's
static error of 0.2 is `decide(…, error=0.2)`. [Zuckerman2018] section 5.3
"""

from __future__ import annotations

import math
from typing import NamedTuple

from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import require
from overthink.core.kinds import Context, State
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games.kalah import PITS, SEEDS, Board, Kalah, seeds_in, side_sum, sow
from overthink.games.planes import bound


class Weights(NamedTuple):
    """The weight of each feature; their sum is scaled to 1. Each feature is Max's number less Min's, over the number
    of pits (of seeds for `stores`), as if either were to move."""

    last_seed: float = 1.0  # moves whose last seed falls into the player's own kalah
    given: float = 1.0  # moves of the opponent that leave more seeds on the player's side
    beneficial: float = 1.0  # moves that bring the player a seed or more, by sowing or by capture
    stores: float = 0.0  # seeds won so far


LAST_SEED, GIVEN, BENEFICIAL, STORES = Weights()


@kernel
def store_lead(game: Context, state: Board) -> float:
    """Seeds won by Max minus seeds won by Min, over all seeds."""
    return (state[2] - state[3]) / SEEDS


@kernel
def prospects(mine: int, theirs: int) -> tuple[int, int, int]:
    """A side's moves whose last seed falls into its kalah, that leave more seeds on the other side, that win seeds."""
    ends, gives, wins = 0, 0, 0
    before = side_sum(theirs)
    for pit in range(PITS):
        if seeds_in(mine, pit) > 0:
            _, after, won, last = sow(mine, theirs, pit)
            ends += last == PITS
            gives += side_sum(after) > before
            wins += won > 0
    return ends, gives, wins


@kernel
def features_lead(game: Context, state: Board) -> float:
    """The weighted sum of the features."""
    max_ends, max_gives, max_wins = prospects(state[0], state[1])
    min_ends, min_gives, min_wins = prospects(state[1], state[0])
    moves = LAST_SEED * (max_ends - min_ends) + GIVEN * (min_gives - max_gives) + BENEFICIAL * (max_wins - min_wins)
    return moves / PITS + STORES * (state[2] - state[3]) / SEEDS


@kernel
def opinion(game: Context, state: State) -> float:
    """The evaluation whose sign is taken; an evaluator binds its own."""
    return 0.0


@kernel
def sign(game: Context, state: State) -> float:
    """1 if the evaluation is good for Max, -1 if it is bad, 0 if it is even."""
    value = opinion(game, state)
    return 1.0 if value > 0.0 else -1.0 if value < 0.0 else 0.0


@kernel
def sign_or_lost(game: Context, state: Board) -> float:
    """The sign; an even evaluation is lost for the player to move."""
    value = opinion(game, state)
    return 1.0 if value > 0.0 else -1.0 if value < 0.0 else float(-state[4])


def _evaluator(game: Kalah, word: AnyKernel, binary: bool, even_loses: bool) -> KernelEvaluator:
    """The evaluator by a kernel, or by its sign."""
    word = bound(word, game.rules)
    if binary or even_loses:
        word = (sign_or_lost if even_loses else sign).bind(opinion=word)
    return KernelEvaluator(game, word)


def store_difference(game: Kalah, binary: bool = False, even_loses: bool = False) -> KernelEvaluator:
    """Seeds won so far by Max minus seeds won by Min, over all seeds.

    `game`: a Kalah. `binary`: only win or loss. `even_loses`: with `binary`, an even position counts as lost.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> ot.store_difference(game)(game.initial())
    0.0
    """
    return _evaluator(game, store_lead, binary, even_loses)


def features(
    game: Kalah,
    weights: Weights = Weights(),  # noqa: B008
    binary: bool = False,
    even_loses: bool = False,
) -> KernelEvaluator:
    """The paper's heuristic. It names three features and no weights. Here all count the same, which is our reading.
    Seeds already won are not among them. [Zuckerman2018] section 5.3

    Args:
        game: A Kalah.
        weights: Of the features. `Weights(stores=…)` adds the seeds already won.
        binary: Only win or loss.
        even_loses: With `binary`, an even position counts as lost.

    >>> game = ot.Kalah(pits=3, seeds=2)
    >>> ot.features(game)(game.initial())
    0.0
    """
    total = math.fsum(weights)
    require(min(weights) >= 0 and total > 0, f"Weights must be 0 or more, and not all 0, unlike {tuple(weights)}.")
    shares = {name.upper(): weight / total for name, weight in weights._asdict().items()}
    return _evaluator(game, features_lead.bind(**shares), binary, even_loses)
