"""Choices compared with the truth, accuracy by depth, and how similar neighbours are. [Nau2010] eqs. 3 to 6"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from overthink.core.arithmetic import slack_of
from overthink.core.bind import kernel
from overthink.core.checked import parse_depth, parse_depths
from overthink.core.errors import require
from overthink.core.estimate import Curve, Estimate
from overthink.core.kinds import Move
from overthink.core.tree import ORDERED, Column, Tree, check_tree, parse_column
from overthink.measure.paired import degree_of_pathology
from overthink.rules import rule_named
from overthink.rules.rule import Rule
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.subjects.subject import Subject
from overthink.search.sweep import move_scores

BOOL = np.dtype(bool)


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
    first: Column, child: Column, mover: Column, truth: Column, edge: Column, roots: int, right: Column
) -> None:
    """Write into `right`, bool[moves], which moves of the roots keep their true value. eq. 3 at unlimited depth. The
    other columns are those of a tree."""
    for n in range(roots):
        sure = -np.inf
        for e in range(first[n], first[n + 1]):
            sure = max(sure, worth(mover[n] * truth[child[e]], edge[e], -1.0))
        for e in range(first[n], first[n + 1]):
            right[e] = worth(mover[n] * truth[child[e]], edge[e], 1.0) >= sure


def right_moves(tree: Tree) -> Column:
    """For each move of each root, whether it is optimal: opt(x) of eq. 5. `tree` must have true values.

    >>> games = ot.BoardSplittingModel(height=5).draw(0, 1)
    >>> ot.right_moves(games).tolist()
    [True, False]
    """
    check_tree(tree)
    return right_between(tree, 0, tree.roots.stop)


def right_between(tree: Tree, start: int, stop: int) -> Column:
    """The right moves of the nodes start … stop - 1."""
    first = tree.first[start : stop + 1]
    moves = slice(int(tree.first[start]), int(tree.first[stop]))
    child = tree.child[moves]
    right = np.zeros(moves.stop - moves.start, np.bool_)
    known = not np.isnan(tree.truth[child]).any()
    require(known, "The tree does not have the true values of its moves. Solve it first.")
    mark_right(first - moves.start, child, tree.mover[start:stop], tree.truth, tree.edge[moves], stop - start, right)
    return right


def p_opt(tree: Tree, scores: Column, right: Column) -> Column:
    """P_opt(x, d) of each root: the probability that a random one of its best-scored moves is optimal. eq. 4

    `tree`: the positions. `scores`: of every move of every root, from `move_scores`. `right`: from `right_moves`.

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=5).draw(0, 3))
    >>> scores = ot.move_scores(games, "minimax", depths=(3,))[3]
    >>> ot.p_opt(games, scores, ot.right_moves(games)).tolist()
    [0.5, 1.0, 1.0]
    """
    check_tree(tree)
    roots = tree.roots.stop
    moves = int(tree.first[roots])
    out = np.empty(roots)
    scores = parse_column("scores, one for each move of each root,", scores, moves, ends=ORDERED)
    share_right(tree.first, roots, scores, parse_column("right, for each move of each root,", right, moves, BOOL), out)
    return out


def p_err(tree: Tree, scores: Column, right: Column) -> Column:
    """P_err(x, d) of each root, the decision error. eq. 5

    `tree`, `scores` and `right`: as for `p_opt`.

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=5).draw(0, 3))
    >>> scores = ot.move_scores(games, "minimax", depths=(3,))[3]
    >>> ot.p_err(games, scores, ot.right_moves(games)).tolist()
    [0.5, 0.0, 0.0]
    """
    return 1.0 - p_opt(tree, scores, right)


def p_opt_by_depth(tree: Tree, rule: str | Rule, depths: Iterable[int]) -> dict[int, Column]:
    """P_opt of every root, for each depth. [Nau2010] eq. 4"""
    wanted, rule = parse_depths(depths if isinstance(depths, Iterable) else (depths,)), rule_named(rule)
    check_tree(tree)
    fits = not len(tree.levels) or wanted[-1] <= tree.height
    require(fits, f"A search to depth {wanted[-1]} goes beyond the trees, whose height is {tree.height}.")
    right = right_moves(tree)
    return {depth: p_opt(tree, scores, right) for depth, scores in move_scores(tree, rule, wanted).items()}


def p_opt_by_simulations(
    position: Subject, right: Callable[[Move], bool], rule: Rule, search: MonteCarlo, simulations: Sequence[int]
) -> list[float]:
    """The share of right moves among those that tie for the best, after each number of simulations."""
    simulation = Simulation(position, rule, search)
    shares = []
    for count in simulations:
        simulation.advance(count)
        moves = simulation.decision().moves
        shares.append(sum(map(right, moves)) / len(moves))
    return shares


def accuracy(tree: Tree, rule: str | Rule, depths: Iterable[int]) -> Curve:
    """The fraction of correct decisions at each depth. A tie counts as the share of its moves that is right. `tree`:
    positions with their true values and with evaluations. `rule`: its name, or an `ot.Rule`. `depths`: plies to look
    ahead.

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=7).draw(0, 200))
    >>> print(ot.accuracy(games, "minimax", depths=(1, 5))[5])
    0.6875 [0.6202, 0.7477] (n = 200)
    """
    _check_moves(tree)
    return Curve({depth: Estimate.share(shares) for depth, shares in p_opt_by_depth(tree, rule, depths).items()})


def _check_moves(tree: Tree) -> None:
    """Refuse positions that are over: they have no move to judge."""
    check_tree(tree)
    over = int(np.sum(np.diff(tree.first[: tree.roots.stop + 1]) == 0))
    no_move = f"{over:,} of {tree.roots.stop:,} positions are over, so they have no move to judge"
    require(not over, f"{no_move}. Leave them out, or use `ot.survey` for a whole game.")


def pathology(tree: Tree, rule: str | Rule, deep: int, shallow: int) -> Estimate:
    """p(i, j): the decision error at the deeper of two depths over that at the shallower. Above 1, depth makes
    decisions worse. [Nau2010] eq. 6

    Args:
        tree, rule: As for `accuracy`.
        deep, shallow: The depths.

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=7).draw(0, 400))
    >>> print(ot.pathology(games, "minimax", deep=5, shallow=1))
    1.5621 [1.3177, 1.8731] (n = 400)
    """
    deep, shallow = parse_depth(deep), parse_depth(shallow)
    require(deep > shallow, f"The deeper search must look further: deep={deep} is not above shallow={shallow}.")
    _check_moves(tree)
    shares = p_opt_by_depth(tree, rule, (deep, shallow))
    return degree_of_pathology(shares[deep], shares[shallow])


@kernel
def spread_of_children(first: Column, child: Column, values: Column, among: Column) -> tuple[float, int]:
    """The sum of squared differences between siblings' values and the mean of their family, over families of two or
    more, and the number of these siblings. Parents are the nodes in `among`; nodes without a value are left out."""
    total, count = 0.0, 0
    for n in range(len(first) - 1):
        siblings, mean = 0, 0.0
        for e in range(first[n], first[n + 1]):
            if not math.isnan(values[child[e]]):
                siblings += 1
                mean += values[child[e]]
        if siblings < 2 or math.isnan(values[n]) or not among[n]:
            continue
        mean /= siblings
        for e in range(first[n], first[n + 1]):
            if not math.isnan(values[child[e]]):
                total += (values[child[e]] - mean) ** 2
        count += siblings
    return total, count


def branching_factor(tree: Tree) -> float:
    """The mean number of moves in positions with moves. `tree`: the positions.

    >>> ot.branching_factor(ot.nested(ot.Max(ot.Min(3, 9, 4), 5)))
    2.5
    """
    check_tree(tree)
    return mean_width(tree.first)


def mean_width(first: Column) -> float:
    """The mean number of moves of those of these nodes that have any."""
    widths = np.diff(first)
    return float(widths[widths > 0].mean()) if widths.any() else math.nan


def clustering_factor(tree: Tree, parents: Column | None = None) -> float:
    """f: the standard deviation of siblings' true values about their mean, over that of all true values. It is low if
    siblings are similar. Nodes without a true value are left out. `parents`, true or false for each node, chooses whose
    children and whose values count. `tree`: positions with their true values.

    >>> tree = ot.BoardSplittingModel(height=7).draw(0, 20)
    >>> print(f"{ot.clustering_factor(tree):.2f}")
    0.68
    """
    check_tree(tree)
    values = tree.truth
    among = np.ones(len(tree), np.bool_)
    if parents is not None:
        among = parse_column("parents, for each node,", parents, len(tree), BOOL)
    known = values[among & ~np.isnan(values)]
    differ = len(known) and np.std(known)
    require(differ, "A clustering factor needs true values that are not all equal. Solve the tree first.")
    total, siblings = spread_of_children(tree.first, tree.child, values, among)
    return math.sqrt(total / siblings) / float(np.std(known)) if siblings else math.nan
