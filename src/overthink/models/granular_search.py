"""Decision errors on granular trees, all granularities in one pass over the leaves. [Nau2010] sections 2 and 5

A utility u lies in bucket floor(u·g - shift), the outermost buckets reaching as far as they must. The heuristic value
is the utility corrupted by noise z, in one of two readings:

`bucketed`   the utility is put in its bucket, noise is added to the middle of the bucket, and the sum is put in a
             bucket again: bucket + floor(½ + z·g). Each granularity has heuristic values of its own, so that what is
             carried up the tree is a row of small numbers, one for each granularity.
`real`       noise is added to the utility as it is, and the sum is put in a bucket. Buckets keep the order of values,
             so the real value is carried up and put in buckets at the top.

Utilities themselves are always carried up real. Everything is single precision, so that a bucket is the same number
wherever it is computed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overthink.core.bind import kernel
from overthink.core.randomness import mix
from overthink.models.noise import gauss

NOISE = np.uint64(1)
HALF, ZERO = np.float32(0.5), np.float32(0.0)
LEAST, MOST = np.float32(-np.inf), np.float32(np.inf)


@kernel
def draw_leaves(key: Any, b: int, height: int, similar: float, option: int, leaves: Any) -> None:
    """The utilities of the leaves of one tree: the word that each model gives a meaning of its own. `similar` is the
    share of leaves from the maximally similar tree, `option` a choice that the model explains."""


@kernel
def node_noise(noise: Any, number: int, sigma: float) -> Any:
    """The heuristic's error at a node, numbered breadth first from the root, 0."""
    return np.float32(sigma * gauss(mix(noise, number)))


@kernel
def clamped(value: Any, low: Any, high: Any) -> Any:
    return low if value < low else high if value > high else value


@kernel
def bucketed(u: Any, z: Any, g: Any, shift: Any, top: Any) -> Any:
    """The bucket of a heuristic value: that of the utility, noise on its middle, and a bucket again."""
    bucket = np.floor(u * g - shift)
    bucket = bucket if bucket > ZERO else ZERO
    bucket = bucket if bucket < top else top
    return bucket + np.floor(HALF + z * g)


@kernel
def see(
    noise: Any, number: int, leaves: Any, start: int, b: int, is_max: bool, sigma: float, real: bool, grains: Any,
    row: Any,
) -> None:  # fmt: skip
    """The largest or the smallest heuristic value of b sisters, at every granularity; `number` is that of the first of
    them, `start` the place of its utility. What lies outside the buckets is brought back last, which is the same."""
    for k in range(len(row)):
        row[k] = LEAST if is_max else MOST
    for c in range(b):
        u, z = leaves[start + c], node_noise(noise, number + c, sigma)
        if real:
            row[0] = u + z if (u + z > row[0]) == is_max else row[0]
        elif is_max:
            for k in range(len(row)):
                value = bucketed(u, z, grains[0, k], grains[1, k], grains[2, k])
                row[k] = value if value > row[k] else row[k]
        else:
            for k in range(len(row)):
                value = bucketed(u, z, grains[0, k], grains[1, k], grains[2, k])
                row[k] = value if value < row[k] else row[k]
    if not real:
        for k in range(len(row)):
            row[k] = clamped(row[k], grains[3, k], grains[4, k])


@kernel
def fold(row: Any, into: Any, first: bool, is_max: bool) -> None:
    """The first child's values are its parent's so far; from then on, the larger or the smaller ones."""
    for k in range(len(row)):
        so_far = row[k] if first else into[k]
        larger = row[k] if row[k] > so_far else so_far
        smaller = row[k] if row[k] < so_far else so_far
        into[k] = larger if is_max else smaller


@kernel
def search(
    noise: Any, leaves: Any, b: int, height: int, shallow: int, turns: bool, sigma: float, real: bool, grains: Any,
    truth: Any, rows: Any,
) -> None:  # fmt: skip
    """Searches a tree to its leaves and to a shallower depth. For move m of the root, fills in truth[height + m] with
    its utility, rows[height + m, 0] with what the deep search says of it, rows[height + m, 1] with what the shallow one
    does. In truth[level] and rows[level] stands the node of that level whose children are being looked at.

    Families of leaves are finished from left to right, and the last child of a node finishes its parent."""
    bottom, number = height - 1, (b**height - 1) // (b - 1)
    is_max = not turns or bottom % 2 == 0
    for parent in range(b**bottom):
        start = parent * b
        see(noise, number + start, leaves, start, b, is_max, sigma, real, grains, rows[bottom, 0])
        level, place, value = bottom, parent, leaves[start]
        for c in range(start + 1, start + b):
            value = leaves[c] if (leaves[c] > value) == is_max else value
        truth[level] = value
        while True:
            if level == shallow:
                first = (b**level - 1) // (b - 1)
                see(noise, first + place, truth, level, 1, True, sigma, real, grains, rows[level, 1])
            above = level - 1 if level > 1 else height + place
            begins, maximises = level == 1 or place % b == 0, not turns or level % 2 == 1
            fold(rows[level, 0], rows[above, 0], begins, maximises)
            if level <= shallow:
                fold(rows[level, 1], rows[above, 1], begins, maximises)
            if begins or (truth[level] > truth[above]) == maximises:
                truth[above] = truth[level]
            if level == 1 or place % b != b - 1:
                break
            level, place = above, place // b


@kernel
def decide(truth: Any, moves: Any, real: bool, grains: Any, errors: Any) -> None:
    """The decision errors of both searches at every granularity, from the moves' utilities and heuristic values."""
    for k in range(grains.shape[1]):
        g, shift, top, low, high = grains[0, k], grains[1, k], grains[2, k], grains[3, k], grains[4, k]
        best = clamped(np.floor(truth.max() * g - shift), ZERO, top)
        for depth in range(2):
            said, tied, right = -np.inf, 0, 0
            for move in range(len(truth)):
                value = moves[move, depth, 0 if real else k]
                if real:
                    value = clamped(np.floor(value * g - shift), low, high)
                if value > said:
                    said, tied, right = value, 0, 0
                if value == said:
                    tied += 1
                    right += clamped(np.floor(truth[move] * g - shift), ZERO, top) == best
            errors[depth, k] = 1.0 - right / tied


@kernel
def decision_errors(
    seed: Any, first: int, b: int, height: int, shallow: int, turns: bool, similar: float, option: int, sigma: float,
    real: bool, grains: Any, errors: Any,
) -> None:  # fmt: skip
    """errors[depth, granularity, tree]: of the deep search, then of the shallow one."""
    leaves = np.empty(b**height, np.float32)
    truth = np.empty(height + b, np.float32)
    rows = np.empty((height + b, 2, 1 if real else grains.shape[1]), np.float32)
    for tree in range(errors.shape[2]):
        key = mix(seed, first + tree)
        draw_leaves(key, b, height, similar, option, leaves)
        search(mix(key, NOISE), leaves, b, height, shallow, turns, sigma, real, grains, truth, rows)
        decide(truth[height:], rows[height:], real, grains, errors[:, :, tree])
