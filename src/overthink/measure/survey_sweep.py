"""Every position of a state space, searched to every depth: P_err of each, and what was chosen in a few.

All positions are swept together, one depth after the other; moves are compared a block of positions at a time, so that
of all moves nothing is kept but where they lead and which are right. Threads work on different blocks; a block's
numbers do not depend on the others. [Nau2010] section 6
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np

from overthink.core.threads import run_parts
from overthink.core.tree import Column, Tree
from overthink.measure.decision_error import p_err, right_moves
from overthink.rules.rule import Rule
from overthink.search.sweep import bound, columns, leveled, looks, move_scores, score_moves

BLOCK = 1 << 14
Tell = Callable[[str, float], None]  # what is being done, and the share of it that is done


def errors_by_depth(tree: Tree, rule: Rule, depths: Collection[int], high: int, tell: Tell) -> dict[int, Column]:
    """P_err of the positions 0 … high for each depth, float32; not a number where there is no move. eq. 5"""
    found: dict[int, Column] = {}
    looked: list[Column] = []
    deepest, blocks = max(depths), [*range(0, high, BLOCK), high]
    tell("right moves", 0.0)
    right = list(run_parts(blocks, lambda low, top: right_moves(_block(tree, low, top))))
    tell("looking 1 ply ahead", 0.0)
    for depth, seen in enumerate(looks(tree, rule, deepest - 1), 1):
        # A move's score at this depth comes from the children, looked ahead one ply less.
        looked = [*looked, seen] if rule.sums_depths else [seen]
        if depth in depths:
            found[depth] = np.empty(high, np.float32)
            for done, errors in enumerate(run_parts(blocks, _errors, tree, rule, right, looked)):
                found[depth][blocks[done] : blocks[done + 1]] = errors
                share = (depth - 1 + blocks[done + 1] / high) / deepest
                tell(f"choosing at depth {depth} of {deepest}", share)
        if depth < deepest:
            tell(f"looking {depth + 1} plies ahead", depth / deepest)
    return found


def _block(tree: Tree, low: int, top: int) -> Tree:
    """The positions low … top as the only ones that are asked, with what their moves lead to."""
    start, stop = int(tree.first[low]), int(tree.first[top])
    own = {"child": tree.child[start:stop], "mover": tree.mover[low:top], "edge": tree.edge[start:stop]}
    return replace(tree, first=tree.first[low : top + 1] - start, **own)


def right_of(tree: Tree, high: int) -> Column:
    """Which moves of the positions 0 … high are right."""
    return right_moves(_block(tree, 0, high))


def _errors(tree: Tree, rule: Rule, right: Sequence[Column], looked: Sequence[Column], low: int, top: int) -> Column:
    """P_err of one block of positions; `right` has the right moves of each block."""
    block = _block(tree, low, top)
    scores, slacks = np.zeros((2, len(block.child)))
    for messages in looked:
        bound(score_moves, rule)(columns(block, rule), messages, len(block), scores, slacks)
    return p_err(block, leveled(block.first, len(block), rule, scores, slacks), right[low // BLOCK])


def choices(
    tree: Tree, rule: Rule, depths: Collection[int], nodes: Sequence[int]
) -> list[tuple[dict[int, list[int]], list[int]]]:
    """For each of some positions the numbers of the moves chosen at each depth, and of the right ones."""
    near = around(tree, nodes, max(depths))
    right, scores = right_moves(near), move_scores(near, rule, depths)
    moves = [slice(int(near.first[n]), int(near.first[n + 1])) for n in range(len(nodes))]
    return [
        ({depth: _numbers(scores[depth][own] == scores[depth][own].max()) for depth in depths}, _numbers(right[own]))
        for own in moves
    ]


def _numbers(mark: Column) -> list[int]:
    found: list[int] = np.flatnonzero(mark).tolist()
    return found


def around(tree: Tree, nodes: Sequence[int], plies: int) -> Tree:
    """What a search to this depth can see from some positions: a state space with these first, and nothing behind the
    last ply."""
    number = np.full(len(tree), -1, np.int64)
    row = np.asarray(nodes, np.int64)
    rows, edges = [], []
    size = 0
    for ply in range(plies + 1):
        rows.append(row)
        number[row] = np.arange(size, size + len(row))
        size += len(row)
        widths = tree.first[row + 1] - tree.first[row]
        if ply == plies:
            break
        steps = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
        edges.append(np.repeat(tree.first[row], widths) + steps)
        below = np.unique(tree.child[edges[-1]])
        row = below[number[below] < 0]
    seen, leads = np.concatenate(rows), np.concatenate(edges)
    widths = tree.first[seen + 1] - tree.first[seen]
    widths[size - len(rows[-1]) :] = 0
    columns = {name: getattr(tree, name)[seen] for name in ("mover", "utility", "static", "error", "truth", "key")}
    first = np.concatenate([[0], np.cumsum(widths)])
    return replace(tree, first=first, child=number[tree.child[leads]], edge=tree.edge[leads], **columns)
