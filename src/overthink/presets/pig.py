"""Pig: roll or hold."""

from __future__ import annotations

from overthink.evaluate import win_probability
from overthink.games import Pig
from overthink.presets.preset import Preset, Setup, Values


def setup(values: Values, seed: int) -> Setup:
    game = Pig()
    text = "Pig to 100 points: the probability that the first player wins; evaluated exactly"
    return Setup(game, game.initial(), win_probability(game), text, 0.0, 1.0, error=0.0)


PIG = Preset(
    "pig",
    "Pig",
    "roll or hold, one bad roll loses the turn; solved",
    "Neller and Presser 2004",
    setup=setup,
    rules=("expectation", "expectation"),
    depth=6,
    deepest=3,
)
