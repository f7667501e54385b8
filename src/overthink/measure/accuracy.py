"""The accuracy of a rule at each depth, over all roots of a solved tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from overthink.core.checked import checked_depth
from overthink.core.errors import OverthinkError
from overthink.core.estimate import Curve, Estimate
from overthink.core.tree import Column, Tree
from overthink.measure.decision_error import p_opt, right_moves
from overthink.measure.pathology import degree_of_pathology
from overthink.rules import rule_named
from overthink.rules.rule import Rule
from overthink.search.monte_carlo import MonteCarlo, Simulation
from overthink.search.subject import Subject
from overthink.search.sweep import check, move_scores


def p_opt_by_depth(tree: Tree, rule: str | Rule, depths: Iterable[int]) -> dict[int, Column]:
    """P_opt of every root, for each depth. [Nau2010] eq. 4"""
    if not isinstance(tree, Tree):
        raise OverthinkError("Accuracy needs a solved tree. Create one with `ot.grow(game, depth=…)`.")
    wanted = sorted({checked_depth(depth) for depth in (depths if isinstance(depths, Iterable) else (depths,))})
    if not wanted:
        raise OverthinkError("Give at least one depth.")
    rule = rule_named(rule)
    if len(tree.levels) and wanted[-1] > tree.height:
        raise OverthinkError(f"A search to depth {wanted[-1]} goes beyond the trees, whose height is {tree.height}.")
    check(tree, rule, wanted[0])
    check(tree, rule, wanted[-1])
    right = right_moves(tree)
    return {depth: p_opt(tree, scores, right) for depth, scores in move_scores(tree, rule, wanted).items()}


def p_opt_by_simulations(
    position: Subject, right: Callable[[Any], bool], rule: Rule, search: MonteCarlo, simulations: Sequence[int]
) -> list[float]:
    """The share of right moves among those that tie for the best, after each number of simulations."""
    simulation, shares = Simulation(position, rule, search), []
    for count in simulations:
        simulation.advance(count)
        moves = simulation.decision().moves
        shares.append(sum(map(right, moves)) / len(moves))
    return shares


def accuracy(tree: Tree, rule: str | Rule, depths: Iterable[int]) -> Curve:
    """The fraction of correct decisions at each depth. A tie counts as the share of its moves that is right.

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=7).draw(0, 200))
    >>> print(ot.accuracy(games, "minimax", depths=(1, 5))[5])
    0.6875 [0.6202, 0.7477] (n = 200)
    """
    return Curve({depth: Estimate.share(shares) for depth, shares in p_opt_by_depth(tree, rule, depths).items()})


def pathology(tree: Tree, rule: str | Rule, deep: int, shallow: int) -> Estimate:
    """p(i, j): the decision error at the deeper of two depths over that at the shallower. Above 1, depth makes
    decisions worse. [Nau2010] eq. 6

    >>> games = ot.artificial(0.2)(ot.BoardSplittingModel(height=7).draw(0, 400))
    >>> print(ot.pathology(games, "minimax", deep=5, shallow=1))
    1.5621 [1.3177, 1.8731] (n = 400)
    """
    deep, shallow = checked_depth(deep), checked_depth(shallow)
    if deep <= shallow:
        raise OverthinkError(f"The deeper search must look further: deep={deep} is not above shallow={shallow}.")
    shares = p_opt_by_depth(tree, rule, (deep, shallow))
    return degree_of_pathology(shares[deep], shares[shallow])
