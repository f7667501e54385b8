"""Decision errors of the synthetic models on a GPU: the same trees, the same searches, the same numbers.

Trees of models that differ in local similarity alone are made of the same random numbers, so they are drawn together. A
thread draws a node of the maximally similar tree (of sorted leaves: the whole tree, since they are a running sum), then
a leaf of every model. In the reading "bucketed" 32 threads search a tree, two granularities each, and in "real" one
does. What is computed for a node and how a tree is searched is the code that also runs on a processor; only who does it
is said here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from overthink.core import gpu
from overthink.core.bind import Kernel, kernel
from overthink.core.errors import OverthinkError
from overthink.core.gpu import cuda, launch
from overthink.core.randomness import ONE, mix, seed_key
from overthink.core.tree import Column
from overthink.models import bottom_up, top_down
from overthink.models.bottom_up import sorted_uniforms
from overthink.models.granular import GranularModel
from overthink.models.granular_search import LEAST, MOST, NOISE, better, bucketed, decide, heard, real, search
from overthink.models.noise import bounded_gauss, gauss
from overthink.models.top_down import EDGE, LIMIT, TopDown

LEAF, SIDE = top_down.LEAF, top_down.SIDE
LANES, EACH = 32, 2  # threads to a tree, granularities to a thread
TOGETHER = LANES * EACH
ROOM = 32  # levels and moves of the root for which there is room in a thread
PARTS = 16  # threads that look for a tree's least and largest leaf
SHARE = 0.6  # of the GPU's free memory that is used
REAL, WHOLE = np.float32, np.int32


@kernel
def mixed(fresh: Any, side: Any, i: int, similar: float, option: int, value: Any) -> Any:
    """Leaf i of a tree: the word that each model gives a meaning of its own."""


@kernel
def grow(seed: Any, first: int, b: int, number: int, above: Any, values: Any) -> None:
    """A ply of the maximally similar top-down tree, values[node, tree], from the ply above."""
    i, trees = cuda.grid(1), values.shape[1]
    if i < values.size:
        c, tree = i // trees, i % trees
        edges = mix(mix(seed, first + tree), EDGE)
        values[c, tree] = above[c // b, tree] + np.float32(bounded_gauss(mix(edges, number + c), LIMIT))


@kernel
def find_ends(lows: Any, highs: Any, low: Any, high: Any) -> None:
    """The least and the largest of some of a tree's values: those whose number has a remainder in common."""
    i, trees = cuda.grid(1), low.shape[1]
    if i < low.size:
        part, tree = i // trees, i % trees
        least, most = MOST, LEAST
        for c in range(part, lows.shape[0], low.shape[0]):
            least, most = better(lows[c, tree], least, False), better(highs[c, tree], most, True)
        low[part, tree], high[part, tree] = least, most


@kernel
def normalise(low: Any, high: Any, values: Any) -> None:
    """Values from 0 to 1."""
    i, trees = cuda.grid(1), values.shape[1]
    if i < values.size:
        c, tree = i // trees, i % trees
        values[c, tree] = (values[c, tree] - low[0, tree]) / (high[0, tree] - low[0, tree])


@kernel
def draw_sorted(seed: Any, first: int, values: Any) -> None:
    """The sorted leaves of the bottom-up models, values[leaf, tree]."""
    tree = cuda.grid(1)
    if tree < values.shape[1]:
        sorted_uniforms(mix(seed, first + tree), values[:, tree])


@kernel
def draw_noises(seed: Any, first: int, number: int, sigma: float, noises: Any, along: bool) -> None:
    """The heuristic's errors at the nodes of a ply, of which the first has a number: noises[node, tree], or
    noises[tree, node] if a tree's lie along each other."""
    i, columns = cuda.grid(1), noises.shape[1]
    if i < noises.size:
        row, column = i // columns, i % columns
        node, tree = (column, row) if along else (row, column)
        key = mix(mix(seed, first + tree), NOISE)
        noises[row, column] = np.float32(sigma * gauss(mix(key, number + node)))


@kernel
def mix_leaves(seed: Any, first: int, similar: Any, option: int, values: Any, leaves: Any, along: bool) -> None:
    """The leaves of every model, from those of the maximally similar tree: leaves[model, leaf, tree], or
    leaves[model, tree, leaf] if a tree's lie along each other."""
    i, columns = cuda.grid(1), leaves.shape[2]
    if i < values.size:
        row, column = i // columns, i % columns
        leaf, tree = (column, row) if along else (row, column)
        key, value = mix(seed, first + tree), values[leaf, tree]
        fresh, side = mix(key, LEAF), mix(key, SIDE)
        for k in range(len(similar)):
            leaves[k, row, column] = mixed(fresh, side, leaf, similar[k], option, value)


