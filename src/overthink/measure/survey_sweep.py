"""Search every position of a state space to every depth: P_err of each position, and the choices in a few.

All positions are swept together, one depth after another. Moves are compared in blocks of positions, so that only their
children and right moves stay in memory. Threads work on separate blocks, whose numbers do not depend on other blocks.
[Nau2010] section 6
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from importlib import import_module

import numpy as np

from overthink.core.kinds import Foreign
from overthink.core.threads import run_parts
from overthink.core.tree import Column, Tree
from overthink.measure.decision_error import p_err, right_moves
from overthink.rules.rule import Rule
from overthink.search.sweep import bound, columns, leveled, looks, move_scores, score_moves

BLOCK = 1 << 14
Tell = Callable[[str, float], None]  # the name of a stage, and the share of it that is done


def on_gpu() -> Foreign:
    """The same for a GPU: an extra, which is found by its name."""
    return import_module("overthink.gpu.whole_games")


def errors_by_depth(tree: Tree, rule: Rule, depths: Collection[int], high: int, tell: Tell) -> dict[int, Column]:
    """P_err of positions 0 … high - 1 at each depth, float32; NaN if there is no move. eq. 5"""
    results: dict[int, Column] = {}
    sweeps: list[Column] = []
    deepest, blocks = max(depths), [*range(0, high, BLOCK), high]
    tell("right moves", 0.0)
    right = list(run_parts(blocks, lambda start, stop: right_moves(_block(tree, start, stop))))
    tell("searching to depth 1", 0.0)
    for depth, messages in enumerate(looks(tree, rule, deepest - 1), 1):
        # A move's score at this depth comes from the children, searched one ply less.
        sweeps = [*sweeps, messages] if rule.sums_depths else [messages]
        if depth in depths:
            results[depth] = np.empty(high, np.float32)
            for done, errors in enumerate(run_parts(blocks, _errors, tree, rule, right, sweeps)):
                results[depth][blocks[done] : blocks[done + 1]] = errors
                share = (depth - 1 + blocks[done + 1] / high) / deepest
                tell(f"choosing at depth {depth} of {deepest}", share)
        if depth < deepest:
            tell(f"searching to depth {depth + 1}", depth / deepest)
    return results


def _block(tree: Tree, start: int, stop: int) -> Tree:
    """The tree with only the positions start … stop - 1 as parents."""
    moves = slice(int(tree.first[start]), int(tree.first[stop]))
    own = {"child": tree.child[moves], "mover": tree.mover[start:stop], "edge": tree.edge[moves]}
    return replace(tree, first=tree.first[start : stop + 1] - moves.start, **own)


def right_of(tree: Tree, high: int) -> Column:
    """The right moves of positions 0 … high - 1."""
    return right_moves(_block(tree, 0, high))


def _errors(tree: Tree, rule: Rule, right: Sequence[Column], sweeps: Sequence[Column], start: int, stop: int) -> Column:
    """P_err of one block of positions; `right` has the right moves of each block."""
    block = _block(tree, start, stop)
    scores, slacks = np.zeros((2, len(block.child)))
    for messages in sweeps:
        bound(score_moves, rule)(columns(block, rule), messages, len(block), scores, slacks)
    return p_err(block, leveled(block.first, len(block), rule, scores, slacks), right[start // BLOCK])


def choices(
    tree: Tree, rule: Rule, depths: Collection[int], nodes: Sequence[int]
) -> list[tuple[dict[int, list[int]], list[int]]]:
    """For some positions: the numbers of the moves chosen at each depth, and of the right moves."""
    near = around(tree, nodes, max(depths))
    right, scores = right_moves(near), move_scores(near, rule, depths)
    moves = [slice(int(near.first[n]), int(near.first[n + 1])) for n in range(len(nodes))]
    return [
        ({depth: _numbers(scores[depth][own] == scores[depth][own].max()) for depth in depths}, _numbers(right[own]))
        for own in moves
    ]


def _numbers(mark: Column) -> list[int]:
    numbers: list[int] = np.flatnonzero(mark).tolist()
    return numbers


def around(tree: Tree, nodes: Sequence[int], plies: int) -> Tree:
    """The part of the tree within `plies` of some positions: a state space that starts with these positions and ends
    after the last ply."""
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
    near, leads = np.concatenate(rows), np.concatenate(edges)
    widths = tree.first[near + 1] - tree.first[near]
    widths[size - len(rows[-1]) :] = 0
    columns = {name: getattr(tree, name)[near] for name in ("mover", "utility", "static", "error", "truth", "key")}
    first = np.concatenate([[0], np.cumsum(widths)])
    return replace(tree, first=first, child=number[tree.child[leads]], edge=tree.edge[leads], **columns)
