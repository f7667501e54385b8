"""Decision errors of the synthetic models on a GPU: the same trees, the same searches, the same numbers.

Trees of models that differ in local similarity alone are made of the same random numbers, so they are drawn together. A
thread draws a node of the maximally similar tree (of sorted leaves a gap, and one thread adds up a tree's), then a leaf
of every model. In the reading "bucketed" 32 threads search a tree, two granularities each. In "real" one search serves
all granularities, so that drawing is what takes time: a thread draws b sister leaves and keeps only the largest or the
smallest of their utilities and heuristic values; the plies above are folded one after the other, and granularities come
in at the root, by the processor's `add_decision_errors`. The code for a node and for a search also runs on a processor;
this file divides the work.
"""

import numpy as np

from overthink.core.arithmetic import ONE, mix, uniform
from overthink.core.bind import AnyKernel, kernel
from overthink.core.kinds import Column, Key, Number
from overthink.gpu import device
from overthink.gpu.device import cuda
from overthink.models import bottom_up, top_down
from overthink.models.bottom_up import GAP, gap
from overthink.models.granular import READINGS
from overthink.models.granular_search import (
    INFINITY,
    MINUS_INFINITY,
    NOISE,
    ZERO,
    add_decision_errors,
    better,
    estimate,
    real,
    search,
)
from overthink.models.noise import bounded_gauss, gauss
from overthink.models.top_down import EDGE, MOST_DEVIATIONS

LEAF, SIDE = top_down.LEAF, top_down.SIDE
assert EDGE == GAP  # so that one row of keys serves both models
LANES, GRAINS_PER_THREAD = 32, 2  # threads to a tree, granularities to a thread
TOGETHER = LANES * GRAINS_PER_THREAD
ROOM = 32  # levels and moves of the root for which there is room in a thread
NUMBERS_AHEAD = 16  # numbers that are read before they are added
REAL, WHOLE = np.float32, np.int32


@kernel
def weigh(side: Number, i: Number, value: Number) -> Number:
    """What tells whether leaf i is from the maximally similar tree: the word that each model gives a meaning of its
    own, like the next."""


@kernel
def chosen(weight: Number, similar: float, option: int) -> bool:
    """Whether leaf i is from the maximally similar tree, in a model of some similarity."""
    return False


@kernel
def stretched(value: Number, low: Number, high: Number) -> Number:
    """A leaf of the maximally similar tree, from 0 to 1, from a number between the tree's ends."""


@kernel
def draw_keys(seed: Key, first: int, keys: Column) -> None:
    """The keys of trees' random numbers, keys[which, tree]."""
    tree = cuda.grid(1)
    if tree < keys.shape[1]:
        key = mix(seed, first + tree)
        keys[0, tree] = key
        keys[1, tree] = mix(key, NOISE)
        keys[2, tree] = mix(key, EDGE)
        keys[3, tree], keys[4, tree] = mix(key, LEAF), mix(key, SIDE)


@kernel
def grow(keys: Column, b: int, number: int, above: Column, values: Column) -> None:
    """A ply of the maximally similar top-down tree, values[node, tree], from the ply above: sisters by one thread."""
    i = cuda.grid(1)
    trees = values.shape[1]
    if i < above.size:
        parent, tree = i // trees, i % trees
        edge, value = keys[2, tree], above[parent, tree]
        c, end = np.uint64(parent * b), np.uint64(parent * b + b)
        while c < end:
            values[c, tree] = value + np.float32(bounded_gauss(mix(edge, np.uint64(number) + c), MOST_DEVIATIONS))
            c += ONE


@kernel
def find_ends(lows: Column, highs: Column, low: Number, high: Number) -> None:
    """The least and the largest of some of a tree's values: those whose number has a remainder in common."""
    i = cuda.grid(1)
    trees = low.shape[1]
    if i < low.size:
        part, tree = i // trees, i % trees
        least, most = INFINITY, MINUS_INFINITY
        for c in range(part, lows.shape[0], low.shape[0]):
            least, most = better(lows[c, tree], least, False), better(highs[c, tree], most, True)
        low[part, tree], high[part, tree] = least, most


