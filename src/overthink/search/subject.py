"""What a search is bound to: a tree or a game made of kernels (and any Python game, in `python_game`).

Every kind answers the same vocabulary (`overthink.core.game`) over a `context` and a `state`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from overthink.core import game as core_game
from overthink.core.bind import AnyKernel, Kernel, kernel
from overthink.core.checked_kernels import KERNELS, walk
from overthink.core.errors import OverthinkError
from overthink.core.game import KernelGame
from overthink.core.json_text import Fields
from overthink.core.kinds import Column, Context, Move, Number, State
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import KernelEvaluator
from overthink.rules.rule import Rule

VOCABULARY: dict[str, Kernel[..., Any]] = {
    word: getattr(core_game, word)
    for word in ("count", "over", "child", "move", "mover", "utility", "edge", "truth", "static", "static_error")
}

Word = AnyKernel
NO_OPINION = "The search stops before the game is over and needs an opinion there. Give evaluate= (--evaluate)."
SMALL = 2_000  # nodes of a tree below which compiling would take longer than searching


@dataclass(frozen=True)
class Subject:
    """A position to decide on, in a form that searches bind to."""

    context: Context
    state: State
    moves: Sequence[Move]
    names: Fields = field(repr=False)
    compiled: bool = True
    ours: bool = False  # whether all its kernels are this package's own
    opinions: bool = True  # whether there is an evaluator to ask where the search stops

    def ask(self, word: str, state: State, *args: Any) -> Any:
        """The answer to one word of the vocabulary."""
        function = self.answers(word)
        if not self.ours:
            return function(self.context, state, *args)
        with np.errstate(over="ignore"):  # hashes wrap
            return function(self.context, state, *args)

    def answers(self, word: str) -> Callable[..., Any]:
        """What answers one word of the vocabulary, given the context and a state. Hashes in it may wrap."""
        function = self.names.get(word, VOCABULARY[word])
        if isinstance(function, Kernel) and (self.ours or not self.compiled):
            return function.interpreted  # sooner done than compiled
        answer: Callable[..., Any] = function
        return answer

    def opinion(self, state: State, me: int) -> tuple[float, float]:
        """A state's own evaluation and its error, to a player; what the game is worth, where it is over."""
        over = self.ask("over", state) if "over" in self.names else self.ask("count", state) == 0
        if over:
            return me * float(self.ask("utility", state)), 0.0
        return me * float(self.ask("static", state)), float(self.ask("static_error", state))


# --- a tree ---------------------------------------------------------------------------------------------------------
# context: the tree's columns and the range of losses at each height; state: int64, a node


@kernel
def tree_count(game: Context, state: int) -> Number:
    return game[0][state + 1] - game[0][state]


@kernel
def tree_child(game: Context, state: int, i: int) -> Number:
    return np.int64(game[1][game[0][state] + i])  # one type for all nodes, however the column keeps them


@kernel
def tree_mover(game: Context, state: int) -> Number:
    return np.int64(game[2][state])


@kernel
def tree_over(game: Context, state: int) -> bool:
    return not math.isnan(game[3][state])


@kernel
def tree_utility(game: Context, state: int) -> Number:
    return game[3][state]


@kernel
def tree_static(game: Context, state: int) -> Number:
    return game[4][state]


@kernel
def tree_error(game: Context, state: int) -> Number:
    return game[5][state]


@kernel
def tree_truth(game: Context, state: int) -> Number:
    return game[6][state]


@kernel
def tree_edge(game: Context, state: int, i: int) -> Number:
    return game[7][game[0][state] + i]


@kernel
def tree_loss_range(game: Context, remaining: int) -> tuple[float, float]:
    return game[8][remaining, 0], game[8][remaining, 1]


