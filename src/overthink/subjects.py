"""What the command can be asked about: a tree written down, or a game by its name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError, unknown
from overthink.core.space import StateSpace
from overthink.core.tree import Tree
from overthink.evaluate import artificial, flipped, granular, manhattan, noisy, store_difference, truth
from overthink.evaluate.evaluator import Evaluator, seen
from overthink.games import ChessEndgame, Kalah, SlidingPuzzle, endgame
from overthink.measure.decision_error import right_moves
from overthink.models import BoardSplittingModel


@dataclass(frozen=True)
class Asked:
    """A subject for `decide`, what evaluates it, what to show of it, and the moves that are truly best, if known."""

    subject: Any
    evaluate: Any
    shown: str
    right: tuple[Any, ...] | None = None
    state: Any = None


def asked(text: str, mover: int, static: str | None, error: float, seed: int) -> Asked:
    """A tree as nested lists, or a game with its usual evaluator."""
    if text.lstrip().startswith("["):
        tree = Tree.literal(_parsed(text, "tree"), mover, _opinions(static), error)
        return Asked(tree, None, f"a tree of {len(tree)} nodes")
    if text not in SUBJECTS:
        raise unknown("game", text, SUBJECTS)
    if static is not None:
        raise OverthinkError("--static gives the evaluations of a tree; a game has an evaluator of its own.")
    return SUBJECTS[text](seed, error)


def _board_splitting(seed: int, error: float) -> Asked:
    tree = artificial(error)(BoardSplittingModel().draw(seed, seed + 1), seed)
    right = tuple(int(move) for move in np.flatnonzero(right_moves(tree)))
    shown = f"P-game number {seed}, 11 turns; every evaluation is wrong with probability {error:g}"
    return Asked(tree, None, shown, right)


def _chess_endgame(seed: int, error: float) -> Asked:
    table = endgame("KRK")
    start = table.game.random_start(seed)
    shown = f"{table.game.text(start)}; every evaluation is wrong with probability {error:g}"
    return Asked(table.game, flipped(table.value, error), shown, tuple(table.best_moves(start)), start)


def _kalah(seed: int, error: float) -> Asked:
    game = Kalah.real(outcome="win")
    return Asked(game, store_difference(game), game.text(game.initial()))


def _sliding_puzzle(seed: int, error: float) -> Asked:
    game = SlidingPuzzle()
    start = game.random_start(seed)
    return Asked(game, manhattan(game), game.text(start), state=start)


SUBJECTS: dict[str, Callable[[int, float], Asked]] = {
    "board-splitting": _board_splitting,
    "chess-endgame": _chess_endgame,
    "kalah": _kalah,
    "sliding-puzzle": _sliding_puzzle,
}


def _parsed(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise OverthinkError(f"The {what} is nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise OverthinkError(
            f"The {what} is no JSON (character {error.pos + 1}: {error.msg}); write [[1, 1], [1, -1]]."
        ) from None


def _opinions(static: str | None) -> Any:
    if static is None:
        return None
    given = _parsed(static, "list of static values")
    if not isinstance(given, int | float | list):
        raise OverthinkError("Static values are one number for all internal nodes, or a list in breadth-first order.")
    return given


@dataclass(frozen=True)
class Whole:
    """A whole game for a survey, with what evaluates its positions and the rule that fits it."""

    space: StateSpace
    evaluate: Evaluator
    rule: str
    shown: str


SOLVED = ("8-puzzle", "kalah", "KBBK", "KQKR", "KRK")
PUZZLES = ("8-puzzle",)  # for one player
NOISE = 2.0  # plies, seeds or moves
Tell = Callable[[str, float], None]


def known_whole(name: str) -> None:
    """Refuses a game that `whole` does not know, before anything is worked out."""
    if re.fullmatch("K[A-Z]*K[A-Z]*", name.upper()):
        ChessEndgame(name)
    elif name not in SOLVED:
        raise unknown("game", name, SOLVED)


def whole(name: str, noise: float | None, tell: Tell) -> Whole:
    """Every position of a game, and an evaluator: the truth with Gaussian noise, or Manhattan distance."""
    known_whole(name)
    sigma = NOISE if noise is None else noise
    if name == "8-puzzle":
        tell("listing positions", 0.0)
        puzzle = SlidingPuzzle()
        judge, shown = (manhattan(puzzle), "Manhattan distance") if noise is None else _noise(sigma, 1.0, "moves")
        return Whole(puzzle.state_space(), judge, "minimin", f"8-puzzle, {shown}")
    if name == "kalah":
        game = Kalah.regularised(pits=3, seeds=3, plies=30)
        judge, shown = _noise(sigma, 1.0, "seeds")
        return Whole(game.state_space(), judge, "minimax", f"kalah, 3 pits of 3 seeds, 30 plies; {shown}")
    table = endgame(name, tell)
    judge, shown = _noise(sigma, 1.0 / (table.longest + 1), "plies to mate")
    return Whole(table.state_space(tell), judge, "minimax", f"{table.game.name}, {shown}")


def _noise(sigma: float, unit: float, word: str) -> tuple[Evaluator, str]:
    return noisy(truth, sigma * unit), f"the true value with noise, σ = {sigma:g} {word}"


def opinions(space: StateSpace, evaluate: Evaluator, levels: int | None, error: float) -> Evaluator:
    """An evaluator as the command spoils it: in so many buckets over the interval in which its opinions lie, and with
    one error for the rules that read it. [Nau2010] section 6"""

    def judge(tree: Tree, seed: int) -> Tree:
        found = seen(space, evaluate, seed)
        if levels:
            low, high = float(found.static.min()), float(found.static.max())
            found = granular(lambda tree, seed: tree, levels, low, high)(found, seed)
        return tree.opinion(found.static, error)

    return judge
