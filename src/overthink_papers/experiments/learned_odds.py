"""Learned odds in the games of `solved_games`: what `ot.learn` makes of all moves of 100 positions of each (seed 1601).

python -m overthink_papers.experiments.learned_odds GAME      learns them again, in some minutes
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from overthink.core.identity import identity
from overthink.core.randomness import seed_key
from overthink.measure.learning import learn
from overthink.rules.learned import Height, LearnedRule, Learning, odds_rule
from overthink_papers.experiments.solved_games import game_named, solved_position

SEED, POSITIONS, HEIGHTS = 1601, 100, 3


class Weights(NamedTuple):
    """What was learned in a game: of the calibration, and at each height a shift and the weights of the search and of
    the own evaluation."""

    labelled: int
    shift: float
    slope: float
    low: float
    high: float
    heights: tuple[tuple[float, float, float], ...]


WEIGHTS: dict[str, Weights] = {
    "connect-four": Weights(
        468, 1.0714, 8.0586, -0.3571, 0.1786,
        ((-0.616, 0.2173, 0.8402), (-0.6832, 0.3275, 0.6213), (-0.6816, 0.3827, 0.493)),
    ),
    "kalah": Weights(
        344, 0.2904, 3.0126, -0.4, 0.3333,
        ((-0.9604, 0.7264, 0.2471), (-0.7633, 0.6861, 0.2416), (-0.5516, 0.682, 0.2993)),
    ),
    "othello": Weights(
        617, 0.7175, 12.9768, -0.3846, 0.25,
        ((-0.8727, 0.9459, -0.593), (-0.5535, 0.6316, -0.2941), (-0.343, 0.8594, -0.3623)),
    ),
    "breakthrough": Weights(
        962, 1.9004, 7.8286, -0.28, 0.25,
        ((-1.1868, 0.8559, -0.0944), (-1.5181, 0.4291, 0.2369), (-1.7827, 0.3662, 0.6067)),
    ),
    "domineering": Weights(
        1277, 0.8374, 24.6926, -0.1944, 0.1667,
        ((-0.4935, 0.1591, 0.6151), (-0.9314, 0.2871, 0.2658), (-1.5177, 0.4751, -0.2018)),
    ),
    "connect-four 7 × 6": Weights(
        568, 1.613, 2.7983, -0.2464, 0.2464,
        ((-1.7179, -0.0052, 1.1107), (-1.678, 0.1663, 1.181), (-1.5606, 0.3624, 0.9725)),
    ),
    "othello 8 × 6": Weights(
        702, 0.3347, 16.0403, -0.2969, 0.1875,
        ((-1.0863, 0.4432, 0.0869), (-1.3469, 0.6502, -0.6113), (-0.6298, 0.4705, 0.0299)),
    ),
}  # fmt: skip


def labelled(name: str) -> Iterator[tuple[Any, float]]:
    """Every move of 100 positions: the position that it leads to, and what that is worth to Max."""
    game, _ = game_named(name)
    for number in range(POSITIONS):
        state, values = solved_position(name, seed_key("learned odds", SEED, name, number))
        for move, value in values.items():
            yield game.play(state, move), game.mover(state) * value


def learn_again(name: str) -> LearnedRule:
    """The rule from which the weights of a game were read."""
    game, judge = game_named(name)
    truth = dict(labelled(name))
    return learn("odds", game, judge, list(truth), truth, depth=HEIGHTS)


@lru_cache(maxsize=16)
def learning_of(name: str, heights: bool = True) -> Learning:
    """What was learned in a game; without heights, its calibration alone."""
    game, judge = game_named(name)
    known = WEIGHTS[name]
    rows = tuple(Height(*row) for row in known.heights) if heights else ()
    return Learning(
        identity(game), identity(judge), known.labelled, known.labelled, known.shift, known.slope, 0.0,
        known.low, known.high, rows,
    )  # fmt: skip


@lru_cache(maxsize=16)
def rule_of(name: str, heights: bool = True) -> LearnedRule:
    """The rule of what was learned, for a search."""
    return odds_rule("learned" if heights else "calibrated", learning_of(name, heights))


if __name__ == "__main__":
    known = learn_again(sys.argv[1]).learned
    rows = tuple((round(row.shift, 4), round(row.search, 4), round(row.own, 4)) for row in known.heights)
    numbers = (round(number, 4) for number in (known.shift, known.slope, known.low, known.high))
    print(f'"{sys.argv[1]}": Weights{(known.positions, *numbers, rows)},')
