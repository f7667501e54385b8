"""The tree below a position of a compiled game, grown by compiled code: what `grow` gives, without keys, which only
noise is made from. Some hundred times as fast."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from overthink.core.bind import AnyKernel, kernel
from overthink.core.game import KernelGame, child, count, mover, static, utility
from overthink.core.kinds import Column, Context, State
from overthink.core.tree import Tree
from overthink.evaluate.evaluator import KernelEvaluator

WORDS = ("child", "count", "mover", "utility")


@kernel
def planted(game: Context, state: State, depth: int) -> tuple[Column, Column, Column, Column, Column]:
    """Where the children of each node begin, movers, utilities, evaluations, and where each ply begins."""
    row = [state]
    first, levels, movers, utilities, statics = [0], [0, 1], [0], [0.0], [0.0]  # the last three have one item too many
    for ply in range(depth + 1):
        below = row[:0]
        for here in row:
            moves = count(game, here)
            movers.append(mover(game, here))
            utilities.append(np.nan if moves else float(utility(game, here)))
            statics.append(float(static(game, here)))
            if ply < depth:
                for i in range(moves):
                    below.append(child(game, here, i))
            first.append(levels[-1] - 1 + len(below))
        if not len(below):
            break
        row = below
        levels.append(levels[-1] + len(row))
    return np.array(first), np.array(movers[1:]), np.array(utilities[1:]), np.array(statics[1:]), np.array(levels)


@lru_cache(maxsize=16)
def _bound(child: AnyKernel, count: AnyKernel, mover: AnyKernel, utility: AnyKernel, static: AnyKernel) -> AnyKernel:
    return planted.bind(child=child, count=count, mover=mover, utility=utility, static=static)


def kernel_tree(game: KernelGame, state: Any, depth: int, evaluate: KernelEvaluator) -> Tree:
    """Every position to a depth, and what the evaluator thinks of each."""
    bound = _bound(*(game.kernels[word] for word in WORDS), evaluate.static)
    first, movers, utilities, statics, levels = bound(game.context, state, depth)
    nodes = len(statics)
    return Tree(
        first=first,
        child=np.arange(1, nodes),
        mover=movers.astype(np.int8),
        utility=utilities,
        static=statics,
        error=np.zeros(nodes),
        truth=np.full(nodes, np.nan),
        edge=np.zeros(nodes - 1),
        key=np.zeros(nodes, np.uint64),
        levels=levels,
    )
