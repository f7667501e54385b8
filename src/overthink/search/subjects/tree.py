"""A root of a tree as a subject. The context has the tree's columns and the range of losses at each height; a state
is an int64, a node."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from overthink.core.bind import kernel
from overthink.core.errors import require
from overthink.core.kinds import Column, Context, Number
from overthink.core.plain import Fields
from overthink.core.tree import Tree
from overthink.rules.product import frontier, likelier, win_probability
from overthink.rules.rule import Rule, check_payers
from overthink.search.subjects.subject import Subject
from overthink.search.sweep import NODE_WORDS, columns, costs_of, takes_for_certain

ROUNDED = 1e-12  # room for rounding at the ends of a range of probabilities
SMALL_TREE_NODES = 2_000  # nodes of a tree below which compiling would take longer than searching


@kernel
def tree_count(game: Context, state: int) -> Number:
    """`count` of a node."""
    return game[0][state + 1] - game[0][state]


@kernel
def tree_child(game: Context, state: int, i: int) -> Number:
    """`child` of a node: its number."""
    return np.int64(game[1][game[0][state] + i])  # one type for all nodes, however the column keeps them


@kernel
def tree_edge(game: Context, state: int, i: int) -> Number:
    """`edge` of a node's move number i."""
    return game[7][game[0][state] + i]


@kernel
def tree_loss_range(game: Context, remaining: int) -> tuple[float, float]:
    """`loss_range` of a tree, computed before the search (`loss_ranges`)."""
    return game[8][remaining, 0], game[8][remaining, 1]


TREE_WORDS: Fields = {
    **NODE_WORDS,
    "count": tree_count,
    "child": tree_child,
    "edge": tree_edge,
    "loss_range": tree_loss_range,
}


def of_tree(tree: Tree, root: int, rule: Rule, depth: int) -> Subject:
    """A root of a tree as a subject; `depth` plies are to be searched with the rule."""
    context = *columns(tree, rule), loss_ranges(tree, depth, rule)
    moves = range(len(tree.children(root)))
    certain = takes_for_certain(tree, rule)
    return Subject(context, root, moves, TREE_WORDS, len(tree) > SMALL_TREE_NODES, ours=True, certain=certain)


def paid_on_the_way(tree: Tree) -> Tree:
    """The tree with what one player pays for moves in the values of its leaves, to Max, in place of its edges."""
    costs, players = costs_of(tree)
    if not costs.any():
        return tree
    check_payers(players)
    once = len(tree.levels) and (np.bincount(tree.child, minlength=len(tree))[tree.roots.stop :] == 1).all()
    advice = "Use ot.decide, or ot.grow a tree."
    require(once, f"Several ways lead to a position of this graph, and its moves cost something. {advice}")
    paid = np.zeros(len(tree))
    parent = np.repeat(np.arange(len(tree)), np.diff(tree.first))
    for low, high in pairwise(tree.first[tree.levels].tolist()):
        above = parent[low:high]
        paid[tree.child[low:high]] = paid[above] - tree.mover[above] * costs[low:high]
    return replace(tree, utility=tree.utility + paid, static=tree.static + paid, edge=tree.edge - costs)


def loss_ranges(tree: Tree, depth: int, rule: Rule) -> Column:
    """The least and greatest loss that a rule on probabilities can give a move, by the plies left to look ahead:
    float64[depth + 1, 2]. Opinions bound it from both sides; a finished game, or a player who moves twice, leaves it
    anywhere in [0, 1]."""
    anywhere = np.tile([0.0, 1.0], (depth + 1, 1))
    if rule.frontier is not frontier:  # it does not read the errors
        return anywhere
    nodes = int(tree.levels[min(depth, tree.height) + 1]) if len(tree.levels) else len(tree)
    widths = np.diff(tree.first)
    turns = tree.mover[tree.child] * np.repeat(tree.mover, widths)
    if not np.isnan(tree.utility[:nodes]).all() or (turns != -1).any():
        return anywhere
    fewest = int(widths[widths > 0].min())
    widest = int(widths.max())
    sure = float(tree.error[:nodes].min())
    settle = rule.interpreted["settle"]

    def settle_won(won: float, static: float, remaining: int) -> float:
        """The probability of a win, given that of the search and the surest evaluation for or against it."""
        return win_probability.interpreted(settle(likelier.interpreted(won, 1.0 - won), static, sure, remaining))

    ranges = [(sure, 1.0 - sure)]
    for ply in range(1, depth + 1):
        least, most = ranges[-1]
        low, high = settle_won(1.0 - most**fewest, -1.0, ply), settle_won(1.0 - least**widest, 1.0, ply)
        ranges.append((min(sure, low), max(1.0 - sure, high)))  # a node that nobody opened is as sure as its evaluation
    found: Column = np.clip(np.array(ranges) + np.array([-ROUNDED, ROUNDED]), 0.0, 1.0)
    return found
