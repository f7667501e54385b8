"""Games by their names: board games, chess endgames, cops and robbers, critical win-loss, Kalah, Pig, 8-puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from overthink.core.errors import Unchecked
from overthink.core.kinds import Progress
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.evaluate.games import (
    LAWS,
    cop_distance,
    critical_opinions,
    line_difference,
    manhattan,
    mobility_difference,
    pawn_difference,
    place_difference,
    win_probability,
)
from overthink.evaluate.kalah import features, store_difference
from overthink.evaluate.net import Net
from overthink.evaluate.spoil import flipped
from overthink.games.board import BoardGame
from overthink.games.breakthrough import Breakthrough
from overthink.games.chess.endgame import ChessEndgame
from overthink.games.chess.table import endgame
from overthink.games.connect_four import ConnectFour
from overthink.games.cops_and_robbers import HIGH, CopsAndRobbers
from overthink.games.critical_win_loss import CriticalWinLoss
from overthink.games.domineering import Domineering
from overthink.games.kalah import Kalah
from overthink.games.othello import Othello
from overthink.games.pig import Pig
from overthink.games.sliding_puzzle import SlidingPuzzle, Tiles
from overthink.presets.preset import Parameter, Preset, Setup, Values, Whole
from overthink.search.solving.solve import state_space

OWN = "own"  # a game's usual evaluator
NETS = {strength: f"a {strength} net" for strength in ("weak", "strong")}


def board_preset(
    label: str,
    summary: str,
    source: str,
    make: Callable[[int, int], BoardGame],
    judge: Callable[[Unchecked], KernelEvaluator],
    opinion: str,  # what the evaluator looks at
    board: tuple[int, int],  # rows and columns
    small: tuple[int, int],  # those of the board whose positions are all searched by a survey
    even: bool = False,
) -> Preset:
    """One game on any board of up to 8 × 8 squares. A seed above 0 is a start after some random moves."""

    def setup(values: Values, seed: int) -> Setup:
        game = make(values["rows"], values["columns"])
        start = game.random_start(seed, values["plies"]) if seed else game.initial()
        moves = f" after {values['plies']} random moves, start {seed}" if seed else ""
        strength = values["evaluator"]
        evaluate = judge(game) if strength == OWN else Net.shipped(name, strength).on(game)
        words = opinion if strength == OWN else f"a {strength} net"
        text = f"{label}, {game.rows} × {game.columns}{moves}; evaluated by {words}"
        return Setup(game, start, evaluate, text, error=values["error"], board=game.text(start))

    def whole(values: Values, progress: Progress) -> Whole:
        progress("listing positions", 0.0)
        game = make(*small)
        text = f"{label}, {small[0]} rows of {small[1]} squares"
        return Whole(state_space(game, seconds=600.0), 0.1, "tenths of a win", text, judge(game), opinion)

    step = 2.0 if even else 1.0
    parameters = (
        Parameter("rows", "Rows", board[0], 4, 8, step),
        Parameter("columns", "Columns", board[1], 4, 8, step),
        Parameter("plies", "Random moves before the start (none at start 0)", 6, 0, 60),
        Parameter("evaluator", "Evaluated by", OWN, choices={OWN: opinion, **NETS}),
        Parameter("error", "Error that rules assume", 0.2, 0.0, 0.5, 0.01),
    )
    name = label.lower().replace(" ", "-")
    units = "tenths of a win"
    extent = f"{small[0]} × {small[1]}"
    return Preset(name, label, summary, source, parameters, setup, whole=whole, depth=6, units=units, extent=extent)


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
    "pawns step forward and capture diagonally; the last row wins: 5 × 5 squares",
    "Dan Troyka 2000",
    Breakthrough,
    pawn_difference,
    "pawns and how far they have come",
    (5, 5),
    (4, 3),
)
DOMINEERING = board_preset(
    "Domineering",
    "upright against flat dominoes; whoever cannot move loses: 6 × 6 squares",
    "Breuker, Uiterwijk and van den Herik 2000",
    Domineering,
    place_difference,
    "places for dominoes",
    (6, 6),
    (4, 4),
)


ENDGAMES = ("KRK", "KQK", "KBBK", "KQKR")


def set_up_endgame(values: Values, seed: int) -> Setup:
    """A random position; the distance to mate, wrong with some probability."""
    table = endgame(values["pieces"])
    start = table.game.random_start(seed)
    text = f"{table.game.name}, {table.game.fen(start)}: distance to mate, wrong with probability {values['error']:g}"
    return Setup(
        table.game, start, flipped(table.value, values["error"]), text, error=values["error"], right=table.best_moves,
        truth=table.value, board=table.game.text(start),
    )  # fmt: skip


def _whole_endgame(values: Values, progress: Progress) -> Whole:
    table = endgame(values["pieces"], progress)
    return Whole(table.state_space(progress), 1.0 / (table.longest + 1), "plies to mate", table.game.name)


ERROR = Parameter("error", "Error of the evaluator", 0.2, 0.0, 0.5, 0.01)
CHESS_ENDGAME = Preset(
    "chess-endgame",
    "Chess endgame",
    "up to four pieces: KRK, KBBK, KQKR, …; solved to mate",
    "[Nau2010] section 6.1",
    (Parameter("pieces", "Pieces, White's first", "KRK", choices={name: name for name in ENDGAMES}), ERROR),
    set_up_endgame,
    whole=_whole_endgame,
    rules=("minimax", "althofer"),
    deepest=4,
    units="plies to mate",
)


def endgame_preset(pieces: str) -> Preset:
    """The endgame of these pieces."""
    name = ChessEndgame(pieces).name
    only = Parameter("pieces", "Pieces, White's first", name, choices={name: name})
    return replace(CHESS_ENDGAME, name=name, label=f"Chess, {name}", parameters=(only, ERROR))


DIRECTIONS = {".": "stay", "N": "north", "E": "east", "S": "south", "W": "west"}


def _set_up_cops(values: Values, seed: int) -> Setup:
    side, p = values["side"], values["p"]
    chance = p if p < 1.0 else None
    game = CopsAndRobbers(side, side, values["cops"], values["obstacles"], chance, number=seed)
    luck = f"; a chosen move happens with p = {p:g}" if chance else ""
    worth = "the robber is Max; a capture is worth its time, and other positions the cops' mean distance"
    text = f"Cops and robbers number {seed}, {side} × {side}: {worth}{luck}"
    return Setup(
        game, game.initial(), cop_distance(game), text, 0.0, HIGH, error=0.0,
        move_text=lambda move: ", ".join(DIRECTIONS[step] for step in move), board=game.text(game.initial()),
        timed=True,
    )  # fmt: skip


COPS_AND_ROBBERS = Preset(
    "cops-and-robbers",
    "Cops and robbers",
    "cops chase a robber on a grid, with chance or without",
    "[Atzmon2018] Domains",
    (
        Parameter("side", "Side of the grid", 6, 3, 8),
        Parameter("cops", "Cops", 3, 1, 3),
        Parameter("obstacles", "Share of obstacles", 0.2, 0.0, 0.4, 0.04),
        Parameter("p", "A chosen move happens with p", 0.8, 0.05, 1.0, 0.05),
    ),
    _set_up_cops,
    rules=("minimax", "althofer"),
    deepest=6,
)


def _set_up_critical(values: Values, seed: int) -> Setup:
    game = CriticalWinLoss(values["b"], values["gamma"], number=seed)
    text = f"critical win-loss game {seed}: {values['b']} moves, critical rate {values['gamma']:g}; one move is right"

    def right(state: int) -> list[int]:
        return [move for move in game.moves(state) if game.truth(game.play(state, move)) == game.truth(state)]

    evaluate = critical_opinions(game, values["law"])
    return Setup(game, game.initial(), evaluate, text, right=right, truth=game.truth)


CRITICAL_WIN_LOSS = Preset(
    "critical-win-loss",
    "Critical win-loss game",
    "every position is won or lost; one move in b is right at the start",
    "[Nguyen2024]",
    parameters=(
        Parameter("b", "Moves b", 5, 2, 20),
        Parameter("gamma", "Critical rate γ", 1.0, 0.0, 1.0, 0.05),
        Parameter("law", "Evaluations", "chess-random", choices={"perfect": "the truth", **{law: law for law in LAWS}}),
    ),
    setup=_set_up_critical,
    deepest=6,
)


EVALUATORS: dict[str, Callable[[Kalah], KernelEvaluator]] = {"stores": store_difference, "features": features}


def set_up_kalah(values: Values, seed: int) -> Setup:
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


def _kalah_parameters(pits: int, seeds: int) -> tuple[Parameter, ...]:
    return (
        Parameter("pits", "Pits", pits, 2, 8),
        Parameter("seeds", "Seeds in each pit", seeds, 1, 8),
        Parameter("error", "Error that rules assume", 0.2, 0.0, 0.5, 0.01),
        Parameter("evaluator", "Evaluator", "stores",
                  choices={"stores": "difference of the stores", "features": "features of the paper"}),
    )  # fmt: skip


def _whole_kalah(values: Values, progress: Progress) -> Whole:
    progress("listing positions", 0.0)
    space = Kalah.regularised(pits=3, seeds=3, plies=30).state_space()
    return Whole(space, 1.0, "seeds", "kalah, 3 pits of 3 seeds, 30 plies")


KALAH = Preset(
    "kalah",
    "Kalah",
    "sow seeds; the fuller store wins: 6 pits of 4 seeds",
    "[Zuckerman2018] section 5.3",
    _kalah_parameters(6, 4),
    set_up_kalah,
    depth=8,
)
KALAH_4X3 = replace(
    KALAH,
    name="kalah-4x3",
    label="Kalah, a small board",
    summary="a smaller board: 4 pits of 3 seeds",
    parameters=_kalah_parameters(4, 3),
)
KALAH_3X3 = Preset(
    "kalah-3x3",
    "Kalah 3 × 3, all positions",
    "regularised rules, 30 plies: small enough to search every position",
    "[Nau2010] section 6.2",
    whole=_whole_kalah,
    units="seeds",
)


def _set_up_pig(values: Values, seed: int) -> Setup:
    game = Pig()
    text = "Pig to 100 points: the probability that the first player wins; evaluated exactly"
    return Setup(game, game.initial(), win_probability(game), text, 0.0, 1.0, error=0.0)


PIG = Preset(
    "pig",
    "Pig",
    "roll or hold, one bad roll loses the turn; solved",
    "Neller and Presser 2004",
    setup=_set_up_pig,
    rules=("expectation", "expectation"),
    depth=6,
    deepest=3,
)


@cache
def puzzle() -> SlidingPuzzle:
    """One for all, so that its positions are solved once."""
    return SlidingPuzzle()


def _set_up_puzzle(values: Values, seed: int) -> Setup:
    game = puzzle()
    start = game.random_start(seed)
    text = f"8-puzzle number {seed}: one player, every move costs 1; evaluated by Manhattan distance"

    def nearer(state: Tiles) -> list[str]:
        return [move for move in game.moves(state) if game.distance(game.play(state, move)) < game.distance(state)]

    return Setup(
        game, start, manhattan(game), text, 0.0, 64.0, 0.0, right=nearer, board=game.text(start),
        truth=lambda state: float(game.distance(state)),
    )  # fmt: skip


def _whole_puzzle(values: Values, progress: Progress) -> Whole:
    progress("listing positions", 0.0)
    game = puzzle()
    return Whole(game.state_space(), 1.0, "moves", "8-puzzle", manhattan(game), "Manhattan distance")


EIGHT_PUZZLE = Preset(
    "8-puzzle",
    "8-puzzle: one player",
    "one player slides 8 tiles home",
    "[Nau2010] section 6.3",
    setup=_set_up_puzzle,
    whole=_whole_puzzle,
    rules=("minimin", "minimin"),
    deepest=8,
    units="moves",
    players=1,
)
