"""Decision errors on granular trees, all granularities in one pass over the leaves. [Nau2010] sections 2 and 5

A utility u lies in bucket floor(u·g - shift), the outermost buckets reaching as far as they must. The heuristic value
is the utility corrupted by noise z, in one of two readings:

`bucketed`  the utility is put in its bucket, noise is added to the middle that the bucket has on a grid without ends,
            and the sum is put in a bucket again: bucket + floor(½ + z·g). Each granularity has heuristic values of its
            own, so that what is carried up the tree is a row of small numbers, one for each.
`real`      noise is added to the utility as it is, and the sum is put in a bucket. Buckets keep the order of values, so
            the real value is carried up and put in buckets at the top.

Utilities themselves are always carried up real. Everything is single precision, so that a bucket is the same number
wherever it is computed.
"""

from __future__ import annotations

import numpy as np

from overthink.core.arithmetic import mix
from overthink.core.bind import inlined, kernel
from overthink.core.kinds import Column, Key, Number
from overthink.models.noise import fill_gauss

NOISE = np.uint64(1)
HALF, ZERO, ONE = np.float32(0.5), np.float32(0.0), np.float32(1.0)
MINUS_INFINITY, INFINITY = np.float32(-np.inf), np.float32(np.inf)


@kernel
def draw_leaves(key: Key, b: int, height: int, similar: float, option: int, leaves: Column) -> None:
    """Draw the utilities of the leaves of one tree. Each model binds its own function. `similar` is the share of leaves
    from the maximally similar tree, `option` a choice that the model explains."""


@kernel
def draw_noise(noise: Key, number: int, sigma: float, noises: Column) -> None:
    """The heuristic's errors at nodes number, number + 1, …, counted breadth first from the root, 0."""
    fill_gauss(noise, number, sigma, np.inf, noises)


@kernel
def clamp(value: Number, low: Number, high: Number) -> Number:
    """The value, or the end of low … high that it passes."""
    return low if value < low else high if value > high else value


@kernel
def larger(one: Number, other: Number) -> Number:
    """The larger of two numbers."""
    return one if one > other else other


@kernel
def smaller(one: Number, other: Number) -> Number:
    """The smaller of two numbers."""
    return one if one < other else other


@kernel
def better(one: Number, other: Number, is_max: bool) -> Number:
    """The larger or the smaller of two values, without a branch."""
    return larger(one, other) if is_max else smaller(one, other)


@kernel
def product(x: Number, g: Number) -> Number:
    """x·g, rounded before anything is added to it. A GPU binds its own, because it would fuse both operations."""
    return x * g


@kernel
def floor(x: Number) -> Number:
    """The largest whole number that is at most x. A GPU binds its own, as for `whole`, because it has a faster way."""
    return np.int32(np.floor(x))


@kernel
def whole(x: Number) -> Number:
    """A number above -1 without its fraction."""
    return np.int32(x)


@kernel
def bucket(x: Number, g: Number, shift: Number) -> Number:
    """The bucket of a real value, however far out."""
    return np.float32(floor(product(x, g) - shift))


@kernel
def estimate(u: Number, z: Number, g: Number, shift: Number, top: Number) -> Number:
    """The heuristic value of a node with utility u and noise z. Each reading binds its own function."""


@kernel
def bucket_of(u: Number, z: Number, g: Number, shift: Number, top: Number) -> Number:
    """The bucket of a heuristic value: that of the utility, noise on its middle, and a bucket again. No shift is above
    1, so cutting a fraction off takes all that is below the lowest bucket into it."""
    place = product(u, g) - shift
    place = place if place < top else top
    return np.int32(whole(place) + floor(HALF + product(z, g)))


@kernel
def real(u: Number, z: Number, g: Number, shift: Number, top: Number) -> Number:
    """The heuristic value itself."""
    return u + z


@kernel
def choice(one: Number, other: Number) -> Number:
    """The better of two values. `larger` or `smaller` is bound, so that rows are compared without a branch."""


@inlined
def see_sisters(
    values: Column, start: int, noises: Column, place: int, b: int, grains: Column, rows: Column, n: int, depth: int
) -> Number:  # fmt: skip
    """`see` for one of the players. Sisters are taken two by two, an odd one left over with itself, which changes
    nothing and halves what is read of granularities."""
    best = values[start]
    for one in range(0, b, 2):
        other = one + 1 if one + 1 < b else one
        u, z = values[start + one], noises[place + one]
        v, y = values[start + other], noises[place + other]
        best = choice(choice(u, v), best)
        for k in range(rows.shape[2]):
            g, shift, top = grains[0, k], grains[1, k], grains[2, k]
            value = choice(estimate(u, z, g, shift, top), estimate(v, y, g, shift, top))
            rows[n, depth, k] = value if one == 0 else choice(value, rows[n, depth, k])
    return best


see_largest, see_smallest = see_sisters.bind(choice=larger), see_sisters.bind(choice=smaller)


@inlined
def see(
    values: Column, start: int, noises: Column, place: int, b: int, is_max: bool, grains: Column, rows: Column,
    n: int, depth: int
) -> Number:  # fmt: skip
    """The largest or the smallest heuristic value of b sisters, at every granularity, into a row; returns their largest
    or smallest utility. The first sister has its utility at `start` and its noise at `place`. What lies outside the
    buckets is brought back at the root, which is the same."""
    if is_max:
        return see_largest(values, start, noises, place, b, grains, rows, n, depth)
    return see_smallest(values, start, noises, place, b, grains, rows, n, depth)