@kernel
def draw_gaps(keys: Column, gaps: Column) -> None:
    """The gaps between the sorted leaves of the bottom-up models, gaps[leaf, tree], and one behind the last."""
    i = cuda.grid(1)
    trees = gaps.shape[1]
    if i < gaps.size:
        leaf, tree = i // trees, i % trees
        gaps[leaf, tree] = gap(keys[2, tree], leaf)


@kernel
def add_gaps(gaps: Column, sums: Column, values: Column) -> None:
    """Their running sums, rounded, and the sum of all, by one thread a tree. Several are read before they are added, so
    that the memory is not waited for every time."""
    tree = cuda.grid(1)
    leaves = values.shape[0]
    if tree < values.shape[1]:
        total = 0.0
        ahead = cuda.local.array(NUMBERS_AHEAD, np.float64)
        full = leaves - leaves % NUMBERS_AHEAD
        for start in range(0, full, NUMBERS_AHEAD):
            for j in range(NUMBERS_AHEAD):
                ahead[j] = gaps[start + j, tree]
            for j in range(NUMBERS_AHEAD):
                total += ahead[j]
                values[start + j, tree] = np.float32(total)
        for leaf in range(full, leaves):
            total += gaps[leaf, tree]
            values[leaf, tree] = np.float32(total)
        sums[0, tree] = total + gaps[leaves, tree]


@kernel
def draw_noises(keys: Column, number: int, sigma: float, noises: Column, along: bool) -> None:
    """The heuristic's errors at the nodes of a ply, of which the first has a number: noises[node, tree], or
    noises[tree, node] if a tree's lie along each other."""
    i = cuda.grid(1)
    columns = noises.shape[1]
    if i < noises.size:
        row, column = i // columns, i % columns
        node, tree = (column, row) if along else (row, column)
        noises[row, column] = np.float32(sigma * gauss(mix(keys[1, tree], number + node)))


@kernel
def mix_leaves(
    keys: Column, similar: Number, option: int, low: Number, high: Number, values: Column, leaves: Column
) -> None:
    """The leaves of every model, leaves[model, tree, leaf], from those of the maximally similar tree."""
    i = cuda.grid(1)
    width = leaves.shape[2]
    if i < values.size:
        tree, leaf = i // width, i % width
        fresh, side = keys[3, tree], keys[4, tree]
        value = stretched(values[leaf, tree], low[0, tree], high[0, tree])
        weight = weigh(side, leaf, value)
        own = np.float32(uniform(mix(fresh, leaf)))
        for k in range(len(similar)):
            leaves[k, tree, leaf] = value if chosen(weight, similar[k], option) else own


@kernel
def look(
    values: Column, at: Number, noises: Column, place: Number, b: Number, is_max: bool, grains: Column, last: int
) -> Number:
    """The largest or the smallest of sisters' utilities, and of their heuristic values at the first and the last of a
    thread's granularities. Numbers of leaves have no sign, which spares a GPU to ask for it."""
    best, z = values[at], noises[place]
    one = estimate(best, z, grains[0, 0], grains[1, 0], grains[2, 0])
    other = estimate(best, z, grains[0, last], grains[1, last], grains[2, last])
    end = at + b
    at, place = at + ONE, place + ONE
    while at < end:
        u, z = values[at], noises[place]
        best = better(u, best, is_max)
        one = better(estimate(u, z, grains[0, 0], grains[1, 0], grains[2, 0]), one, is_max)
        other = better(estimate(u, z, grains[0, last], grains[1, last], grains[2, last]), other, is_max)
        at, place = at + ONE, place + ONE
    return best, one, other


