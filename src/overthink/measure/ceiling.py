"""The ceiling: the best that any rule could decide on P-games with the artificial evaluator.

Where leaves are drawn independently and the errors of evaluations are known, the probability that a move wins, given
every evaluation below it, can be computed: the rule `heir` with the true parameters. It is computed here ply by ply,
because its parameters change with every setting and depth, and a rule would be compiled for each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from overthink.core.arithmetic import ROUNDING
from overthink.core.bind import kernel
from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.evaluate.solved import Artificial
from overthink.measure.accuracy import p_opt, right_moves
from overthink.models.board_splitting import BoardSplittingModel


class Model(NamedTuple):
    """What exact inference takes for granted: the error, the share of copied errors, and the probability that a node
    where the search stops is won for the player to move."""

    error: float
    copied: float
    prior: float


def won(p: float, b: int, plies: int) -> float:
    """The probability that a node this many plies before the end of a P-game is won for the player to move: all of its
    moves lose with probability wᵇ, and the last player to move wins a square of 1."""
    w = 1.0 - p
    for _ in range(plies):
        w = 1.0 - w**b
    return float(w)


@kernel
def fill_beliefs(
    levels: Column, mover: Column, utility: Column, static: Column, b: int, depth: int, error: float, copied: float,
    prior: float, belief: Column,
) -> None:  # fmt: skip
    """belief[node, 2 · (the parent's evaluation is wrong) + (the move to the node wins)] of all nodes on plies 1 to
    depth: the probability of that and of all evaluations below, up to a factor."""
    fresh = (1.0 - copied) * error
    for ply in range(depth, 0, -1):
        for n in range(levels[ply], levels[ply + 1]):
            if not np.isnan(utility[n]):  # the game is over: who won is known
                lost = 1.0 if mover[n] * utility[n] < 0.0 else 0.0
                belief[n, 0] = 1.0 - lost
                belief[n, 1] = lost
                belief[n, 2] = 1.0 - lost
                belief[n, 3] = lost
                continue
            lost_right = lost_wrong = 1.0 - prior
            won_right = won_wrong = prior
            if ply < depth:
                lost_right = all_right = lost_wrong = all_wrong = 1.0
                first = levels[ply + 1] + b * (n - levels[ply])
                for m in range(first, first + b):
                    lost_right, all_right = lost_right * belief[m, 0], all_right * (belief[m, 0] + belief[m, 1])
                    lost_wrong, all_wrong = lost_wrong * belief[m, 2], all_wrong * (belief[m, 2] + belief[m, 3])
                won_right, won_wrong = all_right - lost_right, all_wrong - lost_wrong
            says_won = mover[n] * static[n] > 0.0
            right, mistaken = (won_right, lost_wrong) if says_won else (lost_right, won_wrong)
            largest = max(right, mistaken)
            for parent in range(2):
                wrong = copied + fresh if parent else fresh
                agrees, differs = (1.0 - wrong) * (right / largest), wrong * (mistaken / largest)
                belief[n, 2 * parent] = agrees if says_won else differs
                belief[n, 2 * parent + 1] = differs if says_won else agrees


@kernel
def fill_odds(start: int, moves: int, b: int, error: float, belief: Column, odds: Column) -> None:
    """The odds that each move wins, if nothing but the evaluations below it is known. Ties of siblings are exact: odds
    within rounding of the best are the best."""
    for e in range(moves):
        n = start + e
        won = (1.0 - error) * belief[n, 1] + error * belief[n, 3]
        odds[e] = won / ((1.0 - error) * belief[n, 0] + error * belief[n, 2])
    for first in range(0, moves, b):
        best = odds[first]
        for e in range(first + 1, first + b):
            best = max(best, odds[e])
        for e in range(first, first + b):
            if odds[e] >= best * (1.0 - ROUNDING):
                odds[e] = best


def beliefs(tree: Tree, b: int, depth: int, model: Model) -> Column:
    """P(all evaluations below, the move wins or loses | the root's evaluation is right or wrong), up to a factor, for
    every move of every root: float64[moves, right or wrong, loses or wins]."""
    return _beliefs(tree, b, depth, model)[tree.levels[1] : tree.levels[2]].reshape(-1, 2, 2)


def _beliefs(tree: Tree, b: int, depth: int, model: Model) -> Column:
    belief = np.empty((len(tree), 4))
    fill_beliefs(tree.levels, tree.mover, tree.utility, tree.static, b, depth, *model, belief)
    return belief


def odds_of_moves(tree: Tree, b: int, depth: int, model: Model) -> Column:
    """The odds that a move wins, given the evaluations below it."""
    odds = np.empty(tree.levels[2] - tree.levels[1])
    fill_odds(tree.levels[1], len(odds), b, model.error, _beliefs(tree, b, depth, model), odds)
    return odds


def level_ties(scores: Column, b: int) -> Column:
    """Scores with ties made exact: those within rounding of the best are the best."""
    rows = scores.reshape(-1, b)
    best = rows.max(axis=1, keepdims=True)
    return np.where(rows >= best * (1.0 - ROUNDING), best, rows).ravel()


def models(games: BoardSplittingModel, evaluator: Artificial, depths: Iterable[int]) -> list[Model]:
    """The true parameters at each depth. In games that are not P-games squares depend on each other; then the prior is
    one half, and the rule is one like others."""
    known = evaluator.error, evaluator.copied
    chances = [won(games.p, games.branching, games.height - depth) if games.mixing == 1.0 else 0.5 for depth in depths]
    return [Model(*known, prior) for prior in chances]


def heir_by_depth(
    tree: Tree, games: BoardSplittingModel, evaluator: Artificial, depths: Iterable[int]
) -> dict[int, Column]:
    """P_opt of the rule `heir` with the true parameters, for each depth: the ceiling in P-games."""
    right, depths = right_moves(tree), list(depths)
    return {
        depth: p_opt(tree, odds_of_moves(tree, games.branching, depth, model), right)
        for depth, model in zip(depths, models(games, evaluator, depths))
    }
