"""Distributions over trees: board splitting, random numbers at the leaves, and the three synthetic models."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from overthink.core.errors import require
from overthink.core.kinds import Move, State
from overthink.core.tree import Tree
from overthink.evaluate.solved import Artificial, artificial, natural, natural_of, reading
from overthink.evaluate.spoil import granular
from overthink.games.board_splitting import PLY, BoardSplitting
from overthink.games.random_tree import HIGH, RandomTree
from overthink.models.board_splitting import BoardSplittingModel, fixed_point
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import GranularModel
from overthink.models.top_down import TopDown
from overthink.presets.preset import Draw, Parameter, Preset, Setup, Values
from overthink.search.decide import decide

SOURCE = "[Zuckerman2018] section 5.1"
MOST_LEAVES = 1 << 17  # of one game


def board_model(values: Values) -> BoardSplittingModel:
    """The model whose wins and losses balance, so that choices matter."""
    b, height = values["b"], values["height"]
    fits = b**height <= MOST_LEAVES
    require(fits, f"{b} moves over {height} turns give more than {MOST_LEAVES:,} squares. Use smaller numbers.")
    p = 0.5 if b == 2 and height < 12 else round(fixed_point(b), 6)
    return BoardSplittingModel(height, b, p, values["mixing"])


def set_up_board(values: Values, seed: int) -> Setup:
    """One board to play on, evaluated by the share of winning squares."""
    model = board_model(values)
    shape = {name: value for name, value in values.items() if name != "error"}  # of this evaluator nobody knows it
    game = BoardSplitting(model.board(seed), model.branching)

    def right(state: State) -> Sequence[Move]:
        game.compiled = False
        return decide(game, state, rule="minimax", depth=model.height - (state >> PLY)).moves

    return Setup(game, game.initial(), natural_of(game), _describe(shape, seed), error=0.0, right=right)


def _draw_boards(values: Values, evaluate: Callable[[Tree, int], Tree], seed: int, noise_seed: int) -> Draw:
    model = board_model(values)
    return lambda start, stop: evaluate(model.draw(start, stop, seed), noise_seed)


def known(values: Values) -> tuple[BoardSplittingModel, Artificial]:
    """How games are drawn, and how often evaluations are wrong."""
    return board_model(values), artificial(values["error"], values["copied"])


def _describe(values: Values, seed: int) -> str:
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
    set_up_board,
    lambda values, *seeds: _draw_boards(values, known(values)[1], *seeds),
    describe=_describe,
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
    set_up_board,
    lambda values, *seeds: _draw_boards(values, granular(natural, values["g"]), *seeds),
    describe=_describe,
    rules=("emm", "minimax"),
    depth=4,
    deepest=11,
)


def _set_up_random_tree(values: Values, seed: int) -> Setup:
    b, height, p = values["b"], values["height"], values["p"]
    chance = p if p < 1.0 else None
    game = RandomTree(b, height, chance, whole=values["whole"] == "whole", number=seed)
    kind = "whole numbers" if values["whole"] == "whole" else "numbers"
    luck = f"; a chosen move happens with p = {p:g}" if chance else ""
    text = f"random tree number {seed}: {b} moves, {height} turns, {kind} from 0 to {HIGH:g} at the leaves{luck}"
    return Setup(game, game.initial(), None, text, 0.0, HIGH, error=0.0)


RANDOM_TREE = Preset(
    "random-tree",
    "Random numbers",
    "random numbers at the leaves, with chance or without",
    "[Atzmon2018] Domains",
    (
        Parameter("b", "Branching factor b", 4, 2, 8),
        Parameter("height", "Turns", 6, 1, 60),
        Parameter("p", "A chosen move happens with p", 0.8, 0.05, 1.0, 0.05),
        Parameter("whole", "Numbers", "real", choices={"real": "real numbers", "whole": "whole numbers"}),
    ),
    _set_up_random_tree,
    rules=("expectation", "expectation"),
    depth=6,
    deepest=11,
)


PILOT_LEAVES = 1 << 17  # leaves of the trees from which rules learn the error of each value
PARAMETERS = (
    Parameter("sigma", "Error σ of the evaluator", 0.1, 0.0, 0.5, 0.01),
    Parameter("b", "Branching factor b", 4, 2, 10),
    Parameter("s", "Local similarity s", 0.0, 0.0, 1.0, 0.05),
    Parameter("g", "Granularity g", 8, 2, 60),
    Parameter("height", "Height of the trees", 5, 3, 9),
)


def synthetic_preset(
    name: str, kind: type[GranularModel], label: str, summary: str, source: str, players: int = 2
) -> Preset:
    """A model by its name."""

    def draw(values: Values, seed: int, noise_seed: int) -> Draw:
        model = _model_of(kind, values)
        return lambda start, stop: model.draw(start, stop, seed)

    def reader(values: Values) -> Callable[[Tree], Tree]:
        return reading(_model_of(kind, values), max(4, PILOT_LEAVES // values["b"] ** values["height"]))

    def describe(values: Values, seed: int) -> str:
        setting = ", ".join(f"{name} = {values[name]:g}" for name in ("b", "s", "g", "sigma"))
        return f"{name} tree number {seed}: {setting}, height {values['height']}"

    rules = ("minimax", "emm") if players == 2 else ("maximax", "emm")
    return Preset(
        name, label, summary, source, PARAMETERS, draw=draw, reader=reader, describe=describe, rules=rules,
        players=players, deepest=9,
    )  # fmt: skip


def _model_of(kind: type[GranularModel], values: Values) -> GranularModel:
    return kind(b=values["b"], g=values["g"], s=values["s"], sigma=values["sigma"], height=values["height"])


TOP_DOWN = synthetic_preset(
    "top-down", TopDown, "Random trees, top-down",
    "two players, similarity from the root down", "[Nau2010] section 5.1",
)  # fmt: skip
BOTTOM_UP = synthetic_preset(
    "bottom-up", BottomUp, "Random trees, bottom-up",
    "two players, similarity from the leaves up", "[Nau2010] section 5.2",
)  # fmt: skip
ONE_PLAYER = synthetic_preset(
    "one-player", OnePlayer, "Random trees of one player",
    "one player, similarity from the leaves up", "[Nau2010] section 5.3", players=1,
)  # fmt: skip
