"""The 8-puzzle: one player, every move costs 1."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from overthink.evaluate import manhattan
from overthink.games import SlidingPuzzle
from overthink.games.sliding_puzzle import Tiles
from overthink.presets.preset import Preset, Progress, Setup, Values, Whole


@cache
def puzzle() -> SlidingPuzzle:
    """One for all, so that its positions are solved once."""
    return SlidingPuzzle()


def setup(values: Values, seed: int) -> Setup:
    game = puzzle()
    start = game.random_start(seed)
    text = f"8-puzzle number {seed}: one player, every move costs 1; evaluated by Manhattan distance"
    return Setup(
        game, start, manhattan(game), text, 0.0, 64.0, 0.0, right=right, board=game.text(start),
        truth=lambda state: float(game.distance(state)),
    )  # fmt: skip


def right(state: Tiles) -> Sequence[str]:
    """The moves that lead nearer to the goal."""
    game = puzzle()
    return [move for move in game.moves(state) if game.distance(game.play(state, move)) < game.distance(state)]


def whole(values: Values, progress: Progress) -> Whole:
    progress("listing positions", 0.0)
    game = puzzle()
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
