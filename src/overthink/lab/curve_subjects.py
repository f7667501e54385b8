"""What a depth curve can be drawn of: trees of a model, or the positions of a game, each with its sliders.

A subject makes P_opt by rule and depth, some games at a time. All rules and depths see the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from overthink.core.randomness import seed_key, subkeys
from overthink.core.tree import Tree
from overthink.evaluate import artificial, granular, natural, noisy, truth
from overthink.measure.accuracy import p_opt_by_depth
from overthink.measure.survey_sweep import errors_by_depth
from overthink.models import BoardSplittingModel, BottomUp, OnePlayer, TopDown
from overthink.models.board_splitting import fixed_point
from overthink.models.granular import GranularModel
from overthink.rules import RULES, rule_named
from overthink.studies.beyond.cure import reading
from overthink.subjects import opinions, whole

Setting = dict[str, float]
FIRST, MOST = 32, 32_768  # games in the first batch, and in all
LEAVES = 1 << 17  # of one tree
NODES = 1 << 17  # side by side: a step that takes about a tenth of a second
PILOT = 1 << 17  # leaves of the trees on which rules learn how far to trust a value
POSITIONS = 30_000  # of a whole game, drawn from all
TWO_PLAYERS = tuple(name for name, rule in RULES.items() if not rule.goal)
ONE_PLAYER = ("maximax", *(name for name in TWO_PLAYERS if name not in ("minimax", "emm-true-types")))


@dataclass(frozen=True)
class Slider:
    """A number that a reader may change."""

    name: str
    text: str
    min: float
    max: float
    step: float
    value: float


@dataclass(frozen=True)
class Subject:
    """What decisions are taken in: trees of a model, or the positions of a game."""

    text: str
    sliders: tuple[Slider, ...]
    rules: tuple[str, ...]
    usual: str
    batches: Callable[[Setting, Sequence[str], int], Iterator[Any]]


# --- models ---------------------------------------------------------------------------------------------------------


def _height(setting: Setting) -> int:
    """The height that was asked for, or the largest that such trees can have here."""
    height = int(setting["height"])
    while setting["b"] ** height > LEAVES:
        height -= 1
    return height


def _in_batches(
    draw: Callable[[int, int], Tree], leaves: float, deepest: int, rules: Sequence[str]
) -> Iterator[dict[str, dict[int, Any]]]:
    """P_opt of every game, by rule and depth, some games at a time."""
    step = int(max(1, min(FIRST, NODES // (2 * leaves))))
    for first in range(0, MOST, step):
        tree = draw(first, first + step)
        yield {rule: p_opt_by_depth(tree, rule, range(1, deepest + 1)) for rule in rules}


def _boards(setting: Setting, rules: Sequence[str], seed: int, judged: Callable[[Tree, int], Tree]) -> Iterator[Any]:
    b, height = int(setting["b"]), _height(setting)
    model = BoardSplittingModel(height, b, round(fixed_point(b), 6), setting["mixing"])
    return _in_batches(lambda first, last: judged(model.draw(first, last, seed), seed), b**height, height, rules)


def _flipped_boards(setting: Setting, rules: Sequence[str], seed: int) -> Iterator[Any]:
    return _boards(setting, rules, seed, artificial(setting["error"], setting["copied"]))


def _counted_boards(setting: Setting, rules: Sequence[str], seed: int) -> Iterator[Any]:
    return _boards(setting, rules, seed, granular(natural, int(setting["g"])))


def _trees(kind: type[GranularModel]) -> Callable[[Setting, Sequence[str], int], Iterator[Any]]:
    """Trees of a synthetic model. Rules that ask for wins and losses are told how far to trust each value."""

    def batches(setting: Setting, rules: Sequence[str], seed: int) -> Iterator[Any]:
        height, b = _height(setting), int(setting["b"])
        model = kind(b=b, g=int(setting["g"]), s=setting["s"], sigma=setting["sigma"], height=height)
        yield None
        told = reading(model, max(4, PILOT // b**height)) if any(RULES[rule].binary for rule in rules) else None
        yield from _in_batches(
            lambda first, last: (told or _as_it_is)(model.draw(first, last, seed)), b**height, height, rules
        )

    return batches


def _as_it_is(tree: Tree) -> Tree:
    return tree


# --- whole games ----------------------------------------------------------------------------------------------------


@cache
def _whole(name: str) -> Any:
    return whole(name, 1.0, lambda stage, share: None)


def _positions(name: str) -> Callable[[Setting, Sequence[str], int], Iterator[Any]]:
    """Positions drawn from all of a game's, evaluated by their true value with noise."""

    def batches(setting: Setting, rules: Sequence[str], seed: int) -> Iterator[Any]:
        yield None
        game, error = _whole(name), setting.get("error", 0.0)
        tree = opinions(game.space, noisy(truth, setting["sigma"]), int(setting["g"]), error)(game.space.tree, seed)
        yield None
        drawn = np.argsort(subkeys(tree.key, int(seed_key("lab", seed)) >> 1))
        drawn = drawn[tree.first[drawn + 1] > tree.first[drawn]][:POSITIONS]
        found: dict[str, dict[int, Any]] = {}
        for rule in rules:
            depths = range(1, int(setting["height"]) + 1)
            errors = errors_by_depth(tree, rule_named(rule), depths, len(tree), lambda stage, share: None)
            found[rule] = {depth: 1.0 - each[drawn].astype(float) for depth, each in errors.items()}
            yield None
        yield found

    return batches


