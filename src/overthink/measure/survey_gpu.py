"""The survey on a GPU: each thread searches one position, with the same kernels as the processor.

A thread backs up one position with the rule, scores its moves and compares them with the truth, by `sweep`,
`score_moves` and `share_right`. So each rule exists once. [Nau2010] section 6
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from overthink.core import gpu
from overthink.core.bind import kernel
from overthink.core.gpu import cuda, launch
from overthink.core.ties import level
from overthink.core.tree import Column, Tree
from overthink.measure.decision_error import mark_right, share_right
from overthink.measure.survey_sweep import Tell, right_of
from overthink.rules.rule import Rule
from overthink.search.sweep import bound, columns, score_moves, sweep


@kernel
def sweep_positions(tree: Any, messages: Column, new_messages: Column, remaining: int) -> None:
    """`sweep` of all positions."""
    n = cuda.grid(1)
    if n < len(tree[2]):
        sweep(tree, messages, new_messages, remaining, n, n + 1)


@kernel
def mark_positions(tree: Any, mover: Column, right: Column) -> None:
    """`mark_right` of the positions whose mover is given."""
    first, child, _mover, _utility, _static, _error, truth, edge = tree
    n = cuda.grid(1)
    if n < len(mover):
        mark_right(first[n:], child, mover[n:], truth, edge, 1, right)


@kernel
def score_positions(
    tree: Any, messages: Column, anew: bool, scores: Column, slacks: Column, leveled: Any, right: Column, shares: Column
) -> None:  # fmt: skip
    """`score_moves` of the positions, added to earlier scores or `anew`, and the share of the best moves that are
    right."""
    first, child, mover, utility, static, error, truth, edge = tree
    n = cuda.grid(1)
    if n < len(shares):
        if anew:
            for e in range(first[n], first[n + 1]):
                scores[e], slacks[e] = 0.0, 0.0
        position = first[n:], child, mover[n:], utility, static, error, truth, edge
        score_moves(position, messages, 1, scores, slacks)
        for e in range(first[n], first[n + 1]):
            leveled[e] = scores[e]
        level(first, n, n + 1, leveled, slacks)
        share_right(first[n:], 1, leveled, right, shares[n:])


def errors_on_gpu(tree: Tree, rule: Rule, depths: Collection[int], high: int, tell: Tell) -> dict[int, Column]:
    """The result of `errors_by_depth`, from a GPU."""
    gpu.require()
    errors: dict[int, Column] = {}
    tell("copying the moves to the GPU", 0.0)
    if np.isnan(tree.truth).any():
        right_of(tree, high)  # raises if a move leads there
    cells = tuple(map(cuda.to_device, columns(tree, rule)))
    right = cuda.device_array(int(tree.first[high]), np.bool_)
    launch(mark_positions, high, cells, cuda.to_device(tree.mover[:high]), right)
    messages, new_messages = (cuda.to_device(np.zeros(len(tree) * len(rule.message))) for _ in range(2))
    moves, shares = [cuda.device_array(len(right), np.float64) for _ in range(3)], cuda.device_array(high, np.float64)
    for depth in range(1, max(depths) + 1):
        tell(f"searching to depth {depth}", (depth - 1) / max(depths))
        # A move's score at this depth comes from the children, searched one ply less.
        launch(bound(sweep_positions, rule), len(tree), cells, messages, new_messages, depth - 1)
        messages, new_messages = new_messages, messages
        if rule.sums_depths or depth in depths:
            anew = depth == 1 or not rule.sums_depths
            launch(bound(score_positions, rule), high, cells, messages, anew, *moves, right, shares)
        if depth in depths:
            errors[depth] = (1.0 - shares.copy_to_host()).astype(np.float32)
    return errors