@inlined
def fold(rows: Column, n: int, above: int, depth: int, first: bool, is_max: bool) -> None:
    """The first child's values are its parent's so far; from then on, the larger or the smaller ones."""
    for k in range(rows.shape[2]):
        value = rows[n, depth, k]
        rows[above, depth, k] = value if first else better(value, rows[above, depth, k], is_max)


@kernel
def search(
    leaves: Column, noises: Column, b: int, height: int, inner: Column, shallow: int, turns: bool, grains: Column,
    truth: Column,
    rows: Column, done: Column,
) -> None:  # fmt: skip
    """Searches a tree to its leaves and to a shallower depth, where `inner` holds the noise. For move m of the root,
    fills in truth[height + m] with its utility, rows[height + m, 0] with what the deep search says of it,
    rows[height + m, 1] with what the shallow one does. In truth[level] and rows[level] stands the node of that level
    whose children are being looked at, and done[level] is how many nodes of that level are finished.

    Families of leaves are finished from left to right, and the last child of a node finishes its parent."""
    bottom = height - 1
    is_max = not turns or bottom % 2 == 0
    for level in range(height):
        done[level] = 0
    for parent in range(b**bottom):
        start = parent * b
        level = bottom
        truth[level] = see(leaves, start, noises, start, b, is_max, grains, rows, level, 0)
        while True:
            place = done[level]
            sister = place - b * done[level - 1]
            done[level] = place + 1
            if level == shallow:
                see(truth, level, inner, place, 1, True, grains, rows, level, 1)
            above = level - 1 if level > 1 else height + place
            begins, maximises = level == 1 or sister == 0, not turns or level % 2 == 1
            fold(rows, level, above, 0, begins, maximises)
            if level <= shallow:
                fold(rows, level, above, 1, begins, maximises)
            truth[above] = truth[level] if begins else better(truth[level], truth[above], maximises)
            if level == 1 or sister != b - 1:
                break
            level = above


@kernel
def add_decision_errors(
    truth: Column, rows: Column, height: int, b: int, grains: Column, best: Column, highest: Column, tied: Column,
    right: Column, errors: Column, tree: int,
) -> None:  # fmt: skip
    """The decision errors of both searches at every granularity, from the moves' utilities and heuristic values. The
    best bucket, the highest value so far, how many moves share it and how many of those are right are kept for all
    granularities at once. A single row is one of real values, to be put in buckets here."""
    is_real = rows.shape[2] == 1
    for k in range(grains.shape[1]):
        best[k] = ZERO
    for move in range(height, height + b):
        for k in range(grains.shape[1]):
            best[k] = better(clamp(bucket(truth[move], grains[0, k], grains[1, k]), ZERO, grains[2, k]), best[k], True)
    for depth in range(2):
        for k in range(grains.shape[1]):
            highest[k], tied[k], right[k] = MINUS_INFINITY, ZERO, ZERO
        for move in range(height, height + b):
            for k in range(grains.shape[1]):
                g, shift = grains[0, k], grains[1, k]
                value = np.float32(rows[move, depth, 0 if is_real else k])
                value = clamp(bucket(value, g, shift) if is_real else value, grains[3, k], grains[4, k])
                good = ONE if clamp(bucket(truth[move], g, shift), ZERO, grains[2, k]) == best[k] else ZERO
                tied[k] = ONE if value > highest[k] else tied[k] + ONE if value == highest[k] else tied[k]
                right[k] = good if value > highest[k] else right[k] + good if value == highest[k] else right[k]
                highest[k] = better(value, highest[k], True)
        for k in range(grains.shape[1]):
            errors[tree, depth, k] = 1.0 - np.float64(right[k]) / np.float64(tied[k])


@kernel
def decision_errors(
    seed: Key, first: int, b: int, height: int, shallow: int, turns: bool, similar: float, option: int, sigma: float,
    grains: Column, rows: Column, errors: Column,
) -> None:  # fmt: skip
    """errors[tree, depth, granularity]: of the deep search, then of the shallow one. In rows[node, depth] there is room
    for what the searches hear, at every granularity or once for all."""
    leaves, noises = np.empty(b**height, np.float32), np.empty(b**height, np.float32)
    inner = np.empty(b**shallow, np.float32)
    truth, done = np.empty(height + b, np.float32), np.empty(height, np.int64)
    best, highest = np.empty(grains.shape[1], np.float32), np.empty(grains.shape[1], np.float32)
    tied, right = np.empty(grains.shape[1], np.float32), np.empty(grains.shape[1], np.float32)
    for tree in range(len(errors)):
        key = mix(seed, first + tree)
        noise = mix(key, NOISE)
        draw_leaves(key, b, height, similar, option, leaves)
        draw_noise(noise, (b**height - 1) // (b - 1), sigma, noises)
        draw_noise(noise, (b**shallow - 1) // (b - 1), sigma, inner)
        search(leaves, noises, b, height, inner, shallow, turns, grains, truth, rows, done)
        add_decision_errors(truth, rows, height, b, grains, best, highest, tied, right, errors, tree)
