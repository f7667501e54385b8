"""Draw and search many trees of the synthetic models at once on a GPU."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from overthink.core.arithmetic import seed_key
from overthink.core.errors import require
from overthink.core.tree import Column
from overthink.gpu import device
from overthink.gpu import synthetic as kernels
from overthink.gpu.device import array, cuda, launch
from overthink.gpu.synthetic import LANES, REAL, ROOM, TOGETHER
from overthink.models.granular import GranularModel
from overthink.models.top_down import MOST_DEVIATIONS, TopDown

THREADS_PER_TREE = 16  # threads that find a tree's smallest and largest leaf
MEMORY_SHARE = 0.4  # of the GPU's free memory for one batch of trees


def mean_errors(
    models: Sequence[GranularModel],
    first: int,
    last: int,
    each: int,
    seed: int,
    shallow: int,
    granularities: Sequence[int],
    ratios: bool = False,
) -> list[Column]:
    """P_err of the deep and of the shallow search, float64[2, granularities, observations] of every model, which differ
    in s alone: means over `each` trees, observations number first … last - 1. With `ratios` follow the ratio of both
    errors, or 0 where it has no value, and whether it has one."""
    device.require()
    one = models[0]
    require(one.noise == "normal", f"Noise that is {one.noise} has no GPU form. Run it without '--device gpu'.")
    require(
        one.height + one.b <= ROOM,
        f"A tree of height {one.height} and branching factor {one.b} is too large for a thread of a GPU. "
        "Run it without '--device gpu'.",
    )
    parts = [tuple(granularities[start : start + TOGETHER]) for start in range(0, len(granularities), TOGETHER)]
    grains = [_grains(tuple(models), part) for part in parts]
    forest: type[Forest] = RealForest if one.reading == "real" else BucketedForest
    tree_bytes = forest.needed(one, len(models)) + len(models) * 2 * TOGETHER * 8
    batch = max(1, int(MEMORY_SHARE * device.room()) // tree_bytes)
    sums, ratio_sums = (
        [cuda.to_device(np.zeros((len(models), last - first, 2, TOGETHER))) for _ in (parts if wanted else ())]
        for wanted in (True, ratios)
    )
    for start in range(first * each, last * each, batch):
        trees = forest(models, start, min(start + batch, last * each), seed, shallow)
        threads = len(models) * (trees.count // each + 2) * 2 * TOGETHER
        for place, part in enumerate(grains):
            errors = array("errors", (len(models), trees.count, 2, TOGETHER), np.float64)
            trees.search(part, errors)
            launch(kernels.add_up, threads, start - first * each, each, errors, sums[place])
            if ratios:
                launch(kernels.divide, errors.size // 2, errors)
                launch(kernels.add_up, threads, start - first * each, each, errors, ratio_sums[place])
    means = [
        np.concatenate([total.copy_to_host()[..., : len(part)] for total, part in zip(totals, parts)], axis=3) / each
        for totals in (sums, ratio_sums)
        if totals
    ]
    return list(np.concatenate(means, axis=2).transpose(0, 2, 3, 1))


@cache
def _grains(models: tuple[GranularModel, ...], granularities: tuple[int, ...]) -> Any:
    """The numbers of each granularity of each model that a search needs, on the GPU."""
    return cuda.to_device(np.stack([model.grains(granularities, TOGETHER) for model in models]))


class Forest(ABC):
    """Trees number first … last - 1 of several models, on the GPU."""

    def __init__(self, models: Sequence[GranularModel], first: int, last: int, seed: int, shallow: int):
        self.model = models[0]
        self.models = len(models)
        self.shallow = shallow
        self.count = last - first
        one = self.model
        self.keys = array("keys", (5, self.count), np.uint64)
        launch(kernels.draw_keys, self.count, seed_key(one.word, seed), first, self.keys)
        self.similar = cuda.to_device(np.array([model.similar for model in models]))
        # The leaves of the maximally similar trees, values[leaf, tree], and from where to where they lie.
        self.values = self._top_down(one) if isinstance(one, TopDown) else self._sort(one)
        self.inner = array("inner", (one.b**shallow, self.count), REAL)
        self.draw_noises(shallow, self.inner, False)

    @staticmethod
    @abstractmethod
    def needed(one: GranularModel, models: int) -> int:
        """Bytes for one tree of every model."""

    @abstractmethod
    def search(self, grains: Column, errors: Column) -> None:
        """errors[model, tree, depth, granularity] for the granularities of every model."""

    def draw_noises(self, ply: int, noises: Column, along: bool) -> None:
        """The heuristic's errors at the nodes of a ply."""
        one = self.model
        number = (one.b**ply - 1) // (one.b - 1)
        launch(kernels.draw_noises, noises.size, self.keys, number, float(one.sigma), noises, along)

    def _sort(self, one: GranularModel) -> Any:
        leaves = one.b**one.height
        values, gaps = array("values", (leaves, self.count), REAL), array("gaps", (leaves + 1, self.count), np.float64)
        self.low = self.high = array("sums of gaps", (1, self.count), np.float64)
        launch(kernels.draw_gaps, gaps.size, self.keys, gaps)
        launch(kernels.add_gaps, self.count, gaps, self.high, values)
        return values

    def _top_down(self, one: TopDown) -> Any:
        values = cuda.to_device(np.zeros((1, self.count), REAL))
        number = 1
        for ply in range(1, one.height + 1):
            above, values = values, array(f"values {ply % 2}", (one.b**ply, self.count), REAL)
            launch(kernels.grow, above.size, self.keys, one.b, number, above, values)
            number += one.b**ply
        if one.normalise == "fixed":
            most = MOST_DEVIATIONS * one.height
            self.low, self.high = (cuda.to_device(np.full((1, self.count), end, REAL)) for end in (-most, most))
        else:
            lows, highs = (array(name, (THREADS_PER_TREE, self.count), REAL) for name in ("lows", "highs"))
            self.low, self.high = (array(name, (1, self.count), REAL) for name in ("low", "high"))
            launch(kernels.find_ends, lows.size, values, values, lows, highs)
            launch(kernels.find_ends, self.low.size, lows, highs, self.low, self.high)
        return values


