"""Beliefs over any number of buckets, ply by ply: the rules `belief` and `emm-graded` for a whole study, in which their
parameters change with every setting and would be compiled each time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from overthink.core.kinds import Column
from overthink.core.tree import Tree
from overthink.models.exact import heuristic_law
from overthink.models.granular import GranularModel
from overthink.rules.belief import laws_of

Settle = Callable[
    [Column, Column, Column], Column
]  # belief of the search, the node's law, likelihood of its evaluation


def multiplied(search: Column, law: Column, likelihood: Column) -> Column:
    """The rule `belief`."""
    return np.asarray(search * likelihood)


def replaced(search: Column, law: Column, likelihood: Column) -> Column:
    """The rule `emm-graded`: the surer of the two."""
    own = normal(law * likelihood)
    keeps = own.max(axis=1) <= search.max(axis=1) * (1.0 + 2.0**-40)
    return np.where(keeps[:, None], search, own)


def unsettled(search: Column, law: Column, likelihood: Column) -> Column:
    """The product rule: the node's own evaluation is not read."""
    return search


def normal(rows: Column) -> Column:
    return np.asarray(rows / rows.sum(axis=1, keepdims=True))


def better(one: Column, other: Column) -> Column:
    """The law of the larger of two independent numbers, a row each."""
    below = np.cumsum(one, axis=1) - one
    return np.asarray(one * np.cumsum(other, axis=1) + below * other)


def beliefs(tree: Tree, model: GranularModel, depth: int, settle: Settle) -> Column:
    """For every move of every root, the probability of each bucket of its utility, given the evaluations below it."""
    b, laws, likelihood = model.b, laws_of(model, depth), heuristic_law(model)
    rows = np.empty((0, model.g))
    for ply in range(depth, 0, -1):
        nodes = slice(tree.levels[ply], tree.levels[ply + 1])
        own = likelihood.T[np.rint(tree.static[nodes] * model.g - 0.5).astype(int)]
        law = laws[depth - ply]
        if ply == depth:
            rows = normal(law * own)
            continue
        families = rows if tree.mover[nodes.start] > 0 else rows[:, ::-1]
        families = families.reshape(-1, b, model.g)
        best = families[:, 0]
        for sister in range(1, b):
            best = better(best, families[:, sister])
        best = normal(best if tree.mover[nodes.start] > 0 else best[:, ::-1])
        rows = normal(settle(best, law, own))
    return rows


def mean_utility(rows: Column) -> Column:
    """What the rules compare at the root."""
    return np.asarray(rows @ np.arange(rows.shape[1]))


def chance_to_be_best(rows: Column, b: int) -> Column:
    """The probability that a move is as good as every other of its root: what decides P_opt."""
    families = rows.reshape(-1, b, rows.shape[1])
    at_most = np.cumsum(families, axis=2)
    chances = np.empty(families.shape[:2])
    for move in range(b):
        others = np.delete(at_most, move, axis=1).prod(axis=1)
        chances[:, move] = (families[:, move] * others).sum(axis=1)
    return chances.ravel()