@kernel
def look(values: Any, at: Any, noises: Any, place: Any, b: Any, is_max: bool, grains: Any, last: int) -> Any:
    """The largest or the smallest of sisters' utilities, and of their heuristic values at the first and the last of a
    thread's granularities. Numbers of leaves have no sign, which spares a GPU to ask for it."""
    best, z = values[at], noises[place]
    one = heard(best, z, grains[0, 0], grains[1, 0], grains[2, 0])
    other = heard(best, z, grains[0, last], grains[1, last], grains[2, last])
    end = at + b
    at, place = at + ONE, place + ONE
    while at < end:
        u, z = values[at], noises[place]
        best = better(u, best, is_max)
        one = better(heard(u, z, grains[0, 0], grains[1, 0], grains[2, 0]), one, is_max)
        other = better(heard(u, z, grains[0, last], grains[1, last], grains[2, last]), other, is_max)
        at, place = at + ONE, place + ONE
    return best, one, other


@kernel
def see(
    values: Any, start: int, noises: Any, place: int, b: int, is_max: bool, grains: Any, rows: Any, n: int, depth: int
) -> Any:  # fmt: skip
    """As on a processor, but one sister at a time, and nothing is kept until the last."""
    at, near, sisters, last = np.uint64(start), np.uint64(place), np.uint64(b), rows.shape[2] - 1
    if is_max:
        best, one, other = look(values, at, noises, near, sisters, True, grains, last)
    else:
        best, one, other = look(values, at, noises, near, sisters, False, grains, last)
    rows[n, depth, 0], rows[n, depth, last] = one, other
    return best


@kernel
def search_bucketed(
    leaves: Any, noises: Any, inner: Any, b: int, height: int, shallow: int, turns: bool, grains: Any, errors: Any
) -> None:
    """errors[model, tree, depth, granularity], in the reading "bucketed". A tree's leaves lie along each other."""
    i, models = cuda.grid(1), leaves.shape[0]
    lane, k, tree = i % LANES, i // LANES % models, i // LANES // models
    if tree < leaves.shape[1]:
        truth, rows = cuda.local.array(ROOM, REAL), cuda.local.array((ROOM, 2, EACH), WHOLE)
        own, done = cuda.local.array((5, EACH), REAL), cuda.local.array(ROOM, WHOLE)
        best, said = cuda.local.array(EACH, REAL), cuda.local.array(EACH, REAL)
        tied, right = cuda.local.array(EACH, REAL), cuda.local.array(EACH, REAL)
        for row in range(5):
            for each in range(EACH):
                own[row, each] = grains[k, row, lane + each * LANES]
        search(leaves[k, tree], noises[tree], b, height, inner[:, tree], shallow, turns, own, truth, rows, done)
        decide(truth, rows, height, b, own, best, said, tied, right, errors[k, :, :, lane::LANES], tree)


@kernel
def search_real(
    leaves: Any, noises: Any, inner: Any, b: int, height: int, shallow: int, turns: bool, grains: Any, errors: Any
) -> None:
    """The same in the reading "real", where one search serves all granularities. Leaves of different trees lie along
    each other."""
    i, trees = cuda.grid(1), leaves.shape[2]
    k, tree = i // trees, i % trees
    if k < leaves.shape[0]:
        truth, rows = cuda.local.array(ROOM, REAL), cuda.local.array((ROOM, 2, 1), REAL)
        own, done = cuda.local.array((5, EACH), REAL), cuda.local.array(ROOM, WHOLE)
        best, said = cuda.local.array(EACH, REAL), cuda.local.array(EACH, REAL)
        tied, right = cuda.local.array(EACH, REAL), cuda.local.array(EACH, REAL)
        search(leaves[k, :, tree], noises[:, tree], b, height, inner[:, tree], shallow, turns, own, truth, rows, done)
        for start in range(0, TOGETHER, EACH):
            for row in range(5):
                for each in range(EACH):
                    own[row, each] = grains[k, row, start + each]
            decide(truth, rows, height, b, own, best, said, tied, right, errors[k, :, :, start : start + EACH], tree)


@kernel
def add_up(start: int, each: int, errors: Any, sums: Any) -> None:
    """sums[model, observation, depth, granularity]: an observation is so many trees, in their order; these begin with
    tree number start."""
    i, (models, trees) = cuda.grid(1), errors.shape[:2]
    first, last = start // each, (start + trees - 1) // each
    column, depth, rest = i % TOGETHER, i // TOGETHER % 2, i // (2 * TOGETHER)
    k, which = rest % models, first + rest // models
    if which <= last:
        total = sums[k, which, depth, column]
        for tree in range(max(which * each - start, 0), min(which * each + each - start, trees)):
            total += errors[k, tree, depth, column]
        sums[k, which, depth, column] = total


ARITHMETIC = gpu.arithmetic()


def in_reading(template: Kernel[Any, Any], meaning: Kernel[Any, Any]) -> Kernel[Any, Any]:
    """A search that hears what one reading says, in the GPU's own arithmetic."""
    words = {"heard": meaning.bind(**ARITHMETIC), **ARITHMETIC}
    return template.bind(see=see.bind(**words), **words)


