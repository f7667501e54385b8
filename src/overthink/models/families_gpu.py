"""The reading "real" on a GPU: leaves are drawn and estimated by families, and never stored.

One search serves all granularities, so that drawing is what takes time. A thread draws b sister leaves, of the models
of every similarity at once, and keeps the largest or the smallest of their utilities and of their heuristic values. The
plies above are folded one after the other, and granularities come in at the root only, by the processor's `decide`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from overthink.core.bind import AnyKernel, kernel
from overthink.core.gpu import cuda
from overthink.core.kinds import Column
from overthink.core.randomness import ONE, mix, uniform
from overthink.models.granular_gpu import ARITHMETIC, CHOICE, EACH, LANES, REAL, ROOM, chosen, stretched, weigh
from overthink.models.granular_search import LEAST, MOST, ZERO, better, decide, real
from overthink.models.noise import gauss

MODELS, HIGHEST = 1, True  # how many, and whether the largest of sister leaves counts: words, so that both are known


@kernel
def draw_families(
    keys: Column, similar: Column, option: int, sigma: float, b: int, number: int, low: Column, high: Column,
    values: Column, truth: Column, estimates: Column,
) -> None:  # fmt: skip
    """truth[model · family, tree] and estimates[…]: the value of each family of leaves, drawn from values[leaf, tree],
    to the player who moves there, and its heuristic value. `number` is that of the first leaf."""
    i, trees = cuda.grid(1), values.shape[1]
    families = len(values) // b
    family, tree = i // trees, i % trees
    if family < families:
        best, most = cuda.local.array(MODELS, REAL), cuda.local.array(MODELS, REAL)
        for k in range(MODELS):
            best[k], most[k] = (LEAST, LEAST) if HIGHEST else (MOST, MOST)
        noise, fresh, side, least, largest = keys[1, tree], keys[3, tree], keys[4, tree], low[0, tree], high[0, tree]
        leaf, end = np.uint64(family * b), np.uint64(family * b + b)
        while leaf < end:
            value = stretched(values[leaf, tree], least, largest)
            z = np.float32(sigma * gauss(mix(noise, np.uint64(number) + leaf)))
            weight, own = weigh(side, leaf, value), np.float32(uniform(mix(fresh, leaf)))
            for k in range(MODELS):
                u = value if chosen(weight, similar[k], option) else own
                best[k] = better(u, best[k], HIGHEST)
                most[k] = better(real(u, z, ZERO, ZERO, ZERO), most[k], HIGHEST)
            leaf += ONE
        for k in range(MODELS):
            truth[k * families + family, tree], estimates[k * families + family, tree] = best[k], most[k]


@kernel
def fold_families(below: Column, b: int, is_max: bool, values: Column) -> None:
    """values[model · node, tree] from those of the children."""
    i, trees = cuda.grid(1), values.shape[1]
    if i < values.size:
        node, tree = i // trees, i % trees
        c, end = np.uint64(node * b), np.uint64(node * b + b)
        best = below[c, tree]
        while c < end:
            best = better(below[c, tree], best, is_max)
            c += ONE
        values[node, tree] = best


@kernel
def estimate_nodes(truth: Column, noises: Column, estimates: Column) -> None:
    """estimates[model · node, tree]: the heuristic values of the nodes of a ply."""
    i, trees = cuda.grid(1), estimates.shape[1]
    if i < estimates.size:
        node, tree = i // trees, i % trees
        estimates[node, tree] = real(truth[node, tree], noises[node % len(noises), tree], ZERO, ZERO, ZERO)


@kernel
def decide_real(truth: Column, deep: Column, shallow: Column, b: int, grains: Column, errors: Column) -> None:
    """errors[model, tree, depth, granularity] from the true and heuristic values of the root's moves; 32 threads per
    tree, two granularities each."""
    i, trees = cuda.grid(1), truth.shape[1]
    lane, tree, k = i % LANES, i // LANES % trees, i // LANES // trees
    if k < errors.shape[0]:
        worth, rows = cuda.local.array(ROOM, REAL), cuda.local.array((ROOM, 2, 1), REAL)
        own = cuda.local.array((5, EACH), REAL)
        best, highest = cuda.local.array(EACH, REAL), cuda.local.array(EACH, REAL)
        tied, right = cuda.local.array(EACH, REAL), cuda.local.array(EACH, REAL)
        for row in range(5):
            for each in range(EACH):
                own[row, each] = grains[k, row, lane + each * LANES]
        for move in range(b):
            worth[move] = truth[k * b + move, tree]
            rows[move, 0, 0], rows[move, 1, 0] = deep[k * b + move, tree], shallow[k * b + move, tree]
        decide(worth, rows, 0, b, own, best, highest, tied, right, errors[k, :, :, lane::LANES], tree)


DECIDE = decide_real.bind(**ARITHMETIC)


@cache
def families(top: bool, models: int, highest: bool) -> AnyKernel:
    """`draw_families` of so many top-down or bottom-up models."""
    return draw_families.bind(**CHOICE[top], MODELS=models, HIGHEST=highest)