@kernel
def see(
    values: Column, start: int, noises: Column, place: int, b: int, is_max: bool, grains: Column, rows: Column,
    n: int, depth: int
) -> Number:  # fmt: skip
    """The best of b utilities from `start` on; writes the best heuristic values, at a thread's first and last
    granularity, to `rows[n, depth]`. As on a processor, but one sister at a time, and nothing is stored before the
    last."""
    at = np.uint64(start)
    near = np.uint64(place)
    sisters = np.uint64(b)
    last = rows.shape[2] - 1
    if is_max:
        best, one, other = look(values, at, noises, near, sisters, True, grains, last)
    else:
        best, one, other = look(values, at, noises, near, sisters, False, grains, last)
    rows[n, depth, 0], rows[n, depth, last] = one, other
    return best


@kernel
def search_bucketed(
    leaves: Column,
    noises: Column,
    inner: Column,
    b: int,
    height: int,
    shallow: int,
    turns: bool,
    grains: Column,
    errors: Column,
) -> None:
    """errors[model, tree, depth, granularity], in the reading "bucketed". A tree's leaves lie along each other."""
    i = cuda.grid(1)
    models = leaves.shape[0]
    lane, k, tree = i % LANES, i // LANES % models, i // LANES // models
    if tree < leaves.shape[1]:
        truth, rows = cuda.local.array(ROOM, REAL), cuda.local.array((ROOM, 2, GRAINS_PER_THREAD), WHOLE)
        own, done = cuda.local.array((5, GRAINS_PER_THREAD), REAL), cuda.local.array(ROOM, WHOLE)
        best, highest = (
            cuda.local.array(GRAINS_PER_THREAD, REAL),
            cuda.local.array(GRAINS_PER_THREAD, REAL),
        )
        tied, right = cuda.local.array(GRAINS_PER_THREAD, REAL), cuda.local.array(GRAINS_PER_THREAD, REAL)
        for row in range(5):
            for each in range(GRAINS_PER_THREAD):
                own[row, each] = grains[k, row, lane + each * LANES]
        search(leaves[k, tree], noises[tree], b, height, inner[:, tree], shallow, turns, own, truth, rows, done)
        add_decision_errors(truth, rows, height, b, own, best, highest, tied, right, errors[k, :, :, lane::LANES], tree)


@kernel
def add_up(start: int, each: int, errors: Column, sums: Column) -> None:
    """sums[model, observation, depth, granularity]: an observation is this many trees, in their order; these begin with
    tree number start. Several are read before they are added, so that the memory is not waited for every time."""
    i = cuda.grid(1)
    (models, trees) = errors.shape[:2]
    first, last = start // each, (start + trees - 1) // each
    column, depth, rest = i % TOGETHER, i // TOGETHER % 2, i // (2 * TOGETHER)
    k, which = rest % models, first + rest // models
    if which <= last:
        total = sums[k, which, depth, column]
        ahead = cuda.local.array(NUMBERS_AHEAD, np.float64)
        begin = max(which * each - start, 0)
        end = min(which * each + each - start, trees)
        full = end - (end - begin) % NUMBERS_AHEAD
        for tree in range(begin, full, NUMBERS_AHEAD):
            for j in range(NUMBERS_AHEAD):
                ahead[j] = errors[k, tree + j, depth, column]
            for j in range(NUMBERS_AHEAD):
                total += ahead[j]
        for tree in range(full, end):
            total += errors[k, tree, depth, column]
        sums[k, which, depth, column] = total


@kernel
def divide(errors: Column) -> None:
    """Replace the errors of both depths by their ratio, or 0 where it has no value, and by whether it has one."""
    i = cuda.grid(1)
    (_, trees, _, columns) = errors.shape
    column, tree, k = i % columns, i // columns % trees, i // (columns * trees)
    if k < len(errors):
        deep, shallow = errors[k, tree, 0, column], errors[k, tree, 1, column]
        errors[k, tree, 0, column] = deep / shallow if shallow > 0.0 else 0.0
        errors[k, tree, 1, column] = 1.0 if shallow > 0.0 else 0.0


ARITHMETIC = device.arithmetic()


