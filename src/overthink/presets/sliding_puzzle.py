"""The 8-puzzle: one player, every move costs 1."""

from __future__ import annotations

from overthink.evaluate import manhattan
from overthink.games import SlidingPuzzle
from overthink.presets.preset import Preset, Progress, Setup, Values, Whole


def setup(values: Values, seed: int) -> Setup:
    game = SlidingPuzzle()
    start = game.random_start(seed)
    text = f"8-puzzle number {seed}: one player, every move costs 1; evaluated by Manhattan distance"
    return Setup(game, start, manhattan(game), text, 0.0, 64.0, board=game.text(start))


def whole(values: Values, progress: Progress) -> Whole:
    progress("listing positions", 0.0)
    game = SlidingPuzzle()
    return Whole(game.state_space(), 1.0, "moves", "8-puzzle", manhattan(game), "Manhattan distance")


EIGHT_PUZZLE = Preset(
    "8-puzzle",
    "8-puzzle: one player",
    "one player slides 8 tiles home",
    "[Nau2010] section 6.3",
    setup=setup,
    whole=whole,
    rules=("minimin", "minimin"),
    deepest=8,
    units="moves",
    players=1,
)
