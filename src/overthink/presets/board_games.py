"""Games on a board of squares: Connect Four, Othello, Breakthrough, Domineering."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from overthink.evaluate import line_difference, mobility_difference, pawn_difference, place_difference
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.games import Breakthrough, ConnectFour, Domineering, Othello
from overthink.games.board import BoardGame
from overthink.presets.preset import Parameter, Preset, Progress, Setup, Values, Whole
from overthink.search.retrograde import state_space

Make = Callable[[int, int], BoardGame]
Judge = Callable[[Any], KernelEvaluator]


def board_preset(
    label: str,
    summary: str,
    source: str,
    make: Make,
    judge: Judge,
    opinion: str,  # what the evaluator looks at
    board: tuple[int, int],  # rows and columns
    small: tuple[int, int],  # those of the board whose positions are all searched by a survey
    even: bool = False,
) -> Preset:
    """One game on any board of up to 8 × 8 squares. A seed above 0 is a start after some random moves."""
    name = label.lower().replace(" ", "-")

    def setup(values: Values, seed: int) -> Setup:
        game = make(values["rows"], values["columns"])
        start = game.random_start(seed, values["plies"]) if seed else game.initial()
        moves = f" after {values['plies']} random moves, start {seed}" if seed else ""
        text = f"{label}, {game.rows} × {game.columns}{moves}; evaluated by {opinion}"
        return Setup(game, start, judge(game), text, error=values["error"], board=game.text(start))

    def whole(values: Values, progress: Progress) -> Whole:
        progress("listing positions", 0.0)
        game = make(*small)
        text = f"{label}, {small[0]} rows of {small[1]} squares"
        return Whole(state_space(game), 0.1, "tenths of a win", text, judge(game), opinion)

    step = 2.0 if even else 1.0
    parameters = (
        Parameter("rows", "Rows", board[0], 4, 8, step),
        Parameter("columns", "Columns", board[1], 4, 8, step),
        Parameter("plies", "Random moves before the start", 6, 0, 60),
        Parameter("error", "Error that rules assume", 0.2, 0.0, 0.5, 0.01),
    )
    return Preset(
        name, label, summary, source, parameters, setup, whole=whole, depth=6, units="tenths of a win",
    )  # fmt: skip


CONNECT_FOUR = board_preset(
    "Connect Four",
    "four stones in a row win: 6 rows of 7 squares",
    "solved by James D. Allen and Victor Allis in 1988",
    ConnectFour,
    line_difference,
    "rows of four that can still be filled",
    (6, 7),
    (4, 4),
)
OTHELLO = board_preset(
    "Othello",
    "turn over the discs between two of yours; most discs win: 6 × 6 squares",
    "6 × 6 solved by Joel Feinstein in 1993",
    Othello,
    mobility_difference,
    "moves and corners",
    (6, 6),
    (4, 4),
    even=True,
)
BREAKTHROUGH = board_preset(
    "Breakthrough",
    "pawns step forward and take slanting; the last row wins: 5 × 5 squares",
    "Dan Troyka 2000",
    Breakthrough,
    pawn_difference,
    "pawns and how far they have come",
    (5, 5),
    (4, 3),
)
DOMINEERING = board_preset(
    "Domineering",
    "dominoes upright against dominoes flat; who cannot move loses: 6 × 6 squares",
    "Breuker, Uiterwijk and van den Herik 2000",
    Domineering,
    place_difference,
    "places for dominoes",
    (6, 6),
    (4, 4),
)
