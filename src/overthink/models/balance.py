"""The boundary between buckets that keeps the moves at the root of a two-player tree in more than one bucket.

Towards the root, utilities gather around a fixed point. The nearest boundary is shifted there, and all others by as
much. [Nau2010] section 5.1
"""

from __future__ import annotations

from functools import cache

import numpy as np

from overthink.core.arithmetic import mix, seed_key
from overthink.core.bind import AnyKernel, kernel
from overthink.core.kinds import Column, Key
from overthink.models.board_splitting import fixed_point
from overthink.models.granular_search import draw_leaves

BOUNDARIES = ("parity", "printed", "none")
BINS = 2000
PILOT_LEAVES, PILOT_TREES = 1 << 20, 40  # at least so many leaves and trees


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


def shifted(
    boundary: str, leaves: AnyKernel, b: int, height: int, similar: float, option: int, g: int
) -> tuple[float, int]:
    """The place of the nearest of the g - 1 boundaries after the shift, and the number of the bucket above it."""
    if boundary == "none":
        return 0.0, 0
    c = fixed_point(b) if boundary == "printed" else balance(leaves, b, height, similar, option)
    return c, min(max(round(c * g), 1), g - 1)