SEARCH = {"bucketed": in_reading(search_bucketed, bucketed), "real": in_reading(search_real, real)}
MIX: dict[bool, Kernel[Any, Any]] = {
    True: mix_leaves.bind(mixed=top_down.mixed),
    False: mix_leaves.bind(mixed=bottom_up.mixed),
}


def mean_errors(
    models: Sequence[GranularModel],
    first: int,
    last: int,
    each: int,
    seed: int,
    shallow: int,
    granularities: Sequence[int],
) -> list[Column]:
    """P_err of the deep and of the shallow search, float64[2, granularities, observations] of every model, which differ
    in s alone: means over `each` trees, observations number first … last - 1."""
    gpu.require()
    one = models[0]
    if one.height + one.b > ROOM:
        raise OverthinkError(
            f"A tree of height {one.height} and branching factor {one.b} is too large for a thread of a GPU; "
            "leave out '--device gpu'."
        )
    parts = [granularities[start : start + TOGETHER] for start in range(0, len(granularities), TOGETHER)]
    grains = [np.stack([model.grains(part, TOGETHER) for model in models]) for part in parts]
    leaves = one.b**one.height
    needed = leaves * 4 * (len(models) + 3) + len(models) * 2 * TOGETHER * 8
    batch = max(1, int(SHARE * gpu.room()) // needed)
    sums = [cuda.to_device(np.zeros((len(models), last - first, 2, TOGETHER))) for _ in parts]
    for start in range(first * each, last * each, batch):
        forest = Forest(models, start, min(start + batch, last * each), seed, shallow)
        for part, total in zip(grains, sums):
            errors = forest.errors(part)
            threads = len(models) * (errors.shape[1] // each + 2) * 2 * TOGETHER
            launch(add_up, threads, start - first * each, each, errors, total)
    found = np.concatenate([total.copy_to_host()[..., : len(part)] for total, part in zip(sums, parts)], axis=3) / each
    return list(found.transpose(0, 2, 3, 1))


class Forest:
    """Trees number first … last - 1 of several models, on the GPU."""

    def __init__(self, models: Sequence[GranularModel], first: int, last: int, seed: int, shallow: int):
        self.model, self.shallow, self.trees = models[0], shallow, last - first
        one, key = self.model, seed_key(self.model.word, seed)
        b, width, nodes, along = one.b, one.b**one.height, one.b**shallow, one.reading == "bucketed"
        values = self._most_similar(key, first, width)
        similar = cuda.to_device(np.array([model.similar for model in models]))
        shape = (self.trees, width) if along else (width, self.trees)
        self.leaves, self.noises = cuda.device_array((len(models), *shape), REAL), cuda.device_array(shape, REAL)
        self.inner = cuda.device_array((nodes, self.trees), REAL)
        launch(MIX[isinstance(one, TopDown)], values.size, key, first, similar, one.option, values, self.leaves, along)
        sigma, ply = float(one.sigma), ((self.noises, width, along), (self.inner, nodes, False))
        for noises, count, lies_along in ply:
            launch(draw_noises, noises.size, key, first, (count - 1) // (b - 1), sigma, noises, lies_along)

    def _most_similar(self, seed: Any, first: int, width: int) -> Any:
        """The leaves of the maximally similar trees, values[leaf, tree]."""
        one = self.model
        if not isinstance(one, TopDown):
            values = cuda.device_array((width, self.trees), REAL)
            launch(draw_sorted, self.trees, seed, first, values)
            return values
        values, number = cuda.to_device(np.zeros((1, self.trees), REAL)), 1
        for ply in range(1, one.height + 1):
            above, values = values, cuda.device_array((one.b**ply, self.trees), REAL)
            launch(grow, values.size, seed, first, one.b, number, above, values)
            number += one.b**ply
        if one.normalise == "fixed":
            high = cuda.to_device(np.full((1, self.trees), LIMIT * one.height, REAL))
            low = cuda.to_device(np.full((1, self.trees), -LIMIT * one.height, REAL))
        else:
            lows, highs = (cuda.device_array((PARTS, self.trees), REAL) for _ in range(2))
            low, high = (cuda.device_array((1, self.trees), REAL) for _ in range(2))
            launch(find_ends, lows.size, values, values, lows, highs)
            launch(find_ends, low.size, lows, highs, low, high)
        launch(normalise, values.size, low, high, values)
        return values

    def errors(self, grains: Column) -> Any:
        """errors[model, tree, depth, granularity] for the granularities of every model."""
        one, models = self.model, len(grains)
        errors = cuda.device_array((models, self.trees, 2, TOGETHER), np.float64)
        threads = models * self.trees * (1 if one.reading == "real" else LANES)
        launch(
            SEARCH[one.reading], threads, self.leaves, self.noises, self.inner, one.b, one.height, self.shallow,
            one.turns, cuda.to_device(grains), errors,
        )  # fmt: skip
        return errors