def in_reading(template: AnyKernel, meaning: AnyKernel) -> AnyKernel:
    """A search with one reading, in the GPU's own arithmetic."""
    words = {"estimate": meaning.bind(**ARITHMETIC), **ARITHMETIC}
    return template.bind(see=see.bind(**words), **words)


SEARCH = {reading: in_reading(search_bucketed, READINGS[reading]) for reading in READINGS if reading != "real"}
CHOICE = {
    top: {"weigh": model.weigh, "chosen": model.chosen, "stretched": model.stretched}
    for top, model in ((True, top_down), (False, bottom_up))
}
MIX: dict[bool, AnyKernel] = {top: mix_leaves.bind(**words) for top, words in CHOICE.items()}


MODELS = 1  # how many; bound as a word, so that the compiler knows it
HIGHEST = True  # whether the largest of sister leaves counts


@kernel
def draw_families(
    keys: Column, similar: Column, option: int, sigma: float, b: int, number: int, low: Column, high: Column,
    values: Column, truth: Column, estimates: Column,
) -> None:  # fmt: skip
    """truth[model · family, tree] and estimates[…]: the value of each family of leaves, drawn from values[leaf, tree],
    to the player who moves there, and its heuristic value. `number` is that of the first leaf."""
    i = cuda.grid(1)
    trees = values.shape[1]
    families = len(values) // b
    family, tree = i // trees, i % trees
    if family < families:
        best, most = cuda.local.array(MODELS, REAL), cuda.local.array(MODELS, REAL)
        for k in range(MODELS):
            best[k], most[k] = (MINUS_INFINITY, MINUS_INFINITY) if HIGHEST else (INFINITY, INFINITY)
        noise, fresh, side, least, largest = keys[1, tree], keys[3, tree], keys[4, tree], low[0, tree], high[0, tree]
        leaf, end = np.uint64(family * b), np.uint64(family * b + b)
        while leaf < end:
            value = stretched(values[leaf, tree], least, largest)
            z = np.float32(sigma * gauss(mix(noise, np.uint64(number) + leaf)))
            weight = weigh(side, leaf, value)
            own = np.float32(uniform(mix(fresh, leaf)))
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
    i = cuda.grid(1)
    trees = values.shape[1]
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
    i = cuda.grid(1)
    trees = estimates.shape[1]
    if i < estimates.size:
        node, tree = i // trees, i % trees
        estimates[node, tree] = real(truth[node, tree], noises[node % len(noises), tree], ZERO, ZERO, ZERO)


@kernel
def decide_real(truth: Column, deep: Column, shallow: Column, b: int, grains: Column, errors: Column) -> None:
    """errors[model, tree, depth, granularity] from the true and heuristic values of the root's moves; 32 threads per
    tree, two granularities each."""
    i = cuda.grid(1)
    trees = truth.shape[1]
    lane, tree, k = i % LANES, i // LANES % trees, i // LANES // trees
    if k < errors.shape[0]:
        worth, rows = cuda.local.array(ROOM, REAL), cuda.local.array((ROOM, 2, 1), REAL)
        own = cuda.local.array((5, GRAINS_PER_THREAD), REAL)
        best, highest = (
            cuda.local.array(GRAINS_PER_THREAD, REAL),
            cuda.local.array(GRAINS_PER_THREAD, REAL),
        )
        tied, right = cuda.local.array(GRAINS_PER_THREAD, REAL), cuda.local.array(GRAINS_PER_THREAD, REAL)
        for row in range(5):
            for each in range(GRAINS_PER_THREAD):
                own[row, each] = grains[k, row, lane + each * LANES]
        for move in range(b):
            worth[move] = truth[k * b + move, tree]
            rows[move, 0, 0], rows[move, 1, 0] = deep[k * b + move, tree], shallow[k * b + move, tree]
        add_decision_errors(worth, rows, 0, b, own, best, highest, tied, right, errors[k, :, :, lane::LANES], tree)


DECIDE = decide_real.bind(**ARITHMETIC)
