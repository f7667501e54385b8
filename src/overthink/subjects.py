"""What `overthink decide` can be asked about: a tree written down, or a game by its name."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from overthink.core.errors import OverthinkError, unknown
from overthink.core.tree import Tree
from overthink.evaluate import artificial, flipped, store_difference
from overthink.evaluate.sliding_puzzle import manhattan
from overthink.games import Kalah, SlidingPuzzle, endgame
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
