"""The base of the three synthetic models: complete trees with granular utilities and noisy granular heuristics.

A model draws the utilities of the leaves; the rest is here: utilities of inner nodes, noise, buckets, and the two forms
in which trees come: as a `Tree` to be searched by anything, and as decision errors of two searches at many
granularities, without a tree ever being kept. Both see the same trees. [Nau2010] section 5
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from overthink.core.arguments import check_arguments
from overthink.core.arithmetic import mix, seed_key
from overthink.core.bind import AnyKernel, kernel
from overthink.core.errors import check_known, check_number, check_whole, count_trees, parse_seed, parse_whole, require
from overthink.core.kinds import Key, Seed
from overthink.core.tree import Column, Tree
from overthink.models.board_splitting import check_shape, complete_tree, fixed_point
from overthink.models.granular_search import (
    NOISE,
    bucket_of,
    decision_errors,
    draw_leaves,
    draw_noise,
    estimate,
    real,
)
from overthink.models.noise import fill, flat, peaked, skewed

BOUNDARIES = ("parity", "printed", "none")
BINS = 2000
PILOT_LEAVES = 1 << 20  # at least
PILOT_TREES = 40  # at least


@kernel
def count_utilities(seed: Key, trees: int, b: int, height: int, similar: float, option: int, counts: Column) -> None:
    """Count the utilities of pilot trees: counts[level, bin]."""
    values = np.empty(b**height, np.float32)
    for tree in range(trees):
        draw_leaves(mix(seed, tree), b, height, similar, option, values)
        width = len(values)
        for level in range(height, 0, -1):
            for i in range(width):
                counts[level, min(int(values[i] * BINS), BINS - 1)] += 1
            width //= b
            for i in range(width):
                value = values[i * b]
                for c in range(i * b + 1, i * b + b):
                    value = values[c] if (values[c] > value) == (level % 2 == 1) else value
                values[i] = value


@cache
def balance(leaves: AnyKernel, b: int, height: int, similar: float, option: int) -> float:
    """The c at which, from one level to the next, as many utilities lie below as lie above: the paper's ratio of both,
    closest to 1 on the whole of the levels below the root. Without similarity it is 1 - c_b if Max moves last, and c_b
    if Min does; with it, it is found on pilot trees."""
    if similar == 0.0 or height == 1:
        return 1.0 - fixed_point(b) if height % 2 else fixed_point(b)
    trees = max(PILOT_TREES, PILOT_LEAVES // b**height)
    counts = np.zeros((height + 1, BINS), np.int64)
    count_utilities.bind(draw_leaves=leaves)(seed_key("pilot"), trees, b, height, similar, option, counts)
    totals = counts.sum(axis=1, keepdims=True)
    below = (counts.cumsum(axis=1) + 0.5) / (totals + 1.0)  # at the upper end of each bin, never exactly 0 or 1
    distance = sum(np.abs(np.log(below[k] / (1.0 - below[k + 1]))) for k in range(1, height))
    return float(np.argmin(distance) + 1) / BINS


NODE = np.uint64(2)
READINGS: dict[str, AnyKernel] = {"bucketed": bucket_of, "real": real}
NOISES: dict[str, AnyKernel] = {
    "normal": draw_noise,
    "flat": fill.bind(standard=flat),
    "peaked": fill.bind(standard=peaked),
    "skewed": fill.bind(standard=skewed),
}
# The published grids: [Nau2010] section 5.4
GRAINS = tuple(range(2, 61))
SIMILARITIES = tuple(round(0.1 * tenth, 1) for tenth in range(11))
BRANCHING = tuple(range(2, 11))
# All up to 20, as published, and then in steps, up to the published 300.
ONE_PLAYER_GRAINS = (*range(2, 20), *range(20, 40, 2), *range(40, 100, 5), *range(100, 301, 10))
LANES = 8  # granularities that are computed at once


@kernel
def draw_forest(seed: Key, first: int, b: int, height: int, similar: float, option: int, leaves: Column) -> None:
    """The utilities of the leaves of trees number first, first + 1, …, a row each."""
    for tree in range(len(leaves)):
        draw_leaves(mix(seed, first + tree), b, height, similar, option, leaves[tree])


@kernel
def draw_nodes(seed: Key, first: int, number: int, sigma: float, noise: Column, keys: Column) -> None:
    """Noise and keys of the nodes of one ply, numbered from `number` in each tree, a row a tree."""
    for tree in range(len(keys)):
        key = mix(seed, first + tree)
        draw_noise(mix(key, NOISE), number, sigma, noise[tree])
        for i in range(keys.shape[1]):
            keys[tree, i] = mix(mix(key, NODE), number + i)


@dataclass(frozen=True)
class GranularModel(ABC):
    """A distribution over complete trees, with what every model has as an option.

    `reading`: how granularity and noise meet. "bucketed" (the default) puts the utility in its bucket, adds noise to
    the middle of the bucket, and puts the sum in a bucket again, so that the error is the same at every depth, as the
    text assumes; all buckets have their middle there as if no boundary were shifted. "real" adds noise to the real
    utility and then finds the bucket.
    `noise`: the distribution of the heuristic's error. "normal" (the default) is the paper's; "flat" is uniform,
    "peaked" is exponential to both sides, "skewed" is exponential less its mean. All have standard deviation sigma.
    """

    b: int = 2  # branching factor
    g: int = 10  # granularity: different values that utilities and heuristic values can take
    s: float = 0.0  # local similarity, 0 independent to 1 maximally similar
    sigma: float = 0.1  # standard deviation of the heuristic's error
    height: int = 5  # plies of a tree
    reading: str = "bucketed"
    noise: str = "normal"

    word: ClassVar[str]  # the word for its seeds
    leaves: ClassVar[AnyKernel]  # the meaning of draw_leaves
    choice: ClassVar[tuple[str, tuple[str, ...]]]  # a field that the leaves depend on, and all its values
    turns: ClassVar[bool] = True  # whether Max and Min take turns; else all moves are Max's

    def __post_init__(self) -> None:
        check_shape("b", self.b, self.height, 26)
        check_whole("g", self.g, 2)
        check_number("s", self.s, 0, 1)
        check_number("sigma", self.sigma, 0)
        name, known = self.choice
        check_known("reading", self.reading, READINGS)
        check_known("noise", self.noise, NOISES)
        check_known(name, getattr(self, name), known)

    def check_shallow(self, shallow: int) -> None:
        """Refuses a depth that does not lie between the root and the leaves."""
        fits = 1 <= parse_whole("shallow", shallow) < self.height
        require(fits, f"A shallow search to depth {shallow} does not fit into a tree of height {self.height}.")

    @property
    def nodes(self) -> int:
        """The nodes of one tree."""
        return int((self.b ** (self.height + 1) - 1) // (self.b - 1))

    @property
    def similar(self) -> float:
        """The parameter of the leaves for s."""
        return float(self.s)

    @property
    def option(self) -> int:
        """The other parameter of the leaves."""
        name, values = self.choice
        return values.index(getattr(self, name))

    @property
    def clipped(self) -> bool:
        """Whether heuristic values stay in the g buckets of the utilities."""
        return True

    @abstractmethod
    def anchor(self, g: int) -> tuple[float, int]:
        """One boundary between buckets, and the number of the bucket above it; the others lie 1/g apart from it."""

    def shift(self, g: int) -> np.float32:
        """How far the buckets are shifted, in buckets."""
        boundary, bucket = self.anchor(g)
        return np.float32(boundary * g - bucket)

    def draw(self, first: int, last: int, seed: Seed = 0) -> Tree:
        """Trees number first … last - 1, side by side. The same tree for the same seed and number, always.

        Its true values are granular utilities, its static values granular heuristic values; leaves are no finished
        games, since the paper's searches see no ends of games."""
        trees = count_trees("trees", first, last, self.nodes)
        values, noises, keys = self._nodes(first, trees, seed)
        movers = [1 if not self.turns or ply % 2 == 0 else -1 for ply in range(self.height + 1)]
        static = (self.heuristic(values, noises).astype(float) + 0.5) / self.g
        truth = (self.bucket(values).astype(float) + 0.5) / self.g
        return complete_tree(trees, self.b, movers, static=static, truth=truth, key=keys)

    def bucket(self, values: Column) -> Column:
        """The buckets of utilities, 0 … g - 1."""
        numbers: Column = np.clip(np.floor(values * np.float32(self.g) - self.shift(self.g)), 0, self.g - 1)
        return numbers

    def heuristic(self, values: Column, noises: Column) -> Column:
        """The buckets of heuristic values: utilities corrupted by noise."""
        g = np.float32(self.g)
        if self.reading == "real":
            buckets: Column = np.floor((values + noises) * g - self.shift(self.g))
        else:
            buckets = self.bucket(values) + np.floor(np.float32(0.5) + noises * g)
        return np.clip(buckets, 0, self.g - 1) if self.clipped else buckets

    @check_arguments
    def decision_errors(
        self, first: int, last: int, seed: Seed = 0, shallow: int = 1, granularities: Sequence[int] | None = None
    ) -> Column:
        """P_err at the root of trees number first … last - 1, of searches to the leaves and to depth `shallow`:
        float64[2, granularities, trees]. [Nau2010] eq. 5

        All granularities (this model's own, if none are given) are found in one pass over the leaves."""
        trees = count_trees("trees", first, last, 1)
        self.check_shallow(shallow)
        wanted = [self.g] if granularities is None else granularities
        grains = self.grains(wanted, LANES)
        errors = np.empty((trees, 2, grains.shape[1]))
        columns, kind = (1, np.float32) if self.reading == "real" else (grains.shape[1], np.int32)
        rows: Column = np.empty((self.height + self.b, 2, columns), kind)
        _bound(decision_errors, self.leaves, self.noise, READINGS[self.reading])(
            seed_key(self.word, parse_seed(seed)), first, self.b, self.height, shallow, self.turns, self.similar,
            self.option, float(self.sigma), grains, rows, errors,
        )  # fmt: skip
        by_granularity: Column = errors.transpose(1, 2, 0)[:, : len(wanted)]
        return by_granularity

    def grains(self, granularities: Sequence[int], lanes: int) -> Column:
        """The numbers of each granularity that a search needs: g, its shift, its top bucket, and the range of heuristic
        values; padded to a multiple of LANES."""
        wanted = [parse_whole("A granularity", g, 2) for g in granularities]
        g = np.array(wanted + [2] * (-len(wanted) % lanes), np.float32)
        shifts = np.array([self.shift(int(number)) for number in g])
        low, high = (0.0 * g, g - 1) if self.clipped else (g - np.inf, g + np.inf)
        numbers: Column = np.stack([g, shifts, g - 1, low, high]).astype(np.float32)
        return numbers

    def _nodes(self, first: int, trees: int, seed: Seed) -> tuple[Column, Column, Column]:
        """Real utilities, noise and keys of every node, ply by ply over all trees."""
        key = seed_key(self.word, parse_seed(seed))
        b = self.b
        values = [np.empty((trees, b**self.height), np.float32)]
        _bound(draw_forest, self.leaves, self.noise)(key, first, b, self.height, self.similar, self.option, values[0])
        for ply in range(self.height - 1, -1, -1):
            families = values[0].reshape(trees, -1, b)
            values.insert(0, families.max(axis=2) if not self.turns or ply % 2 == 0 else families.min(axis=2))
        noises, keys = [np.empty_like(row) for row in values], [np.empty(row.shape, np.uint64) for row in values]
        draw = _bound(draw_nodes, self.leaves, self.noise)
        for ply in range(self.height + 1):
            draw(key, first, (b**ply - 1) // (b - 1), float(self.sigma), noises[ply], keys[ply])
        return _join(values), _join(noises), _join(keys)


@dataclass(frozen=True)
class TwoPlayerModel(GranularModel):
    """A model in which Max and Min take turns. `boundary`: where the bucket boundary nearest to it is shifted."""

    boundary: str = "parity"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_known("boundary", self.boundary, BOUNDARIES)

    def anchor(self, g: int) -> tuple[float, int]:
        if self.boundary == "none":
            return 0.0, 0
        if self.boundary == "printed":
            c = fixed_point(self.b)
        else:
            c = balance(self.leaves, self.b, self.height, self.similar, self.option)
        return c, min(max(round(c * g), 1), g - 1)


def _join(rows: list[Column]) -> Column:
    return np.concatenate([row.ravel() for row in rows])


def _bound(template: AnyKernel, leaves: AnyKernel, noise: str, meaning: AnyKernel = estimate) -> AnyKernel:
    """A kernel with a model's leaves, noise and a reading."""
    other = {} if noise == "normal" else {"draw_noise": NOISES[noise]}
    return template.bind(draw_leaves=leaves, estimate=meaning, **other)
