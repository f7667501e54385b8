"""Board splitting: P-games, N-games and mixtures, with both evaluators of the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from overthink.core.errors import OverthinkError
from overthink.core.kinds import State
from overthink.core.tree import Tree
from overthink.evaluate import artificial, granular, natural
from overthink.evaluate.artificial import Artificial
from overthink.evaluate.natural import natural_of
from overthink.games import BoardSplitting
from overthink.games.board_splitting import PLY
from overthink.models import BoardSplittingModel
from overthink.models.board_splitting import fixed_point
from overthink.presets.preset import Draw, Parameter, Preset, Setup, Values
from overthink.search.decide import decide

SOURCE = "[Zuckerman2018] section 5.1"
MOST_LEAVES = 1 << 17  # of one game


def model_of(values: Values) -> BoardSplittingModel:
    """The model whose wins and losses balance, so that choices matter."""
    b, height = values["b"], values["height"]
    if b**height > MOST_LEAVES:
        raise OverthinkError(
            f"{b} moves over {height} turns give more than {MOST_LEAVES:,} squares. Use smaller numbers."
        )
    p = 0.5 if b == 2 and height < 12 else round(fixed_point(b), 6)
    return BoardSplittingModel(height, b, p, values["mixing"])


def setup(values: Values, seed: int) -> Setup:
    """One board to play on, evaluated by the share of winning squares."""
    model = model_of(values)
    game = BoardSplitting(model.board(seed), model.branching)

    def right(state: State) -> Sequence[Any]:
        game.compiled = False
        return decide(game, state, rule="minimax", depth=model.height - (state >> PLY)).moves

    return Setup(game, game.initial(), natural_of(game), describe(values, seed), error=0.0, right=right)


def trees(values: Values, evaluate: Callable[[Tree, int], Tree], seed: int, noise_seed: int) -> Draw:
    model = model_of(values)

    def draw(start: int, stop: int) -> Tree:
        return evaluate(model.draw(start, stop, seed), noise_seed)

    return draw


def known(values: Values) -> tuple[BoardSplittingModel, Artificial]:
    """How games are drawn, and how often evaluations are wrong."""
    return model_of(values), artificial(values["error"], values["copied"])


def draw_artificial(values: Values, seed: int, noise_seed: int) -> Draw:
    return trees(values, known(values)[1], seed, noise_seed)


def draw_natural(values: Values, seed: int, noise_seed: int) -> Draw:
    return trees(values, granular(natural, values["g"]), seed, noise_seed)


def describe(values: Values, seed: int) -> str:
    kind = {1: "P-game", 0: "N-game"}.get(values["mixing"], "mixed game")
    if "error" in values:
        opinion = f"every evaluation is wrong with probability {values['error']:g}"
    else:
        opinion = "evaluated by the share of squares that win"
    return f"{kind} number {seed}: {values['b']} moves, {values['height']} turns; {opinion}"


SHAPE = (
    Parameter("b", "Branching factor b", 2, 2, 6),
    Parameter("height", "Turns of the game", 11, 1, 14),
    Parameter("mixing", "Mixing m: 0 N-games, 1 P-games", 1.0, 0.0, 1.0, 0.05),
)
BOARD_SPLITTING = Preset(
    "board-splitting",
    "Board splitting, random errors",
    "cut the board, keep a strip; the last square decides; evaluations are wrong at random",
    SOURCE,
    (
        Parameter("error", "Error e of the evaluator", 0.2, 0.0, 0.5, 0.01),
        *SHAPE,
        Parameter("copied", "Correlation of errors", 0.0, 0.0, 1.0, 0.05),
    ),
    setup,
    draw_artificial,
    describe=describe,
    known=known,
    rules=("emm", "minimax"),
    depth=4,
    deepest=11,
)
BOARD_SPLITTING_NATURAL = Preset(
    "board-splitting-natural",
    "Board splitting, share of wins",
    "the same games, evaluated by the share of squares that would win",
    SOURCE,
    (Parameter("g", "Granularity g", 20, 2, 60), *SHAPE),
    setup,
    draw_natural,
    describe=describe,
    rules=("emm", "minimax"),
    depth=4,
    deepest=11,
)
