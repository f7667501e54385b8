"""The published grids of the three synthetic models, [Nau2010] section 5, against NumPy and C.

b = 2 … 10, eleven local similarities, height 5, the granularities of each figure, noise added to the middles of
buckets. A cell has few trees, with 4,000 leaves together, or one tree. NumPy takes all trees of a cell at once and the
granularities one by one. `grids.c` is our search in C, built with -O3, and once more for this processor. All draw the
trees from the same hashes, and the sums of decision errors of every cell must agree. One core each, in turn.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.timing import Row, build, in_turn, seconds
from overthink.core.arithmetic import seed_key
from overthink.models.bottom_up import BottomUp, OnePlayer
from overthink.models.granular import BRANCHING, GRAINS, ONE_PLAYER_GRAINS, SIMILARITIES, GranularModel
from overthink.models.noise import EDGES, INSIDE, gauss
from overthink.models.top_down import TopDown

MODELS: dict[type[GranularModel], Sequence[int]] = {TopDown: GRAINS, BottomUp: GRAINS, OnePlayer: ONE_PLAYER_GRAINS}
LEAVES = 4000
REAL = np.float32
Numbers = Any  # an array
Work = tuple[GranularModel, int, Sequence[int]]  # a model, a number of trees, granularities


def hashes(keys: Numbers, words: Numbers | int) -> Numbers:
    """`mix` of arrays."""
    z = keys + (np.atleast_1d(words).astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def uniforms(keys: Numbers) -> Numbers:
    return (keys >> np.uint64(11)).astype(float) * 2.0**-53


def normals(keys: Numbers) -> Numbers:
    """`gauss` of arrays; the few numbers in the tail one by one."""
    layer = (keys & np.uint64(127)).astype(np.int64)
    side = 2.0 * uniforms(keys) - 1.0
    numbers = side * EDGES[layer]
    doubtful = np.abs(side) >= INSIDE[layer]
    numbers[doubtful] = [gauss(key) for key in keys[doubtful]]
    return numbers


def leaves_of(model: GranularModel, keys: Numbers) -> Numbers:
    """float32[trees, leaves]."""
    b = model.b
    n = model.b**model.height
    similar = model.similar
    places = np.arange(n)
    fresh = uniforms(hashes(hashes(keys, 3), places)).astype(REAL)
    if similar == 0.0:
        return fresh
    chance = uniforms(hashes(hashes(keys, 4), places))
    own = hashes(keys, 5)
    if isinstance(model, TopDown):
        values = np.zeros((len(keys), 1), REAL)
        number = 1
        for ply in range(1, model.height + 1):
            edges = hashes(own, number + np.arange(b**ply))
            steps = normals(edges)
            while (far := np.abs(steps) > 3.0).any():
                edges[far] = hashes(edges[far], 6)
                steps[far] = normals(edges[far])
            values, number = np.repeat(values, b, axis=1) + steps.astype(REAL), number + b**ply
        low = values.min(axis=1, keepdims=True)
        high = values.max(axis=1, keepdims=True)
        return np.where(chance < similar, (values - low) / (high - low), fresh)
    sums = np.cumsum(-np.log(1.0 - uniforms(hashes(own, np.arange(n + 1)))), axis=1)
    values = (sums[:, :-1].astype(REAL) / sums[:, -1:]).astype(REAL)
    if similar == 1.0:
        return values
    extreme = np.log(np.maximum(np.abs(2.0 * values.astype(float) - 1.0), 1e-30))
    return np.where(similar * np.log(1.0 - chance) < (1.0 - similar) * extreme, values, fresh)


def up(values: Numbers, model: GranularModel, level: int) -> Numbers:
    """The values of the parents of a level."""
    families = values.reshape(len(values), -1, model.b)
    return families.max(axis=2) if not model.turns or level % 2 == 1 else families.min(axis=2)


def by_numpy(model: GranularModel, trees: int, grains: Sequence[int]) -> list[float]:
    """The sums of the decision errors of the deep and of the shallow search."""
    keys = hashes(np.full((trees, 1), seed_key(model.word, 0)), np.arange(trees)[:, None])
    leaves = leaves_of(model, keys)
    noise = hashes(keys, 1)
    n = model.b**model.height
    z = (model.sigma * normals(hashes(noise, (n - 1) // (model.b - 1) + np.arange(n)))).astype(REAL)
    near = (model.sigma * normals(hashes(noise, 1 + np.arange(model.b)))).astype(REAL)
    moves = leaves
    for level in range(model.height, 1, -1):
        moves = up(moves, model, level)
    sums = [0.0, 0.0]
    for g, shift in ((REAL(g), model.shift(g)) for g in grains):
        truth = np.clip(np.floor(moves * g - shift), 0, g - 1)
        right = truth == truth.max(axis=1, keepdims=True)
        deep = np.clip(np.floor(leaves * g - shift), 0, g - 1) + np.floor(REAL(0.5) + z * g)
        for level in range(model.height, 1, -1):
            deep = up(deep, model, level)
        for depth, values in enumerate((deep, truth + np.floor(REAL(0.5) + near * g))):
            values = np.clip(values, 0, g - 1) if model.clipped else values
            chosen = values == values.max(axis=1, keepdims=True)
            sums[depth] += float((1.0 - (chosen & right).sum(axis=1) / chosen.sum(axis=1)).sum())
    return sums


def line(model: GranularModel, trees: int, grains: Sequence[int]) -> str:
    """The input of the C program for a cell."""
    words: list[object] = [int(seed_key(model.word, 0)), trees, model.b, model.height, model.similar, model.sigma]
    words += [int(model.turns), int(not isinstance(model, TopDown)), int(model.clipped), len(grains)]
    words += [f"{g} {float(model.shift(g))!r}" for g in grains]
    return " ".join(map(str, words))


def by_c(program: Path, cells: Sequence[Work]) -> tuple[list[list[float]], float]:
    text = "\n".join(line(*cell) for cell in cells)
    lines = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    return [[float(word) for word in sums.split()] for sums in lines[:-1]], float(lines[-1])


def grids(quick: bool) -> list[Row]:
    """Compare ours with NumPy and both C programs."""
    branching, rounds = (BRANCHING[:4], 2) if quick else (BRANCHING, 2)
    cells = [
        (make(b=b, s=s), max(1, LEAVES // b**5), grains)
        for make, grains in MODELS.items()
        for b in branching
        for s in SIMILARITIES
    ]
    programs = {
        "C -O3": build("grids", "-ffp-contract=off"),
        "C -O3 for this processor": build("grids", "-ffp-contract=off", "-march=native"),
    }

    def ours() -> list[Numbers]:
        return [model.decision_errors(0, trees, 0, 1, grains).sum(axis=(1, 2)) for model, trees, grains in cells]

    def numpy() -> list[list[float]]:
        return [by_numpy(*cell) for cell in cells]

    expected = np.array(ours())  # compiles, and finds the boundaries of buckets
    np.testing.assert_allclose(numpy(), expected, rtol=1e-12)
    for program in programs.values():
        np.testing.assert_allclose(by_c(program, cells)[0], expected, rtol=1e-12)
    sides = {name: lambda program=program: by_c(program, cells)[1] for name, program in programs.items()}
    times = in_turn({"ours": lambda: seconds(ours), "NumPy": lambda: seconds(numpy), **sides}, rounds)
    leaves = sum(trees * model.b**model.height for model, trees, _ in cells) / 1e6
    how = f"sums of decision errors of all {len(cells)} cells agree; fastest of {rounds} in turn"
    task = f"grids of the three synthetic models, b = 2 … {branching[-1]}"
    return [Row(task, name, times["ours"], times[name], how, leaves, "Mleaves") for name in ("NumPy", *programs)]
