"""Choices compared with the truth. [Nau2010] eqs. 3 to 6."""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.arithmetic import slack_of
from overthink.core.bind import kernel
from overthink.core.errors import OverthinkError
from overthink.core.tree import Column, Tree


@kernel
def share_right(first: Column, roots: int, scores: Column, right: Column, out: Column) -> None:
    """For each root, the share of its best-scored moves that are right. eq. 4"""
    for n in range(roots):
        best = -np.inf
        for e in range(first[n], first[n + 1]):
            best = max(best, scores[e])
        tied, good = 0, 0
        for e in range(first[n], first[n + 1]):
            if scores[e] == best:
                tied += 1
                good += right[e]
        out[n] = good / tied if tied else np.nan


@kernel
def worth(truth: float, cost: float, side: float) -> float:
    """The lower (`side` -1) or upper (+1) bound on the true value of a move, if costs were added with rounding."""
    if cost == 0.0:
        return truth
    return truth - cost + side * slack_of(abs(truth) + abs(cost))


@kernel
def mark_right(
    first: Column, child: Column, mover: Column, truth: Column, edge: Any, roots: int, right: Column
) -> None:
    """Mark the moves of each root that keep its true value. eq. 3 at unlimited depth"""
    for n in range(roots):
        sure = -np.inf
        for e in range(first[n], first[n + 1]):
            sure = max(sure, worth(mover[n] * truth[child[e]], edge[e], -1.0))
        for e in range(first[n], first[n + 1]):
            right[e] = worth(mover[n] * truth[child[e]], edge[e], 1.0) >= sure


def right_moves(tree: Tree) -> Column:
    """For each move of each root, whether it is optimal: opt(x) of eq. 5. The tree must have true values.

    >>> games = ot.BoardSplittingModel(height=5).draw(0, 1)
    >>> ot.right_moves(games).tolist()
    [True, False]
    """
    roots = len(tree.roots)
    if np.isnan(tree.truth[tree.child[: tree.first[roots]]]).any():
        raise OverthinkError("The tree does not have the true values of its moves. Solve it first.")
    right = np.zeros(int(tree.first[roots]), np.bool_)
    mark_right(tree.first, tree.child, tree.mover, tree.truth, tree.edge, roots, right)
    return right


def p_opt(tree: Tree, scores: Column, right: Column) -> Column:
    """P_opt(x, d) of each root: the probability that a random one of its best-scored moves is optimal. eq. 4

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=5).draw(0, 3))
    >>> scores = ot.move_scores(games, "minimax", depths=(3,))[3]
    >>> ot.p_opt(games, scores, ot.right_moves(games)).tolist()
    [0.5, 1.0, 1.0]
    """
    out = np.empty(len(tree.roots))
    share_right(tree.first, len(out), scores, right, out)
    return out


def p_err(tree: Tree, scores: Column, right: Column) -> Column:
    """P_err(x, d) of each root, the decision error. eq. 5

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=5).draw(0, 3))
    >>> scores = ot.move_scores(games, "minimax", depths=(3,))[3]
    >>> ot.p_err(games, scores, ot.right_moves(games)).tolist()
    [0.5, 0.0, 0.0]
    """
    return 1.0 - p_opt(tree, scores, right)
