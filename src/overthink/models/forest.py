"""Many trees of the synthetic models at once, drawn and searched on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from overthink.core import gpu
from overthink.core.errors import OverthinkError
from overthink.core.gpu import array, cuda, launch
from overthink.core.randomness import seed_key
from overthink.core.tree import Column
from overthink.models.granular import GranularModel
from overthink.models.granular_gpu import (
    LANES,
    MIX,
    REAL,
    ROOM,
    SEARCH,
    TOGETHER,
    add_up,
    draw_keys,
    draw_noises,
    draw_sorted,
    find_ends,
    grow,
    normalise,
)
from overthink.models.top_down import LIMIT, TopDown

PARTS = 16  # threads that look for a tree's least and largest leaf
SHARE = 0.4  # of the GPU's free memory that is used for trees at a time


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
        one = self.model
        b, width, nodes, along = one.b, one.b**one.height, one.b**shallow, one.reading != "real"
        self.keys = array("keys", (5, self.trees), np.uint64)
        launch(draw_keys, self.trees, seed_key(one.word, seed), first, self.keys)
        values = self._top_down(one) if isinstance(one, TopDown) else self._sorted(width)
        similar = cuda.to_device(np.array([model.similar for model in models]))
        shape = (self.trees, width) if along else (width, self.trees)
        self.leaves, self.noises = array("leaves", (len(models), *shape), REAL), array("noises", shape, REAL)
        self.inner = array("inner", (nodes, self.trees), REAL)
        launch(MIX[isinstance(one, TopDown)], values.size, self.keys, similar, one.option, values, self.leaves, along)
        for noises, count, lies in ((self.noises, width, along), (self.inner, nodes, False)):
            launch(draw_noises, noises.size, self.keys, (count - 1) // (b - 1), float(one.sigma), noises, lies)

    def _sorted(self, width: int) -> Any:
        """The leaves of the maximally similar bottom-up trees, values[leaf, tree]."""
        values = array("values", (width, self.trees), REAL)
        launch(draw_sorted, self.trees, self.keys, values)
        return values

    def _top_down(self, one: TopDown) -> Any:
        """The leaves of the maximally similar top-down trees, values[leaf, tree]."""
        values, number = cuda.to_device(np.zeros((1, self.trees), REAL)), 1
        for ply in range(1, one.height + 1):
            above, values = values, array(f"values {ply % 2}", (one.b**ply, self.trees), REAL)
            launch(grow, values.size, self.keys, one.b, number, above, values)
            number += one.b**ply
        if one.normalise == "fixed":
            high = cuda.to_device(np.full((1, self.trees), LIMIT * one.height, REAL))
            low = cuda.to_device(np.full((1, self.trees), -LIMIT * one.height, REAL))
        else:
            lows, highs = (array(name, (PARTS, self.trees), REAL) for name in ("lows", "highs"))
            low, high = (array(name, (1, self.trees), REAL) for name in ("low", "high"))
            launch(find_ends, lows.size, values, values, lows, highs)
            launch(find_ends, low.size, lows, highs, low, high)
        launch(normalise, values.size, low, high, values)
        return values

    def errors(self, grains: Column) -> Any:
        """errors[model, tree, depth, granularity] for the granularities of every model."""
        one, models = self.model, len(grains)
        errors = array("errors", (models, self.trees, 2, TOGETHER), np.float64)
        threads = models * self.trees * (1 if one.reading == "real" else LANES)
        launch(
            SEARCH[one.reading], threads, self.leaves, self.noises, self.inner, one.b, one.height, self.shallow,
            one.turns, cuda.to_device(grains), errors,
        )  # fmt: skip
        return errors