def of_tree(tree: Tree, root: int, rule: Rule, depth: int) -> Subject:
    mover = np.full(len(tree), rule.goal, np.int8) if rule.goal else tree.mover
    cells = (tree.first, tree.child, mover, tree.utility, tree.static, tree.error, tree.truth, tree.edge)
    names: Fields = {
        "count": tree_count,
        "over": tree_over,
        "child": tree_child,
        "mover": tree_mover,
        "utility": tree_utility,
        "static": tree_static,
        "static_error": tree_error,
        "truth": tree_truth,
        "edge": tree_edge,
        "loss_range": tree_loss_range,
    }
    moves = range(len(tree.children(root)))
    return Subject((*cells, loss_ranges(tree, depth)), root, moves, names, len(tree) > SMALL, ours=True)


def loss_ranges(tree: Tree, depth: int) -> Column:
    """The least and greatest loss that EMM can give a move, by the plies left to look ahead: float64[depth + 1, 2].
    Opinions bound it from both sides; a finished game, or a player who moves twice, leaves it anywhere in [0, 1]."""
    nodes = int(tree.levels[min(depth, tree.height) + 1]) if len(tree.levels) else len(tree)
    widths = np.diff(tree.first)
    turns = tree.mover[tree.child] * np.repeat(tree.mover, widths)
    if not np.isnan(tree.utility[:nodes]).all() or (turns != -1).any():
        return np.tile([0.0, 1.0], (depth + 1, 1))
    fewest, widest, sure = int(widths[widths > 0].min()), int(widths.max()), float(tree.error[:nodes].min())
    ranges = [(sure, 1.0 - sure)]
    for _ in range(depth):
        least, most = ranges[-1]
        ranges.append((min(sure, 1.0 - most**fewest), max(1.0 - sure, 1.0 - least**widest)))
    return np.array(ranges)


# --- a game made of kernels -----------------------------------------------------------------------------------------
# context: the game's own, and the error of its evaluator


def of_kernels(game: KernelGame, state: State, evaluate: KernelEvaluator | None, error: float, rule: Rule) -> Subject:
    if hasattr(state, "_fields"):
        raise OverthinkError("A state of kernels is a number or a plain tuple of numbers, not a named tuple.")
    if evaluate and not _same(evaluate.game, game):
        raise OverthinkError("The evaluator was made for another game; make it for this one.")
    walk(game, state)
    names = _kernel_names(
        *(game.kernels[word] for word in KERNELS),
        game.kernels.get("edge"),
        game.kernels.get("move"),
        evaluate.static if evaluate else None,
        evaluate.static_error if evaluate else None,
        rule.goal,
    )
    ours, context = all(word.ours for word in names.values()), (game.context, float(error))
    return Subject(context, state, game.moves(state), names, game.compiled, ours, evaluate is not None)


def _same(one: KernelGame, other: KernelGame) -> bool:
    """Whether two games go by the same rules and tables."""
    return one is other or (one.kernels == other.kernels and np.array_equal(one.context, other.context))


@lru_cache(maxsize=256)
def _kernel_names(
    count: Word,
    child: Word,
    mover: Word,
    utility: Word,
    edge: Word | None,
    move: Word | None,
    static: Word | None,
    error: Word | None,
    goal: int,
) -> Fields:
    return {
        "count": inside.bind(wrapped=count),
        "child": inside_move.bind(wrapped=child),
        "mover": _goal.bind(GOAL=goal) if goal else inside.bind(wrapped=mover),
        "utility": inside.bind(wrapped=utility),
        "edge": inside_move.bind(wrapped=edge) if edge else VOCABULARY["edge"],
        "move": inside_move.bind(wrapped=move) if move else VOCABULARY["move"],
        "static": inside.bind(wrapped=static) if static else VOCABULARY["static"],
        "static_error": inside.bind(wrapped=error) if error else _given_error,
    }


@kernel
def wrapped(game: Context, *args: Any) -> Any:
    return 0


GOAL = 1


@kernel
def inside(game: Context, state: State) -> Number:
    return wrapped(game[0], state)


@kernel
def inside_move(game: Context, state: State, i: int) -> Number:
    return wrapped(game[0], state, i)


@kernel
def _given_error(game: Context, state: State) -> Number:
    return game[1]


@kernel
def _goal(game: Context, state: State) -> int:
    return GOAL
