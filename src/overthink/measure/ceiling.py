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
    """The probability that a node so many plies before the end of a P-game is won for the player to move: all of its
    moves lose with probability wᵇ, and the last player to move wins a square of 1."""
    w = 1.0 - p
    for _ in range(plies):
        w = 1.0 - w**b
    return float(w)


def beliefs(tree: Tree, b: int, depth: int, model: Model) -> Column:
    """P(all evaluations below, the move wins or loses | the root's evaluation is right or wrong), up to a factor, for
    every move of every root: float64[moves, right or wrong, loses or wins]."""
    fresh = (1.0 - model.copied) * model.error
    wrong = np.array([[fresh], [model.copied + fresh]])  # of a node, if its parent's evaluation is right, and if wrong
    loses, wins = np.empty((2, 0)), np.empty((2, 0))  # of the parent's player: float64[right or wrong, nodes]
    for ply in range(depth, 0, -1):
        nodes = slice(tree.levels[ply], tree.levels[ply + 1])
        if not np.isnan(tree.utility[nodes]).any():  # the game is over: who won is known
            lost = tree.mover[nodes] * tree.utility[nodes] < 0.0
            loses, wins = (np.stack([each, each]).astype(float) for each in (~lost, lost))
            continue
        says_won = tree.mover[nodes] * tree.static[nodes] > 0.0
        if ply == depth:
            is_lost, is_won = (np.full((2, len(says_won)), each) for each in (1.0 - model.prior, model.prior))
        else:
            is_lost = _products(loses, b)
            is_won = _products(loses + wins, b) - is_lost
        right, mistaken = np.where(says_won, is_won[0], is_lost[0]), np.where(says_won, is_lost[1], is_won[1])
        largest = np.maximum(right, mistaken)
        agrees, differs = (1.0 - wrong) * (right / largest), wrong * (mistaken / largest)
        loses, wins = np.where(says_won, agrees, differs), np.where(says_won, differs, agrees)
    return np.stack([loses.T, wins.T], axis=2)


def _products(values: Column, b: int) -> Column:
    """Of the b children of each node."""
    products = values[:, ::b].copy()
    for child in range(1, b):
        products *= values[:, child::b]
    return products


def inferred(tree: Tree, b: int, depth: int, model: Model) -> Column:
    """The odds that a move wins, given the evaluations below it."""
    mixed = np.tensordot(beliefs(tree, b, depth, model), [1.0 - model.error, model.error], ([1], [0]))
    with np.errstate(divide="ignore"):  # a certain win has infinite odds
        return leveled(mixed[:, 1] / mixed[:, 0], b)


def leveled(scores: Column, b: int) -> Column:
    """Scores with ties made exact: those within rounding of the best are the best."""
    rows = scores.reshape(-1, b)
    best = rows.max(axis=1, keepdims=True)
    return np.where(rows >= best * (1.0 - ROUNDING), best, rows).ravel()


def heir_by_depth(
    tree: Tree, games: BoardSplittingModel, evaluator: Artificial, depths: Iterable[int]
) -> dict[int, Column]:
    """P_opt of the rule `heir` with the true parameters, for each depth: the ceiling in P-games. In other games squares
    depend on each other; then the prior is one half, and the rule is one like others."""
    right, b = right_moves(tree), games.branching
    shares = {}
    for depth in depths:
        prior = won(games.p, b, games.height - depth) if games.mixing == 1.0 else 0.5
        model = Model(evaluator.error, evaluator.copied, prior)
        shares[depth] = p_opt(tree, inferred(tree, b, depth, model), right)
    return shares