class BucketedForest(Forest):
    """Leaves are stored tree by tree, and 32 threads search each tree."""

    def __init__(self, models: Sequence[GranularModel], first: int, last: int, seed: int, shallow: int):
        super().__init__(models, first, last, seed, shallow)
        one = self.model
        shape = (self.count, self.model.b**self.model.height)
        self.leaves, self.noises = array("leaves", (len(models), *shape), REAL), array("noises", shape, REAL)
        launch(
            kernels.MIX[isinstance(one, TopDown)], self.values.size, self.keys, self.similar, one.option, self.low,
            self.high, self.values, self.leaves,
        )  # fmt: skip
        self.draw_noises(one.height, self.noises, True)

    @staticmethod
    def needed(one: GranularModel, models: int) -> int:
        """Bytes of memory for one tree in each of these models."""
        leaves: int = one.b**one.height
        return leaves * 4 * (models + 4)

    def search(self, grains: Column, errors: Column) -> None:
        """Write the errors of all trees at these granularities."""
        one = self.model
        launch(
            kernels.SEARCH[one.reading], self.models * self.count * LANES, self.leaves, self.noises, self.inner, one.b,
            one.height, self.shallow, one.turns, grains, errors,
        )  # fmt: skip


class RealForest(Forest):
    """Leaves are drawn and estimated by families, and each ply is folded into the one above, up to the root's moves."""

    def __init__(self, models: Sequence[GranularModel], first: int, last: int, seed: int, shallow: int):
        super().__init__(models, first, last, seed, shallow)
        one = self.model
        bottom = self.model.height - 1
        self.truth, self.deep, self.near = self._ply("truth", bottom), self._ply("deep", bottom), self.low
        words = {**kernels.CHOICE[isinstance(one, TopDown)], "MODELS": len(models), "HIGHEST": self._maximises(bottom)}
        launch(
            kernels.draw_families.bind(**words), self.values.size // one.b,
            self.keys, self.similar, one.option, float(one.sigma), one.b, (one.b**one.height - 1) // (one.b - 1),
            self.low, self.high, self.values, self.truth, self.deep,
        )  # fmt: skip
        for ply in range(bottom, 0, -1):
            if ply < bottom:
                self.truth, self.deep = self._fold("truth", self.truth, ply), self._fold("deep", self.deep, ply)
            if ply == shallow:
                self.near = self._ply("near", ply)
                launch(kernels.estimate_nodes, self.near.size, self.truth, self.inner, self.near)
            elif ply < shallow:
                self.near = self._fold("near", self.near, ply)

    @staticmethod
    def needed(one: GranularModel, models: int) -> int:
        """Bytes of memory for one tree in each of these models."""
        families: int = one.b ** (one.height - 1)
        return families * 4 * (3 * one.b + 5 * models)

    def search(self, grains: Column, errors: Column) -> None:
        """Write the errors of all trees at these granularities."""
        threads = self.models * self.count * LANES
        launch(kernels.DECIDE, threads, self.truth, self.deep, self.near, self.model.b, grains, errors)

    def _ply(self, name: str, ply: int) -> Any:
        return array(f"{name} {ply % 2}", (self.models * self.model.b**ply, self.count), REAL)

    def _maximises(self, ply: int) -> bool:
        return not self.model.turns or ply % 2 == 0

    def _fold(self, name: str, below: Column, ply: int) -> Any:
        values = self._ply(name, ply)
        launch(kernels.fold_families, values.size, below, self.model.b, self._maximises(ply), values)
        return values
