"""Chess endgames of up to four men, solved: each is a game by its own name, and `chess-endgame` is KRK at first."""

from __future__ import annotations

from dataclasses import replace

from overthink.evaluate import flipped
from overthink.games import ChessEndgame, endgame
from overthink.presets.preset import Parameter, Preset, Progress, Setup, Values, Whole

SOURCE = "[Nau2010] section 6.1"
MEN = ("KRK", "KQK", "KBBK", "KQKR")


def setup(values: Values, seed: int) -> Setup:
    """A random position; the distance to mate, wrong with some probability."""
    table = endgame(values["men"])
    start = table.game.random_start(seed)
    text = f"{table.game.name}, {table.game.fen(start)}: distance to mate, wrong with probability {values['error']:g}"
    return Setup(
        table.game, start, flipped(table.value, values["error"]), text, error=values["error"], right=table.best_moves,
        truth=table.value, board=table.game.text(start),
    )  # fmt: skip


def whole(values: Values, progress: Progress) -> Whole:
    table = endgame(values["men"], progress)
    return Whole(table.state_space(progress), 1.0 / (table.longest + 1), "plies to mate", table.game.name)


ERROR = Parameter("error", "Error of the evaluator", 0.2, 0.0, 0.5, 0.01)
CHESS_ENDGAME = Preset(
    "chess-endgame",
    "Chess endgame",
    "up to four men: KRK, KBBK, KQKR, …; solved to mate",
    SOURCE,
    (Parameter("men", "Men, White's first", "KRK", choices={men: men for men in MEN}), ERROR),
    setup,
    whole=whole,
    rules=("minimax", "althofer"),
    deepest=4,
    units="plies to mate",
)


def named(men: str) -> Preset:
    """The endgame of these men."""
    name = ChessEndgame(men).name
    only = Parameter("men", "Men, White's first", name, choices={name: name})
    return replace(CHESS_ENDGAME, name=name, label=f"Chess, {name}", parameters=(only, ERROR))
