"""Kalah: the board of the papers, and smaller boards with names of their own."""

from __future__ import annotations

from collections.abc import Callable

from overthink.evaluate import features, store_difference
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games import Kalah
from overthink.presets.preset import Parameter, Preset, Progress, Setup, Values, Whole

SOURCE = "[Zuckerman2018] section 5.3"
EVALUATORS: dict[str, Callable[[Kalah], KernelEvaluator]] = {"stores": store_difference, "features": features}


def setup(values: Values, seed: int) -> Setup:
    """The usual opening, or a random one for a seed above 0."""
    game = Kalah.real(values["pits"], values["seeds"], "win")
    start = game.initial() if seed == 0 else game.random_start(seed)
    board = f"{values['pits']} pits of {values['seeds']} seeds"
    text = f"Kalah, {board}; evaluated by {values['evaluator']}, taken to be wrong with probability {values['error']:g}"
    evaluate = EVALUATORS[values["evaluator"]](game)
    return Setup(
        game, start, evaluate, text, error=values["error"], move_text=lambda move: f"pit {move + 1}",
        board=game.text(start),
    )  # fmt: skip


def parameters(pits: int, seeds: int) -> tuple[Parameter, ...]:
    return (
        Parameter("pits", "Pits", pits, 2, 8),
        Parameter("seeds", "Seeds in each pit", seeds, 1, 8),
        Parameter("error", "Error that rules assume", 0.2, 0.0, 0.5, 0.01),
        Parameter("evaluator", "Evaluator", "stores",
                  choices={"stores": "difference of the stores", "features": "features of the paper"}),
    )  # fmt: skip


def whole(values: Values, progress: Progress) -> Whole:
    progress("listing positions", 0.0)
    space = Kalah.regularised(pits=3, seeds=3, plies=30).state_space()
    return Whole(space, 1.0, "seeds", "kalah, 3 pits of 3 seeds, 30 plies")


KALAH = Preset(
    "kalah", "Kalah", "sow seeds; the fuller store wins: 6 pits of 4 seeds", SOURCE, parameters(6, 4), setup, depth=8
)
KALAH_4X3 = Preset(
    "kalah-4x3", "Kalah, a small board", "a smaller board: 4 pits of 3 seeds", SOURCE, parameters(4, 3), setup, depth=8
)
KALAH_3X3 = Preset(
    "kalah-3x3",
    "Kalah 3 × 3, all positions",
    "regularised rules, 30 plies: small enough to search every position",
    "[Nau2010] section 6.2",
    whole=whole,
    units="seeds",
)