HEIGHT = Slider("height", "height of the trees", 3, 11, 1, 11)
BRANCHING = Slider("b", "branching factor b", 2, 4, 1, 2)
MIXING = Slider("mixing", "mixing m: 0 N-games, 1 P-games", 0.0, 1.0, 0.05, 1.0)
SYNTHETIC = (
    Slider("sigma", "error σ of the evaluator", 0.0, 0.5, 0.01, 0.1),
    Slider("b", "branching factor b", 2, 10, 1, 4),
    Slider("s", "local similarity s", 0.0, 1.0, 0.05, 0.0),
    Slider("g", "granularity g", 2, 60, 1, 8),
    Slider("height", "height of the trees", 3, 9, 1, 5),
)
SUBJECTS: dict[str, Subject] = {
    "board-splitting": Subject(
        "Board splitting, values wrong with probability e",
        (
            Slider("error", "error e of the evaluator", 0.0, 0.5, 0.01, 0.2),
            BRANCHING,
            MIXING,
            Slider("copied", "correlation of errors", 0.0, 1.0, 0.05, 0.0),
            HEIGHT,
        ),
        TWO_PLAYERS,
        "minimax,emm",
        _flipped_boards,
    ),
    "board-splitting-natural": Subject(
        "Board splitting, share of winning squares",
        (Slider("g", "granularity g", 2, 60, 1, 20), BRANCHING, MIXING, HEIGHT),
        TWO_PLAYERS,
        "minimax,emm",
        _counted_boards,
    ),
    "top-down": Subject(
        "Random trees, similarity from the root (top-down)", SYNTHETIC, TWO_PLAYERS, "minimax,emm", _trees(TopDown)
    ),
    "bottom-up": Subject(
        "Random trees, similarity from the leaves (bottom-up)", SYNTHETIC, TWO_PLAYERS, "minimax,emm", _trees(BottomUp)
    ),
    "one-player": Subject(
        "Random trees of one player", SYNTHETIC, ONE_PLAYER, "maximax,emm", _trees(OnePlayer)
    ),
    "kalah": Subject(
        "Kalah, 3 pits of 3 seeds, all positions",
        (
            Slider("sigma", "error σ of the evaluator, in seeds", 0.0, 8.0, 0.25, 2.0),
            Slider("g", "granularity g", 2, 60, 1, 20),
            Slider("error", "error that rules are told", 0.05, 0.5, 0.05, 0.2),
            Slider("height", "greatest depth", 3, 8, 1, 6),
        ),
        TWO_PLAYERS,
        "minimax",
        _positions("kalah"),
    ),
    "8-puzzle": Subject(
        "8-puzzle, all positions",
        (
            Slider("sigma", "error σ of the evaluator, in moves", 0.0, 8.0, 0.25, 2.0),
            Slider("g", "granularity g", 2, 60, 1, 30),
            Slider("height", "greatest depth", 3, 10, 1, 8),
        ),
        ("minimin",),
        "minimin",
        _positions("8-puzzle"),
    ),
}  # fmt: skip
